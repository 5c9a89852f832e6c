"""What is released: the same files lead to the same wheel and source archive, byte for byte."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, bytes]]:
    """What two builds of the checkout give, at different times of day."""
    built = []
    for epoch in range(2):
        folder = tmp_path_factory.mktemp("dist")
        command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
        umask = os.umask(0o022 if epoch else 0o077)
        try:
            subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        finally:
            os.umask(umask)
        built.append({path.name: path.read_bytes() for path in folder.iterdir()})
    return built


def test_builds_are_the_same(builds: list[dict[str, bytes]]) -> None:
    first, second = builds
    assert sorted(name.rpartition(".")[2] for name in first) == ["gz", "whl"]
    assert first == second


def test_what_is_in_them(builds: list[dict[str, bytes]], tmp_path: Path) -> None:
    for name, data in builds[0].items():
        (tmp_path / name).write_bytes(data)
    (wheel,), (source,) = tmp_path.glob("*.whl"), tmp_path.glob("*.tar.gz")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"gpu2ipu/py.typed", "gpu2ipu/cli/__init__.py", "gpu2ipu/simulator/__main__.py"} <= {*names}
    assert {name.split("/")[0].split("-")[0] for name in names} == {"gpu2ipu"}
    with tarfile.open(source) as archive:
        top = {name.split("/", 1)[1] for name in archive.getnames()}
    assert {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "SECURITY.md", "RELEASING.md"} <= top
    assert {"scripts/test", "requirements/dev.txt", "tests/test_build.py", "docs/index.md"} <= top
