"""Validation inside `fit` sees every sample wherever a batch size near the original divides them."""

from __future__ import annotations

import pytest

from gpu2ipu.edits import AddArgument
from tests.port.proposed import outcome, proposals, shown


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
        number, text = shown(validation)
        assert number == steps[0]
        assert (text or "").startswith(steps[1] or "")
    found = proposals(code, "IPU204")
    assert [proposal for proposal in found if title in proposal.title] if title is not None else not found


def test_data_that_may_be_none_is_counted_only_if_it_is_there() -> None:
    code = "held = (u, v) if n else None\nmodel.fit(x[:960], y[:960], validation_data=held)"
    (found,) = proposals(code, "IPU204")
    (edit,) = (edit for edit in found.edits if isinstance(edit, AddArgument))
    assert edit.template.startswith("even_batch_size(") and edit.template.endswith(
        " if held is not None else None"
    )
