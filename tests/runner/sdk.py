"""Interpreters that look as if Graphcore's SDK were installed: a TensorFlow with a package `ipu`, and `gc-info`."""

from __future__ import annotations

import sys
from pathlib import Path

# As on a Pod: four IPUs, and the groups that they form.
LISTING = """\
Graphcore device listing:
Partition: p1 [active]
-+- Id: [0], target: [Fabric], IPU-M host: [10.1.5.10], IPU#: [1]
-+- Id: [1], target: [Fabric], IPU-M host: [10.1.5.10], IPU#: [0]
-+- Id: [2], target: [Multi IPU]
 |--- Id: [0], DNC Id: [0], IPU-M host: [10.1.5.10], IPU#: [1]
 |--- Id: [1], DNC Id: [1], IPU-M host: [10.1.5.10], IPU#: [0]
"""

IPU_MODULE = "class config: pass"


def program(path: Path, body: str) -> Path:
    """A shell script."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def distribution(site: Path, name: str, version: str) -> None:
    """What pip leaves behind of an installed distribution."""
    folder = site / f"{name}-{version}.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")


def interpreter(folder: Path, version: str = "2.6.3+gc3.4.0", graphcore: bool = True) -> Path:
    """A Python with nothing but a TensorFlow of this version that can do nothing."""
    site = folder / "site"
    (site / "tensorflow" / "python").mkdir(parents=True)
    (site / "tensorflow" / "__init__.py").write_text("")
    (site / "tensorflow" / "python" / "__init__.py").write_text("")
    distribution(site, "tensorflow", version)
    distribution(site, "keras", "2.6.0")
    if graphcore:
        (site / "tensorflow" / "python" / "ipu").mkdir()
        (site / "tensorflow" / "python" / "ipu" / "__init__.py").write_text(IPU_MODULE)
    return program(folder / "python", f'PYTHONPATH={site} exec {sys.executable} -S "$@"')


def gc_info(folder: Path, listing: str = LISTING, exit_code: int = 0) -> Path:
    """A folder for the PATH with a `gc-info` that lists something."""
    program(folder / "gc-info", f"test $1 = -l || exit 64\ncat <<'END'\n{listing}END\nexit {exit_code}")
    return folder
