"""What becomes of generators, and the steps that they make for whoever chooses `steps_per_execution`."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.edits import RemoveArgument, Replace
from gpu2ipu.port.batching.generator_input.generators import generated, generators_of
from gpu2ipu.port.batching.outcomes import (
    BatchesOfGenerator,
    BatchesOfSequence,
    GeneratorData,
    GeneratorReason,
    NoDataset,
)
from gpu2ipu.port.port import Port
from tests.port.proposed import fit_call, outcome

GENERATORS = """
def batches():
    while True:
        yield x[:10], y[:10]

class Rows(keras.utils.Sequence):
    def __len__(self):
        return len(self.x) // self.size

class MoreRows(keras.utils.Sequence):
    def __len__(self):
        return -(-len(self.x) // self.size)

rows, more = Rows(), MoreRows()
images = keras.preprocessing.image.ImageDataGenerator()
flow = images.flow(x, y)
halves = images.flow(x=x, subset="training")
"""


def made(call: str, data: str = "x") -> GeneratorData:
    one = fit_call(GENERATORS + call)
    return generated(Port(one.facts.script), one, data)


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        ("model.fit(batches(), steps_per_epoch=3)", ("x",)),
        ("model.fit(rows, validation_data=more)", ("x", "validation_data")),
        ("model.fit(x, y, validation_data=more)", ("validation_data",)),
        ("model.fit(x, y, validation_data=None)", ()),
        ("model.fit_generator(outside(), validation_data=(x, y))", ("x",)),
        ("model.fit_generator(tf.data.Dataset.range(3))", ()),
    ],
)
def test_arguments_with_generators(call: str, arguments: tuple[str, ...]) -> None:
    assert generators_of(fit_call(GENERATORS + call)) == arguments


MORE = "len(more.x) // dividing_batch_size(len(more.x), more.size)"


@pytest.mark.parametrize(
    ("call", "number", "steps"),
    [
        ("model.fit(batches(), steps_per_epoch=3)", 3, "3"),
        ("model.evaluate_generator(batches(), len(x) // 10)", 101, "len(x) // 10"),
        ("model.fit(rows)", None, "len(rows)"),
        ("model.fit(more)", None, "len(more.x) // more.size"),
        ("model.fit(flow, steps_per_epoch=31)", 31, "31"),
        ("model.fit(flow)", None, "len(x) // 32"),
        (
            "model.fit(halves, steps_per_epoch=halves.n // halves.batch_size)",
            None,
            "halves.n // halves.batch_size",
        ),
        ("model.evaluate(more, steps=len(more))", None, MORE),
        ("model.predict(more)", None, MORE),
        ("model.evaluate(flow)", None, "len(x) // dividing_batch_size(len(x), 32)"),
        ("model.predict(flow, steps=len(flow))", None, "len(x) // dividing_batch_size(len(x), 32)"),
        ("model.predict(flow, steps=31)", 31, "31"),
    ],
)
def test_steps_are_those_of_the_port(call: str, number: int | None, steps: str) -> None:
    one = outcome(GENERATORS + call)
    assert one.steps.number == number and one.steps.expression is not None
    assert ast.unparse(one.steps.expression) == steps
    assert made(call).edits and not isinstance(made(call).change, NoDataset)


def test_validation_has_steps_of_its_own() -> None:
    one = outcome(GENERATORS + "model.fit(rows, validation_data=batches(), validation_steps=7)")
    assert one.validation is not None and one.validation.number == 7


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("model.fit(batches())", GeneratorReason.NO_STEPS),
        ("model.fit(batches(), steps_per_epoch=None)", GeneratorReason.NO_STEPS),
        ("model.fit(batches(), steps_per_epoch=input())", GeneratorReason.COMPUTED_STEPS),
        ("model.fit(batches(), **options)", GeneratorReason.UNPACKED),
        ("model.fit(np.random.rand and batches() or None, steps_per_epoch=3)", GeneratorReason.MAY_BE_NONE),
        ("model.fit(rows, 3, steps_per_epoch=4)", GeneratorReason.CUT_PASS),
        ("model.fit_generator(rows, len(rows))", GeneratorReason.CUT_PASS),
        ("model.fit(Rows())", GeneratorReason.UNNAMED),
        ("model.fit(rows, shuffle=input())", GeneratorReason.COMPUTED_SHUFFLE),
        ("model.predict(flow, steps=30)", GeneratorReason.CUT_PASS),
        ("model.evaluate(flow, steps=input())", GeneratorReason.COMPUTED_STEPS),
        ("model.fit_generator(outside(), 3)", GeneratorReason.UNKNOWN_SHAPES),
    ],
)
def test_what_is_left_has_a_reason_and_no_edits(call: str, reason: GeneratorReason) -> None:
    found = made(call)
    assert (found.edits, found.change) == ((), NoDataset(reason))


@pytest.mark.parametrize(
    ("call", "written"),
    [
        ("model.fit(flow, steps_per_epoch=len(x) // 32)", "len(x) // 32"),
        ("model.fit(flow, steps_per_epoch=len(x) / 32)", "len(x) // 32"),
        ("model.fit(flow, steps_per_epoch=math.ceil(x.shape[0] / 32))", "len(x) // 32"),
        ("model.fit(flow, steps_per_epoch=len(flow))", "len(x) // 32"),
        ("model.fit(flow, steps_per_epoch=int(x.shape[0] / 32))", "int(x.shape[0] / 32)"),
        ("model.fit(flow, steps_per_epoch=n)", "min(n, len(x) // 32)"),
        ("model.fit(flow, steps_per_epoch=n / 20)", "min(int(n / 20), len(x) // 32)"),
        ("model.fit(halves, steps_per_epoch=31)", "min(31, halves.n // halves.batch_size)"),
        ("model.fit(images.flow(x, y, 10))", "len(x) // 10"),
        ("model.fit(images.flow((x, u), y))", "train_batches.n // train_batches.batch_size"),
        ("model.fit(images.flow(x, y, subset='training'))", "train_batches.n // train_batches.batch_size"),
        ("model.fit(images.flow_from_directory(d))", "train_batches.n // train_batches.batch_size"),
    ],
)
def test_whole_batches_of_images(call: str, written: str) -> None:
    *_, last = made(call).edits
    assert isinstance(last, Replace) and f", {written}" in last.template


@pytest.mark.parametrize(
    "call",
    [
        "(lambda: model.fit(images.flow(x, y)))()",
        "[model.fit(images.flow(x, y)) for _ in range(3)]",
        "x and model.fit(images.flow(x, y))",
    ],
)
def test_an_iterator_that_cannot_be_made_before_its_statement(call: str) -> None:
    assert made(call).change == NoDataset(GeneratorReason.UNNAMED)


def test_an_iterator_is_written_as_it_was() -> None:
    call = 'images.flow(x, y, **{"batch_size": 10})'
    inserted = [edit.template for edit in made(f"model.fit({call})").edits if hasattr(edit, "template")]
    assert f"train_batches = {call}" in inserted


def test_more_steps_than_there_are_batches_are_named() -> None:
    assert made("model.fit(flow, steps_per_epoch=100)").change == BatchesOfSequence(is_one_pass=True)
    assert made("model.fit(flow)").change == BatchesOfSequence()


@pytest.mark.parametrize(
    ("call", "written"),
    [
        (
            "model.evaluate(more)",
            "dataset_of_rows({item}, len(more.x), dividing_batch_size(len(more.x), more.size))",
        ),
        ("model.predict(flow)", "dataset_of_rows(flow, len(x), dividing_batch_size(len(x), 32))"),
        (
            "model.predict(images.flow_from_directory(d))",
            "dataset_of_rows(prediction_batches, prediction_batches.n, "
            "dividing_batch_size(prediction_batches.n, prediction_batches.batch_size))",
        ),
    ],
)
def test_evaluation_and_prediction_see_all_rows(call: str, written: str) -> None:
    *_, last = made(call).edits
    assert isinstance(last, Replace) and last.template == written


def test_steps_that_reach_the_end_are_taken_out_or_counted_anew() -> None:
    *_, removed = made("model.evaluate(flow, steps=math.ceil(len(x) / 32))").edits
    assert isinstance(removed, RemoveArgument) and removed.keyword == "steps"
    *_, counted = made("model.predict(flow, 32, 0, len(flow))").edits
    assert isinstance(counted, Replace) and counted.template == "len(x) // dividing_batch_size(len(x), 32)"


def test_validation_sees_all_rows_too() -> None:
    one = outcome(GENERATORS + "model.fit(rows, validation_data=more)")
    assert one.validation is not None and one.validation.expression is not None
    assert ast.unparse(one.validation.expression) == MORE.replace("dividing", "even")


def test_what_becomes_of_short_batches_of_a_generator_is_said() -> None:
    assert made("model.fit(batches(), steps_per_epoch=3)").change == BatchesOfGenerator(drops_partial=True)
    assert made("model.evaluate(batches(), steps=3)").change == BatchesOfGenerator(drops_partial=False)
    assert made("model.predict(batches(), steps=3)").change == BatchesOfGenerator(drops_partial=False)


@pytest.mark.parametrize("method", ["evaluate", "predict"])
def test_a_partial_batch_that_is_evaluated_is_left(method: str) -> None:
    found = made(f"model.{method}(batches(), steps=math.ceil(len(x) / 32))")
    assert found.change == NoDataset(GeneratorReason.PARTIAL_BATCH)
    full = made(f"model.{method}(batches(), steps=-(-960 // 32))")
    assert full.change == BatchesOfGenerator(drops_partial=False)


def test_validation_takes_the_full_batches_of_a_generator() -> None:
    call = "model.fit(batches(), steps_per_epoch=3, validation_data=batches(), validation_steps=math.ceil(len(x) / 32))"
    found = outcome(GENERATORS + call)
    assert found.validation is not None and found.validation.expression is not None
    assert ast.unparse(found.validation.expression) == "len(x) // 32"
    few = made("model.fit(batches(), steps_per_epoch=-(-20 // 32))")
    assert few.change == NoDataset(GeneratorReason.PARTIAL_BATCH)
