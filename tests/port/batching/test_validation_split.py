"""`validation_split` written out: the same rows as in Keras, both parts in whole batches."""

from __future__ import annotations

import ast
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.findings import Safety
from tests.examples import examples
from tests.port.proposed import fit_call, last_lines, outcome, proposals


def ported(code: str, lines: int) -> list[str]:
    """The last lines after all edits of IPU204."""
    edits = [edit for proposal in proposals(code, "IPU204") for edit in proposal.edits]
    return last_lines(fit_call(code).facts.script, tuple(edits), lines).splitlines()


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        (
            "model.fit(x[:1000], y[:1000], validation_split=0.2)",
            [
                "train_rows = int(len(x[:1000]) * 0.8)",
                "train_size = train_rows // 32 * 32",
                "model.fit(x[:train_size], y[:train_size], "
                "validation_data=(x[train_rows:1000], y[train_rows:1000]), validation_batch_size=25)",
            ],
        ),
        (
            "model.fit(u, v, validation_split=n / 10, batch_size=n, epochs=2)",
            [
                "train_rows = int(len(u) * (1 - n / 10))",
                "validation_batch_size = even_batch_size(len(u) - train_rows or 1, n)",
                "validation_rows = (len(u) - train_rows or 1) // validation_batch_size * validation_batch_size",
                "train_size = train_rows // n * n",
                "model.fit(u[:train_size], v[:train_size], batch_size=n, epochs=2, validation_data="
                "(u[train_rows : train_rows + validation_rows], v[train_rows : train_rows + validation_rows]) "
                "if n / 10 else None, "
                "validation_batch_size=validation_batch_size)",
            ],
        ),
        (
            "model.fit({'a': x}, [y], sample_weight=u, validation_split=0.1)",
            [
                "train_rows = int(len(x) * 0.9)",
                "train_size = train_rows // 32 * 32",
                "model.fit({'a': x[:train_size]}, [y[:train_size]], sample_weight=u[:train_size], "
                "validation_data=({'a': x[train_rows:]}, [y[train_rows:]], u[train_rows:]), "
                "validation_batch_size=101)",
            ],
        ),
        (
            "model.fit(unheard_of, v, validation_split=0.1)",
            [
                "model.fit(take_rows(unheard_of, 0, train_size), v[:train_size], "
                "validation_data=(take_rows(unheard_of, train_rows, train_rows + validation_rows), "
                "v[train_rows : train_rows + validation_rows]), "
                "validation_batch_size=validation_batch_size)",
            ],
        ),
    ],
)
def test_what_is_written(code: str, lines: list[str]) -> None:
    if "sample_weight" in code:  # 101 rows are held out, a prime number: one batch of all
        assert [line.replace('"', "'") for line in ported(code, len(lines))] == lines
    else:
        assert ported(code, len(lines)) == lines


def test_it_is_for_review_since_rows_of_the_training_are_dropped() -> None:
    (proposal,) = proposals("model.fit(x, y, validation_split=0.2)", "IPU204")
    assert proposal.safety is Safety.REVIEW
    assert not proposals("model.fit(x, y, validation_split=0.2)", "IPU202")


@pytest.mark.parametrize(
    ("code", "training", "validation"),
    [
        ("model.fit(x[:1000], y[:1000], batch_size=50, validation_split=0.25)", 15, 5),
        ("model.fit(x[:1000], y[:1000], validation_split=0.2)", 25, 8),
        ("model.fit(x, y, validation_split=n)", None, None),
        ("model.fit(u, v, validation_split=0.2)", None, None),
        ("model.fit(np.load('u.npy'), np.load('v.npy'), validation_split=0.2)", None, None),
    ],
)
def test_steps(code: str, training: int | None, validation: int | None) -> None:
    found = outcome(code)
    assert found.steps.number == training
    assert (found.validation.number if found.validation else None) == validation


def test_parts_that_are_whole_stay() -> None:
    assert not proposals("model.fit(x[:1000], y[:1000], batch_size=50, validation_split=0.25)", "IPU204")


def test_what_cannot_be_written_twice_is_left_for_a_person() -> None:
    (proposal,) = proposals("model.fit(np.load('u.npy'), np.load('v.npy'), validation_split=0.2)", "IPU204")
    assert proposal.fix is None


@examples(20)
@given(st.integers(1, 10**6), st.floats(0.001, 0.999))
def test_the_text_cuts_where_keras_does(rows: int, share: float) -> None:
    code = f"model.fit(u, v, validation_split={share!r})"
    line = next(text for text in ported(code, 5) if text.startswith("train_rows ="))
    train_rows = eval(line.partition("=")[2], {"len": lambda _: rows, "u": None})
    assert train_rows == math.floor(rows * (1.0 - share))


def test_the_expression_of_the_steps_names_nothing_that_is_defined_later() -> None:
    steps = outcome("model.fit(u, v, validation_split=0.2)").steps
    assert steps.expression is not None
    assert ast.unparse(steps.expression) == "int(len(u) * 0.8) // 32"


@pytest.mark.parametrize(
    ("share", "kept"),
    [
        ("0.25", "0.75"),
        ("0.0025", "0.9975"),
        ("0.33", "(1 - 0.33)"),  # 1 - 0.33 is 0.6699999999999999
        ("share", "(1 - share)"),
        ("1 / 3", "(1 - 1 / 3)"),
    ],
)
def test_the_share_that_training_keeps(share: str, kept: str) -> None:
    lines = ported(f"share = 0.2\nmodel.fit(u, v, validation_split={share})", 5)
    assert lines[0] == f"train_rows = int(len(u) * {kept})"


@given(st.integers(1, 9999))
def test_a_share_is_left_out_of_one_as_keras_does(digits: int) -> None:
    share = digits / 10000
    kept = ported(f"model.fit(u, v, validation_split={share!r})", 5)[0].rpartition(" * ")[2]
    assert (
        ast.literal_eval(kept.rstrip(")").lstrip("(")) == 1 - share
        if "-" not in kept
        else f"1 - {share!r}" in kept
    )


def test_a_split_of_counted_samples_needs_manual_work() -> None:
    # Keras then makes batches of ceil(samples / steps): TensorLikeDataAdapter in keras/engine/data_adapter.py
    (left,) = proposals("model.fit(x, y, validation_split=0.3, steps_per_epoch=30)", "IPU204")
    assert left.fix is None and "takes a number of steps of arrays" in left.message
