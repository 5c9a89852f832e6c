"""libcst's own runner writes the same port as `convert`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import libcst as cst
import pytest
from libcst.codemod import CodemodContext

from gpu2ipu.codemod import PortToIPU
from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_file, convert_text

ROOT = Path(__file__).parent.parent
SCRIPTS = [
    ROOT / "fixtures" / "mnist_cnn" / "gpu.py",
    ROOT / "tests" / "cases" / "odd_bytes.py",
    ROOT / "tests" / "cases" / "odd_bytes_bom.py",
]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_the_port_is_that_of_convert(tmp_path: Path, script: Path) -> None:
    path = tmp_path / script.name
    shutil.copy(script, path)
    expected = convert_file(path, Config())
    assert expected.source and expected.converted and expected.converted.applied

    tool = [sys.executable, "-m", "libcst.tool", "codemod", "-x", "--no-format"]
    command = [*tool, "gpu2ipu.codemod.PortToIPU", path.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert path.read_bytes() == expected.source.encode(expected.converted.text)


def test_it_can_be_called_without_the_runner() -> None:
    text = SCRIPTS[0].read_text(encoding="utf-8")
    expected = convert_text(SCRIPTS[0], text, Config()).text
    command = PortToIPU(CodemodContext(filename=str(SCRIPTS[0])))
    assert command.transform_module(cst.parse_module(text)).code == expected
