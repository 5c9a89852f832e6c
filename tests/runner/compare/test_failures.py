"""What is said of the calls before a failure, from records made by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gpu2ipu.runner.compare.failures import before_failure
from gpu2ipu.runner.compare.record import Call, Record
from gpu2ipu.runner.compare.tolerance import Tolerance

from .records import LOSSES, evaluate, fit, predict, record

BROKEN = replace(predict(), done=False, failed="ValueError: no")


def ended(*calls: Call, exception: str | None = None) -> Record:
    return replace(record(*calls), exception=exception, end=None if exception is None else 1)


@pytest.mark.parametrize(
    ("original", "port", "failed", "sentence"),
    [
        (
            ended(fit(), evaluate(), BROKEN, exception="KeyError: 'a'"),
            ended(fit(), evaluate(), BROKEN, exception="KeyError: 'a'"),
            ("original", "port"),
            "original and port agree up to call 2; then both fail alike, with KeyError: 'a'",
        ),
        (
            ended(fit(), exception="KeyError: 'a'"),
            ended(fit(), BROKEN, exception="ValueError: no"),
            ("original", "port"),
            "original and port agree up to call 1; then both fail, but not alike",
        ),
        (
            ended(
                fit(), exception="E: not 1 [[{{node a/b}}]] [Op:__inference_f_9]\n\nFunction call stack:\nf"
            ),
            ended(fit(), BROKEN, exception="E: not 1\n\t [[{{node while/a}}]]"),
            ("original", "port"),
            "original and port agree up to call 1; then both fail alike, with E: not 1",
        ),
        (
            ended(fit(), exception="E: shape (None, 8)"),
            ended(fit(), BROKEN, exception="E: shape (32, 8)"),
            ("original", "port"),
            "original and port agree up to call 1; then both fail alike, with E: shape (None, 8)",
        ),
        (
            ended(fit(), evaluate(), predict()),
            ended(fit(), evaluate(), BROKEN, exception="ValueError: no"),
            ("port",),
            "original and port agree up to call 2; then the port alone fails",
        ),
        (
            ended(fit(losses=tuple(2 * loss for loss in LOSSES)), evaluate()),
            ended(fit(), BROKEN, exception="ValueError: no"),
            ("port",),
            "original and port differ in call 1; after call 1 the port alone fails",
        ),
        (
            ended(fit()),
            ended(exception="ImportError: b"),
            ("port",),
            "nothing was compared: the port alone fails",
        ),
        (ended(), ended(fit()), ("original",), "nothing was compared: the original alone fails"),
    ],
)
def test_before_failure(original: Record, port: Record, failed: Any, sentence: str) -> None:
    found = before_failure(original, port, Tolerance(), "simulator", failed)
    assert (found.verdict, found.notes[0]) == ("error", sentence)
    assert all(call.original and call.port and call.original.done and call.port.done for call in found.calls)
