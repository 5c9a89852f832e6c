"""Where the number of replicas is written in place of `num_replicas_in_sync`."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.port.port import Port
from gpu2ipu.port.replicas.outcomes import ReplicatedModel
from gpu2ipu.port.strategy.replica_counts import ReplicaCount, replica_counts
from gpu2ipu.target import Target
from tests.port.proposed import script_of

COUNT = "s = tf.distribute.MirroredStrategy()\nn = s.num_replicas_in_sync\n"
MODEL = "with s.scope():\n    m = keras.Sequential()\nm.compile('sgd', 'mse')\n"


@pytest.mark.parametrize(
    ("code", "replicas", "off", "found"),
    [
        (COUNT + MODEL, 2, (), ["s.num_replicas_in_sync"]),
        (COUNT + "def f(t): return t.num_replicas_in_sync * n\n" + MODEL, 4, (),
         ["s.num_replicas_in_sync", "t.num_replicas_in_sync"]),
        (COUNT + MODEL, 1, (), []),
        (COUNT + MODEL, 2, (ReplicaCount,), []),
        (COUNT + MODEL, 2, (ReplicatedModel,), []),
        (COUNT + MODEL + "m.train_on_batch(x)", 2, (), []),
        (COUNT.replace("Mirrored", "experimental.ParameterServer") + MODEL, 2, (), []),
        (COUNT.replace("s.num", "tf.distribute.get_replica_context().num") + MODEL, 2, (), []),
        ("s = ipu.ipu_strategy.IPUStrategy()\nn = s.num_replicas_in_sync\n" + MODEL, 2, (), []),
    ],
)  # fmt: skip
def test_what_is_counted(code: str, replicas: int, off: tuple[type, ...], found: list[str]) -> None:
    port = Port(script_of(code), Target(replicas=replicas, ipus=replicas), frozenset(off))
    counted = list(replica_counts(port))
    assert [ast.unparse(each.node) for each in counted] == found
    assert all(each.replicas == replicas and each.is_done for each in counted)
