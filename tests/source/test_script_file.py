"""Bytes become text and the same bytes again; results are written whole or not at all."""

from __future__ import annotations

import codecs
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.errors import Trouble
from gpu2ipu.source.reading import read_source
from gpu2ipu.source.script_file import Source, write_atomic

COOKIES = (
    "",
    "# coding: utf-8\n",
    "# -*- coding: latin-1 -*-\r\n",
    "#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n",
)


@given(st.sampled_from(COOKIES), st.text(), st.booleans())
def test_any_script_comes_back_as_it_was(cookie: str, text: str, bom: bool) -> None:
    encoding = "latin-1" if "latin" in cookie else "cp1252" if "cp1252" in cookie else "utf-8"
    data = (cookie + text).encode(encoding, errors="ignore")
    if bom and encoding == "utf-8":
        data = codecs.BOM_UTF8 + data
    try:
        source = Source.decode(Path("train.py"), data)
    except Trouble:
        assert "coding" in text or text.encode("utf-8", "ignore") != text.encode("utf-8", "surrogatepass")
        return
    assert source.encode(source.text) == data
    assert source.bom == data.startswith(codecs.BOM_UTF8)


@given(st.binary())
def test_any_bytes_come_back_or_are_refused_in_one_sentence(data: bytes) -> None:
    try:
        source = Source.decode(Path("train.py"), data)
    except Trouble as trouble:
        assert str(trouble).startswith("train.py:") and "\n" not in str(trouble)
    else:
        assert source.encode(source.text) == data


@pytest.mark.parametrize(
    ("data", "text", "encoding", "bom"),
    [
        (b"", "", "utf-8", False),
        (b"# only\n", "# only\n", "utf-8", False),
        (b"a\r\nb\nc\rd", "a\r\nb\nc\rd", "utf-8", False),
        (b"a\x00b\x0c\n", "a\x00b\x0c\n", "utf-8", False),
        (b"\xef\xbb\xbfa = '\xc3\xa9'\n", "a = 'é'\n", "utf-8", True),
        (b"\xef\xbb\xbf# coding: utf-8\n", "# coding: utf-8\n", "utf-8", True),
        (b"# coding: latin-1\na = '\xe9'\n", "# coding: latin-1\na = 'é'\n", "iso-8859-1", False),
        (b"# coding: cp1252\na = '\x80'\n", "# coding: cp1252\na = '€'\n", "cp1252", False),
    ],
)
def test_read(tmp_path: Path, data: bytes, text: str, encoding: str, bom: bool) -> None:
    path = tmp_path / "train.py"
    path.write_bytes(data)
    source = read_source(path)
    assert source == Source(path, text, encoding, bom)
    assert source.encode(text) == data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a = 1\nb = '\xe9'\n", "train.py:2: is not utf-8 text"),
        (b"a\nb\nc\nd = '\xe9'\n", "train.py:4: is not utf-8 text"),
        (b"# coding: cp1252\n\x81", "train.py:2: is not cp1252 text"),
        (b"# coding: klingon\n", "train.py: has a coding cookie that Python does not know: unknown encoding"),
        (
            b"\xef\xbb\xbf# coding: latin-1\n",
            "train.py: has the byte order mark of UTF-8 and a coding cookie",
        ),
        (b"# coding: rot13\n", "train.py: cannot be decoded as rot13"),
        (b"# coding: utf-16\nabc", "train.py"),
        (b"# coding: iso2022_jp\n\x1b$B\x1b(Ba", "train.py: does not come back the same from iso2022_jp"),
        (
            b"# coding: unicode_escape\nx = '\\x41'\n",
            "train.py: does not come back the same from unicode_escape",
        ),
        (b"# coding: idna\nx = layers..Dense(1)\n", "train.py: does not come back the same from idna"),
    ],
)
def test_what_cannot_be_decoded_is_refused_with_its_line(data: bytes, message: str) -> None:
    with pytest.raises(Trouble) as raised:
        Source.decode(Path("train.py"), data)
    assert str(raised.value).startswith(message)


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"missing\.py: cannot be read: No such file"):
        read_source(tmp_path / "missing.py")
    with pytest.raises(Trouble, match="cannot be read: Is a directory"):
        read_source(tmp_path)


def test_a_character_that_the_encoding_lacks_is_refused_with_its_line() -> None:
    source = Source.decode(Path("train.py"), b"# coding: latin-1\r\na = 1\r\n")
    with pytest.raises(Trouble, match=r"train\.py:3: the file's encoding, iso-8859-1, lacks '→'"):
        source.encode(source.text + "b = '→'\r\n")


def test_write_makes_a_file_as_the_user_would(tmp_path: Path) -> None:
    path = tmp_path / "train_ipu.py"
    write_atomic(path, b"a\r\n")
    (tmp_path / "other").touch()
    assert path.read_bytes() == b"a\r\n"
    assert path.stat().st_mode == (tmp_path / "other").stat().st_mode
    assert _names(tmp_path) == ["other", "train_ipu.py"]


def test_write_keeps_permission_bits_and_links(tmp_path: Path) -> None:
    path, link = tmp_path / "train.py", tmp_path / "link.py"
    path.write_bytes(b"old")
    path.chmod(0o750)
    link.symlink_to(path)
    write_atomic(link, b"new")
    assert link.is_symlink() and path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o750
    assert _names(tmp_path) == ["link.py", "train.py"]


def test_write_refuses_a_read_only_file(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(Trouble, match=r"train\.py: is read-only"):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert _names(tmp_path) == ["train.py"]


@pytest.mark.parametrize("target", ["missing/train.py", "file/train.py", "folder"])
def test_write_refuses_a_place_that_is_none(tmp_path: Path, target: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(Trouble, match=rf"{target}: cannot be written"):
        write_atomic(tmp_path / target, b"new")
    assert _names(tmp_path) == ["file", "folder"]


def test_write_leaves_nothing_behind_when_it_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "train.py"
    path.write_bytes(b"old")

    def refuse(source: object, target: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(Trouble, match=r"train\.py: cannot be written: Permission denied"):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert _names(tmp_path) == ["train.py"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_wait_until_a_file_has_one_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    path, seen = tmp_path / "train.py", []
    path.write_bytes(b"old")
    replace = os.replace

    def interrupted(source: Path, target: Path) -> None:
        signal.raise_signal(number)
        replace(source, target)

    monkeypatch.setattr(os, "replace", interrupted)
    before = signal.signal(number, lambda *_: seen.append(_names(tmp_path)))
    try:
        write_atomic(path, b"new")
    finally:
        signal.signal(number, before)
    assert seen == [["train.py"]] and path.read_bytes() == b"new"


def test_a_file_that_has_changed_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    path.write_bytes(b"newer")
    with pytest.raises(Trouble, match=r"train\.py: has changed since it was read; run the command again"):
        write_atomic(path, b"port", read=b"older")
    assert path.read_bytes() == b"newer"
    write_atomic(path, b"port", read=b"newer")
    assert path.read_bytes() == b"port"
    assert _names(tmp_path) == ["train.py"]


def test_a_file_with_two_names_stays_one_file(tmp_path: Path) -> None:
    path, other = tmp_path / "train.py", tmp_path / "same.py"
    path.write_bytes(b"a longer text than the new one")
    other.hardlink_to(path)
    path.chmod(0o640)
    write_atomic(path, b"new")
    assert other.read_bytes() == b"new"
    assert path.samefile(other) and stat.S_IMODE(path.stat().st_mode) == 0o640
    assert _names(tmp_path) == ["same.py", "train.py"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
@pytest.mark.parametrize("may_give_away", [True, False])
def test_a_file_keeps_its_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, may_give_away: bool) -> None:
    path = tmp_path / "train.py"
    path.write_bytes(b"old")
    os.chown(path, 1234, 4321)
    path.chmod(0o6755)

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    if not may_give_away:
        monkeypatch.setattr(os, "chown", refuse)
    inode = path.stat().st_ino
    write_atomic(path, b"new")
    status = path.stat()
    assert path.read_bytes() == b"new"
    assert (status.st_uid, status.st_gid) == (1234, 4321)
    assert (status.st_ino == inode) is not may_give_away
    assert stat.S_IMODE(status.st_mode) & 0o777 == 0o755
    assert _names(tmp_path) == ["train.py"]


FULL = """\
import resource, signal, sys
from pathlib import Path

from gpu2ipu.errors import Trouble
from gpu2ipu.source.script_file import write_atomic

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    write_atomic(Path(sys.argv[1]), b"x" * 1000)
except Trouble as trouble:
    print(trouble)
"""


@pytest.mark.parametrize("names", [1, 2])
def test_no_space_for_what_is_written(tmp_path: Path, names: int) -> None:
    path = tmp_path / "train.py"
    path.write_bytes(b"old")
    for number in range(1, names):
        (tmp_path / f"same{number}.py").hardlink_to(path)
    done = subprocess.run([sys.executable, "-c", FULL, path], capture_output=True, text=True, check=True)
    assert done.stdout == f"{path}: cannot be written: File too large\n"
    assert path.read_bytes() == b"old"
    assert len(_names(tmp_path)) == names


def test_an_error_while_a_file_is_written_over_brings_its_bytes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "train.py"
    path.write_bytes(b"what it had")
    (tmp_path / "same.py").hardlink_to(path)
    saved: list[int] = []

    def fail_the_third_time(descriptor: int) -> None:
        saved.append(descriptor)
        if len(saved) == 3:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail_the_third_time)
    with pytest.raises(Trouble, match="train.py: cannot be written: No space left on device"):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"what it had"
    assert _names(tmp_path) == ["same.py", "train.py"]


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())
