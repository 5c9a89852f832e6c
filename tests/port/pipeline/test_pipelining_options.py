"""The options of a pipeline: for models that train, and for those that only evaluate or predict."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.values.library_objects import constructions_of
from gpu2ipu.port.pipeline.pipelining_options import options_of_untrained, pipelining_options
from gpu2ipu.port.port import Port
from gpu2ipu.rewrite import apply
from gpu2ipu.schedules import SCHEDULES
from gpu2ipu.target import Target
from tests.analysis.evaluated import script_of

MODEL = "m = keras.Sequential([layers.Dense(8), layers.Dense(8)])\nm.compile('sgd', 'mse')\n"
SET = "m.set_pipelining_options"


def port_of(code: str, schedule: str = "grouped") -> Port:
    """A port of some code to two stages."""
    return Port(script_of(code), Target(ipus=2, stages=2, schedule=SCHEDULES[schedule]))


@pytest.mark.parametrize(
    ("schedule", "expected"),
    [
        (
            "grouped",
            "(gradient_accumulation_steps_per_replica=4, accumulate_outfeed=True, "
            'gradient_accumulation_reduction_method="mean")',
        ),
        (
            "interleaved",
            "(gradient_accumulation_steps_per_replica=4, accumulate_outfeed=True, "
            'gradient_accumulation_reduction_method="mean", '
            "pipeline_schedule=ipu.ops.pipelining_ops.PipelineSchedule.Interleaved)",
        ),
    ],
)
def test_the_options_of_a_model_that_trains(schedule: str, expected: str) -> None:
    port = port_of(MODEL + "m.fit(n, n)\n", schedule)
    edits = list(pipelining_options(port, facts_of(port.script).compile_calls[0], 4))
    assert f"'mse')\n{SET}{expected}\nm.fit" in apply(port.script.text, edits)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("m.evaluate(n, n)\n", f"{SET}(accumulate_outfeed=True)\n"),
        ("m.fit(n, n)\n", ""),
        ("m.predict(n)\n", ""),  # nothing but defaults
        (f"{SET}(8)\nm.evaluate(n, n)\n", ""),
    ],
)
def test_the_options_of_a_model_that_does_not_train(code: str, expected: str) -> None:
    port = port_of(MODEL + code)
    (model,) = constructions_of(facts_of(port.script).compile_calls[0].receiver)
    edits = list(options_of_untrained(port, model))
    assert apply(port.script.text, edits).endswith("'mse')\n" + expected + code)
