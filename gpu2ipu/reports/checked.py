"""What `check` found."""

from __future__ import annotations

from gpu2ipu.convert.engine import FileResult
from gpu2ipu.records import record


@record
class Checked:
    """The result of each file, and a sentence for each path that leads to no script."""

    results: tuple[FileResult, ...]
    troubles: tuple[str, ...] = ()

    @property
    def errors(self) -> tuple[str, ...]:
        """A sentence for each file and path that could not be checked."""
        return (*self.troubles, *(result.error for result in self.results if result.error))
