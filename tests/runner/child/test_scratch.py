"""What a run finds in its scratch copy, what of it is kept, and that the user's files stay as they are."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from gpu2ipu.errors import Trouble
from gpu2ipu.runner.child import folder_tree, scratch
from gpu2ipu.runner.child.scratch import ScratchCopies, check_kept
from tests.projects_in_memory import write

Copies = Callable[..., ScratchCopies]


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "user/project"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def copies(tmp_path: Path, work: Path) -> Copies:
    base = tmp_path / "scratch"
    base.mkdir()
    return lambda *folders, **options: ScratchCopies(base, folders, **options)


def test_code_and_small_files_are_copied_and_large_ones_linked(
    work: Path, copies: Copies, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scratch, "SMALL", 4)
    write(work, {"train.py": "x = 12345", "a.txt": "abc", "data/big.bin": "12345"})
    with copies().copy() as copy:
        here = copy.inside(work)
        assert (here / "train.py").read_text() == "x = 12345" and not (here / "train.py").is_symlink()
        assert not (here / "a.txt").is_symlink()
        assert (here / "data/big.bin").resolve() == work / "data/big.bin"
        assert not (here / "data").is_symlink()
    assert not copy.root.exists()


def test_what_one_run_writes_the_next_does_not_find(work: Path, copies: Copies) -> None:
    write(work, {"log.txt": "old\n"})
    made = copies()
    for _ in range(2):
        with made.copy() as copy:
            here = copy.inside(work)
            os.makedirs(here / "out")
            with open(here / "log.txt", "a") as file:
                file.write("new\n")
            assert {path.name for path in copy.written()} == {"log.txt"}
    assert (work / "log.txt").read_text() == "old\n" and os.listdir(work) == ["log.txt"]
    assert list(made.notes()) == []


def test_files_that_are_kept(work: Path, copies: Copies, tmp_path: Path) -> None:
    write(work, {"a.txt": "old", "same.txt": "same", "../data/x": "1"})
    made = copies(kept=tmp_path / "kept")
    with made.copy() as copy:
        here = copy.inside(work)
        (here / "a.txt").write_text("newer")
        (here / "out").mkdir()
        (here / "out/model.h5").write_text("model")
        (here.parent / "beside.txt").write_text("beside")
        (here / "link").symlink_to("a.txt")
        assert copy.keep(tmp_path / "kept/port") == 4
    kept = {
        path.relative_to(tmp_path / "kept/port")
        for path in (tmp_path / "kept/port").rglob("*")
        if path.is_file()
    }
    beside = Path("outside", *work.parent.parts[1:], "beside.txt")
    assert kept == {Path("a.txt"), Path("out/model.h5"), Path("link"), beside}


def test_a_script_finds_what_lies_beside_and_above_its_folder(work: Path, copies: Copies) -> None:
    write(work.parent, {"data/x.csv": "1", "scripts/train.py": "", "scripts/models.py": ""})
    with copies(work.parent / "scripts").copy() as copy:
        here = copy.inside(work)
        assert (here / "../data/x.csv").read_text() == "1"
        assert not (here / "../scripts").is_symlink() and (here / "../scripts/models.py").exists()


def test_all_of_a_project_is_in_the_copy_of_one_of_its_folders(work: Path, copies: Copies) -> None:
    write(work.parent, {"pyproject.toml": "", "models/x.bin": "1"})
    with copies().copy() as copy:
        models = copy.inside(work) / "../models"
        assert models.is_dir() and not models.is_symlink()
        (models / "new.h5").write_text("1")
    assert os.listdir(work.parent / "models") == ["x.bin"]


def test_links_of_the_user_lead_to_the_same_place_in_the_copy(
    work: Path, copies: Copies, tmp_path: Path
) -> None:
    write(work, {"a/x.txt": "1", "../elsewhere/y.txt": "2"})
    (work / "relative").symlink_to("a")
    (work / "absolute").symlink_to(work / "a/x.txt")
    (work / "away").symlink_to(tmp_path / "user/elsewhere")
    (work / "nowhere").symlink_to("gone")
    with copies().copy() as copy:
        here = copy.inside(work)
        assert (
            (here / "relative/x.txt").resolve()
            == (here / "absolute").resolve()
            == (here / "a/x.txt").resolve()
        )
        assert (here / "a/x.txt").resolve().is_relative_to(copy.root)
        assert (here / "away/y.txt").read_text() == "2"
        assert os.readlink(here / "nowhere") == "gone"


def test_paths_of_the_working_folder_are_those_of_the_copy(work: Path, copies: Copies) -> None:
    text = f"a = '{work}/out'\nb = '{work}'\nc = '{work}er'\nd = '/x{work}'\n"
    write(work, {"train.py": text, "data.bin": text})
    with copies().copy() as copy:
        here = copy.inside(work)
        expected = f"a = '{here}/out'\nb = '{here}'\nc = '{work}er'\nd = '/x{work}'\n"
        assert (here / "train.py").read_text() == expected
        assert (here / "data.bin").read_text() == text
        assert copy.relocated_text(f"--out={work}/y") == f"--out={here}/y"
        assert copy.variables({"PYTHONPATH": f"/lib:{work}"}) == {
            "PWD": str(here),
            "PYTHONPATH": f"/lib:{here}",
        }
        assert copy.placed(Path("train.py")) == Path("train.py")
        assert copy.placed(work / "train.py") == here / "train.py"


def test_files_with_other_contents(work: Path, copies: Copies) -> None:
    write(work, {"models.py": "old", "train.py": ""})
    made = copies()
    with made.copy({work / "models.py": b"ported"}) as copy:
        assert copy.inside(work / "models.py").read_bytes() == b"ported"
        assert not list(copy.written())
        assert made.shown(f"File {copy.inside(work)}/models.py") == f"File {work}/models.py"


def test_what_was_written_past_a_copy_is_told(work: Path, copies: Copies) -> None:
    write(work, {"a.txt": "1"})
    made = copies()
    with made.copy():
        (work / "a.txt").write_text("12")
        (work / "b.txt").write_text("1")
    (note,) = made.notes()
    assert f"{work}/a.txt, {work}/b.txt" in note


def test_what_this_tool_prints_into_a_file_is_not_told(work: Path, copies: Copies) -> None:
    made = copies()
    before = os.dup(1)
    with (work / "report.txt").open("w") as report:
        os.dup2(report.fileno(), 1)
        try:
            os.write(1, b"verdict")
            assert list(made.notes()) == []
        finally:
            os.dup2(before, 1)
            os.close(before)


def test_a_large_folder_is_linked_and_told(
    work: Path, copies: Copies, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_tree, "LARGE_FOLDER", 2)
    write(work, {f"data/{n}": "" for n in range(3)})
    made = copies()
    with made.copy() as copy:
        assert (copy.inside(work) / "data").is_symlink()
    assert f"{work}/data is large" in next(made.notes())


def test_folders_and_files_that_cannot_be_written_or_read(work: Path, copies: Copies) -> None:
    write(work, {"shut/x.txt": "1", "unread.txt": "2", "pipe/y": ""})
    os.mkfifo(work / "pipe/fifo")
    os.chmod(work / "unread.txt", 0)
    os.chmod(work / "shut", 0o500)
    try:
        with copies().copy() as copy:
            here = copy.inside(work)
            (here / "shut/new.txt").write_text("1")
            assert os.path.lexists(here / "unread.txt") and (here / "pipe/fifo").is_symlink()
            os.chmod(here / "shut", 0o500)
        assert not copy.root.exists()
    finally:
        os.chmod(work / "shut", 0o700)


def test_a_copy_that_has_no_room(work: Path, copies: Copies, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    made = copies()
    monkeypatch.setattr("gpu2ipu.runner.child.scratch.Scratch.fill", full)
    with pytest.raises(Trouble, match=r"No space left on device; \$TMPDIR names another place"), made.copy():
        pass


def test_targets_of_kept_files(tmp_path: Path) -> None:
    write(tmp_path, {"file": "", "used/port/x": ""})
    check_kept(None, ["port"])
    check_kept(tmp_path / "new/deep", ["port"])
    with pytest.raises(Trouble, match="file is no folder"):
        check_kept(tmp_path / "file", ["port"])
    with pytest.raises(Trouble, match="used/port is there already"):
        check_kept(tmp_path / "used", ["port"])
    with pytest.raises(Trouble, match="cannot be made"):
        check_kept(tmp_path / "file/x", ["port"])
