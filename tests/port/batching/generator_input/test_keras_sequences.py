"""The whole batches of a Sequence, as its `__len__` tells."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.port.batching.generator_input.keras_sequences import (
    FullSequence,
    PartialSequence,
    batches_of_sequence,
)
from tests.port.proposed import script_of, statement

CLASS = """
import math
from math import ceil

class Rows(keras.utils.Sequence):
    def __len__(self):
        {body}

    def __getitem__(self, index):
        return self.x[index], self.y[index]
"""


def whole(body: str) -> PartialSequence | FullSequence | None:
    script = script_of(CLASS.format(body=body))
    sequence = ast.parse("held.rows", mode="eval").body
    return batches_of_sequence(facts_of(script), statement(script, "class Rows"), sequence)


@pytest.mark.parametrize(
    "length",
    [
        "math.ceil(len(self.x) / self.size)",
        "ceil(len(self.x) / float(self.size))",
        "int(np.ceil(len(self.x) / self.size))",
        "-(-len(self.x) // self.size)",
        "int(-(-len(self.x) // self.size))",
        "(len(self.x) + self.size - 1) // self.size",
    ],
)
def test_rounding_up_may_leave_a_short_batch(length: str) -> None:
    found = whole(f"return {length}")
    assert isinstance(found, PartialSequence)
    assert ast.unparse((found.samples // found.batch).written) == "len(held.rows.x) // held.rows.size"


@pytest.mark.parametrize(
    "length",
    [
        "len(self.x) // self.size",
        "int(len(self.x) / self.size)",
        "int(np.floor(len(self.x) / self.size))",
        "math.floor(anything.at_all() / self.size)",
        "(len(self.x) - 1) // self.size",
    ],
)
def test_rounding_down_leaves_none(length: str) -> None:
    found = whole(f'"""The number of batches."""\n        return {length}')
    assert isinstance(found, FullSequence)
    assert ast.unparse(found.batches.written) == "len(held.rows)"


@pytest.mark.parametrize(
    "body",
    [
        "return 10",
        "return self.batches",
        "return len(self.x) // self.size + 1",
        "return round(len(self.x) / self.size)",
        "return -(len(self.x) // self.size)",
        "return math.ceil(len(self.x) / SIZE)",
        "return math.ceil(len(self.__x) / self.size)",
        "return math.ceil(self.count() / self.size)",
        "self.n = 1\n        return len(self.x) // self.size",
        "print(self)",
    ],
)
def test_anything_else_says_nothing(body: str) -> None:
    assert whole(body) is None


def test_without_a_length_of_its_own_nothing_is_known() -> None:
    script = script_of("class Rows(Other):\n    pass\n")
    assert batches_of_sequence(facts_of(script), statement(script, "class Rows"), ast.Name("rows")) is None
    assert batches_of_sequence(facts_of(script), None, ast.Name("rows")) is None
