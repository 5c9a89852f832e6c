"""Why a script for several workers is left; whole scripts are in `tests/rules/cases/IPU513`."""

from __future__ import annotations

import pytest

from gpu2ipu.port.popdist.multi_worker import why_left, worker_outcomes, worker_strategies
from gpu2ipu.port.popdist.outcomes import SharedBatch, WhyWorkersLeft
from gpu2ipu.port.port import Port
from tests.port.proposed import script_of

HEAD = "s = tf.distribute.MultiWorkerMirroredStrategy()\nm = keras.Sequential()\nm.compile('sgd')\n"
DATA = "d = tf.data.Dataset.range(64)\n"


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (DATA + "m.fit(d.batch(8))", None),
        ("m.fit(x, y)", None),
        ("m.fit(x, y, validation_split=0.1)", WhyWorkersLeft.DATA),
        (DATA + "m.fit(d.padded_batch(8))", WhyWorkersLeft.DATA),
        ("m.fit(*data)", WhyWorkersLeft.DATA),
        ("m.save('m')", WhyWorkersLeft.DATA),
        ("m.fit(x, y)\ns.run(f)", WhyWorkersLeft.LOOP),
        ("with tf.GradientTape() as t: m(x)", WhyWorkersLeft.LOOP),
        ("t = tf.distribute.MirroredStrategy()\nm.fit(x, y)", WhyWorkersLeft.STRATEGY),
    ],
)
def test_why(code: str, why: WhyWorkersLeft | None) -> None:
    assert why_left(Port(script_of(HEAD + code))) is why


def test_a_batch_that_two_trainings_take_is_shared_out_once() -> None:
    port = Port(script_of(HEAD + DATA + "d = d.batch(8)\nm.fit(d)\nm.fit(d)\n"))
    assert len(worker_strategies(port.script)) == 1
    assert [type(each) for each in worker_outcomes(port)].count(SharedBatch) == 1


def test_other_strategies_are_none_for_workers() -> None:
    assert not list(worker_outcomes(Port(script_of("s = tf.distribute.MirroredStrategy()\n"))))
