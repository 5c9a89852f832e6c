"""Counting and cutting the rows of a call."""

from __future__ import annotations

import ast

import pytest

from tests.port.proposed import batch_of, last_lines, rows_of


@pytest.mark.parametrize(
    ("code", "whole"),
    [
        ("model.fit(x, y)", False),
        ("model.fit(x, y, batch_size=101)", True),
        ("model.fit(x, y, batch_size=n)", False),
        ("model.fit(u, v)", False),
        ("b = 48\nmodel.fit(u[: len(u) // b * b], v, batch_size=b)", True),
        ("model.fit(u[: len(u) // 64 * 64], v)", True),
        ("k, b = 9, 48\ns = len(u[k:]) // b * b\nmodel.fit(u[k : k + s], v, batch_size=b)", True),
        ("s = len(u) // 64 * 64\nmodel.fit(u[:s, 0], v)", True),
        ("for i in n:\n    model.fit(u[i : i + 64], v)", False),
        ("model.fit(u[: len(u) // 48 * 48], v)", False),
        ("model.fit(u[: len(u) // n * n], v, batch_size=n)", True),
        ("b = 32\nu = u[: len(u) // b * b]\nb = 48\nmodel.fit(u, v, batch_size=b)", False),
        ("b = max(i for i in range(1, 33) if len(u) % i == 0)\nmodel.fit(u, v, batch_size=b)", True),
        ("model.fit([1, 2, 3, 4], [1, 2, 3, 4], batch_size=2)", True),
        ("model.fit({'a': x[:64], 'b': x[:64]}, y[:64])", True),
    ],
)
def test_are_whole(code: str, whole: bool) -> None:
    assert rows_of(code).are_whole(batch_of(code)) is whole


@pytest.mark.parametrize(
    ("code", "count", "number", "fixed"),
    [
        ("model.fit(x, y)", "len(x)", 1010, 1010),
        ("model.fit(u, v)", "len(u)", None, None),
        ("model.fit(u[:n], v)", "len(v)", None, None),
        ("model.fit([x, u], y)", "len(x)", 1010, 1010),
        ("model.fit({'a': u, 'b': v}, None)", "len(u)", None, None),
        ("both = [u, v]\nmodel.predict(both)", "len(both[0])", None, None),
        ("both = {'u': u}\nmodel.predict(both)", "row_count(both)", None, None),
        ("model.fit(unheard_of, v)", "len(v)", None, None),
        ("model.fit(n, n + 1)", "row_count(n)", None, None),
        ("model.predict(np.zeros((10, 4)))", "10", 10, 10),
        ("model.predict(np.load('u.npy'))", None, None, None),
        ("rows = [0.5, 1.5, 2.5]\nmodel.predict(rows)", "len(rows)", 3, 3),
        ("index = np.random.permutation(9)\nmodel.predict(x[index])", "len(index)", 9, 9),
        ("mask = u > 0\nmodel.predict(x[mask])", "len(x[mask])", None, None),
        ("def f(a):\n    model.predict(a)\nf(x)", "len(a)", 1010, None),
        ("def f(a, i):\n    model.predict(a[i:i + 1])\nf(x, n)", "len(a[i:i + 1])", 1, 1),
        ("def f(a):\n    model.predict(a[np.newaxis])\nf(x[0])", "len(a[np.newaxis])", 1, 1),
        ("def f(a):\n    model.predict(np.expand_dims(a, axis=0))\nf(x[0])", "1", 1, 1),
        ("def f(a):\n    model.predict(x)\nf(x)", "len(x)", 1010, 1010),
        ("model.predict({'a': x, 'b': None})", "len(x)", 1010, 1010),
        ("model.predict(np.array(u))", "len(u)", None, None),
        ("model.predict(np.array(u, ndmin=2))", None, None, None),
        (
            "row = [0.5, 1.5, 2.5]\nmodel.predict(np.array(row, ndmin=2))",
            None,
            None,
            None,
        ),
        ("row = [0.5, 1.5]\nmodel.predict(tf.constant(row, shape=(1, 2)))", "1", 1, 1),
    ],
)
def test_counting(code: str, count: str | None, number: int | None, fixed: int | None) -> None:
    rows = rows_of(code)
    counted = rows.count()
    assert (ast.unparse(counted.written) if counted else None) == count
    assert (rows.number, rows.fixed_number) == (number, fixed)
    assert bool(counted and counted.helpers) is (count is not None and count.startswith("row_count"))


@pytest.mark.parametrize(
    ("code", "start", "stop", "result"),
    [
        ("model.fit(x, y)", "", "m", "model.fit(x[:m], y[:m])"),
        ("model.fit(x, y, sample_weight=u)", "m", "", "model.fit(x[m:], y[m:], sample_weight=u[m:])"),
        ("model.fit([x, u], {'a': y})", "", "m", "model.fit([x[:m], u[:m]], {'a': y[:m]})"),
        ("model.fit(x[:500], y[:500])", "", "m", "model.fit(x[:m], y[:m])"),
        ("model.fit(x[:500], y)", "m", "", "model.fit(x[m:500], y[m:])"),
        ("model.fit(x[5:], y)", "", "m", "model.fit(x[5 : 5 + m], y[:m])"),
        ("model.fit(x / 2, y)", "", "m", "model.fit((x / 2)[:m], y[:m])"),
        ("model.fit(x, None)", "", "m", "model.fit(x[:m], None)"),
        ("model.fit(n, x)", "", "m", "model.fit(take_rows(n, 0, m), x[:m])"),
        ("model.fit(n, x)", "m", "", "model.fit(take_rows(n, m, None), x[m:])"),
        ("model.fit([1, 2], x)", "", "m", "model.fit([1, 2][:m], x[:m])"),
        ("model.fit(x, x[:, 0])", "", "m", "model.fit(x[:m], x[:m, 0])"),
        ("model.fit(x[:99, :2], x[5:, 0])", "", "m", "model.fit(x[:m, :2], x[5 : 5 + m, 0])"),
        ("model.fit(x[5:90], x[-9:])", "", "m", "model.fit(x[5 : 5 + m], x[-9:][:m])"),
        ("k = 7\nmodel.fit(x[k:], x[-k:])", "", "m", "model.fit(x[k : k + m], x[-k:][:m])"),
        ("model.fit(x[n:], x[::2])", "", "m", "model.fit(x[n:][:m], x[::2][:m])"),
        ("model.fit(x[:, [0, 1]], x[[0, 1]])", "", "m", "model.fit(x[:, [0, 1]][:m], x[[0, 1]][:m])"),
        ("model.fit(x[..., 0], x[:, y, y])", "", "m", "model.fit(x[..., 0][:m], x[:, y, y][:m])"),
        ("model.fit(x[:99], x[:, 0])", "m", "", "model.fit(x[m:99], x[m:, 0])"),
        ("model.fit(x[9:], x[:9])", "m", "", "model.fit(x[9:][m:], x[m:9])"),
        ("model.fit(x[:99], x)", "m", "n", "model.fit(x[m : n], x[m:n])"),
    ],
)
def test_cutting(code: str, start: str, stop: str, result: str) -> None:
    rows = rows_of(code)
    assert last_lines(rows.script, rows.cut(start, stop)) == result


@pytest.mark.parametrize(
    ("code", "number", "count"),
    [
        ("model.predict([x] + n)", 1010, "len(x)"),
        ("model.predict(n + [k, u])", None, "len(u)"),
        ("model.predict([k] + n)", None, "row_count(k)"),
    ],
)
def test_rows_of_lists_that_are_put_together(code: str, number: int | None, count: str) -> None:
    rows = rows_of(code)
    counted = rows.count()
    assert rows.number == number and counted is not None and ast.unparse(counted.written) == count
