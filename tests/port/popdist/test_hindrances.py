"""What keeps a script that uses Horovod from being ported."""

from __future__ import annotations

import pytest

from gpu2ipu.port.popdist.hindrances import hindrances
from gpu2ipu.port.popdist.outcomes import WhyLeft
from gpu2ipu.port.port import Port
from gpu2ipu.target import Target
from tests.port.proposed import script_of

HEAD = "import horovod.tensorflow.keras as hvd\nhvd.init()\nm = keras.Sequential()\n"


@pytest.mark.parametrize(
    ("code", "whys"),
    [
        ("opt = hvd.DistributedOptimizer(opt, backward_passes_per_step=1, op=hvd.Average)", []),
        ("print(hvd.size(), hvd.rank(), hvd.local_rank())", []),
        ("c = [hvd.callbacks.MetricAverageCallback()]\nc.append(hvd.callbacks.MetricAverageCallback())", []),
        ("if hvd.rank() == 0:\n    m.save('m')\nm.evaluate(x)", []),
        ("c = hvd.Compression.fp16\nopt = hvd.DistributedOptimizer(opt, compression=c)", []),
        ("c = hvd.Compression.fp16\nprint(c)", [WhyLeft.UNKNOWN]),
        ("opt = hvd.DistributedOptimizer(opt, op=hvd.Adasum)", [WhyLeft.OPTIMIZER]),
        ("opt = hvd.DistributedOptimizer(opt, backward_passes_per_step=n)", [WhyLeft.OPTIMIZER]),
        ("opt = hvd.DistributedOptimizer(opt, **options)", [WhyLeft.OPTIMIZER]),
        ("tape = hvd.DistributedGradientTape(tape)", [WhyLeft.TAPE]),
        ("state = hvd.elastic.KerasState(m)", [WhyLeft.ELASTIC]),
        ("c = [hvd.callbacks.LearningRateWarmupCallback(5, verbose=1)]", [WhyLeft.UNKNOWN]),
        ("c = [hvd.callbacks.LearningRateWarmupCallback(0.1 * hvd.size(), 5)]", []),
        ("c = [hvd.callbacks.LearningRateScheduleCallback(0.1, lambda e: 0.9**e, staircase=False)]", []),
        ("t = hvd.allreduce(t, name='t', op=hvd.Sum)", []),
        ("t = hvd.allreduce(t, op=hvd.Adasum)", [WhyLeft.UNKNOWN]),
        ("t = hvd.broadcast(t, root_rank=0, name='t')", []),
        ("m = hvd.load_model(path, custom_objects=known)", [WhyLeft.UNKNOWN]),
        ("c = hvd.callbacks.MetricAverageCallback()", [WhyLeft.UNKNOWN]),
        ("f = hvd.rank", [WhyLeft.UNKNOWN]),
        ("t = hvd.allgather(t)", []),
        ("t = hvd.allgather(t, process_set=workers)", [WhyLeft.UNKNOWN]),
        ("if hvd.rank() == 0:\n    m.predict(x)", [WhyLeft.GUARDED]),
        ("l = keras.losses.Reduction.NONE", [WhyLeft.LOSS]),
    ],
)
def test_why(code: str, whys: list[WhyLeft]) -> None:
    assert [each.why for each in hindrances(Port(script_of(HEAD + code)))] == whys


def test_imports_and_options() -> None:
    guarded = script_of("if n:\n    import horovod.keras as hvd\n    hvd.init()\n")
    assert [each.why for each in hindrances(Port(guarded))] == [WhyLeft.CONDITIONAL]
    joint = script_of("import horovod.keras as hvd, os\nhvd.init()\n")
    assert [each.why for each in hindrances(Port(joint))] == [WhyLeft.CONDITIONAL]
    pipeline = Port(script_of(HEAD), Target(stages=2, ipus=2))
    assert [each.why for each in hindrances(pipeline)] == [WhyLeft.PIPELINE]
    assert not hindrances(Port(script_of("m = keras.losses.Reduction.SUM")))
