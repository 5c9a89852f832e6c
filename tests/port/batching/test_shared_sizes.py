"""A batch size that several calls need has a name; one that cannot be shared is written where it is needed."""

from __future__ import annotations

import pytest

from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.planner import calls_of_models
from gpu2ipu.rewrite import apply
from tests.port.proposed import DATA, script_of

SIZE = "even_batch_size(len(u), 32)"
FIT = "model.fit(x[:960], y[:960], validation_data=(u, v))"


def port(code: str) -> str:
    """The code after all edits, without the helpers above it."""
    script = script_of(DATA + code)
    edits = tuple(dict.fromkeys(edit for outcome in calls_of_models(Port(script)) for edit in outcome.edits))
    return apply(script.text, edits).partition("v.npy")[2]


def test_one_size_for_all_calls() -> None:
    ported = port(f"{FIT}\n{FIT}")
    assert ported.count(SIZE) == 1
    assert f"u_batch_size = {SIZE}\nu_size = len(u) // u_batch_size * u_batch_size\n" in ported
    assert ported.count("validation_data=(u[:u_size], v[:u_size]), validation_batch_size=u_batch_size)") == 2


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("FIT", 1),
        ("FIT\nu, v = v, u\nFIT", 2),  # of other rows
        ("def f():\n    FIT\nf()\nFIT", 2),  # not of one function
        ("if n:\n    FIT\nFIT", 2),  # the first is not always reached
        ("u_batch_size = 3\nFIT\nFIT", 1),
        ("def f(u, v):\n    FIT\n    FIT\nf(u, v)", 1),
        ("for p in n:\n    u = np.load(p)\n    FIT\n    FIT", 1),
    ],
)
def test_how_often_it_is_written(code: str, count: int) -> None:
    assert port(code.replace("FIT", FIT)).count(SIZE) == count


def test_other_values_of_a_name_have_sizes_of_their_own() -> None:
    ported = port(f"{FIT}\nu, v = v, u\n{FIT}")
    assert f"u_batch_size = {SIZE}\nu_size = " in ported
    assert f"u_batch_size_2 = {SIZE}\nu_size_2 = len(u) // u_batch_size_2 * u_batch_size_2\n" in ported
    assert "validation_data=(u[:u_size_2], v[:u_size_2]), validation_batch_size=u_batch_size_2)" in ported


def test_a_name_that_is_taken_stays() -> None:
    ported = port(f"u_batch_size = 3\n{FIT}\n{FIT}")
    assert f"u_batch_size_2 = {SIZE}\n" in ported
    assert ported.count("batch_size=u_batch_size_2)") == 2


def test_the_size_of_an_array_that_is_called_train_is_not_that_of_the_training() -> None:
    ported = port("train, others = u, v\nmodel.fit(x[:960], y[:960], validation_data=(train, others))")
    assert "full_size = len(train) // even_size * even_size\n" in ported
