"""`--pipeline-stages auto`: the fewest stages that fit, each number with the micro-batches that a port has with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.cli import main
from gpu2ipu.config import AUTO, Config
from gpu2ipu.errors import Trouble
from gpu2ipu.plan import automatic
from gpu2ipu.plan.layers import KeptValue, LayerCall, Layers
from gpu2ipu.plan.measured import Measured, MeasuredModel
from gpu2ipu.plan.measuring import PlanOptions

HEADER = {"script": "train.py", "tensorflow": "2.6.5", "chip": "mk2", "capacity": 1000}
Measure = Callable[..., Measured]


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[int | None]]:
    """Has all scripts train a model of four layers in batches of 32, and notes its micro-batches."""

    def prepare(weights: int, row: int) -> list[int | None]:
        asked: list[int | None] = []

        def measure(_program: object, _arguments: object, options: PlanOptions) -> Measured:
            asked.append(options.micro_batch)
            rows = options.micro_batch or 32
            calls = tuple(LayerCall(name, None, None, None, 1, weights, 0, 0, 0, 1) for name in "abcd")
            kept = tuple(KeptValue(row * rows, (number,)) for number in range(4))
            return Measured(HEADER, {0: MeasuredModel("net", "Model", 32, rows, Layers(calls, kept))})

        monkeypatch.setattr(automatic, "measure", measure)
        return asked

    return prepare


def found(tmp_path: Path, **options: Any) -> tuple[Config, list[str]]:
    """The options with automatic stages, and what is said."""
    script, said = tmp_path / "train.py", list[str]()
    script.write_text("")
    config = Config(pipeline_stages=AUTO, **options)
    return automatic.with_automatic_stages(config, [script], [], said.append), said


def test_one_ipu_is_enough(measured: Any, tmp_path: Path) -> None:
    asked = measured(weights=10, row=1)
    config, said = found(tmp_path)
    assert (config.pipeline_stages, config.planned, asked) == (1, None, [None])
    (line,) = said
    assert line.endswith("train.py: one IPU is enough for net: it takes 17% of its memory by this estimate")


def test_the_fewest_stages_with_the_micro_batches_of_the_port(measured: Any, tmp_path: Path) -> None:
    asked = measured(weights=200, row=4)
    config, said = found(tmp_path)
    assert (config.pipeline_stages, asked) == (2, [None, 8])
    assert config.planned is not None and len(config.planned.models[0].stages) == 2
    assert (config.planned.models[0].micro_batch, config.planned.schedule) == (8, "grouped")
    assert "one IPU is too small for net: 2 stages on 2 IPUs fit" in said[0]
    # an interleaved pipeline has larger micro-batches, and keeps fewer
    asked.clear()
    assert found(tmp_path, schedule="interleaved")[0].planned is not None and asked == [None, 16]
    asked.clear()
    assert found(tmp_path, gradient_accumulation=8)[0].pipeline_stages == 2 and asked == [None, 4]
    asked.clear()
    assert found(tmp_path, replicas=2)[0].pipeline_stages == 2 and asked == [None, 16, 4]
    asked.clear()
    assert found(tmp_path, micro_batch=2)[0].pipeline_stages == 2 and asked == [2]


def test_nothing_fits(measured: Any, tmp_path: Path) -> None:
    measured(weights=800, row=4)
    with pytest.raises(Trouble, match=r"train.py: no number of stages fits net: "):
        found(tmp_path)
    measured(weights=200, row=4)
    with pytest.raises(Trouble, match=r"one IPU is too few for net: "):
        found(tmp_path, gradient_accumulation=3)


def test_one_script_is_planned(tmp_path: Path, capsys: Any) -> None:
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text("x = 1\n")
    for paths in ([str(tmp_path)], [str(tmp_path / "one.py"), str(tmp_path / "two.py")]):
        assert main(["convert", *paths, "--diff", "--pipeline-stages", "auto"]) == 2
        assert "pipeline-stages: auto plans one script" in capsys.readouterr().err
    assert automatic._script([tmp_path], [Path("one.py")]) == tmp_path / "one.py"
    # `check` plans nothing
    assert main(["check", str(tmp_path / "one.py"), "--pipeline-stages", "auto"]) == 0
    assert main(["check", str(tmp_path / "one.py"), "--pipeline-stages", "many"]) == 2
    assert "must be a whole number or auto, not 'many'" in capsys.readouterr().err
