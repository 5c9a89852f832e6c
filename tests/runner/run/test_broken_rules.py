"""From the SDK's words to a rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gpu2ipu.rules import LISTINGS
from gpu2ipu.runner.run import broken_rules
from gpu2ipu.runner.run.broken_rules import notes, rule_of

SIMULATOR = Path(broken_rules.__file__).parent.parent.parent / "simulator"


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        (
            "The provided set of data contains a shape (None, 4) which is not fully defined. Executing on IPU "
            "requires all dataset elements to have fully defined shapes. If using batch() make sure to set "
            "`drop_remainder=True`.",
            "IPU201",
        ),
        ("`steps_per_execution` (3) must be a divisor of the number of batches (8) in the dataset", "IPU302"),
        ("Unsupported datatype int64 on index 0 of feed operation", "IPU206"),
        ("Detected unsupported operations when trying to compile graph", "IPU910"),
        ("The provided set of data has a partial batch, which could result in data being dropped.", "IPU202"),
        (
            "The provided set of data is of type `zip` which is not compatible with the IPU's requirement to know the "
            "data shape ahead of time. Please use `tf.data.Dataset.from_generator()`",
            "IPU205",
        ),
        (
            "The elements of a dataset can not be accessed in eager mode when inside 'IPUStrategy'. Take",
            "IPU105",
        ),
        ("The number of iterations of the pipeline must be a multiple of 4, but it is 2.", "IPU402"),
        ("the weather is bad", None),
    ],
)
def test_the_words_of_a_refusal_name_a_rule(words: str, rule: str | None) -> None:
    assert rule_of(words) == rule


def test_the_rule_of_a_prediction_is_its_own() -> None:
    words = "The provided set of data has a partial batch, which could result in data being dropped."
    assert rule_of(words, "predict") == "IPU203"
    assert rule_of("`steps_per_execution` (3) is not divisible by", "predict") == "IPU402"


def test_a_note_says_where_to_look() -> None:
    words = "The provided set of data has a partial batch"
    (note,) = notes(words, "the port")
    assert note.startswith("what ended the port is IPU202: see `gpu2ipu explain IPU202`")
    assert list(notes("the weather is bad", "the port")) == []


def test_rules_are_there() -> None:
    assert {rule for _, rule in broken_rules._RULES} <= {listing.id for listing in LISTINGS}


@pytest.mark.parametrize(
    "pattern", [pattern for pattern, _ in broken_rules._RULES if "Mixing" not in pattern]
)
def test_the_simulator_refuses_in_these_words(pattern: str) -> None:
    """All but what TensorFlow itself refuses."""
    texts = (re.sub(r'"\s*f?"', "", path.read_text(encoding="utf-8")) for path in SIMULATOR.rglob("*.py"))
    assert any(re.search(pattern.replace(".*", "[^\\n]*"), text) for text in texts)
