"""Prediction keeps every row."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.findings import Safety
from tests.port.proposed import fit_call, last_lines, outcome, proposals


def ported(code: str) -> str:
    """The last line after all edits of IPU203."""
    edits = [edit for proposal in proposals(code, "IPU203") for edit in proposal.edits]
    return last_lines(fit_call(code).facts.script, tuple(edits))


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ("model.predict(x[:960])", None),
        ("model.predict(x[:1])", "model.predict(x[:1], batch_size=1)"),
        ("model.predict(x[:250])", "model.predict(x[:250], batch_size=25)"),
        ("model.predict(x[:250], 64)", "model.predict(x[:250], 50)"),
        ("model.predict(x[:41])", "model.predict(x[:41], batch_size=41)"),
        ("model.predict(x[:509])", "predict_all_rows(model, x[:509])"),
        ("model.predict(u)", "predict_all_rows(model, u)"),
        ("model.predict(u, 64, 1)", "predict_all_rows(model, u, 64, verbose=1)"),
        (
            "p = model.predict(u, batch_size=n, verbose=0).mean()",
            "p = predict_all_rows(model, u, batch_size=n, verbose=0).mean()",
        ),
        ("model.predict(x[:250], batch_size=32, steps=8)", "model.predict(x[:250], batch_size=25)"),
        ("model.predict([u, v])", "predict_all_rows(model, [u, v])"),
        ("model.predict(u[: n // 32 * 32])", None),
    ],
)
def test_prediction(code: str, result: str | None) -> None:
    found = proposals(code, "IPU203")
    assert bool(found) is (result is not None)
    if result is not None:
        assert ported(code) == result
        assert all(proposal.safety is Safety.SAFE for proposal in found)


@pytest.mark.parametrize(
    ("code", "number", "text"),
    [
        ("model.predict(x[:960])", 30, "len(x[:960]) // 32"),
        ("model.predict(x[:250])", 10, "len(x[:250]) // 25"),
        ("model.predict(x[:509])", 16, "-(-len(x[:509]) // 32)"),  # the last batch is filled up
        ("model.predict(u, 64)", None, "-(-len(u) // 64)"),
        ("model.predict(np.load('u.npy'))", None, None),
        ("model.predict(u, batch_size=int(input()))", None, None),
    ],
)
def test_steps(code: str, number: int | None, text: str | None) -> None:
    steps = outcome(code).steps
    assert (steps.number, steps.expression and ast.unparse(steps.expression)) == (number, text)


@pytest.mark.parametrize(
    ("model", "rows", "nested"),
    [
        ("model", "u", False),
        ("keras.models.load_model('m')", "u", True),
        ("keras.applications.VGG16()", "u", False),
        ("model", "[u, v]", True),
    ],
)
def test_the_function_for_several_arrays_is_written_only_where_it_is_needed(
    model: str, rows: str, nested: bool
) -> None:
    (proposal,) = proposals(f"other = {model}\nother.predict({rows})", "IPU203")
    written = "".join(getattr(edit, "template", "") for edit in proposal.edits)
    assert ("tf.nest.map_structure" in written) is nested


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("model.predict(x)", "`predict` ends with a partial batch: 1010 samples in batches of 32"),
        ("model.predict(u)", "`predict` ends with a partial batch unless the batch size divides the samples"),
    ],
)
def test_messages(code: str, message: str) -> None:
    assert [proposal.message for proposal in proposals(code, "IPU203")] == [message]
