"""Ports are fast and whole at any size: random scripts on stand-ins for Keras and the IPU, which count executions."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text
from gpu2ipu.findings import Safety
from tests.examples import THOROUGH
from tests.sized_scripts import draw, write
from tests.stub_keras import Call, joined, run

NUMBER = 150 if THOROUGH else 30
MOST = 0.98  # of all calls, at least


@dataclass(frozen=True)
class Pair:
    """A call of an original, and what became of it in the port."""

    original: Call
    ported: Call
    is_said: bool  # something is to be reviewed
    port: str


@cache
def pairs() -> tuple[Pair, ...]:
    """The calls of all scripts; the stand-in refuses numbers that the SDK refuses."""
    chance, found = random.Random(11), list[Pair]()
    for _ in range(NUMBER):
        text = write(draw(chance))
        converted = convert_text(Path("train.py"), text, Config())
        assert converted.complete, (text, converted.left)
        is_said = any(each.fix and each.fix.safety is Safety.REVIEW for each in converted.applied)
        (originals, _), (ports, _) = run(text, ipu=False), run(converted.text, ipu=True)
        for original, ported in zip_longest(originals, joined(originals, ports)):
            assert original.kind == ported.kind, converted.text
            found.append(Pair(original, ported, is_said, converted.text))
    return tuple(found)


def of(*kinds: str) -> list[Pair]:
    return [pair for pair in pairs() if pair.original.kind in kinds]


def test_an_epoch_of_training_is_one_execution() -> None:
    slow = [pair for pair in of("fit") if pair.ported.executions != 1]
    assert len(slow) <= (1 - MOST) * NUMBER, slow[0].port


def test_batches_of_evaluations_are_at_least_half_of_the_originals() -> None:
    evaluations = of("evaluate", "validation")
    small = [
        pair
        for pair in evaluations
        if 2 * pair.ported.batch < min(pair.original.batch, len(pair.original.rows))
    ]
    assert len(small) <= (1 - MOST) * len(evaluations), small[0].port


def test_no_sample_is_lost_in_an_evaluation_or_prediction() -> None:
    for pair in of("evaluate", "predict"):
        assert pair.ported.rows[: len(pair.original.rows)] == pair.original.rows, pair.port


def test_a_validation_drops_samples_only_where_it_says_so() -> None:
    for pair in of("validation"):
        dropped = len(pair.original.rows) - len(pair.ported.rows)
        assert pair.ported.rows == pair.original.rows[: len(pair.ported.rows)], pair.port
        assert 0 <= dropped < pair.ported.batch and (pair.is_said or not dropped), pair.port
