"""What batch calls feed, and which calls must get all samples of a dataset."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.port.batching.dataset_uses.uses import can_be_replaced, keeps_remainder, uses_of_datasets
from gpu2ipu.port.port import Port
from gpu2ipu.target import Target
from tests.port.proposed import script_of

CODE = """
def rows():
    return tf.data.Dataset.from_tensor_slices((np.zeros((100, 4)), np.zeros((100, 1))))

model = keras.Sequential([layers.Dense(1)])
model.compile("sgd", "mse")
"""


def kept(code: str, target: Target | None = None) -> list[tuple[str, bool]]:
    """What the batch calls feed, and whether a partial batch must be kept for it."""
    port = Port(script_of(CODE + code), target or Target())
    uses = [use for found in uses_of_datasets(port.script).values() for use in found]
    return [
        (use.name if use.name != "x" else use.fit_call.method, keeps_remainder(port, use)) for use in uses
    ]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (
            "d = rows().batch(8)\nmodel.fit(d, validation_data=d)",
            [("fit", False), ("validation_data", False)],
        ),
        ("model.predict(rows().batch(8))", [("predict", True)]),
        ("model.predict(rows().batch(8), steps=2)", [("predict", False)]),
        ("model.predict(rows().shuffle(9).batch(8))", [("predict", True)]),
        ("model.evaluate(rows().batch(8))", [("evaluate", True)]),
        ("model.evaluate(rows().shuffle(9).batch(8))", [("evaluate", False)]),
        ("model.evaluate(rows().shuffle(9).cache().batch(8))", [("evaluate", True)]),
        (
            "model.evaluate(rows().shuffle(9, reshuffle_each_iteration=False).batch(8))",
            [("evaluate", True)],
        ),
        (
            "def test(shuffle):\n    d = rows()\n    return (d.shuffle(9) if shuffle else d).batch(8)\n"
            "model.evaluate(test(True))",
            [("evaluate", False)],
        ),
    ],
)
def test_what_must_not_lose_its_partial_batch(code: str, expected: list[tuple[str, bool]]) -> None:
    assert kept(code) == expected


def test_an_evaluation_may_be_asked_to_drop_it() -> None:
    code = "model.evaluate(rows().batch(8))"
    assert kept(code, Target(exact_evaluation=False)) == [("evaluate", False)]


def test_the_paths_of_a_function_that_is_called_twice() -> None:
    script = script_of(
        CODE + "def load():\n    return rows().batch(8)\nmodel.fit(load())\nmodel.predict(load())"
    )
    ((batching, uses),) = uses_of_datasets(script).items()
    paths = [use.paths(batching) for use in uses]
    assert [len(each) for each in paths] == [1, 1]
    assert paths[0] != paths[1]
    assert {path[-1] for each in paths for path in each} == {batching}
    assert [use.trains for use in uses] == [True, False]
    assert all(map(can_be_replaced, uses))
    assert not uses[0].paths(ast.Pass())
