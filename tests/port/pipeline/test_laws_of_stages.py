"""Laws over whole scripts that are split into stages: a port is a fixed point, and its stages are in order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text
from tests.case_scripts import CASES

SCRIPTS = sorted(CASES.glob("*.py"))[::4]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_pipelined_port(path: Path) -> None:
    text = (
        path.read_bytes().decode("latin-1") if "odd_bytes" in path.name else path.read_text(encoding="utf-8")
    )
    config = Config(pipeline_stages=2)
    port = convert_text(path, text, config)
    again = convert_text(path, port.text, config)
    assert (again.text, again.applied) == (port.text, ())
    assert not [finding for finding in again.left if finding.rule == "IPU404"]
    without = convert_text(path, text, Config())
    is_staged = "pipeline_stage" in port.text or "PipelineStage" in port.text
    selected = [re.findall(r"auto_select_ipus = (\d)", each) for each in (port.text, without.text)]
    assert set(selected[0]) == {"2"} if is_staged else selected[0] == selected[1]
