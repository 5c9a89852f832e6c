"""Evaluation and validation see every row wherever a batch size near the original divides them."""

from __future__ import annotations

import pytest

from gpu2ipu.findings import Safety
from tests.port.proposed import last_lines, outcome, proposals, shown


@pytest.mark.parametrize(
    ("code", "steps", "title"),
    [
        ("model.evaluate(x[:960], y[:960])", (30, "len(x[:960]) // 32"), None),
        ("model.evaluate(x[:250], y[:250])", (10, "len(x[:250]) // 25"), "25"),
        ("model.evaluate(x[:1000], y[:1000], 64)", (20, "len(x[:1000]) // 50"), "50"),
        ("model.evaluate(u, v, 64)", (None, "len(u) // even_batch_size(len(u), 64)"), "even_batch_size"),
        ("model.evaluate(u, v, n)", (None, "len(u) // even_batch_size(len(u), n)"), "even_batch_size"),
        ("model.evaluate(x[:41], y[:41])", (1, "len(x[:41]) // 41"), "41"),
    ],
)
def test_evaluate(code: str, steps: tuple[int | None, str | None], title: str | None) -> None:
    assert shown(outcome(code).steps) == steps
    found = [(proposal.safety, bool(proposal.edits), title or "") for proposal in proposals(code, "IPU202")]
    assert found == ([(Safety.SAFE, True, title)] if title else [])
    assert all((title or "") in proposal.title for proposal in proposals(code, "IPU202"))


@pytest.mark.parametrize("arguments", ["np.load('u.npy'), np.load('v.npy')", "u, v, int(input())"])
def test_what_cannot_be_written_twice_is_left_for_a_person(arguments: str) -> None:
    code = f"model.evaluate({arguments})"
    assert shown(outcome(code).steps) == (None, None)
    (proposal,) = proposals(code, "IPU202")
    assert not proposal.edits
    assert "assign them to names" in proposal.message


def test_rows_that_no_batch_size_divides_are_left_out_by_name() -> None:
    (proposal,) = proposals("b = 32\nmodel.evaluate(x[:1009], y[:1009], batch_size=b)", "IPU202")
    script = outcome("b = 32\nmodel.evaluate(x[:1009], y[:1009], batch_size=b)").fit_call.facts.script
    assert last_lines(script, proposal.edits) == (
        "model.evaluate(x[:len(x[:1009]) // b * b], y[:len(x[:1009]) // b * b], batch_size=b)"
    )
    assert proposal.safety is Safety.REVIEW
    assert proposal.title.startswith("drop the last 17 samples")
    assert proposal.message == "`evaluate` ends with a partial batch: 1009 samples in batches of 32"
