"""What keeps the models of a script on one replica."""

from __future__ import annotations

import pytest

from gpu2ipu.port.port import Port
from gpu2ipu.port.replicas.hindrances import hindrance_of
from gpu2ipu.port.replicas.outcomes import WhyOne
from gpu2ipu.target import Target
from tests.port.proposed import DATA, script_of


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("model.compile('sgd', 'mse')\nmodel.fit(x, y)", None),
        ("model.compile(optimizer, 'mse')", None),
        ("model.compile()", None),
        ("model.compile(**{'optimizer': 'sgd'})", None),
        ("model.compile(**json.load(open('o.json')))", WhyOne.OPTIMIZER),
        ("o = tf.compat.v1.train.AdamOptimizer()\nmodel.compile(o, 'mse')", WhyOne.OPTIMIZER),
        ("model.train_on_batch(x, y)", WhyOne.ON_BATCH),
        ("with tf.GradientTape() as t: pass", WhyOne.CUSTOM_LOOP),
        ("s = ipu.ipu_strategy.IPUStrategy()\ns.run(step, args=(x,))", WhyOne.CUSTOM_LOOP),
        ("c = ipu.config.IPUConfig()\nc.auto_select_ipus = int(input())", WhyOne.SELECTION),
    ],
)
def test_hindrances(code: str, why: WhyOne | None) -> None:
    assert hindrance_of(Port(script_of(DATA + code), Target(replicas=2, ipus=2))) is why
