"""Rules of pipelined models: keras/ipu/extensions and ops/pipelining_ops.py of the SDK, its pipeline_visitor.cc."""

from __future__ import annotations

from typing import Any

from . import Machine, breaks


def pipelined(machine: Machine, count: int = 4, ipus: int = 2, stages: Any = None, **options: Any) -> Any:
    """A pipelined model whose weights change once in `count` steps, which are an execution."""
    model = machine.model(ipus, stages or [0, 1], steps_per_execution=count)
    model.set_pipelining_options(count, **options)
    return model


def schedule(machine: Machine, name: str) -> Any:
    return machine.ipu.pipelining_ops.PipelineSchedule[name]


@breaks("ValueError", "is pipelined, however `gradient_accumulation_steps_per_replica` has not been set")
def no_accumulation(machine: Machine, broken: bool) -> Any:
    model = machine.model(2, [0, 1], steps_per_execution=4)
    if not broken:
        model.set_pipelining_options(4)
    return machine.fit(model, machine.x, machine.y)


@breaks(
    "ValueError",
    "Current device has 1 IPUs attached, however the current model requires a multiple of 2",
)
def too_few_ipus(machine: Machine, broken: bool) -> Any:
    return machine.fit(pipelined(machine, ipus=1 if broken else 2), machine.x, machine.y)


@breaks("ValueError", "Pipeline requires at least two computational stages")
def one_stage(machine: Machine, broken: bool) -> Any:
    return machine.fit(pipelined(machine, stages=[0, 0] if broken else [0, 1]), machine.rows(16))


@breaks("ValueError", "Each stage must be mapped to an IPU: 1 mappings != 2 stages")
def a_stage_without_an_ipu(machine: Machine, broken: bool) -> Any:
    return machine.fit(pipelined(machine, device_mapping=[0] if broken else [0, 0]), machine.rows(16))


@breaks(
    "NotImplementedError",
    "'Interleaved' does not currently support multiple pipeline stages on the same",
)
def interleaved_on_one_ipu(machine: Machine, broken: bool) -> Any:
    mapping, interleaved = [0, 0] if broken else [0, 1], schedule(machine, "Interleaved")
    model = pipelined(machine, device_mapping=mapping, pipeline_schedule=interleaved)
    return machine.fit(model, machine.rows(16))


@breaks("TypeError", "is not a member of the PipelineSchedule enumeration")
def a_schedule_by_name(machine: Machine, broken: bool) -> Any:
    wanted = "Sequential" if broken else schedule(machine, "Sequential")
    return machine.fit(pipelined(machine, pipeline_schedule=wanted), machine.x, machine.y)


@breaks("ValueError", "list or a tuple of PipelineStageOptions objects of length 2")
def options_for_some_stages(machine: Machine, broken: bool) -> Any:
    given = [machine.ipu.pipelining_ops.PipelineStageOptions()] * (1 if broken else 2)
    model = pipelined(machine, forward_propagation_stages_poplar_options=given)
    return machine.fit(model, machine.x, machine.y)


@breaks("FailedPreconditionError", "must be a multiple of 4, but it is 2. This number might be called")
def half_a_pipeline(machine: Machine, broken: bool) -> Any:
    return machine.fit(pipelined(machine, 2 if broken else 4), machine.x, machine.y)


@breaks("FailedPreconditionError", "must be a multiple of 2, but it is 1. This number might be called")
def a_single_prediction(machine: Machine, broken: bool) -> Any:
    return pipelined(machine, 1 if broken else 2).predict(machine.x, batch_size=2, verbose=0)


@breaks("FailedPreconditionError", "must be at least 6, but it is 4")
def too_short_for_io_tiles(machine: Machine, broken: bool) -> Any:
    model = pipelined(machine, 4 if broken else 6)
    config = machine.ipu.config.IPUConfig()
    config.auto_select_ipus = 2
    config.io_tiles.num_io_tiles = 32
    config.configure_ipu_system()
    return machine.fit(model, machine.rows(12), steps_per_epoch=4 if broken else 6)


@breaks("ValueError", "needs to be assigned to the 0th pipeline stage")
def from_the_second_stage(machine: Machine, broken: bool) -> Any:
    return machine.fit(pipelined(machine, stages=[1, 1] if broken else [0, 1]), machine.x, machine.y)


@breaks("ValueError", "All layers of a pipelined model must have an associated pipeline stage")
def a_forgotten_layer(machine: Machine, broken: bool) -> Any:
    layers, stage = machine.keras.layers, machine.keras.ipu.PipelineStage
    with machine.strategy(2).scope():
        inputs = machine.keras.Input((3,))
        with stage(0):
            x = layers.Dense(4)(inputs)
        if broken:
            x = layers.Flatten()(x)
        with stage(1):
            model = machine.known(machine.keras.Model(inputs, layers.Dense(1)(x)))
        model.compile("sgd", "mse", steps_per_execution=2)
    return model.predict(machine.x, batch_size=2, verbose=0)


@breaks("RuntimeError", "All stages in a pipeline must have at lease one layer assigned")
def a_stage_without_a_layer(machine: Machine, broken: bool) -> Any:
    layers = machine.keras.layers
    with machine.strategy(4).scope():
        inputs = machine.keras.Input((3,))
        model = machine.known(machine.keras.Model(inputs, layers.Dense(1)(layers.Dense(4)(inputs))))
        assignments = model.get_pipeline_stage_assignment()
        assignments[0].pipeline_stage, assignments[1].pipeline_stage = 0, 2 if broken else 1
        model.set_pipeline_stage_assignment(assignments)
        model.compile("sgd", "mse", steps_per_execution=2)
    return model.predict(machine.x, batch_size=2, verbose=0)


@breaks("UnimplementedError", "an input can only be used by pipeline stages on the same IPU")
def a_layer_on_two_ipus(machine: Machine, broken: bool) -> Any:
    stage = machine.keras.ipu.PipelineStage
    with machine.strategy(2).scope():
        inputs = machine.keras.Input((3,))
        layer = machine.keras.layers.Dense(3)
        with stage(0):
            x = layer(inputs)
        with stage(1):
            model = machine.known(machine.keras.Model(inputs, layer(x)))
        model.set_pipelining_options(device_mapping=[0, 1] if broken else [0, 0])
        model.compile("sgd", "mse", steps_per_execution=2)
    return model.predict(machine.x, batch_size=2, verbose=0)
