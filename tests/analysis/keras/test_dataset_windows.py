"""Windows that are put together again: how long they are, and whether one may be short."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.keras.dataset_windows import joined_windows, tensors_of_windows
from tests.analysis.evaluated import script_of


@pytest.mark.parametrize(
    ("windows", "batch", "expected"),
    [
        ("window(5, drop_remainder=True)", "w.batch(5)", (True, False)),
        ("window(size=5, drop_remainder=True)", "w.batch(batch_size=5)", (True, False)),
        ("window(5)", "w.batch(5)", (True, True)),
        ("window(5, 1, 1, True)", "w.batch(5)", (True, False)),
        ("window(k + 1, drop_remainder=True)", "w.batch(k + 1)", (True, False)),
        ("window(k, drop_remainder=True)", "w.batch(5)", (True, False)),
        ("window(6, drop_remainder=True)", "w.batch(5)", (False, False)),
        ("window(n, drop_remainder=True)", "w.batch(5)", (False, False)),
    ],
)
def test_joined_windows(windows: str, batch: str, expected: tuple[bool, bool]) -> None:
    code = f"k = 5\ntf.data.Dataset.range(100).{windows}.flat_map(lambda w: {batch})"
    (found,) = joined_windows(script_of(code))
    assert (found.length_is_known, found.may_be_short) == expected


@pytest.mark.parametrize(
    "code",
    [
        "d.flat_map(lambda w: w.skip(1))",
        "d.map(lambda w: w.batch(5))",
        "unheard_of.flat_map(lambda w: w.batch(5))",
        "d.flat_map(lambda w: other.batch(5))",
        "d.flat_map(unheard_of)",
    ],
)
def test_what_joins_no_windows(code: str) -> None:
    assert not list(joined_windows(script_of(f"d = tf.data.Dataset.range(100).window(5)\n{code}")))


def test_a_function_of_the_script_may_join_windows() -> None:
    code = "def join(w, more=5):\n    return w.batch(5)\ntf.data.Dataset.range(9).window(5).interleave(join)"
    assert len(list(joined_windows(script_of(code)))) == 1


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("d = r.window(5, drop_remainder=True)\nd = d.flat_map(lambda w: w.batch(5))", 1),
        ("d = r.window(k, 2, drop_remainder=True)\nd.flat_map(lambda w: w.batch(k, drop_remainder=True))", 1),
        ("def join(w):\n    return w.batch(5)\nd = r.window(5, drop_remainder=True)\nd.flat_map(join)", 1),
        (
            "def f(d, n):\n    d = d.window(n, drop_remainder=True)\n    d.flat_map(lambda w: w.batch(n))\nf(r, 3)",
            1,
        ),
        ("d = r.window(5)\nd.flat_map(lambda w: w.batch(5))", 0),
        ("d = r.window(6, drop_remainder=True)\nd.flat_map(lambda w: w.batch(5))", 0),
        ("d = r.window(5, drop_remainder=True).repeat()\nd.flat_map(lambda w: w.batch(5))", 0),
        (
            "d = r.window(5, drop_remainder=True)\nd = d.map(g) if k else d\nd.flat_map(lambda w: w.batch(5))",
            0,
        ),
        ("d = r.window(5, drop_remainder=True)\nd.flat_map(lambda w: w.batch(5).repeat(2))", 0),
        ("d = r.filter(g).window(5, drop_remainder=True)\nd.flat_map(lambda w: w.batch(5))", 0),
        ("r.window(5, drop_remainder=True)\nd = r.map(g)\nd.flat_map(lambda w: w.batch(5))", 0),
        ("d = r.window(5, drop_remainder=True)\nd.interleave(lambda w: w.batch(5))", 0),
    ],
)
def test_tensors_of_windows(code: str, number: int) -> None:
    script = script_of(f"k = 5\nr = tf.data.Dataset.range(100)\ndef g(x): return x\n{code}")
    assert len(list(tensors_of_windows(script))) == number
