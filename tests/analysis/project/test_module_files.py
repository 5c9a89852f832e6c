"""Local imports: which files the modules of a script are."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.analysis.project.module_files import ModuleFiles

FILES = (
    "train.py",
    "models.py",
    "pkg/__init__.py",
    "pkg/data.py",
    "pkg/deep/__init__.py",
    "pkg/deep/net.py",
    "plain/rows.py",
    "src/layers.py",
    "keras.py",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in FILES:
        file = tmp_path / "project" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    return tmp_path / "project"


def imported(folder: Path, text: str, name: str = "train.py") -> dict[str, str]:
    found = ModuleFiles().imported(folder / name, text)
    return {module: file.relative_to(folder).as_posix() for module, file in found.items()}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import models", {"models": "models.py"}),
        ("import numpy, models as m", {"models": "models.py"}),
        ("    from models import build as b", {"models": "models.py"}),
        ("try: from models import build\nexcept ImportError: pass", {"models": "models.py"}),
        ("from models import *", {"models": "models.py"}),
        ("import pkg.data as d", {"pkg": "pkg/__init__.py", "pkg.data": "pkg/data.py"}),
        (
            "from pkg import (\n    data,  # rows\n    other as o,\n)",
            {"pkg": "pkg/__init__.py", "pkg.data": "pkg/data.py"},
        ),
        ("from plain.rows import x", {"plain.rows": "plain/rows.py"}),
        ("from .models import build", {".models": "models.py"}),
        ("import numpy\nfrom tensorflow import keras\nimport keras", {}),
        ("import train", {}),
        ("import layers", {}),
        ('sys.path.append("src")\nimport layers', {"layers": "src/layers.py"}),
        (
            'sys.path.insert(0, os.path.join(os.path.dirname(__file__), "src"))\nimport layers',
            {"layers": "src/layers.py"},
        ),
        (
            'sys.path.insert(0, str(Path(__file__).parent / "src"))\nimport layers',
            {"layers": "src/layers.py"},
        ),
    ],
)
def test_what_a_script_imports(folder: Path, text: str, expected: dict[str, str]) -> None:
    assert imported(folder, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from . import net", {".": "pkg/deep/__init__.py"}),
        ("from .. import data", {"..": "pkg/__init__.py", "..data": "pkg/data.py"}),
        ("from ..data import rows", {"..data": "pkg/data.py"}),
        ("import models", {"models": "models.py"}),
        ("from pkg.data import rows", {"pkg": "pkg/__init__.py", "pkg.data": "pkg/data.py"}),
    ],
)
def test_what_a_module_of_a_package_imports(folder: Path, text: str, expected: dict[str, str]) -> None:
    assert imported(folder, text, "pkg/deep/net.py") == expected


def test_folders_above_belong_to_a_project_with_a_top(folder: Path) -> None:
    (folder / "scripts").mkdir()
    assert imported(folder, "import models", "scripts/run.py") == {}
    (folder / "pyproject.toml").touch()
    assert imported(folder, "import models", "scripts/run.py") == {"models": "models.py"}


def test_a_script_of_a_package_by_its_name_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("top/pkg/__init__.py", "top/pkg/train.py", "top/pkg/data.py", "top/other.py", "far.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    monkeypatch.chdir(tmp_path / "top" / "pkg")
    text = "import other\nfrom .data import x\nfrom .. import pkg\nimport sys\nsys.path.append('../..')\nimport far\n"
    found = ModuleFiles().imported(Path("train.py"), text)
    assert {name: path.resolve().relative_to(tmp_path).as_posix() for name, path in found.items()} == {
        "other": "top/other.py",
        ".data": "top/pkg/data.py",
        "..pkg": "top/pkg/__init__.py",
        "far": "far.py",
    }
    assert ModuleFiles().imported(Path("train.py"), "from ......................... import x\n") == {}
