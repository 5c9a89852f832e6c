"""Optimizers of a replicated script that take the sum of the gradients of all replicas."""

from __future__ import annotations

import pytest

from gpu2ipu.port.port import Port
from gpu2ipu.port.replicas.summed_gradients import summed_over_replicas
from tests.port.proposed import DATA, script_of

CONFIG = "c = ipu.config.IPUConfig()\nc.auto_select_ipus = {}\n"


@pytest.mark.parametrize(
    ("code", "ipus", "replicas"),
    [
        ("model.compile('sgd', 'mse')\nmodel.fit(x, y)", 2, 2),
        ("model.compile(loss='mse')\nmodel.fit(x, y)", 2, None),  # RMSprop takes either
        ("model.compile(keras.optimizers.Adam(1e-3, clipnorm=1.0), 'mse')\nmodel.fit(x, y)", 2, 2),
        ("model.compile('adam', 'mse')\nmodel.fit(x, y)", 2, None),
        ("model.compile(keras.optimizers.SGD(0.1), 'mse')\nmodel.fit(x, y)", 4, 4),
        ("model.compile('sgd', 'mse')\nmodel.fit(x, y)", 1, None),
        ("model.compile('sgd', 'mse')\nmodel.evaluate(x, y)", 2, None),  # nothing is added up
        ("model.compile(keras.optimizers.SGD(0.1 / 2), 'mse')\nmodel.fit(x, y)", 2, None),
        ("model.compile(keras.optimizers.SGD(gradient_aggregator=f), 'mse')\nmodel.fit(x, y)", 2, None),
        (
            "model.compile('sgd', 'mse')\nmodel.optimizer.gradient_transformers = [f]\nmodel.fit(x, y)",
            2,
            None,
        ),
        ("model.compile(unknown, 'mse')\nmodel.fit(x, y)", 2, None),
        (
            "model.set_pipeline_stage_assignment([0, 1])\nmodel.compile('sgd', 'mse')\nmodel.fit(x, y)",
            2,
            None,
        ),
    ],
)
def test_summed_gradients(code: str, ipus: int, replicas: int | None) -> None:
    found = list(summed_over_replicas(Port(script_of(CONFIG.format(ipus) + DATA + code))))
    assert [each.replicas for each in found] == ([] if replicas is None else [replicas])
    assert all(each.edits for each in found)
