"""Hints name a command that installs where this tool is."""

from __future__ import annotations

import importlib.util
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
    ("receipt", "extra", "package"),
    [
        (
            "pipx_metadata.json",
            "pipx install --force '/dist/gpu2ipu-0.1.0-py3-none-any.whl[plot]'",
            "pipx inject gpu2ipu tensorboard",
        ),
        (
            "uv-receipt.toml",
            "uv tool install --force '/dist/gpu2ipu-0.1.0-py3-none-any.whl[plot]'",
            "uv tool install --force --with tensorboard /dist/gpu2ipu-0.1.0-py3-none-any.whl",
        ),
    ],
)
def test_tools_that_install_tools(
    origin: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, receipt: str, extra: str, package: str
) -> None:
    origin.text = '{"url": "file:///dist/gpu2ipu-0.1.0-py3-none-any.whl", "archive_info": {}}'
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    (tmp_path / receipt).touch()
    assert installation.with_extra("plot") == extra
    assert installation.packages(["tensorboard"], Path(sys.executable)) == package
    assert "/x/python -m pip" in installation.with_extra("plot", Path("/x/python"))
    assert installation.packages(["tensorboard"], Path("/x/python")) == "/x/python -m pip install tensorboard"


def test_an_environment_without_pip(origin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    own = f"uv pip install --python {sys.executable}"
    assert installation.packages(["tensorboard"], Path(sys.executable)) == f"{own} tensorboard"
    assert installation.with_extra("plot") == f"{own} 'gpu2ipu[plot]'"
    assert installation.packages(["tensorboard"], Path("/x/python")) == "/x/python -m pip install tensorboard"
