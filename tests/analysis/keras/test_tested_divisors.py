"""A batch size that divides the rows of one array says nothing of another one."""

from __future__ import annotations

import pytest

from gpu2ipu.port.batching.fixed_batch_size import batch_of
from gpu2ipu.port.batching.row_counts import Rows
from tests.port.proposed import fit_call, proposals

FOUND = "b = max(i for i in range(1, 33) if len(u) % i == 0)\n"


@pytest.mark.parametrize(
    ("code", "whole"),
    [
        (FOUND + "model.fit(u, v, batch_size=b)", True),
        (FOUND + "model.fit(w, u, batch_size=b)", True),
        (FOUND + "model.predict([u, w], batch_size=b)", True),
        (FOUND + "model.predict(v, batch_size=b)", False),
        (FOUND + "model.evaluate(w, u.astype('int32'), batch_size=b)", True),
        (FOUND + "model.evaluate(w, np.asarray(u, 'float32'), batch_size=b)", True),
        (FOUND.replace("len(u)", "u.shape[0]") + "model.predict(u, batch_size=b)", True),
        (FOUND.replace("len(u)", "u.shape[0]") + "model.predict(v, batch_size=b)", False),
        ("count = len(u)\n" + FOUND.replace("len(u)", "count") + "model.predict(v, batch_size=b)", False),
        ("count = len(u)\n" + FOUND.replace("len(u)", "count") + "model.predict(u, batch_size=b)", True),
        (FOUND.replace("len(u)", "unheard_of") + "model.predict(v, batch_size=b)", True),
        (FOUND.replace("len(u)", "(len(u) - 9)") + "model.predict(u[9:], batch_size=b)", True),
        (
            "i = np.arange(n)\n" + FOUND.replace("len(u)", "len(i)") + "model.predict(u[i], batch_size=b)",
            True,
        ),
        ("w = [u, v]\n" + FOUND.replace("len(u)", "len(w[0])") + "model.predict(w, batch_size=b)", True),
        (FOUND + FOUND.replace("len(u)", "len(v)") + "model.predict(v, batch_size=b)", True),
        (
            FOUND.replace("b = max", "def f(x):\n    return max").replace("len(u)", "len(x)")
            + "model.predict(v, batch_size=f(u))",
            False,
        ),
        (
            FOUND.replace("b = max", "def f(x):\n    return max").replace("len(u)", "x.shape[0]")
            + "model.predict(u, batch_size=f(x=u))",
            True,
        ),
        (
            FOUND.replace("b = max", "def f(x):\n    return max").replace("len(u)", "len(x)")
            + "b = f(u)\nmodel.evaluate(w, v, batch_size=b)",
            False,
        ),
        (
            FOUND.replace("b = max", "def f(rows):\n    return max").replace("len(u)", "rows")
            + "model.predict(v, batch_size=f(len(u)))",
            False,
        ),
        (
            FOUND.replace("b = max", "def f(rows):\n    return max").replace("len(u)", "rows")
            + "model.predict(v, batch_size=f(len(v)))",
            True,
        ),
    ],
)
def test_whose_rows_are_divided(code: str, whole: bool) -> None:
    call = fit_call(code)
    rows = Rows(call.facts.script, call.facts, tuple(call.arguments[name] for name in call.row_arguments()))
    assert rows.are_whole(batch_of(call)) is whole


def test_the_other_array_is_padded() -> None:
    (proposal,) = proposals(FOUND + "model.predict(v, batch_size=b)", "IPU203")
    assert proposal.title == "pad to whole batches, predict, cut the padding off"
