"""What `functools.partial` gives, and what calls of it do."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.library_objects import (
    KerasModel,
)
from gpu2ipu.analysis.values.value import Unknown, Value
from tests.analysis.evaluated import facts, value_of


def noted(code: str) -> list[tuple[str, bool]]:
    """Methods of models and whether they were called in a scope."""
    calls = facts(code).method_calls
    return [(call.method, call.in_scope) for call in calls if isinstance(call.receiver, KerasModel)]


PARTIALS = """
from functools import partial
class Net(keras.Model):
    pass
def build(units, depth=2):
    return np.zeros((units, depth))
def train(model, x, y):
    model.fit(x, y)
"""


@pytest.mark.parametrize(
    ("code", "kind", "rows"),
    [
        ("partial(build, 3)()", Array, 3),
        ("partial(build, units=3)(depth=4)", Array, 3),
        ("f = partial(build, units=3)\nf(units=5)", Array, 5),
        ("partial(partial(build, 3), depth=4)()", Array, 3),
        ("[f() for f in [partial(build, 3), partial(build, 4)]][0]", Unknown, None),
        ("partial(Net, 3)()", KerasModel, None),
        ("partial(keras.Sequential, [layers.Dense(1)])()", KerasModel, None),
        ("partial(keras.applications.VGG16, weights=None)(classes=3)", KerasModel, None),
        ("partial(keras.models.load_model, compile=False)('m')", KerasModel, None),
        ("partial(build, *unheard_of)()", Unknown, None),
        ("partial(unheard_of, 3)()", Unknown, None),
    ],
)
def test_what_a_partial_gives(code: str, kind: type[Value], rows: int | None) -> None:
    value = value_of(PARTIALS + code)
    assert isinstance(value, kind)
    assert not isinstance(value, Array) or value.rows == rows


@pytest.mark.parametrize(
    "code",
    [
        "partial(train, keras.Sequential(), n)(n)",
        "go = partial(train, y=n)\ngo(keras.Sequential(), n)",
        "for go in (partial(train, keras.Sequential()), None):\n    go(n, n)",
        "for m, go in [(keras.Sequential(), partial(train, x=n))]:\n    go(m, y=n)",
    ],
)
def test_a_partial_that_trains(code: str) -> None:
    assert set(noted(PARTIALS + code)) == {("fit", False)}
