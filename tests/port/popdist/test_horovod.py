"""What Horovod becomes: which number of processes is meant; whole scripts are in `tests/rules/cases/IPU509`."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.port.popdist.horovod import horovod_uses
from gpu2ipu.port.popdist.outcomes import HorovodUse, PopDistSetUp, UnlikeHorovod
from gpu2ipu.port.port import Port
from tests.port.proposed import script_of

HEAD = "import horovod.tensorflow.keras as hvd\nhvd.init()\n"
INSTANCES, REPLICAS = "popdist.getNumInstances()", "popdist.getNumTotalReplicas()"


@pytest.mark.parametrize(
    ("code", "counterparts"),
    [
        ("rate = 0.1 * hvd.size()", [REPLICAS]),
        ("batch = 64 * hvd.size()", [REPLICAS]),
        ("d = d.shard(num_shards=hvd.size(), index=0)", [INSTANCES]),
        ("x = x[0 :: hvd.size()]", [INSTANCES]),
        ("m.fit(x, steps_per_epoch=500 // hvd.size(), epochs=12 // hvd.size())", [INSTANCES, REPLICAS]),
        ("epochs = int(math.ceil(12 / hvd.size()))", [REPLICAS]),
        ("steps: int = n // (64 * hvd.size())", [INSTANCES]),
        ("n = hvd.rank()", ["popdist.getInstanceIndex()"]),
    ],
)
def test_counterparts(code: str, counterparts: list[str]) -> None:
    _, *uses = horovod_uses(Port(script_of(HEAD + code)))
    assert [use.counterpart for use in uses if isinstance(use, HorovodUse)] == counterparts


def test_a_local_rank_is_another_one_on_several_hosts_but_for_gpus() -> None:
    code = "tf.config.set_visible_devices(gpus[hvd.local_rank()], 'GPU')\nn = hvd.local_rank()"
    _, *uses = horovod_uses(Port(script_of(HEAD + code)))
    assert [use.differs for use in uses if isinstance(use, HorovodUse)] == [None, UnlikeHorovod.OVER_HOSTS]


def test_horovod_is_initialized_once() -> None:
    first, second, *_ = horovod_uses(Port(script_of(HEAD + "hvd.init()\n")))
    assert isinstance(first, PopDistSetUp) and isinstance(second, HorovodUse)
    assert ast.unparse(second.node) == "hvd.init()" and second.edits


def test_how_gradients_travel_is_no_matter_of_a_port() -> None:
    code = "c = hvd.Compression.fp16\nopt = hvd.DistributedOptimizer(opt, op=hvd.Average, compression=c)"
    _, chosen, optimizer = horovod_uses(Port(script_of(HEAD + code)))
    assert isinstance(chosen, HorovodUse) and isinstance(optimizer, HorovodUse)
    assert (chosen.name, chosen.counterpart, len(chosen.edits)) == ("Compression.fp16", "", 1)
    assert optimizer.name == "DistributedOptimizer"
