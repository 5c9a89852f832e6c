"""What a training call is given so that its batches become micro-batches."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.port.batching.calls import outcomes_of
from gpu2ipu.port.batching.outcomes import SplitBatch
from gpu2ipu.port.port import Port
from gpu2ipu.rewrite import apply
from gpu2ipu.target import Target
from tests.port.proposed import DATA, script_of

COMPILED = DATA + "model.compile('sgd', 'mse')\n"
SETTING = (
    "model.set_gradient_accumulation_options("
    'gradient_accumulation_steps_per_replica=4, gradient_accumulation_reduction_method="mean")'
)


def split(code: str) -> tuple[SplitBatch, ...]:
    port = Port(script_of(COMPILED + code), Target(gradient_accumulation=4))
    found = (change for outcome in outcomes_of(port) for change in outcome.changes)
    return tuple(change for change in found if isinstance(change, SplitBatch))


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        ("model.fit(x, y)", [("batch_size", 8)]),
        ("model.fit(x, y, validation_data=(x, y))", [("batch_size", 8)]),  # IPU204 gives it another one
        (
            "model.fit(x, y, validation_data=(x[:960], y[:960]))",
            [("batch_size", 8), ("validation_batch_size", 32)],
        ),
        ("model.fit(x, y, 64, validation_data=(x, y), validation_batch_size=10)", [("batch_size", 16)]),
    ],
)
def test_arrays_get_a_smaller_batch_size_and_the_validation_keeps_its_own(
    code: str, arguments: list[tuple[str, int]]
) -> None:
    (change,) = split(code)
    assert [(each.name, ast.literal_eval(each.value)) for each in change.arguments] == arguments


@pytest.mark.parametrize(
    ("call", "port"),
    [
        ("model.fit(d)", "model.fit(micro_batches(d, 4))"),
        ("model.fit(d, steps_per_epoch=10)", "model.fit(micro_batches(d, 4), steps_per_epoch=10 * 4)"),
        (
            "model.fit(d, steps_per_epoch=n - 1)",
            "model.fit(micro_batches(d, 4), steps_per_epoch=(n - 1) * 4)",
        ),
    ],
)
def test_batches_of_a_dataset_are_cut_at_the_call(call: str, port: str) -> None:
    code = "d = tf.data.Dataset.from_tensor_slices((x, y)).batch(32, drop_remainder=True)\n" + call
    (change,) = split(code)
    text = apply(script_of(COMPILED + code).text, list(change.edits))
    assert port in text.splitlines() and SETTING in text.splitlines()


def test_the_setting_stands_behind_each_compile_of_the_model() -> None:
    (change,) = split("model.compile('adam', 'mse')\nmodel.fit(x, y)")
    text = apply(
        script_of(COMPILED).text + "model.compile('adam', 'mse')\nmodel.fit(x, y)", list(change.edits)
    )
    assert text.count(SETTING) == 2
