"""How this tool was installed, so that a hint names a command that works there."""

from __future__ import annotations

import json
import os
import shlex
import sys
from importlib import metadata
from pathlib import Path
from urllib.parse import unquote, urlparse

_NAME = "gpu2ipu"


def with_extra(extra: str, python: Path | None = None) -> str:
    """Return the command that adds an extra of this tool to its own interpreter, or to another one."""
    what = shlex.quote(_requirement(extra))
    own = python is None or python == Path(sys.executable)
    prefix = Path(sys.prefix)
    if own and "pipx" in prefix.parts:
        return f"pipx install --force {what}"
    if own and prefix.parts[-3:-1] == ("uv", "tools"):
        return f"uv tool install --force {what}"
    return f"{shlex.quote(str(python or sys.executable))} -m pip install {what}"


def package(name: str, python: Path) -> str:
    """Return the command that installs a package beside an interpreter."""
    if python == Path(sys.executable) and "pipx" in Path(sys.prefix).parts:
        return f"pipx inject {_NAME} {shlex.quote(name)}"
    return f"{shlex.quote(str(python))} -m pip install {shlex.quote(name)}"


def simulator_folder() -> Path:
    """Return where the environment of the simulator is by default: with the user's data."""
    if os.path.isabs(named := os.environ.get("XDG_DATA_HOME", "")):
        return Path(named) / _NAME / "simulator"
    if sys.platform == "win32" and (local := os.environ.get("LOCALAPPDATA")):
        return Path(local) / _NAME / "simulator"
    inner = "Library/Application Support" if sys.platform == "darwin" else ".local/share"
    return Path.home() / inner / _NAME / "simulator"


def python_in(folder: Path) -> Path:
    """Return the interpreter of a virtual environment."""
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def _requirement(extra: str) -> str:
    """What this tool was installed from, with an extra: a folder, a repository, or its name in an index."""
    try:
        text = metadata.distribution(_NAME).read_text("direct_url.json")
        origin = json.loads(text) if text else {}
    except (metadata.PackageNotFoundError, ValueError):
        origin = {}
    url = str(origin.get("url", ""))
    if url.startswith("file:"):
        return f"{unquote(urlparse(url).path)}[{extra}]"
    if "vcs_info" in origin:
        return f"{_NAME}[{extra}] @ {origin['vcs_info'].get('vcs', 'git')}+{url}"
    return f"{_NAME}[{extra}]"
