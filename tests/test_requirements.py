"""The locked environments of development: what pyproject.toml asks for is in them, by version and hash."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

tomllib = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
ROOT = Path(__file__).parents[1]
LOCKS = ROOT / "requirements"
SETUP = (ROOT / "scripts" / "setup").read_text()
PYTHONS = {"dev.txt": ("3.10", "3.11", "3.12", "3.13"), "newer.txt": ("3.12", "3.13"), "tf26.txt": ("3.8",)}


def entries(lock: str) -> list[str]:
    """The packages of a lock, each with its hashes."""
    return re.split(r"\n(?=\w)", (LOCKS / lock).read_text().strip())


def pinned(lock: str, python: str) -> Iterator[tuple[str, str]]:
    """Names and versions of a lock for a Python on Linux."""
    marked = {"python_version": python, "python_full_version": f"{python}.9", "sys_platform": "linux"}
    for entry in entries(lock):
        each = Requirement(entry.partition(" \\\n")[0])
        if each.marker is None or each.marker.evaluate(marked):
            (version,) = each.specifier
            assert version.operator == "=="
            yield canonicalize_name(each.name), version.version


@pytest.mark.parametrize("lock", PYTHONS)
def test_versions_and_hashes(lock: str) -> None:
    """One version of a package for each Python, with hashes; the lock is what `scripts/setup` installs."""
    for entry in entries(lock):
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", entry), entry
    for python in PYTHONS[lock]:
        names = [name for name, _ in pinned(lock, python)]
        assert len(names) == len({*names}) and "pip" in names
    assert f"$locks/{lock}" in SETUP


@pytest.mark.parametrize("python", PYTHONS["dev.txt"])
def test_the_environment_has_what_is_asked_for(python: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    versions = dict(pinned("dev.txt", python))
    for text in (*project["dependencies"], *(each for extra in extras.values() for each in extra)):
        asked = Requirement(text)
        if asked.marker is None or asked.marker.evaluate({"python_version": python}):
            assert asked.specifier.contains(
                versions[canonicalize_name(asked.name)]
            ), f"{text}: run scripts/lock"


def test_versions_without_hashes(tmp_path: Path) -> None:
    """What $GPU2IPU_WITHOUT_HASHES has installed: the same versions."""
    (program,) = re.findall(r"sed -n '(.*\\\\\$.*)' \"\$3\"", SETUP)
    command = ["sed", "-n", program, LOCKS / "dev.txt"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said.splitlines() == [entry.partition(" \\\n")[0] for entry in entries("dev.txt")]
