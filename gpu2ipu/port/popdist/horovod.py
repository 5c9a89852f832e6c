"""Horovod becomes PopDist: `poprun` starts the processes, and a PopDistStrategy shares their gradients.

A process of Horovod is an instance with one replica. Horovod averages gradients, and so does the strategy: Keras
divides losses by its `num_replicas_in_sync`, all replicas, and it adds up their gradients; so learning rates mean the
same. It starts variables with the values of instance 0, and reads metrics as those of all replicas. All instances run
one program, so that each of them has to train, evaluate and predict when the others do.
Sources: tensorflow/python/ipu/distributed/popdist_strategy.py of the SDK; horovod/_keras/__init__.py; the PopDist and
PopRun User Guide.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors, assigned_pairs, statement_of
from gpu2ipu.analysis.values.call_arguments import argument
from gpu2ipu.edits import Edit, Remove, RemoveArgument, RemoveElement, Replace
from gpu2ipu.port.code.unwrapped_call import unwrapped
from gpu2ipu.port.popdist.application import (
    INDEX,
    INSTANCES,
    POPDIST_IMPORTS,
    REPLICAS,
    sdk_imports,
    set_up_lines,
)
from gpu2ipu.port.popdist.counterparts import counterpart
from gpu2ipu.port.popdist.hindrances import compression_of, hindrances, is_option
from gpu2ipu.port.popdist.outcomes import HorovodUse, PopDistSetUp, UnlikeHorovod
from gpu2ipu.port.popdist.uses import Use, imports_of, uses_of
from gpu2ipu.port.port import Port

_REMOVED = (
    "BroadcastGlobalVariablesCallback",
    "MetricAverageCallback",
    "broadcast_variables",
    "broadcast_global_variables",
    "shutdown",
)
# An argument of `compile` that examples of Horovod give, and Keras has dropped.
_FOR_HOROVOD = "experimental_run_tf_function"


def horovod_uses(port: Port) -> Iterator[HorovodUse | PopDistSetUp]:
    """Yield what becomes of all that a file uses of Horovod: of everything, or of nothing."""
    script = port.script
    left = hindrances(port)
    if left:
        yield from left
        return
    setting_up = [use for use in uses_of(script) if use.name == "init"]
    for use in uses_of(script):
        if setting_up and use is setting_up[0]:
            yield PopDistSetUp(use.node, edits=(*_imports(port), *_set_up(port, use), *_dropped(script)))
        elif use.call is None and is_option(script, use.node):
            continue  # how gradients travel, and how values are reduced
        elif use.name == "init":
            yield HorovodUse(use.node, "init", edits=(Remove(script.span(statement_of(script, use.node))),))
        else:
            yield _becomes(port, use, () if setting_up else _imports(port))


def _becomes(port: Port, use: Use, imports: tuple[Edit, ...]) -> HorovodUse:
    script = port.script
    if (statement := compression_of(script, use)) is not None:
        edit: Edit = Remove(script.span(statement), with_comments=True)
        return HorovodUse(use.node, use.path, edits=(*imports, edit))
    if use.name in _REMOVED:
        return HorovodUse(use.node, use.name, edits=(*imports, _removal(script, use)))
    if use.call is not None and use.name == "DistributedOptimizer":
        optimizer = argument(use.call, 0, "optimizer")
        assert optimizer is not None
        edit = unwrapped(script, use.call, optimizer)
        return HorovodUse(use.node, use.name, "the optimizer itself", edits=(*imports, edit))
    if (new := counterpart(port, use)) is not None:
        return HorovodUse(use.node, use.name, new.name, differs=new.differs, edits=(*imports, *new.edits))
    counts = INSTANCES if _counts_instances(script, use.node) else REPLICAS
    number = counts if use.name == "size" else INDEX
    edit = Replace(script.span(use.node), number)
    is_of_host = use.name == "local_rank" and not _sets_up_gpus(script, use.node)
    differs = UnlikeHorovod.OVER_HOSTS if is_of_host else None
    return HorovodUse(use.node, use.name, number, differs=differs, edits=(*imports, edit))


def _sets_up_gpus(script: Script, node: ast.expr) -> bool:
    """True if something is an argument of a call about devices, which is not in the port."""
    names = facts_of(script).qualified
    calls = (outer for outer in ancestors(script, node) if isinstance(outer, ast.Call))
    return any(names.get(call, "").startswith("tensorflow.config.") for call in calls)


def _counts_instances(script: Script, node: ast.expr) -> bool:
    """True if a number of processes shares out data or steps, of which an instance has as many as all its replicas."""
    inner: ast.AST = node
    for outer in ancestors(script, node):
        if isinstance(outer, ast.Call) and getattr(outer.func, "attr", "") == "shard":
            return True
        if isinstance(outer, ast.Subscript) and inner is outer.slice:
            return True
        if isinstance(outer, ast.BinOp) and isinstance(outer.op, (ast.FloorDiv, ast.Div)):
            return inner is outer.right and not _is_of_epochs(script, outer)
        if isinstance(outer, ast.stmt):
            return False
        inner = outer
    return False


def _is_of_epochs(script: Script, node: ast.expr) -> bool:
    """True if an expression is given to something that has epochs in its name, and no steps."""
    names: list[str] = []
    for outer in ancestors(script, node):
        if isinstance(outer, ast.keyword):
            names.append(outer.arg or "")
        elif isinstance(outer, (ast.Assign, ast.AnnAssign)):
            names += (ast.unparse(target) for target, _ in assigned_pairs(outer))
        if isinstance(outer, ast.stmt):
            break
    return any("epoch" in name.lower() and not re.search("step|batch", name.lower()) for name in names)


def _removal(script: Script, use: Use) -> Edit:
    """The edit that takes out a statement, or an element of a list."""
    holder = next(ancestors(script, use.node))
    if isinstance(holder, ast.List):
        return RemoveElement(script.span(holder), script.span(use.node))
    return Remove(script.span(statement_of(script, use.node)), with_comments=True)


def _imports(port: Port) -> tuple[Edit, ...]:
    """The edits that import PopDist in place of Horovod."""
    script = port.script
    first, *others = imports_of(script)
    return (
        Replace(script.span(first), POPDIST_IMPORTS),
        *(Remove(script.span(each)) for each in others),
    )


def _set_up(port: Port, use: Use) -> tuple[Edit, ...]:
    """The edits that configure the IPUs of an instance, and make the strategy, where Horovod is initialized."""
    script, where = port.script, statement_of(port.script, use.node)
    lines = set_up_lines(port, fresh_name(script, "strategy", "ipu_strategy"))
    return sdk_imports(port, script), Replace(script.span(where), lines)


def _dropped(script: Script) -> Iterator[Edit]:
    for call in facts_of(script).compile_calls:
        if any(keyword.arg == _FOR_HOROVOD for keyword in call.node.keywords):
            yield RemoveArgument(script.span(call.node), _FOR_HOROVOD)
