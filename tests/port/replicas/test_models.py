"""What makes models train on several replicas."""

from __future__ import annotations

import pytest

from gpu2ipu.port.batching.outcomes import NoSplit
from gpu2ipu.port.port import Port
from gpu2ipu.port.replicas.models import replicated_models
from gpu2ipu.port.replicas.outcomes import Metrics, ReplicatedModel
from gpu2ipu.rewrite import apply
from gpu2ipu.target import Target
from tests.port.proposed import DATA, script_of

COMPILED = DATA + "model.compile('sgd', 'mse')\n"


TWO = Target(replicas=2, ipus=2)


def replicated(code: str, target: Target = TWO) -> tuple[ReplicatedModel, ...]:
    return tuple(replicated_models(Port(script_of(code), target)))


@pytest.mark.parametrize(
    ("code", "target", "metrics"),
    [
        ("model.fit(x, y)", TWO, Metrics.ALL),
        ("model.evaluate(x, y)", TWO, Metrics.ALL),
        ("model.fit(x, y)\nmodel.predict(x)", TWO, Metrics.ALL),
        ("model.predict(x)\nmodel.fit(x, y)", TWO, Metrics.PREDICTION),
        ("model.predict(x)", TWO, Metrics.NOT_USED),
        ("model.fit(x, y)", Target("3.0", replicas=2, ipus=2), Metrics.OLD_SDK),
    ],
)
def test_the_metrics_of_all_replicas_where_the_sdk_can(code: str, target: Target, metrics: Metrics) -> None:
    (change,) = replicated(COMPILED + code, target)
    assert change.metrics is metrics
    text = apply(script_of(COMPILED + code).text, change.edits)
    assert ("set_replication_options" in text) is (metrics is Metrics.ALL)
    assert ("average_over_replicas('sgd')" in text) is ("fit" in code)


def test_one_replica_is_what_a_script_has() -> None:
    assert replicated(COMPILED + "model.fit(x, y)", Target()) == ()


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("model.fit(generator(), steps_per_epoch=3)", NoSplit.UNKNOWN_INPUT),
        (
            "model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=4)\nmodel.fit(x, y)",
            NoSplit.ACCUMULATES,
        ),
        ("model.fit(x[:20], y[:20])", NoSplit.FEW_SAMPLES),
        ("model.fit(x, y)\nother = keras.Sequential([])\nother.fit(x, y)", NoSplit.NO_COMPILE),
    ],
)
def test_all_models_are_replicated_or_none(code: str, why: NoSplit) -> None:
    (change,) = replicated(COMPILED + code)
    assert (change.why, change.edits) == (why, ())
