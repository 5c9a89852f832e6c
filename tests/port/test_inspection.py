"""Which trainings get a callback that inspects layers."""

from __future__ import annotations

import pytest

from gpu2ipu.port.inspection import uninspected_trainings
from gpu2ipu.port.port import Port
from gpu2ipu.target import Target
from tests.port.proposed import DATA, script_of

ASKED = ("hidden", "logits")


def found(code: str, layers: tuple[str, ...] = ASKED) -> list[bool]:
    port = Port(script_of(DATA + "model.compile('sgd', 'mse')\n" + code), Target(inspected=layers))
    return [each.is_done for each in uninspected_trainings(port)]


@pytest.mark.parametrize(
    ("code", "done"),
    [
        ("model.fit(x, y)", [True]),
        ("model.fit(x, y)\nmodel.fit(x, y, callbacks=[stop])", [True, True]),
        ("model.fit(x, y, callbacks=given())", [True]),
        ("model.evaluate(x, y)", [False]),
        ("", [False]),
    ],
)
def test_trainings(code: str, done: list[bool]) -> None:
    assert found(code) == done
    assert not found(code, ())
