"""A batch size that several calls need has a name; one that cannot be shared is written where it is needed."""

from __future__ import annotations

import pytest

from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.planner import calls_of_models
from gpu2ipu.rewrite import apply
from tests.port.proposed import DATA, script_of

SIZE = "even_batch_size(len(u), 32)"


def port(code: str) -> str:
    """The code after all edits, without the helpers above it."""
    script = script_of(DATA + code)
    edits = tuple(dict.fromkeys(edit for outcome in calls_of_models(Port(script)) for edit in outcome.edits))
    return apply(script.text, edits).partition("v.npy")[2]


def test_one_size_for_all_calls() -> None:
    fit = "model.fit(x[:960], y[:960], validation_data=(u, v))"
    ported = port(f"model.compile('sgd', 'mse')\nmodel.evaluate(u, v)\n{fit}")
    assert ported.count(SIZE) == 1
    assert f"u_batch_size = {SIZE}\n" in ported
    assert "len(u) // u_batch_size" in ported
    assert "model.evaluate(u, v, batch_size=u_batch_size)" in ported
    assert "validation_batch_size=u_batch_size)" in ported


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("model.evaluate(u, v)", 1),
        ("model.evaluate(u, v)\nu, v = v, u\nmodel.evaluate(u, v)", 2),  # of other rows
        ("def f():\n    model.evaluate(u, v)\nf()\nmodel.evaluate(u, v)", 2),  # not of one function
        ("if n:\n    model.evaluate(u, v)\nmodel.evaluate(u, v)", 2),  # the first is not always reached
        ("u_batch_size = 3\nmodel.evaluate(u, v)\nmodel.evaluate(u, v)", 1),
        ("def f(u, v):\n    model.evaluate(u, v)\n    model.evaluate(u, v)\nf(u, v)", 1),
        ("for p in n:\n    u = np.load(p)\n    model.evaluate(u, u)\n    model.evaluate(u, u)", 1),
    ],
)
def test_how_often_it_is_written(code: str, count: int) -> None:
    assert port(code).count(SIZE) == count


def test_a_name_that_is_taken_stays() -> None:
    ported = port("u_batch_size = 3\nmodel.evaluate(u, v)\nmodel.evaluate(u, v)")
    assert f"u_batch_size_2 = {SIZE}\n" in ported
    assert ported.count("batch_size=u_batch_size_2)") == 2
