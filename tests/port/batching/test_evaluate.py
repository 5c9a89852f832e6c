"""Evaluation sees every row, in batches of a size that divides them, or with the remainder as a batch of its own."""

from __future__ import annotations

import pytest

from gpu2ipu.findings import Safety
from gpu2ipu.port.batching.calls import outcomes_of
from gpu2ipu.port.batching.outcomes import ArrayBatches, Trim
from gpu2ipu.port.port import Port
from gpu2ipu.target import Target
from tests.port.proposed import DATA, last_lines, outcome, proposals, script_of, shown

COMPILED = "model.compile('sgd', 'mse', metrics=['mae', keras.metrics.BinaryAccuracy()])\n"


@pytest.mark.parametrize(
    ("code", "steps", "title"),
    [
        ("model.evaluate(x[:960], y[:960])", (30, "len(x[:960]) // 32"), None),
        ("model.evaluate(x[:250], y[:250])", (10, "len(x[:250]) // 25"), "25"),
        ("model.evaluate(x[:1000], y[:1000], 64)", (20, "len(x[:1000]) // 50"), "50"),
        ("model.evaluate(u, v, 64)", (None, "len(u) // even_batch_size(len(u), 64)"), "then the remainder"),
        ("model.evaluate(u, v, n)", (None, "len(u) // even_batch_size(len(u), n)"), "then the remainder"),
        (
            "model.evaluate(x[:960], y[:960], n)",
            (None, "len(x[:960]) // even_batch_size(len(x[:960]), n)"),
            "then the",
        ),
        ("model.evaluate(x[:41], y[:41])", (1, "len(x[:41]) // 41"), "41"),
    ],
)
def test_evaluate(code: str, steps: tuple[int | None, str | None], title: str | None) -> None:
    assert shown(outcome(code).steps) == steps
    found = [(proposal.safety, bool(proposal.edits)) for proposal in proposals(COMPILED + code, "IPU202")]
    assert found == ([(Safety.SAFE, True)] if title else [])
    assert all((title or "") in proposal.title for proposal in proposals(COMPILED + code, "IPU202"))


@pytest.mark.parametrize("arguments", ["np.load('u.npy'), np.load('v.npy')", "u, v, int(input())"])
def test_what_cannot_be_written_twice_is_left_for_a_person(arguments: str) -> None:
    code = f"model.evaluate({arguments})"
    assert shown(outcome(code).steps) == (None, None)
    (proposal,) = proposals(code, "IPU202")
    assert not proposal.edits
    assert "assign them to names" in proposal.message


PRIME = "b = 32\nmodel.evaluate(x[:1009], y[:1009], batch_size=b)"


@pytest.mark.parametrize(
    "metrics", ["['AUC']", "[keras.metrics.Precision()]", "[heard_of]", "{'a': ['mae', 'AUC']}"]
)
def test_the_remainder_is_dropped_by_name_where_results_are_no_means(metrics: str) -> None:
    code = f"model.compile('sgd', 'mse', metrics={metrics})\n{PRIME}"
    (proposal,) = proposals(code, "IPU202")
    assert last_lines(outcome(code).fit_call.facts.script, proposal.edits) == (
        "model.evaluate(x[:len(x[:1009]) // b * b], y[:len(x[:1009]) // b * b], batch_size=b)"
    )
    assert proposal.safety is Safety.REVIEW
    assert proposal.title.startswith("drop the last 17 of 1009 samples")
    assert proposal.message == "`evaluate` ends with a partial batch: 1009 samples in batches of 32"


@pytest.mark.parametrize(
    ("before", "safety"),
    [(COMPILED, Safety.SAFE), ("", Safety.REVIEW), ("model.compile('sgd', 'mse')\n", Safety.SAFE)],
)
def test_the_remainder_is_a_batch_of_its_own(before: str, safety: Safety) -> None:
    (proposal,) = proposals(before + PRIME, "IPU202")
    assert last_lines(outcome(before + PRIME).fit_call.facts.script, proposal.edits) == (
        "evaluate_all_rows(model, x[:1009], y[:1009], batch_size=b)"
    )
    assert proposal.safety is safety
    assert "then the remainder of 17 samples as a smaller one" in proposal.title


@pytest.mark.parametrize(
    ("call", "written"),
    [
        (
            "model.evaluate(u, v, 64)",
            "evaluate_all_rows(model, u, v, batch_size=even_batch_size(len(u), 64))",
        ),
        (
            "model.evaluate(u, v, 64, 0)",
            "evaluate_all_rows(model, u, v, verbose=0, batch_size=even_batch_size(len(u), 64))",
        ),
        (
            "model.evaluate([u], v)",
            "evaluate_all_rows(model, [u], v, batch_size=even_batch_size(len(u), 32))",
        ),
        (
            "model.evaluate(u, v, sample_weight=u)",
            "model.evaluate(u[:u_size], v[:u_size], sample_weight=u[:u_size], batch_size=u_batch_size)",
        ),
    ],
)
def test_evaluation_of_unknown_rows(call: str, written: str) -> None:
    (proposal,) = proposals(COMPILED + call, "IPU202")
    assert last_lines(outcome(COMPILED + call).fit_call.facts.script, proposal.edits) == written


def test_evaluation_in_full_batches_alone_is_an_option() -> None:
    script = script_of(DATA + COMPILED + PRIME)
    (change,) = outcomes_of(Port(script, Target(exact_evaluation=False)))[0].changes
    assert isinstance(change, ArrayBatches) and change.change == Trim(17)
