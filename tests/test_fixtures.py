"""Each folder of `fixtures`: the port is exactly `ipu.py`, a finished port, and it trains like `gpu.py`."""

from __future__ import annotations

import ast
import importlib
import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import check_file, convert_file

tomllib = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")

FIXTURES = Path(__file__).parent.parent / "fixtures"
#: A folder without `gpu.py` is a port that nobody's original corresponds to; the simulator's tests run it.
NAMES = sorted(original.parent.name for original in FIXTURES.glob("*/gpu.py"))
#: The fixture whose comparison is started as users start it; the others run in this process and in warm simulators.
STARTED = "regression_predict"

MINUTES = 60
SHORT_RUN = 5 * MINUTES

EXIT_CODE = {"agree": 0, "differ": 1, "error": 2}


@dataclass(frozen=True)
class Expected:
    """`expected.toml`: what the commands must say, the options of convert, and what keeps compare short."""

    description: str
    findings: list[str]
    left: list[str]
    verdict: str
    arguments: list[str]
    convert: dict[str, Any] = field(default_factory=dict)
    compare: dict[str, int | bool] = field(default_factory=dict)

    @property
    def config(self) -> Config:
        """The options of `convert`, which `check` takes as well."""
        return Config(**self.convert)

    def options(self) -> list[str]:
        """`compare` as arguments: `{"steps": 5, "synthetic_data": True}` is `--steps=5 --synthetic-data`."""
        flags = {"--" + name.replace("_", "-"): value for name, value in self.compare.items()}
        return [flag if value is True else f"{flag}={value}" for flag, value in flags.items()]


def expected(name: str) -> Expected:
    return Expected(**tomllib.loads((FIXTURES / name / "expected.toml").read_text()))


def findings(path: Path, config: Config) -> list[str]:
    result = check_file(path, config)
    assert result.error is None
    return sorted({finding.rule for finding in result.findings})


def port(path: Path, config: Config) -> bytes:
    result = convert_file(path, config)
    assert result.error is None and result.source and result.converted
    return result.source.encode(result.converted.text)


def compare(command: Any, name: str, what: Expected, *interpreters: str) -> dict[str, Any]:
    """Run `gpu2ipu compare` on a fixture; the JSON that it writes, once its exit code fits the verdict."""
    original, target = FIXTURES / name / "gpu.py", Path("comparison.json").absolute()
    # a port with options of its own is compared as it is; the others are made on the way
    port = [str(original.with_name("ipu.py"))] if what.convert else []
    arguments = ["compare", str(original), *port, f"--json={target}", f"--timeout={SHORT_RUN}", *interpreters]
    run = as_users_start_it if name == STARTED else command
    code, *said = run(*arguments, *what.options(), "--", *what.arguments)
    assert target.is_file(), said
    report = json.loads(target.read_text())
    assert code == EXIT_CODE[report["verdict"]], said
    return dict(report)


def as_users_start_it(*arguments: str) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "gpu2ipu", *arguments]
    child = subprocess.run(command, capture_output=True, text=True, timeout=SHORT_RUN)
    return child.returncode, child.stdout, child.stderr


def assert_trains_alike(report: dict[str, Any], what: Expected) -> None:
    assert report["verdict"] == what.verdict, json.dumps(report, indent=2)
    assert report["calls"], "nothing was compared"
    if what.config.both_devices:
        without = report["without_ipu"]
        assert without["verdict"] == "agree" and len(without["calls"]) == len(report["calls"])
    for call in report["calls"]:
        assert call["agree"], call
        if call["kind"] == "predict":
            padding = call["port"]["rows"] - call["original"]["rows"]
            assert 0 <= padding < call["port"]["batch_size"]


@pytest.mark.parametrize("name", NAMES)
def test_check_reports_exactly_the_findings(name: str) -> None:
    what = expected(name)
    assert findings(FIXTURES / name / "gpu.py", what.config) == what.findings


@pytest.mark.parametrize("name", NAMES)
def test_convert_makes_the_port_byte_for_byte(name: str) -> None:
    converted = port(FIXTURES / name / "gpu.py", expected(name).config)
    assert converted.decode() == (FIXTURES / name / "ipu.py").read_bytes().decode()


@pytest.mark.parametrize("name", NAMES)
def test_port_is_finished(name: str) -> None:
    ipu, what = FIXTURES / name / "ipu.py", expected(name)
    assert findings(ipu, what.config) == what.left
    assert port(ipu, what.config) == ipu.read_bytes()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("script", ["gpu.py", "ipu.py"])
def test_scripts_are_python_3_8_and_stand_alone(name: str, script: str) -> None:
    tree = ast.parse((FIXTURES / name / script).read_bytes(), feature_version=(3, 8))
    imported = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    imported += [
        alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    ]
    assert not [module for module in imported if module.startswith("gpu2ipu")]


@pytest.mark.tensorflow
@pytest.mark.parametrize("name", NAMES)
def test_port_trains_like_the_original(name: str, command: Any) -> None:
    what = expected(name)
    assert_trains_alike(compare(command, name, what), what)


@pytest.mark.tf26
@pytest.mark.parametrize("name", NAMES)
def test_port_trains_like_the_original_on_tensorflow_2_6(name: str, command: Any, python38: str) -> None:
    what = expected(name)
    interpreters = (f"--python={python38}", f"--original-python={python38}")
    assert_trains_alike(compare(command, name, what, *interpreters), what)
