"""Whether samples make a multiple of some batches, as far as a script or its port says it."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.keras.fit_calls import fit_calls_of
from gpu2ipu.analysis.library.port_helpers import DIVIDING_BATCH_SIZE, TAKE_ROWS
from gpu2ipu.port.batching.batch_size import batch_of
from gpu2ipu.port.batching.rounds import make_rounds
from gpu2ipu.port.batching.row_counts import Rows
from tests.analysis.evaluated import script_of

HELPERS = DIVIDING_BATCH_SIZE.format(name="dividing_batch_size") + TAKE_ROWS.format(
    name="take_rows", tf="tf", np="np"
)
MODEL = "\nmodel = keras.Sequential([layers.Dense(1)])\nu, a = np.load('u.npy'), np.load('a.npy')\n"


@pytest.mark.parametrize(
    ("code", "number", "expected"),
    [
        ("model.evaluate(u[: len(u) // 2 * 2], batch_size=dividing_batch_size(len(u) // 2, 32))", 2, True),
        ("model.evaluate(u[: len(u) // 4 * 4], batch_size=dividing_batch_size(len(u) // 4, 32))", 2, True),
        ("model.evaluate(u[: len(u) // 2 * 2], batch_size=dividing_batch_size(len(u) // 2, 32))", 4, False),
        ("model.evaluate(u[: len(u) // 2 * 2], batch_size=dividing_batch_size(len(a) // 2, 32))", 2, False),
        ("model.evaluate(u, batch_size=dividing_batch_size(len(u) // 2, 32))", 2, False),
        ("model.evaluate(u, batch_size=dividing_batch_size(len(u), 32))", 1, True),
        ("model.evaluate(u, batch_size=dividing_batch_size(len(u), 32))", 2, False),
        ("n = len(u) // 2 * 2\nmodel.evaluate(u[:n], batch_size=dividing_batch_size(n // 2, 32))", 2, True),
        ("n = len(u) // 2\nmodel.evaluate(u[: n * 2], batch_size=dividing_batch_size(n, 32))", 2, True),
        ("n = len(u) // 3 * 3\nmodel.evaluate(u[:n], batch_size=dividing_batch_size(n // 2, 32))", 2, False),
        (
            "n = len(u) // 2 * 2\nk = dividing_batch_size(n // 2, 32)\nmodel.evaluate(u[9 : 9 + n], batch_size=k)",
            2,
            True,
        ),
        (
            "b = [u, u]\nn = len(u) // 2 * 2\n"
            "model.evaluate(take_rows(b, 0, n), batch_size=dividing_batch_size(n // 2, 32))",
            2,
            True,
        ),
        ("k = n\nm = len(u) // (k * 2) * (k * 2)\nmodel.evaluate(u[:m], batch_size=k)", 2, True),
        ("k = n\nm = len(u) // (k * 2) * (k * 2)\nmodel.evaluate(u[:m], batch_size=k)", 4, False),
        ("k = n\nm = (len(u) - n) // (k * 2) * (k * 2)\nmodel.evaluate(u[n : n + m], batch_size=k)", 2, True),
        (
            "k = n\nm = (len(u) - n) // (k * 2) * (k * 2)\nmodel.evaluate(u[a : a + m], batch_size=k)",
            2,
            False,
        ),
        ("k = n\nm = len(u) // (k * 2) * (k * 2)\nmodel.evaluate(u[n : n + m], batch_size=k)", 2, False),
        ("m = (len(u) - n) // 32 * 32\nmodel.evaluate(take_rows(u, n, n + m))", 1, True),
        ("model.evaluate(u[: len(u) // 64 * 64])", 2, True),
        ("model.evaluate(u[: len(u) // 32 * 32])", 2, False),
        ("model.evaluate(u[:640])", 2, True),
        ("b = np.zeros((640, 3))\nmodel.evaluate(b)", 3, False),
        (
            "def f(s):\n    n = len(s) // 2 * 2\n"
            "    model.evaluate(s[:n], batch_size=dividing_batch_size(n // 2, 32))\nf(u)\nf(a)",
            2,
            True,
        ),
    ],
)
def test_make_rounds(code: str, number: int, expected: bool) -> None:
    script = script_of(HELPERS + MODEL + code)
    (fit_call,) = fit_calls_of(script)
    rows = Rows(script.file_of(fit_call.node), fit_call.facts, (fit_call.arguments["x"],))
    assert make_rounds(rows, batch_of(fit_call), number) is expected
