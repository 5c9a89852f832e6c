"""How the batch of a training is split into micro-batches, and why it is not."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.keras.fit_calls import fit_calls_of
from gpu2ipu.port.batching.batch_size import batch_of
from gpu2ipu.port.batching.micro_batches import MicroBatches, micro_batches_of, split_of
from gpu2ipu.port.batching.outcomes import NoSplit
from gpu2ipu.port.port import Port
from gpu2ipu.target import Target
from tests.port.proposed import DATA, script_of

COMPILED = DATA + "model.compile('sgd', 'mse')\n"
DATASET = "d = tf.data.Dataset.from_tensor_slices((x, y)).batch({})\nmodel.fit(d)"


def split(
    code: str, accumulation: int | None = 4, micro_batch: int | None = None
) -> MicroBatches | NoSplit | None:
    target = Target(gradient_accumulation=accumulation, micro_batch=micro_batch)
    port = Port(script_of(code), target)
    return split_of(port, fit_calls_of(port.script)[0])


@pytest.mark.parametrize(
    ("code", "size", "whole"),
    [
        ("model.fit(x, y)", "8", "32"),
        ("model.fit(x, y, batch_size=64)", "16", "64"),
        ("B = 64\nmodel.fit(u, v, B)", "B // 4", "B"),
        ("model.fit(u, v, batch_size=n)", "n // 4", "n // 4 * 4"),
        ("model.fit(x, y, batch_size=30)", "8", "32"),
        ("model.fit(x, y, batch_size=2)", "1", "4"),
    ],
)
def test_the_share_of_a_micro_batch(code: str, size: str, whole: str) -> None:
    found = split(COMPILED + code)
    assert isinstance(found, MicroBatches)
    assert ast.unparse(found.size.simplest if "n" not in code[-3:] else found.size.written) == size
    assert (ast.unparse(found.batch.expression), found.accumulation) == (whole, 4)


@pytest.mark.parametrize(
    ("batch", "micro_batch", "accumulation", "whole"), [(64, 8, 8, 64), (100, 8, 12, 96), (60, 16, 4, 64)]
)
def test_micro_batches_of_a_size_come_nearest_to_the_batch(
    batch: int, micro_batch: int, accumulation: int, whole: int
) -> None:
    found = split(COMPILED + f"model.fit(x, y, batch_size={batch})", None, micro_batch)
    assert isinstance(found, MicroBatches)
    assert (found.size.number, found.accumulation, found.batch.number) == (micro_batch, accumulation, whole)


def test_a_batch_that_fits_stays_whole() -> None:
    assert split(COMPILED + "model.fit(x, y, batch_size=8)", None, 8) is None
    assert split(COMPILED + "model.fit(x, y, batch_size=8)", 1) is None


def test_a_dataset_is_cut_where_it_is_taken() -> None:
    found = split(COMPILED + DATASET.format(64))
    assert isinstance(found, MicroBatches)
    assert (found.size.number, found.batch.number, found.accumulation) == (16, 64, 4)
    found = split(COMPILED + DATASET.format("n"))
    assert isinstance(found, MicroBatches)
    assert (found.size.number, found.accumulation) == (None, 4)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (COMPILED + "model.fit(unheard_of)", NoSplit.UNKNOWN_INPUT),
        (COMPILED + "model.fit((x for _ in range(9)))", NoSplit.GENERATOR),
        (COMPILED + "model.fit(x, y, steps_per_epoch=10)", NoSplit.COUNTED),
        (COMPILED + "model.fit(x, y, batch_size=int(input()))", NoSplit.COMPUTED),
        (COMPILED + "model.fit(x[:9], y[:9])", NoSplit.FEW_SAMPLES),
        (COMPILED + DATASET.format(30), NoSplit.UNEVEN),
        (COMPILED + "model.fit(x, y)\nmodel.fit(x, y, steps_per_epoch=10)", NoSplit.OTHER_CALL),
        (COMPILED + "model.fit(x, y)\nmodel.train_on_batch(x, y)", NoSplit.ON_BATCH),
        (DATA + "model.fit(x, y)", NoSplit.NO_COMPILE),
        (DATA + "print(model.compile('sgd', 'mse'))\nmodel.fit(x, y)", NoSplit.UNNAMED_MODEL),
    ],
)
def test_why_a_batch_is_not_split(code: str, reason: NoSplit) -> None:
    assert split(code) is reason


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (COMPILED + "model.fit(x, y, batch_size=n)", NoSplit.UNKNOWN_BATCH),
        (COMPILED + DATASET.format("n"), NoSplit.UNKNOWN_BATCH),
        (COMPILED + "model.fit(x, y)\nmodel.fit(x, y, batch_size=64)", NoSplit.DIFFERENT),
    ],
)
def test_why_micro_batches_of_a_size_cannot_be_made(code: str, reason: NoSplit) -> None:
    assert split(code, None, 8) is reason


def test_a_batch_is_not_made_larger_than_the_samples() -> None:
    assert split(COMPILED + "model.fit(x[:90], y[:90])", 16, 6) is NoSplit.FEW_SAMPLES
    assert isinstance(split(COMPILED + "model.fit(x[:96], y[:96])", 16, 6), MicroBatches)
    held_out = "model.fit(x[:{0}], y[:{0}], batch_size=5, validation_split=0.2)"
    assert split(COMPILED + held_out.format(9), 8) is NoSplit.FEW_SAMPLES
    assert isinstance(split(COMPILED + held_out.format(10), 8), MicroBatches)


def test_a_script_that_accumulates_by_itself_counts_its_micro_batches() -> None:
    code = COMPILED + "model.set_gradient_accumulation_options(4)\nmodel.fit(u, v, batch_size=8)"
    assert split(code) is None
    port = Port(script_of(code))
    (call,) = fit_calls_of(port.script)
    found = micro_batches_of(port, call, batch_of(call))
    assert (found.batch.number, found.size.number, found.accumulation, found.is_given) == (32, 8, 4, True)
