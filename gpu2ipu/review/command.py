"""`gpu2ipu review`: a page, a patch, or a port with the changes of a script that were accepted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from gpu2ipu.config import Config
from gpu2ipu.convert import destinations
from gpu2ipu.convert.destinations import Destination, PortedScript
from gpu2ipu.errors import InternalError, Trouble
from gpu2ipu.records import record
from gpu2ipu.reports.phrases import counted
from gpu2ipu.review import decisions, git_patch, page
from gpu2ipu.review.changes import Review, listed
from gpu2ipu.review.decisions import Decisions
from gpu2ipu.review.proposal import review_of
from gpu2ipu.review.walk import Terminal, walk
from gpu2ipu.source import discovery
from gpu2ipu.source.script_file import write_atomic

Say = Callable[[str], object]


@record
class ReviewOptions:
    """What the command line asks for, beside the options of the port."""

    accept: tuple[str, ...] | None = None
    reject: tuple[str, ...] | None = None
    digest: str | None = None  # of the review whose numbers are named
    output: Path | None = None
    patch: Path | None = None
    html: Path | None = None
    force: bool = False
    given: tuple[str, ...] = ()  # the options of the port, as they were given

    @property
    def chooses(self) -> bool:
        """True if more than a page is asked for."""
        others = (self.accept, self.reject, self.output, self.patch)
        return self.html is None or any(option is not None for option in others)


def review(
    script: Path, options: ReviewOptions, config: Config, say: Say, terminal: Terminal | None = None
) -> bool:
    """Review a script, on a terminal if need be; True if all was accepted and nothing needs manual work.

    Raises Trouble for a script that cannot be reviewed, and where nothing can be asked or written.
    """
    _check_script(script)
    _check_files(script, options)
    port = _port(script, config)
    proposal = _proposal(port)
    if not proposal.changes:
        say(f"{script}: {port.result.idle or 'nothing that convert can settle'}")
        return port.complete
    if options.html is not None:
        write_atomic(options.html, page.written(proposal, options.given).encode(errors="replace"))
        say(f"{script} -> {options.html} (written): {counted(len(proposal.changes), 'change')}")
        if not options.chooses:
            return True
    if options.digest not in (None, proposal.digest):
        raise Trouble(
            f"{script}: the changes are others now than those with the digest {options.digest}: script, options or "
            f"gpu2ipu have changed; look at them again (the digest is {proposal.digest} now)"
        )
    made = _decisions(proposal, options, terminal)
    if left := made.open(proposal):
        file = decisions.state_file(script)
        is_kept = decisions.kept(proposal) == made
        goes_on = f"the next `gpu2ipu review` of {script} goes on there (kept in {file})"
        say(
            f"{listed(left)} not decided: {goes_on if is_kept else f'{file} cannot be written, and keeps nothing'}"
        )
        return False
    _write(proposal, made.accepted, options, say)
    decisions.forget(proposal)
    return port.complete and not made.rejected


def _check_script(script: Path) -> None:
    if script.is_dir():
        raise Trouble(f"{script}: review takes one script; this is a folder")


def _check_files(script: Path, options: ReviewOptions) -> None:
    """Raise Trouble for a file that must not be written over."""
    files = [file for file in (options.output, options.patch, options.html) if file is not None]
    if len({file.resolve() for file in files}) < len(files):
        raise Trouble(f"{files[-1]}: is named for two things; -o, --patch and --html are files of their own")
    for file in files:
        if file.resolve() == script.resolve():
            raise Trouble(
                f"{file}: the output would overwrite the script; `git apply` does that with a patch"
            )
        if file.is_dir():
            raise Trouble(f"{file}: is a folder; name a file")
    if options.output is not None and options.output.suffix != script.suffix:
        raise Trouble(f"{options.output}: the port of {script} must end in {script.suffix} too")


def _port(script: Path, config: Config) -> PortedScript:
    """The port that `convert` writes beside the script."""
    for port in destinations.port([script], Destination(preview=True), config):
        error = port if isinstance(port, str) else port.error
        if isinstance(port, str) or error:
            raise Trouble(str(error))
        return port
    raise Trouble(f"{script}: is left out by `exclude` in pyproject.toml")


def _proposal(port: PortedScript) -> Review:
    source, converted = port.result.source, port.result.converted
    assert source is not None and converted is not None
    return review_of(source, converted.text, converted.applied, converted.left)


def _decisions(proposal: Review, options: ReviewOptions, terminal: Terminal | None) -> Decisions:
    if options.accept is not None or options.reject is not None:
        return decisions.named(proposal, options.accept, options.reject or ())
    if terminal is None:
        raise Trouble(
            f"{proposal.path}: review asks on a terminal, and this is none: name changes with --accept or --reject, "
            "or choose on a page (--html FILE)"
        )
    target = _target(proposal, options)
    if target is not None and target != options.output and not options.force and target.exists():
        raise Trouble(f"{target}: is there already; --force writes over it, -o FILE writes elsewhere")
    made = decisions.kept(proposal)
    if known := len(proposal.changes) - len(made.open(proposal)):
        terminal.say(
            f"{known} of {counted(len(proposal.changes), 'change')} decided before; b goes back to them"
        )
    elif decisions.state_file(proposal.path).exists():
        terminal.say("script, options or gpu2ipu have changed since the last review: this one begins anew")
    return walk(proposal, made, terminal)


def _target(proposal: Review, options: ReviewOptions) -> Path | None:
    """Where the port goes; nowhere if only a patch is asked for."""
    return options.output or (None if options.patch else discovery.port_beside(proposal.path))


def _write(proposal: Review, accepted: frozenset[int], options: ReviewOptions, say: Say) -> None:
    text = proposal.text_with(accepted)
    try:
        data = proposal.source.encode(text)
    except InternalError as error:  # of a notebook
        raise Trouble(
            f"{proposal.path}: changes depend on each other: {error} with {listed(accepted)} alone; accept all "
            "changes, or none"
        ) from error
    told = f"{len(accepted)} of {counted(len(proposal.changes), 'change')} accepted"
    if options.patch is not None:
        _write_patch(proposal, data, options.patch, told, say)
    if (target := _target(proposal, options)) is not None:
        if target != options.output and not options.force and _differs(target, data):
            raise Trouble(destinations.is_there(target))
        destinations.write(proposal.path, target, data)
        say(f"{proposal.path} -> {target} (written): {told}")
    if rejected := proposal.numbers - accepted:
        say(f"rejected: {listed(rejected)}; `gpu2ipu check` says what an IPU would not take")


def _differs(target: Path, data: bytes) -> bool:
    try:
        return target.exists() and target.read_bytes() != data
    except OSError as error:
        raise Trouble(f"{target}: cannot be read: {error.strerror}") from error


def _write_patch(proposal: Review, data: bytes, file: Path, told: str, say: Say) -> None:
    top, name = git_patch.place(proposal.path)
    patch = git_patch.patch(name, proposal.source.encode(proposal.source.text), data)
    if not patch:
        say(f"{proposal.path}: nothing is accepted, and so there is no patch")
        return
    write_atomic(file, patch)
    say(f"{proposal.path} -> {file} (written): {told}; apply it in {top} with `git apply`")
