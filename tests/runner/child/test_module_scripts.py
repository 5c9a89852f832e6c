"""Scripts by the name of a module."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.errors import Trouble
from gpu2ipu.runner.child.module_scripts import RunnableScript, named, port_of


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "here/pkg/train.py",
        "here/pkg/sub/__main__.py",
        "here/pkg/port.py",
        "here/lone.py",
        "port/pkg/train.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path / "here")


@pytest.mark.parametrize(
    ("name", "script", "full", "top"),
    [
        ("lone", "lone.py", "lone", "."),
        ("pkg.train", "pkg/train.py", "pkg.train", "."),
        ("pkg.sub", "pkg/sub/__main__.py", "pkg.sub.__main__", "."),
    ],
)
def test_names(name: str, script: str, full: str, top: str) -> None:
    found = named(Path(name))
    assert found == RunnableScript(Path(script), full)
    assert found.top == Path(top).absolute()
    assert RunnableScript(Path(script)).top is None


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("pkg/train.py", r"pkg/train\.py: -m takes the name of a module, such as package\.train\."),
        ("pkg.", "-m takes the name"),
        ("pkg.none", r"-m pkg\.none: there is no pkg/none\.py in .*here\."),
        ("pkg", r"there is no pkg\.py in "),
    ],
)
def test_names_of_nothing(name: str, words: str) -> None:
    with pytest.raises(Trouble, match=words):
        named(Path(name))


def test_ports() -> None:
    assert port_of(RunnableScript(Path("lone.py")), Path("other.py")) == RunnableScript(Path("other.py"))
    original = named(Path("pkg.train"))
    assert port_of(original, Path("pkg.port")) == RunnableScript(Path("pkg/port.py"), "pkg.port")
    elsewhere = port_of(original, Path("../port/pkg/train.py"))
    assert elsewhere == RunnableScript(Path("../port/pkg/train.py"), "pkg.train")
    with pytest.raises(
        Trouble, match=r"lone\.py: with -m a port is a module too, or pkg/train\.py of another folder"
    ):
        port_of(original, Path("lone.py"))
