"""What keeps a script that uses Horovod from being ported: all of it is ported, or nothing.

It also knows what is judged with something else: the options of an optimizer, and how gradients are compressed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library.keras import FEEDING
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors, statement_of
from gpu2ipu.analysis.values.call_arguments import argument
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.port.popdist.counterparts import counterpart
from gpu2ipu.port.popdist.outcomes import HorovodUse, WhyLeft
from gpu2ipu.port.popdist.uses import Use, imports_of, uses_of
from gpu2ipu.port.port import Port

_NUMBERS = ("size", "rank", "local_rank")
_ALONE = ("init", "broadcast_variables", "broadcast_global_variables", "shutdown")  # statements of their own
_IN_LISTS = ("BroadcastGlobalVariablesCallback", "MetricAverageCallback")
_WITH_OPTIONS = (
    "DistributedOptimizer",
    "allreduce",
    "load_model",
)  # take `hvd.Compression.fp16`, `hvd.Average`
# Arguments of DistributedOptimizer that say how gradients travel, which is no matter of the script on IPUs, ...
_TRANSPORT = (
    *("name", "device_dense", "device_sparse", "compression", "sparse_as_dense", "num_groups", "groups"),
    *("average_aggregated_gradients", "optimizer"),
)
_SINGLE = "backward_passes_per_step"  # ... and how many batches an update takes
_NOT_AVERAGED = ("SUM", "NONE")  # reductions of losses, which Keras does not divide by the number of replicas


@once
def hindrances(port: Port) -> tuple[HorovodUse, ...]:
    """Return all that has no counterpart in PopDist, or would mean something else, in order."""
    script = port.script
    imports, uses = imports_of(script), uses_of(script)
    found: list[HorovodUse] = []
    if any(statement not in script.tree.body or _imports_more(statement) for statement in imports):
        found.append(HorovodUse(imports[0], "", why=WhyLeft.CONDITIONAL))
    for use in uses:
        why = _why(port, use)
        if why is not None:
            found.append(HorovodUse(use.node, use.path or ast.unparse(use.node), why=why))
    if port.target.stages > 1 and imports:
        found.append(HorovodUse(imports[0], "", why=WhyLeft.PIPELINE))
    found += _of_models(script, uses)
    return tuple(found)


def _imports_more(statement: ast.Import | ast.ImportFrom) -> bool:
    return isinstance(statement, ast.Import) and len(statement.names) > 1


def _why(port: Port, use: Use) -> WhyLeft | None:
    """Why one thing that is read of Horovod cannot be replaced."""
    script = port.script
    if "elastic" in use.path.split("."):
        return WhyLeft.ELASTIC
    if use.name == "DistributedGradientTape":
        return WhyLeft.TAPE
    if use.call is None:
        return None if is_option(script, use.node) or compression_of(script, use) else WhyLeft.UNKNOWN
    if use.name == "DistributedOptimizer":
        return None if _averages(script, use.call) else WhyLeft.OPTIMIZER
    statement = statement_of(script, use.node)
    stands_alone = isinstance(statement, ast.Expr) and statement.value is use.node
    if use.name in _ALONE:
        return None if stands_alone else WhyLeft.UNKNOWN
    if use.name in _IN_LISTS:
        holder = next(ancestors(script, use.node))
        is_appended = (
            isinstance(holder, ast.Call)
            and isinstance(holder.func, ast.Attribute)
            and holder.func.attr == "append"
        )
        is_statement = is_appended and isinstance(statement, ast.Expr) and statement.value is holder
        return None if isinstance(holder, ast.List) or is_statement else WhyLeft.UNKNOWN
    return None if use.name in _NUMBERS or counterpart(port, use) else WhyLeft.UNKNOWN


def is_option(script: Script, node: ast.AST) -> bool:
    """True if a node is in an argument of a call of Horovod that takes its options, with which it is judged."""
    calls = {other.node for other in uses_of(script) if other.name in _WITH_OPTIONS}
    return any(outer in calls for outer in ancestors(script, node))


def compression_of(script: Script, use: Use) -> ast.Assign | None:
    """Return the statement that chooses how gradients are compressed, if nothing but an optimizer reads that."""
    statement = statement_of(script, use.node)
    if "Compression" not in use.path.split(".") or not isinstance(statement, ast.Assign):
        return None
    variable = bindings_of(script).variable(statement.targets[0])
    if len(statement.targets) > 1 or variable is None or len(variable.bindings) > 1:
        return None
    return statement if all(is_option(script, read) for read in variable.reads) else None


def _averages(script: Script, call: ast.Call) -> bool:
    """True if an optimizer takes the mean of the gradients of all processes, once a batch."""
    if argument(call, 0, "optimizer") is None or len(call.args) > 1:
        return False
    facts = facts_of(script)
    for keyword in call.keywords:
        if keyword.arg == "op":
            if ast.unparse(keyword.value).rpartition(".")[2] != "Average":
                return False
        elif keyword.arg == _SINGLE:
            if facts.value(keyword.value).number != 1:
                return False
        elif keyword.arg not in _TRANSPORT:
            return False
    return True


def _of_models(script: Script, uses: tuple[Use, ...]) -> Iterator[HorovodUse]:
    """What the script does with its models that would mean something else with PopDist."""
    facts = facts_of(script)
    if not uses:
        return
    guards = {use.node for use in uses if use.name in ("rank", "local_rank")}
    for call in {call.node: call for call in facts.method_calls if call.method in FEEDING}.values():
        if isinstance(call.receiver, KerasModel) and _is_guarded(script, call.node, guards):
            yield HorovodUse(call.node, call.method, why=WhyLeft.GUARDED)
    for node in script.nodes:
        is_reduction = isinstance(node, ast.Attribute) and ast.unparse(node.value).endswith("Reduction")
        if isinstance(node, ast.Attribute) and is_reduction and node.attr in _NOT_AVERAGED:
            yield HorovodUse(node, ast.unparse(node), why=WhyLeft.LOSS)


def _is_guarded(script: Script, call: ast.Call, guards: set[ast.expr]) -> bool:
    """True if a call is in the branch of an `if` that asks for the rank of the process."""
    return any(
        isinstance(outer, ast.If) and any(node in guards for node in ast.walk(outer.test))
        for outer in ancestors(script, call)
    )
