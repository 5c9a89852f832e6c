"""Ports with `--precision` learn what their originals learn, as far as float16 goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text
from tests.test_replicas import ORIGINAL, compared

TRAININGS = """
train("adam")
"""


@pytest.mark.tensorflow
@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize("config", [Config(precision="mixed", replicas=2), Config(precision="float16")])
def test_training(tmp_path: Path, config: Config, capsys: pytest.CaptureFixture[str]) -> None:
    converted = convert_text(Path("train.py"), ORIGINAL + TRAININGS, config)
    assert converted.complete
    code = compared(tmp_path, ORIGINAL + TRAININGS, converted.text)
    said = capsys.readouterr().out
    assert code == 0, said
    assert said.count("│ agree │") == 2
    assert "note: the port computes in float16: losses may differ by 1%" in said
