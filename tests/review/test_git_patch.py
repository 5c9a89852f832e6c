"""Patches are what `git apply` makes of one content another."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from gpu2ipu.review.git_patch import patch, place


def applied(folder: Path, change: bytes) -> None:
    (folder / "change.patch").write_bytes(change)
    done = subprocess.run(
        ["git", "apply", "change.patch"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "name", ["a.py", "my train.py", "tab\there.py", 'say "hi".py', "zahl_ü.py", "back\\slash.py"]
)
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"a\nb\nc\n", b"a\nB\nc\nd\n"),
        (b"a\r\nb\r\n", b"a\r\nB\r\nc\r\n"),
        (b"a\nb", b"A\nb"),
        (b"a\nb", b"a\nb\nc"),
        (b"a\nb\n", b"a\nb"),
        (b"", b"a\n"),
        (b"\xef\xbb\xbfa\n", b"\xef\xbb\xbfA\n"),
        (
            "# -*- coding: latin-1 -*-\nü\n".encode("latin-1"),
            "# -*- coding: latin-1 -*-\nü\nö\n".encode("latin-1"),
        ),
        (b"a\rb\r", b"a\rB\r"),
        (b"a\x0c\nb\n", b"a\x0c\nB\n"),
        (b"".join(b"%d\n" % n for n in range(90)), b"".join(b"%d\n" % n for n in range(90) if n % 31)),
    ],
)
def test_git_applies_a_patch(tmp_path: Path, name: str, before: bytes, after: bytes) -> None:
    (tmp_path / name).write_bytes(before)
    applied(tmp_path, patch(name, before, after))
    assert (tmp_path / name).read_bytes() == after


def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    name = os.fsdecode(b"a\xff.py")
    (tmp_path / name).write_bytes(b"a\n")
    applied(tmp_path, patch(name, b"a\n", b"b\n"))
    assert (tmp_path / name).read_bytes() == b"b\n"


def test_without_changes_there_is_no_patch() -> None:
    assert patch("a.py", b"a\n", b"a\n") == b""


def test_a_patch_is_for_the_top_of_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sub/dir").mkdir(parents=True)
    script = tmp_path / "sub/dir/a.py"
    script.write_bytes(b"a\n")
    monkeypatch.chdir(tmp_path / "sub")
    assert place(Path("dir/a.py")) == (tmp_path / "sub", "dir/a.py")
    monkeypatch.chdir("/")
    assert place(script) == (Path("/"), script.relative_to("/").as_posix())
    monkeypatch.chdir(tmp_path / "sub")
    assert place(Path("../sub/dir/a.py")) == (tmp_path / "sub", "dir/a.py")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    assert place(Path("dir/a.py")) == (tmp_path, "sub/dir/a.py")
    for folder in (tmp_path, tmp_path / "sub"):
        script.write_bytes(b"a\n")
        applied(folder, patch("sub/dir/a.py", b"a\n", b"b\n"))
        assert script.read_bytes() == b"b\n"


def test_a_link_leads_to_the_file_that_is_patched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.py").touch()
    Path("link.py").symlink_to("a.py")
    assert place(Path("link.py")) == (tmp_path, "a.py")
