"""Progress of a run for people: what its record says so far, as a line that changes, or as lines in a log."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from rich.console import Console
from rich.status import Status
from rich.text import Text

# Seconds between two looks at a record, and between two lines in a log.
LOOK, LINE = 0.25, 10.0


class RecordedProgress:
    """What a record that is being written says of its process."""

    def __init__(self, path: Path) -> None:
        """The record may not be there yet."""
        self._path = path
        self._file: IO[bytes] | None = None
        self._rest = b""
        self._calls: dict[int, str] = {}
        self.sentence = "starting"

    def read(self) -> bool:
        """Read what is new; return whether there was something."""
        if self._file is None:
            if not self._path.exists():
                return False
            self._file = self._path.open("rb")
        *lines, self._rest = (self._rest + self._file.read()).split(b"\n")
        for line in lines:
            try:
                self._take(json.loads(line))
            except ValueError:
                continue
        return bool(lines)

    def close(self) -> None:
        """Close the record."""
        if self._file is not None:
            self._file.close()

    def _take(self, entry: dict[str, Any]) -> None:
        if "kind" in entry and "call" in entry:
            self._calls[entry["call"]] = entry["kind"]
            self.sentence = self._name(entry["call"])
        elif "at" in entry:
            at = entry["at"]
            step = f"step {_of(at['step'], at['steps'])}"
            epoch = f"epoch {_of(at['epoch'], at['epochs'])}"
            self.sentence = ", ".join([self._name(at["call"]), epoch, step, *_loss(at["loss"])])
        elif "logs" in entry:
            epoch = f"epoch {entry['epoch'] + 1} done"
            self.sentence = ", ".join([self._name(entry["call"]), epoch, *_loss(entry["logs"].get("loss"))])
        elif entry.get("done"):
            self.sentence = f"{self._name(entry['call'])} done"

    def _name(self, call: int) -> str:
        return f"call {call + 1} ({self._calls.get(call, 'loop')})"


class ShownProgress:
    """Shows the progress of a run while it is in a `with` block; `quietly` shows none."""

    def __init__(self, side: str, path: Path, console: Console, quietly: bool = False) -> None:
        """A terminal gets one line that changes, anything else a line from time to time."""
        self._side, self._console, self._quietly = side, console, quietly
        self._record = RecordedProgress(path)
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._show, daemon=True)

    def __enter__(self) -> None:
        """Begin to look."""
        if not self._quietly:
            self._thread.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop, and take the line away."""
        self._end.set()
        if not self._quietly:
            self._thread.join()
        self._record.close()

    def _show(self) -> None:
        begin = time.monotonic()
        if self._console.is_terminal:
            with Status(self._line(begin), console=self._console) as status:
                while not self._end.wait(LOOK):
                    self._record.read()
                    status.update(self._line(begin))
            return
        shown = begin
        while not self._end.wait(LOOK):
            self._record.read()
            if time.monotonic() - shown >= LINE:
                shown = time.monotonic()
                self._console.print(self._line(begin), soft_wrap=True)

    def _line(self, begin: float) -> Text:
        return Text(f"{self._side}: {self._record.sentence} ({time.monotonic() - begin:.0f} s)")


def _of(number: int, total: int | None) -> str:
    return f"{number:,}" if total is None else f"{number:,} of {total:,}"


def _loss(loss: object) -> list[str]:
    return [f"loss {loss:.4g}"] if isinstance(loss, float) else []
