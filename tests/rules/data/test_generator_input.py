"""IPU205: what becomes of a generator, and why one needs manual work, is said in words."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.edits import RemoveArgument, Span
from gpu2ipu.findings import Fix
from gpu2ipu.port.batching.outcomes import (
    BatchesOfGenerator,
    BatchesOfSequence,
    GeneratorChange,
    GeneratorData,
    GeneratorReason,
    NoDataset,
    SamplesOfSequence,
)
from gpu2ipu.port.port import Port
from gpu2ipu.rules.data.generator_input import GeneratorInput
from tests.port.proposed import script_of

SCRIPT = script_of("model.fit_generator(batches())", "")
EDITS = (RemoveArgument(Span(1, 0, 1, 1), "workers"),)


def said(change: GeneratorChange) -> tuple[str, Fix | None]:
    """The message and the fix."""
    node = next(node for node in SCRIPT.nodes if isinstance(node, ast.Call) and not node.args)
    edits = () if isinstance(change, NoDataset) else EDITS
    outcome = GeneratorData(node, "fit_generator", "steps_per_epoch", change, edits=edits)
    (finding,) = GeneratorInput().reported(Port(SCRIPT), [outcome])
    return finding.message, finding.fix


@pytest.mark.parametrize("reason", GeneratorReason)
def test_each_reason_has_words_of_its_own(reason: GeneratorReason) -> None:
    message, fix = said(NoDataset(reason))
    assert fix is None and message.startswith(
        "`fit_generator` takes its data from a generator, `batches()`: "
    )
    assert "and call `fit` (" in message and "{" not in message
    assert all(said(NoDataset(other))[0] != message for other in GeneratorReason if other is not reason)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (BatchesOfGenerator(drops_partial=True), "partial ones are dropped"),
        (BatchesOfGenerator(drops_partial=False), "a partial one is an error"),
        (BatchesOfGenerator(True, counted_partial=True), "`steps_per_epoch` counts a partial one"),
        (BatchesOfSequence(), "every batch must have the shapes of the first, a partial last one is dropped"),
        (BatchesOfSequence(is_one_pass=True), "an epoch is at most one pass over them"),
        (SamplesOfSequence(), "all samples of the Sequence"),
    ],
)
def test_titles(change: GeneratorChange, words: str) -> None:
    message, fix = said(change)
    assert fix is not None and words in fix.title
    assert message == "`fit_generator` takes its data from a generator, `batches()`"
