"""The file of a recorded run: what goes in comes out on another machine, and what is none is refused."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.errors import Trouble
from gpu2ipu.runner.compare import record_file
from gpu2ipu.runner.compare.record_file import Followed, Manifest

PORT = Manifest(
    side="port",
    id="1f",
    script="train_ipu.py",
    arguments=("--lr", "0.1"),
    seed=3,
    epochs=2,
    steps=None,
    samples=None,
    synthetic_data=True,
    backend="simulator",
    notes=("a note",),
)
ORIGINAL = replace(PORT, side="original", id="2f", along=Followed("1f", "abc"), backend="none")
PROGRAM = "print('\udce9 \u00e9')\n"


def written(folder: Path, manifest: Manifest) -> Path:
    """The file of a run with one model and one call."""
    folder.mkdir(exist_ok=True)
    journal, scratch = folder / "port.jsonl", folder / "files"
    arrays = {name: folder / f"port.jsonl.{name}.npz" for name in ("weights-0", "updates-0", "fit-0")}
    for name, path in arrays.items():
        path.write_text(name)
    lines: list[dict[str, Any]] = [
        {"format": 1, "script": f"{scratch}/home/me/train_ipu.py", "seed": 3},
        {"weights_of": 0, "file": str(arrays["weights-0"])},
        {"call": 0, "kind": "fit", "failed": "no", "file": str(arrays["fit-0"]), "updates_file": None},
        {"note": "of arrays", "updates_file": str(arrays["updates-0"])},
        {"end": 0},
    ]
    journal.write_text("".join(json.dumps(line) + "\n" for line in lines) + '{"cut')
    path = folder / "port.record"
    record_file.write(path, manifest, PROGRAM, journal, scratch)
    return path


@pytest.mark.parametrize("manifest", [PORT, ORIGINAL], ids=["port", "original"])
def test_what_is_written_is_read_elsewhere(tmp_path: Path, manifest: Manifest) -> None:
    path = written(tmp_path / "here", manifest)
    path = path.rename(tmp_path / "moved")
    there = tmp_path / "there"
    there.mkdir()
    found = record_file.read(path, there)
    assert (found.manifest, found.program) == (manifest, PROGRAM)
    assert found.followed == Followed(manifest.id, record_file.digest(PROGRAM))
    record = found.record
    assert (record.header["script"], record.header["seed"], record.end) == ("/home/me/train_ipu.py", 3, 0)
    assert record.notes == ("of arrays",)
    lines = [json.loads(line) for line in found.journal.read_text().splitlines()]
    arrays = [Path(line[name]) for line in lines for name in ("file", "updates_file") if line.get(name)]
    assert [array.parent for array in arrays] == [there] * 3
    assert all(array.exists() == (manifest.side == "port") for array in arrays)
    if manifest.side == "port":
        assert [array.read_text() for array in arrays] == ["weights-0", "fit-0", "updates-0"]


def test_nothing_else_is_written_and_nothing_is_lost(tmp_path: Path) -> None:
    folder = tmp_path / "here"
    path = written(folder, PORT)
    before = {each.name for each in folder.iterdir()}
    assert path.name in before and not [name for name in before if name.startswith(".gpu2ipu-")]
    again = written(folder, ORIGINAL)
    assert {each.name for each in folder.iterdir()} == before
    with pytest.raises(Trouble, match=r"none/x cannot be written: No such file or directory\."):
        record_file.write(tmp_path / "none" / "x", PORT, "", again, tmp_path)


def rewritten(path: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """A file with other members."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def with_manifest(**changes: object) -> Callable[[dict[str, bytes]], None]:
    def change(members: dict[str, bytes]) -> None:
        content = json.loads(members["manifest.json"]) | changes
        members["manifest.json"] = json.dumps(content).encode()

    return change


@pytest.mark.parametrize(
    "change",
    [
        lambda members: members.pop("manifest.json"),
        lambda members: members.pop("record.jsonl"),
        lambda members: members.update({"manifest.json": b"{"}),
        lambda members: members.update({"manifest.json": b"[]"}),
        lambda members: members.update({"record.jsonl": b'{"format": 9}\n'}),
        lambda members: members.update({"record.jsonl": b"no json\n"}),
        with_manifest(side="other"),
        with_manifest(more=1),
        with_manifest(arguments=None),
        with_manifest(along={"id": "1"}),
    ],
)
def test_a_damaged_file_is_refused(tmp_path: Path, change: Callable[[dict[str, bytes]], None]) -> None:
    path = rewritten(written(tmp_path / "a", PORT), change)
    with pytest.raises(Trouble, match=r"port.record is no record of `gpu2ipu run --record`, or is damaged\."):
        record_file.read(path, tmp_path)


def test_a_file_of_another_format_is_refused(tmp_path: Path) -> None:
    path = rewritten(written(tmp_path / "a", PORT), with_manifest(format=2, gpu2ipu="9.0"))
    with pytest.raises(
        Trouble, match=r"is a record of format 2, by gpu2ipu 9\.0; this gpu2ipu reads format 1"
    ):
        record_file.read(path, tmp_path)


def test_what_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("{}")
    for name, words in (("none", "does not exist"), ("", "is a folder"), ("text", "is no record of")):
        with pytest.raises(Trouble, match=words):
            record_file.read(tmp_path / name, tmp_path)


def test_only_arrays_come_out_of_an_archive(tmp_path: Path) -> None:
    def add(members: dict[str, bytes]) -> None:
        members |= {"../evil.npz": b"", "/evil.npz": b"", "sub/evil.npz": b"", "evil.py": b""}

    path, there = rewritten(written(tmp_path / "a", PORT), add), tmp_path / "b" / "there"
    there.mkdir(parents=True)
    record_file.read(path, there)
    assert not [each for each in tmp_path.rglob("*") if "evil" in each.name]
