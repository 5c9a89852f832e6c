"""The file of a recorded run (`gpu2ipu run --record FILE`): one side of a comparison, for another machine.

It is a zip archive of `manifest.json`, of `script.txt`, the script as it ran, and of `record.jsonl`, what the recorder
wrote (`gpu2ipu/simulator/recording/recorder.py`); that of a port also has the arrays which the original starts from,
and which its own are compared with, as .npz files. `docs/json.md` has the manifest.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpu2ipu import __version__
from gpu2ipu.errors import Trouble
from gpu2ipu.runner.compare import record
from gpu2ipu.runner.compare.record import Record

FORMAT = 1

_MANIFEST, _SCRIPT, _RECORD = "manifest.json", "script.txt", "record.jsonl"
# of a record, whose values are names of files with arrays
_FILES = ("file", "updates_file")


@dataclass(frozen=True)
class Followed:
    """The record of the port that an original was recorded along."""

    id: str
    # a digest of the port
    script: str


@dataclass(frozen=True)
class Manifest:
    """What was run, and how: both sides of a comparison must have run alike."""

    # "port" or "original"
    side: str
    id: str
    script: str
    arguments: tuple[str, ...]
    seed: int
    epochs: int | None
    steps: int | None
    samples: int | None
    synthetic_data: bool
    # where it ran: a backend of `run`, "none" for an original
    backend: str
    # whether it came to no good end; a sentence of the notes says how
    failed: bool = False
    along: Followed | None = None
    notes: tuple[str, ...] = ()
    gpu2ipu: str = __version__
    format: int = FORMAT


@dataclass(frozen=True)
class RecordFile:
    """A file that was read, with its parts in a folder."""

    path: Path
    manifest: Manifest
    # the script as it was run
    program: str
    # the recorder's lines, whose arrays are beside them
    journal: Path

    @property
    def record(self) -> Record:
        """What the side did."""
        return record.read(self.journal)

    @property
    def followed(self) -> Followed:
        """What an original that is recorded along it says of it."""
        return Followed(self.manifest.id, digest(self.program))


def digest(program: str) -> str:
    """Return a short hash of a script."""
    return hashlib.sha256(program.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def write(path: Path, manifest: Manifest, program: str, journal: Path, scratch: Path) -> None:
    """Write a file as a whole or not at all; paths in the scratch copy become the user's.

    Raises Trouble where it cannot be written.
    """
    lines, arrays = list[str](), dict[str, Path]()
    for entry in record.entries(journal, str(scratch)):
        for name in _FILES:
            if entry.get(name):
                array = Path(entry[name])
                arrays[array.name] = array
                entry[name] = array.name
        lines.append(json.dumps(entry) + "\n")
    try:
        with tempfile.NamedTemporaryFile(
            dir=path.absolute().parent, prefix=".gpu2ipu-", delete=False
        ) as file:
            temporary = Path(file.name)
            try:
                with zipfile.ZipFile(file, "w") as archive:
                    texts = {
                        _MANIFEST: json.dumps(dataclasses.asdict(manifest), indent=2),
                        _SCRIPT: program,
                        _RECORD: "".join(lines),
                    }
                    for name, text in texts.items():
                        archive.writestr(name, text.encode("utf-8", "surrogatepass"), zipfile.ZIP_DEFLATED)
                    for name, array in arrays.items() if manifest.side == "port" else ():
                        archive.write(array, name)
                os.chmod(temporary, 0o666 & ~_umask())
                os.replace(temporary, path)
            finally:
                temporary.unlink(missing_ok=True)
    except OSError as error:
        raise Trouble(f"{path} cannot be written: {error.strerror}.") from error


def read(path: Path, folder: Path) -> RecordFile:
    """Read a file, and put its parts into a folder. Raises Trouble for one that is none, or of another format."""
    if not path.is_file():
        raise Trouble(
            f"{path} does not exist." if not path.exists() else f"{path} is a folder; name a record."
        )
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = _manifest(path, json.loads(archive.read(_MANIFEST)))
            program = archive.read(_SCRIPT).decode("utf-8", "surrogatepass")
            journal = folder / _RECORD
            text = archive.read(_RECORD).decode("utf-8", "surrogatepass")
            journal.write_text("".join(_placed(text, folder)), encoding="utf-8", errors="surrogatepass")
            for name in archive.namelist():
                if name.endswith(".npz") and Path(name).name == name:
                    archive.extract(name, folder)
    except (zipfile.BadZipFile, KeyError, TypeError, ValueError, EOFError) as error:
        raise Trouble(f"{path} is no record of `gpu2ipu run --record`, or is damaged.") from error
    except OSError as error:
        raise Trouble(f"{path} cannot be read: {error.strerror}.") from error
    return RecordFile(path, manifest, program, journal)


def _placed(text: str, folder: Path) -> Iterator[str]:
    """The lines of a record with the arrays in a folder."""
    for line in text.splitlines():
        entry: dict[str, Any] = json.loads(line)
        if entry.get("format", record.FORMAT) != record.FORMAT:
            raise ValueError("another format of the recorder")
        for name in _FILES:
            if entry.get(name):
                entry[name] = str(folder / Path(entry[name]).name)
        yield json.dumps(entry) + "\n"


def _manifest(path: Path, content: dict[str, Any]) -> Manifest:
    if content["format"] != FORMAT:
        raise Trouble(
            f"{path} is a record of format {content['format']}, by gpu2ipu {content.get('gpu2ipu', 'unknown')}; "
            f"this gpu2ipu reads format {FORMAT}: record both sides with the same gpu2ipu."
        )
    for name in ("arguments", "notes"):
        content[name] = tuple(content[name])
    if content["along"] is not None:
        content["along"] = Followed(**content["along"])
    if content["side"] not in ("port", "original"):
        raise ValueError("another side")
    return Manifest(**content)


def _umask() -> int:
    """The bits that new files are without; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
