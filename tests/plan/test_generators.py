"""What becomes of generators, and the steps that they make for whoever chooses `steps_per_execution`."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.edits import Replace
from gpu2ipu.plan.generators import Generated, generated, generators_of
from tests.plan.planned import feed, feeding

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


def made(call: str, data: str = "x") -> Generated:
    one = feed(GENERATORS + call)
    return generated(one.facts.script, one, data)


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
    assert generators_of(feed(GENERATORS + call)) == arguments


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
        ("model.evaluate(more, steps=len(more))", None, "len(more.x) // more.size"),
    ],
)
def test_steps_are_those_of_the_port(call: str, number: int | None, steps: str) -> None:
    one = feeding(GENERATORS + call)
    assert one.steps.number == number and one.steps.expression is not None
    assert ast.unparse(one.steps.expression) == steps
    assert made(call).edits and not made(call).reason


def test_validation_has_steps_of_its_own() -> None:
    one = feeding(GENERATORS + "model.fit(rows, validation_data=batches(), validation_steps=7)")
    assert one.validation is not None and one.validation.number == 7


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("model.fit(batches())", "does not say how many batches"),
        ("model.fit(batches(), steps_per_epoch=None)", "does not say how many batches"),
        ("model.fit(batches(), steps_per_epoch=input())", "comes out of a call"),
        ("model.fit(batches(), **options)", "takes arguments from"),
        ("model.fit(np.random.rand and batches() or None, steps_per_epoch=3)", ""),
        ("model.predict(more)", "must keep every row"),
        ("model.fit(rows, 3, steps_per_epoch=4)", "middle of its batches"),
        ("model.fit_generator(rows, len(rows))", "middle of its batches"),
        ("model.fit(Rows())", "give the Sequence a name"),
        ("model.fit(rows, shuffle=input())", "comes out of a call"),
        ("model.predict(flow, steps=31)", "must keep every row"),
        ("model.fit_generator(outside(), 3)", "cannot be seen"),
    ],
)
def test_what_is_left_has_a_reason_and_no_edits(call: str, reason: str) -> None:
    found = made(call)
    assert not found.edits and found.reason and reason in found.reason


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
        ("model.evaluate(images.flow_from_directory(d))", "test_batches.n // test_batches.batch_size"),
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
    assert "give the Sequence a name" in made(call).reason


def test_an_iterator_is_written_as_it_was() -> None:
    call = 'images.flow(x, y, **{"batch_size": 10})'
    inserted = [edit.template for edit in made(f"model.fit({call})").edits if hasattr(edit, "template")]
    assert f"train_batches = {call}" in inserted


def test_more_steps_than_there_are_batches_are_named() -> None:
    assert "an epoch has no more steps" in made("model.fit(flow, steps_per_epoch=100)").title
    assert "an epoch has no more steps" not in made("model.fit(flow)").title
