"""`check` from paths, or from what is not saved yet, to its findings; and what it changes if asked to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gpu2ipu.config import Config
from gpu2ipu.convert import batch
from gpu2ipu.convert.engine import FileResult, parsed
from gpu2ipu.records import record
from gpu2ipu.source import discovery

if TYPE_CHECKING:
    from gpu2ipu.convert.destinations import PortedScript
    from gpu2ipu.convert.result_cache import ResultCache


@record
class Checked:
    """The result of each file, and a sentence for each path that leads to no script."""

    results: tuple[FileResult, ...]
    troubles: tuple[str, ...] = ()

    @property
    def errors(self) -> tuple[str, ...]:
        """A sentence for each file and path that could not be checked."""
        return (*self.troubles, *(result.error for result in self.results if result.error))

    @property
    def asks(self) -> bool:
        """True if a finding asks for a change."""
        return any(finding.asks for result in self.results for finding in result.findings)


def cache_of(config: Config) -> ResultCache | None:
    """Return the user's cache of results with these options; None if there is no place for it."""
    from gpu2ipu.convert import result_cache

    folder = result_cache.folder()
    return None if folder is None else result_cache.ResultCache(folder, config)


def check_paths(paths: Sequence[Path], config: Config, cache: ResultCache | None = None) -> Checked:
    """Check the scripts that paths mean; what the cache knows already is not checked again."""
    found = discovery.find(paths, config)
    return Checked(tuple(batch.check_files(found.scripts, config, cache)), found.troubles)


def check_text_of(path: Path, data: bytes, config: Config) -> Checked:
    """Check what a file has before it is saved."""
    if config.force_exclude and discovery.excluded(path, config):
        return Checked(())
    return Checked((batch.check_unsaved(path, data, config),))


def settle(
    paths: Sequence[Path], config: Config, cache: ResultCache | None = None
) -> tuple[Checked, tuple[PortedScript, ...]]:
    """Port scripts in place, and check what has become of them; and return those that were rewritten.

    What could not be ported is an error of its file.
    """
    from gpu2ipu.convert import destinations

    found = destinations.port(paths, destinations.Destination(destinations.Mode.IN_PLACE), config)
    ports = [port for port in found if not isinstance(port, str)]
    failed = {port.result.path: port.error for port in ports if port.error}
    checked = check_paths(paths, config, cache)
    results = (
        FileResult(result.path, failed[result.path]) if result.path in failed else result
        for result in checked.results
    )
    return Checked(tuple(results), checked.troubles), tuple(port for port in ports if port.deed)


def add_ignore_comments(checked: Checked) -> Iterator[str]:
    """Write comments into the files that silence their findings, and yield a sentence for each file.

    Raises Trouble for a file that cannot be written; those before are.
    """
    from gpu2ipu.convert.ignore_comments import with_ignore_comments
    from gpu2ipu.source.script_file import write_atomic

    for result in checked.results:
        silenced = sum(finding.asks for finding in result.findings)
        if silenced and result.source:
            script = parsed(result.path, result.source.text)
            text = with_ignore_comments(script, result.findings)
            read = result.source.encode(result.source.text)
            write_atomic(result.path, result.source.encode(text), read)
            yield f"{result.path}: comments silence {silenced} of its findings"
