"""From paths to ports on disk: where each port goes, what must not be overwritten, and the writing."""

from __future__ import annotations

import dataclasses
import difflib
import enum
import filecmp
import os
import shutil
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from gpu2ipu.analysis.project.project import Project
from gpu2ipu.config import Config
from gpu2ipu.convert import batch
from gpu2ipu.convert.engine import ConvertResult
from gpu2ipu.errors import Trouble
from gpu2ipu.records import record
from gpu2ipu.source import discovery
from gpu2ipu.source.script_file import write_atomic


class Mode(enum.Enum):
    """What happens to a port."""

    BESIDE = "beside"  # NAME_ipu.py next to NAME.py, NAME_ipu.ipynb next to NAME.ipynb
    OUTPUT = "output"  # the file or folder that the user named
    IN_PLACE = "in place"


@record
class Destination:
    """Where the user wants the ports; `output` belongs to Mode.OUTPUT.

    With `force` files that are there already and differ are written over, as a file that was named always is. A
    preview is what would be written, and writes nothing.
    """

    mode: Mode = Mode.BESIDE
    output: Path | None = None
    force: bool = False
    preview: bool = False

    def may_overwrite(self, target: Path) -> bool:
        """True if a file that is there already is given up."""
        return self.force or self.mode is Mode.IN_PLACE or target == self.output


@record
class PortedScript:
    """What became of one script."""

    result: ConvertResult
    target: Path  # where the port goes; in a preview where it would go
    deed: str | None = None  # "written", "rewritten" or "copied"; None: nothing was written
    error: str | None = None  # one sentence: why there is no port, or why it could not be written
    obstacle: str | None = None  # in a preview: why it would not be written

    @property
    def changed(self) -> bool:
        """True if the port differs from the script."""
        source, converted = self.result.source, self.result.converted
        return source is not None and converted is not None and source.text != converted.text

    @property
    def complete(self) -> bool:
        """True if nothing needs manual work."""
        return self.result.converted is not None and self.result.converted.complete


def port(
    paths: Sequence[Path], destination: Destination, config: Config, entries: Sequence[Path] = ()
) -> Iterator[PortedScript | str]:
    """Port the scripts of all paths; a string is the error of a path that leads to no script.

    With `entries` only these and what they import. Raises Trouble, before anything is written, when the destination
    or an entry is no good.
    """
    targets: dict[Path, Path] = {}
    for path in paths:
        try:
            targets.update(_targets(path, _scripts(path, destination, config), destination, len(paths) > 1))
        except _NoScript as trouble:
            yield str(trouble)
    targets = _without_ports(_once(targets), destination)
    if destination.output is not None:
        alone = [path for path in paths if path in targets and path.is_file()]
        targets = _with_modules(targets, alone)
    existing = {target for target in targets.values() if target.exists()}
    _refuse_collisions(targets, destination)
    entries = [_among(entry, paths, targets) for entry in entries]
    if destination.output is not None:
        yield from _copy_trees(paths, targets, destination, destination.output)
    projects = [
        part
        for project in batch.projects_of(list(targets), entries, around=destination.mode is Mode.IN_PLACE)
        for part in (
            [project] if _keeps_imports(project, targets, destination.mode) else project.entries_alone()
        )
    ]
    for result in batch.convert_files(list(targets), config, projects):
        target = targets[result.path]
        yield _written(PortedScript(result, target), destination, target in existing)


def _among(entry: Path, paths: Sequence[Path], targets: Iterable[Path]) -> Path:
    """Return the script that an entry names, as given or below one of the folders."""
    for path in (entry, *(path / entry for path in paths if path.is_dir())):
        for script in targets:
            if path.exists() and path.resolve() == script.resolve():
                return script
    names = {script.name: script for script in targets}
    near = difflib.get_close_matches(entry.name, names, n=1)
    hint = f"; did you mean {names[near[0]]}?" if near else ""
    raise Trouble(f"{entry}: is not among the scripts to convert{hint}")


def _keeps_imports(project: Project, targets: Mapping[Path, Path], mode: Mode) -> bool:
    """True if the ports of a project find each other as its files do."""
    if mode is Mode.IN_PLACE:
        return True
    return all(
        os.path.relpath(module, path.parent) == os.path.relpath(targets[module], targets[path].parent)
        for path in project.asked
        for module in project.imports.get(path, {}).values()
        if module in project.asked
    )


def _with_modules(targets: Mapping[Path, Path], scripts: Sequence[Path]) -> dict[Path, Path]:
    """With the modules that single scripts import from their folder, when the ports go to another one.

    A module that is named, too, goes where the port of the script that imports it finds it. A script that imports from
    the package that it is in keeps the package around it.
    """
    named = {script.resolve(): script for script in scripts}
    known = {script.resolve() for script in targets} - named.keys()
    imports = _imports_of(scripts)
    modules, roots = _modules_of(scripts, imports), _roots(scripts, imports)
    imported = {module.resolve() for followed in modules.values() for module in followed}
    found = dict(targets)
    for script in sorted(scripts, key=lambda script: script.resolve() in imported):
        folder, target = script.parent.resolve(), found[script].parent
        if target.resolve() == folder:
            continue
        root = roots[script]
        if root != folder and found[script].name == script.name:
            found[script] = target / script.resolve().relative_to(root)
            folder = root
        for module in modules[script]:
            place = module.resolve()
            if place not in known and place.is_relative_to(folder):
                known.add(place)
                found[named.get(place, module)] = target / place.relative_to(folder)
    return found


def _imports_of(scripts: Sequence[Path]) -> dict[Path, Mapping[str, Path]]:
    """The local modules that each script, and each module that these import, imports itself, by their names."""
    projects = batch.projects_of(scripts)
    return {path: found for project in projects for path, found in project.imports.items()}


def _modules_of(
    scripts: Sequence[Path], imports: Mapping[Path, Mapping[str, Path]]
) -> dict[Path, list[Path]]:
    """The local modules that each script imports, directly or not."""
    modules = {}
    for script in scripts:
        found = [script]
        for path in found:
            imported = dict.fromkeys(imports.get(path, {}).values())
            found += [module for module in imported if module not in found]
        modules[script] = found[1:]
    return modules


def _roots(scripts: Sequence[Path], imports: Mapping[Path, Mapping[str, Path]]) -> dict[Path, Path]:
    """The folder from which each script imports modules of its own package; its own folder where it does not."""
    roots = {script: script.parent.resolve() for script in scripts}
    for script in scripts:
        for name, module in imports.get(script, {}).items():
            top, inside = name.split(".")[0], module.resolve().is_relative_to
            outer = (folder for folder in (roots[script], *roots[script].parents) if folder.name == top)
            package = next((folder for folder in outer if top and inside(folder)), None)
            roots[script] = package.parent if package is not None else roots[script]
    return roots


class _NoScript(Trouble):
    """A path that leads to no script: an error of this path only."""


def _scripts(path: Path, destination: Destination, config: Config) -> list[Path]:
    try:
        scripts = discovery.scripts_of(path, config)
    except Trouble as trouble:
        raise _NoScript(str(trouble)) from trouble
    if path.is_dir() and destination.mode is Mode.BESIDE:
        return [
            script for script in scripts if not script.stem.endswith(discovery.PORT_SUFFIX)
        ]  # an earlier run wrote them
    return list(scripts)


def _once(targets: Mapping[Path, Path]) -> dict[Path, Path]:
    """Without scripts that were named before in another way."""
    resolved: dict[Path, Path] = {}
    for script in targets:
        resolved.setdefault(script.resolve(), script)
    return {script: targets[script] for script in resolved.values()}


def _without_ports(targets: Mapping[Path, Path], destination: Destination) -> dict[Path, Path]:
    """Without the ports that an earlier run wrote beside scripts that are named, too, as in `convert *.py`."""
    if destination.mode is not Mode.BESIDE:
        return dict(targets)
    ports = {target.resolve() for target in targets.values()}
    return {script: target for script, target in targets.items() if script.resolve() not in ports}


def _targets(top: Path, scripts: Iterable[Path], destination: Destination, several: bool) -> dict[Path, Path]:
    output = destination.output
    if destination.mode is Mode.IN_PLACE:
        return {script: script for script in scripts}
    if output is None:
        return {script: discovery.port_beside(script) for script in scripts}
    if top.is_dir():
        return {script: _root(top, output, several) / script.relative_to(top) for script in scripts}
    if several or output.is_dir() or output.suffix not in discovery.SUFFIXES:
        return {script: _folder(output) / script.name for script in scripts}
    if top.suffix != output.suffix:
        raise Trouble(f"{output}: the port of {top} must end in {top.suffix} too")
    return {script: output for script in scripts}


def _root(top: Path, output: Path, several: bool) -> Path:
    """The folder that a folder's tree goes to, as `cp -r` would choose it."""
    inner, outer = _folder(output).resolve(), top.resolve()
    if inner == outer:
        raise Trouble(f"{output}: the output would overwrite the input; use --in-place for that")
    if inner.is_relative_to(outer):
        raise Trouble(f"{output}: the output folder is inside the input folder {top}; choose one outside")
    return output / outer.name if several else output


def _folder(output: Path) -> Path:
    if output.is_dir() or (not output.exists() and output.suffix not in discovery.SUFFIXES):
        return output
    raise Trouble(f"{output}: the output must be a folder here, and this is the name of a file")


def _refuse_collisions(targets: Mapping[Path, Path], destination: Destination) -> None:
    if destination.mode is Mode.IN_PLACE:
        return
    scripts = {script.resolve() for script in targets}
    seen: dict[Path, Path] = {}
    for script, target in targets.items():
        final = target.resolve()
        if final in scripts:
            raise Trouble(f"{target}: the output would overwrite the input; use --in-place for that")
        if final in seen:
            raise Trouble(f"{target}: both {seen[final]} and {script} would be written there")
        if target.exists() and not target.is_file():
            raise Trouble(f"{target}: cannot be written, it is not an ordinary file")
        seen[final] = script


def _copy_trees(
    paths: Sequence[Path], scripts: Container[Path], destination: Destination, output: Path
) -> Iterator[str]:
    """Copy whole folders first, so that what is not ported is there too: data, broken scripts.

    What is there already and differs stays, and is told of; of scripts the port decides that.
    """
    for top in (path for path in paths if path.is_dir()):
        root = _root(top, output, several=len(paths) > 1)
        for name, folders, names in os.walk(top):
            folder = Path(name)
            links = [sub for sub in folders if (folder / sub).is_symlink()]
            folders[:] = [sub for sub in folders if not discovery.skipped(folder / sub)]
            for file in (folder / entry for entry in [*names, *links]):
                target = root / file.relative_to(top)
                # a script must be a file of its own: writing through a link would overwrite the input
                as_link = file.is_symlink() and file not in scripts
                if destination.force or not os.path.lexists(target):
                    if not destination.preview:
                        _copy(file, target, as_link)
                elif file not in scripts and not _is_copy(file, target, as_link):
                    yield is_there(target)


def _is_copy(file: Path, target: Path, as_link: bool) -> bool:
    if as_link:
        return target.is_symlink() and target.resolve() == file.resolve()
    return target.exists() and filecmp.cmp(file, target)


def is_there(target: Path) -> str:
    """Return why a file is not written over."""
    return f"{target}: is there already and differs; --force writes over it"


def _copy(file: Path, target: Path, as_link: bool) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.is_symlink() or (as_link and target.is_file()):
            target.unlink()
        if as_link:
            target.symlink_to(file.resolve())
        else:
            shutil.copy2(file, target)
    except OSError as error:
        raise Trouble(f"{target}: cannot be written: {error.strerror}") from error


def _written(port: PortedScript, destination: Destination, exists: bool) -> PortedScript:
    source, converted, mode = port.result.source, port.result.converted, destination.mode
    if source is None or converted is None:
        return dataclasses.replace(port, error=port.result.error)
    if not (port.changed or mode is Mode.OUTPUT):
        return port
    try:
        data = source.encode(converted.text)
        is_refused = (
            exists and not destination.may_overwrite(port.target) and port.target.read_bytes() != data
        )
        if destination.preview:
            return dataclasses.replace(port, obstacle=is_there(port.target) if is_refused else None)
        if is_refused:
            raise Trouble(is_there(port.target))
        read = source.encode(source.text) if mode is Mode.IN_PLACE else None
        write(port.result.path, port.target, data, read)
    except OSError as error:
        return dataclasses.replace(port, error=f"{port.target}: cannot be read: {error.strerror}")
    except Trouble as trouble:
        return dataclasses.replace(port, error=str(trouble))
    return dataclasses.replace(port, deed=_deed(port, exists))


def _deed(port: PortedScript, exists: bool) -> str:
    if not port.changed:
        return "copied"
    return "rewritten" if exists else "written"


def write(script: Path, target: Path, data: bytes, read: bytes | None = None) -> None:
    """Write the port of a script; raises Trouble where that cannot be, or where a target is no longer what was read."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(target, data, read)
        # a script that can be executed gives a port that can be executed
        mode = target.stat().st_mode
        if executable := script.stat().st_mode & 0o111 & ~mode:
            target.chmod(mode | executable)
    except OSError as error:
        raise Trouble(f"{target}: cannot be written: {error.strerror}") from error
