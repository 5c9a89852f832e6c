"""How this tool was installed, so that a hint names a command that works there."""

from __future__ import annotations

import importlib.util
import json
import os
import shlex
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from urllib.parse import unquote, urlparse

_NAME = "gpu2ipu"
_PIPX, _UV_TOOL = "pipx", "uv tool"
# what these write into the environments that they make
_RECEIPTS = {"pipx_metadata.json": _PIPX, "uv-receipt.toml": _UV_TOOL}


def with_extra(extra: str, python: Path | None = None) -> str:
    """Return the command that adds an extra of this tool to its own interpreter, or to another one."""
    what, installer = shlex.quote(_requirement(f"[{extra}]")), _installer(python)
    if installer is not None:
        return f"{installer} install --force {what}"
    return f"{_pip_install(python)} {what}"


def packages(names: Sequence[str], python: Path) -> str:
    """Return the command that installs packages beside an interpreter."""
    installer = _installer(python)
    if installer == _PIPX:
        return f"pipx inject {_NAME} {shlex.join(names)}"
    if installer == _UV_TOOL:
        return (
            f"{_UV_TOOL} install --force --with {shlex.quote(','.join(names))} {shlex.quote(_requirement())}"
        )
    return f"{_pip_install(python)} {shlex.join(names)}"


def _installer(python: Path | None) -> str | None:
    """What has made the environment of this tool, if `python` is its interpreter and pip does not belong there."""
    if not _is_own(python):
        return None
    return next((name for file, name in _RECEIPTS.items() if Path(sys.prefix, file).exists()), None)


def _pip_install(python: Path | None) -> str:
    """How something is installed beside an interpreter; environments that uv has made have no pip."""
    interpreter = shlex.quote(str(python or sys.executable))
    if _is_own(python) and importlib.util.find_spec("pip") is None:
        return f"uv pip install --python {interpreter}"
    return f"{interpreter} -m pip install"


def _is_own(python: Path | None) -> bool:
    return python is None or python == Path(sys.executable)


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


def _requirement(extra: str = "") -> str:
    """What this tool was installed from, with an extra: a file, a folder, a repository, or its name in an index."""
    try:
        text = metadata.distribution(_NAME).read_text("direct_url.json")
        origin = json.loads(text) if text else {}
    except (metadata.PackageNotFoundError, ValueError):
        origin = {}
    url = str(origin.get("url", ""))
    if url.startswith("file:"):
        return f"{unquote(urlparse(url).path)}{extra}"
    if "vcs_info" in origin:
        return f"{_NAME}{extra} @ {origin['vcs_info'].get('vcs', 'git')}+{url}"
    return f"{_NAME}{extra}"
