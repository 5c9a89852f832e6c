"""Files may have any name: quotes, blanks, line breaks, control characters, bytes that are no UTF-8."""

from __future__ import annotations

import json
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gpu2ipu.cli import main

SCRIPT = """\
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
"""
NAMES = [
    b"a b.py",
    b"it's.py",
    b'say "x".py',
    b"new\nline.py",
    b"\xff\xfe.py",
    b" before.py",
    b"-r.py",
    "é漢😀.py".encode(),
    b"50%20.py",
    b"tab\t.py",
    b"[x]*?.py",
    b"$(touch x);`touch y`.py",
    b"red\x1b[31m.py",
]
Printed = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Scripts with such names."""
    for name in NAMES:
        try:
            Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), name))).write_text(SCRIPT)
        except OSError:
            pytest.skip(f"the file system does not take {name!r}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("form", ["text", "concise", "json", "sarif", "github", "gitlab", "junit"])
def test_check(folder: Path, form: str, capsys: Printed) -> None:
    assert main(["check", ".", "-j1", "--no-cache", "--select", "IPU101", "--format", form]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    if form in ("concise", "github"):
        assert sum("IPU101" in line for line in out.splitlines()) == len(NAMES)
    if form == "concise":
        assert "new\\x0aline.py:3:9: IPU101" in out and "\x1b" not in out
    elif form in ("json", "sarif", "gitlab"):
        assert json.loads(out)
        assert out.count('"new\\nline.py"' if form != "sarif" else '"new%0Aline.py"') >= 1
    elif form == "junit":
        assert len(list(ElementTree.fromstring(out).iter("failure"))) == len(NAMES)


def test_convert(folder: Path, capsys: Printed) -> None:
    assert main(["convert", ".", "-j1"]) == 0
    expected = {name.replace(b".py", b"_ipu.py") for name in NAMES}
    assert set(map(os.fsencode, os.listdir(folder))) == expected | set(NAMES)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_one_of_them(folder: Path, name: bytes, capsys: Printed) -> None:
    path = os.fsdecode(name)
    assert main(["check", "--no-cache", "-q", "--", path]) == 1
    assert main(["convert", "--diff", "--", path]) == 0
    assert main(["convert", "--in-place", "--", path]) == 0
    capsys.readouterr()
    assert main(["check", "--no-cache", "--", path]) == 0
    assert capsys.readouterr() == ("", "")
