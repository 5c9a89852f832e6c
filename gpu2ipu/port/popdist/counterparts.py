"""Functions of Horovod that take arguments, and the calls that do the same in a PopDist application.

Horovod's callbacks set the learning rate in each batch; an IPU sees it once an execution, so that it is set once an
epoch. Values of the host are exchanged by the SDK's own operations, of which only the mean and the sum are the same;
its `allgather` stacks the values that Horovod, and its copy in older SDKs, joins along their first dimension.
Sources: horovod/_keras/callbacks.py of Horovod 0.21 to 0.28; ipu/distributed and ipu/horovod of the SDKs.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.analysis.values.call_arguments import bound, has_unpacking
from gpu2ipu.edits import Edit, Replace
from gpu2ipu.port.code.added_imports import module_alias
from gpu2ipu.port.code.helper_functions import scheduled_rate, warm_up
from gpu2ipu.port.code.sdk_names import imported_ipu, ipu_import
from gpu2ipu.port.popdist.application import HOST_COLLECTIVES, REPLICAS
from gpu2ipu.port.popdist.outcomes import UnlikeHorovod
from gpu2ipu.port.popdist.uses import Use, uses_of
from gpu2ipu.port.port import Port
from gpu2ipu.records import record

_WARM_UP = ("initial_lr", "warmup_epochs", "momentum_correction", "steps_per_epoch", "verbose")
_SCHEDULE = ("initial_lr", "multiplier", "start_epoch", "end_epoch")
_SCHEDULE_FOR_BATCHES = ("staircase", "momentum_correction", "steps_per_epoch")
_ALLREDUCE = ("tensor", "average", "device_dense", "device_sparse", "compression", "op")
_BROADCAST = ("tensor", "root_rank", "name")
_ALLGATHER = ("tensor", "name")
# `op` of Horovod, and of the SDK's copy of it before 3.0 -> the operation of TensorFlow with its meaning
_OPERATIONS = {"Average": "MEAN", "Sum": "SUM"}


@record
class Counterpart:
    """What a call of Horovod becomes."""

    name: str  # of the function that is called
    edits: tuple[Edit, ...]
    differs: UnlikeHorovod | None = None


def counterpart(port: Port, use: Use) -> Counterpart | None:
    """Return what becomes of a call; None if this function, or this way to call it, has no counterpart."""
    make = _MAKERS.get(use.name)
    if make is None or use.call is None or has_unpacking(use.call):
        return None
    return make(port, use.call)


def _warm_up(port: Port, call: ast.Call) -> Counterpart | None:
    given = bound(call, _WARM_UP)
    if not given.keys() <= set(_WARM_UP) or not _has_rate(port, given):
        return None
    helper = warm_up(port.script, facts_of(port.script))
    parts = {name: node for name, node in given.items() if name in ("initial_lr", "warmup_epochs", "verbose")}
    epochs = "{warmup_epochs}" if "warmup_epochs" in parts else "5"
    verbose = ", verbose={verbose}" if "verbose" in parts else ""
    text = f"{helper.name}({{initial_lr}}, {epochs}, {REPLICAS}{verbose})"
    return Counterpart(
        helper.name, (*helper.edits, _written(port.script, call, text, parts)), UnlikeHorovod.EACH_EPOCH
    )


def _scheduled(port: Port, call: ast.Call) -> Counterpart | None:
    given = bound(call, (*_SCHEDULE, *_SCHEDULE_FOR_BATCHES))
    if not given.keys() <= {*_SCHEDULE, *_SCHEDULE_FOR_BATCHES} or not _has_rate(port, given):
        return None
    helper = scheduled_rate(port.script, facts_of(port.script))
    parts = {name: given[name] for name in _SCHEDULE if name in given}
    positional = ("initial_lr", "multiplier")
    texts = (f"{{{name}}}" if name in positional else f"{name}={{{name}}}" for name in parts)
    text = f"{helper.name}({', '.join(texts)})"
    return Counterpart(
        helper.name, (*helper.edits, _written(port.script, call, text, parts)), UnlikeHorovod.EACH_EPOCH
    )


def _has_rate(port: Port, given: dict[str, ast.expr]) -> bool:
    """True if a callback is told its learning rate; before 0.21 it was an option, and the last parameter."""
    rate = given.get("initial_lr")
    return rate is not None and not isinstance(facts_of(port.script).value(rate).number, int)


def _allreduce(port: Port, call: ast.Call) -> Counterpart | None:
    given = bound(call, _ALLREDUCE)
    op, average = given.get("op"), given.get("average")
    if not given.keys() <= {*_ALLREDUCE, "name"} or "tensor" not in given or (op and average):
        return None
    if average is not None and not isinstance(average, ast.Constant):
        return None
    sums = average is not None and not average.value
    operation = ast.unparse(op).rpartition(".")[2] if op else "Sum" if sums else "Average"
    if operation not in _OPERATIONS:
        return None
    parts = {"tensor": given["tensor"]}
    if HOST_COLLECTIVES.get(port.target.sdk) == "horovod":
        return _exchanged(port, call, "allreduce", f"{{tensor}}, op=horovod.{operation}", parts)
    tf, imports = module_alias(port.script, facts_of(port.script), "tensorflow", "tf")
    arguments = f"{{tensor}}, {tf}.distribute.ReduceOp.{_OPERATIONS[operation]}"
    return _exchanged(port, call, "allreduce", arguments, parts, imports)


def _broadcast(port: Port, call: ast.Call) -> Counterpart | None:
    given = bound(call, _BROADCAST)
    if not {"tensor", "root_rank"} <= given.keys() <= set(_BROADCAST):
        return None
    parts = {"tensor": given["tensor"], "root_rank": given["root_rank"]}
    return _exchanged(port, call, "broadcast", "{tensor}, {root_rank}", parts)


def _allgather(port: Port, call: ast.Call) -> Counterpart | None:
    given = bound(call, _ALLGATHER)
    if not {"tensor"} <= given.keys() <= set(_ALLGATHER):
        return None
    parts = {"tensor": given["tensor"]}
    is_only_waited_for = isinstance(next(ancestors(port.script, call)), ast.Expr)
    if is_only_waited_for or HOST_COLLECTIVES.get(port.target.sdk) == "horovod":
        return _exchanged(port, call, "allgather", "{tensor}", parts)
    tf, imports = module_alias(port.script, facts_of(port.script), "tensorflow", "tf")
    joined = f"{tf}.concat({tf}.unstack({{call}}), 0)"
    differs = UnlikeHorovod.ONE_SHAPE
    return replace(_exchanged(port, call, "allgather", "{tensor}", parts, imports, joined), differs=differs)


def _exchanged(
    port: Port,
    call: ast.Call,
    name: str,
    arguments: str,
    parts: dict[str, ast.expr],
    imports: Sequence[Edit] = (),
    text: str = "{call}",
) -> Counterpart:
    """An exchange between the instances; the file that initializes Horovod imports the SDK anyway."""
    script, facts = port.script, facts_of(port.script)
    has_import = any(use.name == "init" for use in uses_of(script)) or imported_ipu(facts)
    added = () if has_import else (ipu_import(script, facts),)
    function = f"{HOST_COLLECTIVES.get(port.target.sdk, 'ipu.distributed')}.{name}"
    edit = _written(script, call, text.format(call=f"{function}({arguments})"), parts)
    return Counterpart(function, (*imports, *added, edit))


def _load_model(port: Port, call: ast.Call) -> Counterpart | None:
    given = bound(call, ("filepath",))
    if not {"filepath"} <= given.keys() <= {"filepath", "compression"}:
        return None
    tf, imports = module_alias(port.script, facts_of(port.script), "tensorflow", "tf")
    text = f"{tf}.keras.models.load_model({{filepath}})"
    edit = _written(port.script, call, text, {"filepath": given["filepath"]})
    return Counterpart(f"{tf}.keras.models.load_model", (*imports, edit))


def _written(script: Script, call: ast.Call, text: str, parts: dict[str, ast.expr]) -> Edit:
    return Replace(script.span(call), text, tuple((name, script.span(node)) for name, node in parts.items()))


_MAKERS: dict[str, Callable[[Port, ast.Call], Counterpart | None]] = {
    "LearningRateWarmupCallback": _warm_up,
    "LearningRateScheduleCallback": _scheduled,
    "allgather": _allgather,
    "allreduce": _allreduce,
    "broadcast": _broadcast,
    "load_model": _load_model,
}
