"""A batch size that divides the rows of one array says nothing of another one."""

from __future__ import annotations

import pytest

from gpu2ipu.port.batching.batch_size import batch_of
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
            "j = np.arange(n)\n" + FOUND.replace("len(u)", "len(j)") + "model.predict(u[j], batch_size=b)",
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
    assert proposal.title == "pad to full batches, predict, cut the padding off"


DATA = "t = np.load('t.npy')\n"  # another array
TRAIN = "def train({}):\n    model.predict(u, batch_size=b)\n"
LOCAL = "def train():\n    {}\n    model.predict(u, batch_size=b)\ntrain()"
COUNT = "    return max(i for i in range(1, 33) if len(u) % i == 0)\n"
OF_GLOBAL, OF_PARAMETER = "def f(v):\n" + COUNT, "def f(u):\n" + COUNT
IN_CLASS = """
class Trainer:
    def __init__(self, u, t):
        self.u, self.t = u, t
        self.b = max(i for i in range(1, 33) if len(self.u) % i == 0)
    def run(self):
        model.predict(self.{}, batch_size=self.b)
Trainer(u, t).run()
"""


@pytest.mark.parametrize(
    ("code", "whole"),
    [
        # parameters
        (TRAIN.format("u, b") + "train(u, b)", True),
        (TRAIN.format("u, b") + "train(t, b)", False),
        (TRAIN.format("u") + "train(u)", True),
        (TRAIN.format("u") + "train(t)", False),
        (TRAIN.format("u=u") + "train()", True),
        (TRAIN.format("u=t") + "train()", False),
        (TRAIN.format("*, b, u") + "train(b=b, u=t)", False),
        (TRAIN.format("u, b") + "train(u, b)\ntrain(t, b)", False),
        (TRAIN.format("u, b") + "def outer(u):\n    train(u, b)\nouter(u)", True),
        (TRAIN.format("u, b") + "def outer(u):\n    train(u, b)\nouter(t)", False),
        ("train = lambda u: model.predict(u, batch_size=b)\ntrain(t)", False),
        # other names
        (LOCAL.format("pass"), True),
        (LOCAL.format("u = t"), False),
        (LOCAL.format("import arrays as u"), False),
        (LOCAL.format("from arrays import u"), False),
        (LOCAL.format("with open('u') as u: pass"), False),
        (LOCAL.format("u, other = t, 1"), False),
        (LOCAL.format("global u"), True),
        ("for u in [t]:\n    model.predict(u, batch_size=b)", False),
        ("[model.predict(u, batch_size=b) for u in [t]]", False),
        ("class Data:\n    u = t\n    model.predict(u, batch_size=b)", False),
        ("class Data:\n    u = t\nmodel.predict(Data.u, batch_size=b)", False),
        ("class Data:\n    u = t\nmodel.predict(u, batch_size=b)", True),
        ("u = t\nmodel.predict(u, batch_size=b)", False),
        ("if n:\n    u = t\nmodel.predict(u, batch_size=b)", False),
        ("def change():\n    global u\n    u = t\nchange()\nmodel.predict(u, batch_size=b)", False),
        ("same = b\nmodel.predict(u, batch_size=same)", True),
        ("same = b\nmodel.predict(t, batch_size=same)", False),
        (IN_CLASS.format("u"), True),
        (IN_CLASS.format("t"), False),
        # the count in a function
        (OF_GLOBAL + "model.predict(t, batch_size=f(t))", False),
        (OF_GLOBAL + "model.predict(u, batch_size=f(t))", True),
        (OF_PARAMETER + "model.predict(u, batch_size=f(t))", False),
        (OF_PARAMETER + "model.predict(t, batch_size=f(t))", True),
        ("def f():\n    u = t\n" + COUNT + "model.predict(u, batch_size=f())", False),
    ],
)  # fmt: skip
def test_arrays_are_compared_by_what_binds_their_names(code: str, whole: bool) -> None:
    call = fit_call(DATA + FOUND + code)
    rows = Rows(call.facts.script, call.facts, tuple(call.arguments[name] for name in call.row_arguments()))
    assert rows.are_whole(batch_of(call)) is whole
