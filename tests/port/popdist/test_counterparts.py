"""Functions of Horovod with arguments, and the learning rates of the callbacks that replace Horovod's."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gpu2ipu.analysis.library.port_helpers import SCHEDULED_RATE, WARM_UP
from gpu2ipu.config import Config
from gpu2ipu.port.popdist.counterparts import counterpart
from gpu2ipu.port.popdist.uses import uses_of
from gpu2ipu.port.port import Port
from gpu2ipu.target import Target
from tests.port.proposed import script_of

HEAD = "import horovod.tensorflow.keras as hvd\nimport tensorflow as tf\nhvd.init()\n"


def helper(template: str) -> Any:
    """The function of a template, which returns what the callback asks for the learning rate."""
    callbacks = SimpleNamespace(LearningRateScheduler=lambda schedule, *_: schedule)
    space: dict[str, Any] = {"tf": SimpleNamespace(keras=SimpleNamespace(callbacks=callbacks))}
    exec(template.format(name="helper", tf="tf"), space)
    return space["helper"]


def test_the_learning_rate_rises_to_that_of_all_replicas() -> None:
    rate = helper(WARM_UP)(0.8, 2, 4)
    assert [rate(epoch, 7.0) for epoch in range(4)] == pytest.approx([0.35, 0.65, 0.8, 7.0])
    assert helper(WARM_UP)(0.8, 0, 4)(0, 7.0) == 7.0
    assert helper(WARM_UP)(0.8, 3, 1)(0, 7.0) == pytest.approx(0.8)


def test_a_schedule_sets_the_learning_rate_in_its_epochs_only() -> None:
    rate = helper(SCHEDULED_RATE)(0.5, 0.1, 1, 3)
    assert [rate(epoch, 7.0) for epoch in range(4)] == pytest.approx([7.0, 0.05, 0.05, 7.0])
    assert helper(SCHEDULED_RATE)(1, lambda epoch: epoch, start_epoch=2)(5, 7.0) == 5.0


@pytest.mark.parametrize(
    ("code", "sdk", "name"),
    [
        ("t = hvd.allreduce(t)", "3.4", "ipu.distributed.allreduce"),
        ("t = hvd.allreduce(t)", "3.0", "ipu.distributed.host_collective_ops.allreduce"),
        ("t = hvd.allreduce(t, average=False)", "2.6", "horovod.allreduce"),
        ("t = hvd.allreduce(t, average=flag)", "3.4", None),
        ("t = hvd.allreduce(**options)", "3.4", None),
        ("t = hvd.allreduce(t, prescale_factor=2.0)", "3.4", None),
        ("t = hvd.allgather(t)", "3.4", "ipu.distributed.allgather"),
        ("hvd.allgather(t, name='t')", "3.0", "ipu.distributed.host_collective_ops.allgather"),
        ("t = hvd.allgather(t)", "2.6", "horovod.allgather"),
        ("t = hvd.allgather(name='t')", "3.4", None),
        ("n = hvd.broadcast(n, 0)", "3.4", "ipu.distributed.broadcast"),
        ("n = hvd.broadcast(n)", "3.4", None),
        ("m = hvd.load_model(path)", "3.4", "tf.keras.models.load_model"),
        ("c = hvd.callbacks.LearningRateWarmupCallback(rate, 3)", "3.4", "warm_up"),
        ("c = hvd.callbacks.LearningRateWarmupCallback(3)", "3.4", None),
        ("c = hvd.callbacks.LearningRateScheduleCallback(multiplier=0.1)", "3.4", None),
    ],
)
def test_the_function_that_is_called(code: str, sdk: str, name: str | None) -> None:
    port = Port(script_of(HEAD + code), Target.of(Config(sdk=sdk)))
    found = [counterpart(port, use) for use in uses_of(port.script) if use.name != "init"]
    assert [each.name if each else None for each in found] == [name]
