"""Evaluation and validation see every row wherever a batch size near the original divides them."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.findings import Safety
from gpu2ipu.port.batching.outcome import Steps
from tests.port.proposed import last_lines, outcome, proposals


def shown(steps: Steps | None) -> tuple[int | None, str | None] | None:
    if steps is None:
        return None
    return steps.number, ast.unparse(steps.expression) if steps.expression else None


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


@pytest.mark.parametrize(
    ("argument", "steps", "title"),
    [
        ("validation_data=None", None, None),
        ("epochs=2", None, None),
        ("validation_data=(x[:320], y[:320])", (10, "len(x[:320]) // 32"), None),
        ("validation_data=(x[:250], y[:250])", (10, "len(x[:250]) // 25"), "25"),
        ("validation_data=[u, v]", (None, "len(u) // even_batch_size(len(u), 32)"), "even_batch_size"),
        (
            "validation_data=(u, v), validation_batch_size=n",
            (None, "len(u) // even_batch_size(len(u), n)"),
            "(len(u), n)",
        ),
        ("validation_data=(unheard_of, more)", (None, "row_count(unheard_of)"), "row_count"),
        ("validation_data=unheard_of", (None, None), ""),
        ("validation_data=(i for i in x)", (None, None), None),
        ("validation_data=tf.data.Dataset.range(9)", (9, None), None),
    ],
)
def test_validation(argument: str, steps: tuple[int | None, str | None] | None, title: str | None) -> None:
    code = f"model.fit(x[:960], y[:960], {argument})"
    validation = outcome(code).validation
    if steps is None:
        assert validation is None
    else:
        assert validation is not None
        number, text = shown(validation) or (None, None)
        assert number == steps[0]
        assert (text or "").startswith(steps[1] or "")
    found = proposals(code, "IPU204")
    assert [proposal for proposal in found if title in proposal.title] if title is not None else not found


@pytest.mark.parametrize(
    ("data", "arguments", "steps"),
    [
        ("range(100).batch(10)", "", (10, "len(data)")),
        ("range(105).batch(10)", "", (10, "len(data)")),  # the short batch is dropped
        ("range(105).batch(10, True)", "", (10, "len(data)")),
        ("range(100).batch(n)", "", (None, "len(data)")),
        ("range(100).repeat().batch(10)", "", (None, None)),
        ("range(100).filter(n).batch(10)", "", (None, None)),
        ("range(100).repeat().batch(10)", "steps_per_epoch=7", (7, "7")),
        ("range(100).repeat().batch(10)", "steps_per_epoch=n // 2", (None, "n // 2")),
        ("from_tensors(x)", "", (None, "len(data)")),
    ],
)
def test_steps_of_a_dataset(data: str, arguments: str, steps: tuple[int | None, str | None]) -> None:
    found = outcome(f"data = tf.data.Dataset.{data}\nmodel.fit(data, {arguments})")
    assert shown(found.steps) == steps
    validated = outcome(f"data = tf.data.Dataset.{data}\nmodel.fit(data, validation_data=data)")
    assert validated.validation is not None


def test_a_dataset_that_is_made_in_the_call_is_not_made_again_to_count_it() -> None:
    assert shown(outcome("model.fit(tf.data.Dataset.range(9).batch(3))").steps) == (3, None)


def test_rows_that_no_batch_size_divides_are_left_out_by_name() -> None:
    (proposal,) = proposals("b = 32\nmodel.evaluate(x[:1009], y[:1009], batch_size=b)", "IPU202")
    script = outcome("b = 32\nmodel.evaluate(x[:1009], y[:1009], batch_size=b)").fit_call.facts.script
    assert last_lines(script, proposal.edits) == (
        "model.evaluate(x[:len(x[:1009]) // b * b], y[:len(x[:1009]) // b * b], batch_size=b)"
    )
    assert proposal.safety is Safety.REVIEW
    assert proposal.title.startswith("drop the last 17 samples")
    assert proposal.message == "`evaluate` ends with a partial batch: 1009 samples in batches of 32"
