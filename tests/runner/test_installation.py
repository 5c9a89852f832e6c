"""Hints name a command that installs where this tool is."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.runner import installation


@pytest.fixture
def origin(monkeypatch: pytest.MonkeyPatch) -> Any:
    class Distribution:
        text: str | None = None

        def read_text(self, name: str) -> str | None:
            return self.text

    found = Distribution()
    monkeypatch.setattr(metadata, "distribution", lambda _: found)
    return found


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (None, "'gpu2ipu[plot]'"),
        ("no json", "'gpu2ipu[plot]'"),
        ('{"url": "file:///home/me/a%20b", "dir_info": {}}', "'/home/me/a b[plot]'"),
        (
            '{"url": "https://x/g.git", "vcs_info": {"vcs": "git"}}',
            "'gpu2ipu[plot] @ git+https://x/g.git'",
        ),
    ],
)
def test_an_extra(origin: Any, text: str | None, what: str) -> None:
    origin.text = text
    assert installation.with_extra("plot") == f"{sys.executable} -m pip install {what}"
    assert installation.with_extra("plot", Path("/x/python")) == f"/x/python -m pip install {what}"


@pytest.mark.parametrize(
    ("prefix", "command"),
    [
        ("/home/me/.local/share/pipx/venvs/gpu2ipu", "pipx install --force 'gpu2ipu[plot]'"),
        ("/home/me/.local/share/uv/tools/gpu2ipu", "uv tool install --force 'gpu2ipu[plot]'"),
    ],
)
def test_tools_that_install_tools(
    origin: Any, monkeypatch: pytest.MonkeyPatch, prefix: str, command: str
) -> None:
    monkeypatch.setattr(sys, "prefix", prefix)
    assert installation.with_extra("plot") == command
    assert "/x/python -m pip" in installation.with_extra("plot", Path("/x/python"))


def test_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    assert installation.package("tensorboard", Path("/x/python")) == "/x/python -m pip install tensorboard"
    monkeypatch.setattr(sys, "prefix", "/home/me/pipx/venvs/gpu2ipu")
    assert installation.package("tensorboard", Path(sys.executable)) == "pipx inject gpu2ipu tensorboard"
