"""Several workers become instances: a PopDistStrategy replaces a MultiWorkerMirroredStrategy.

Both count the replicas of all processes, and both make Keras take the mean of a loss over them, so that learning rates
and `num_replicas_in_sync` keep their meaning. `fit` of the replaced strategy splits each global batch and shares out
the data by itself (AutoShardPolicy); for an instance the script does it: `shard` right before `batch`, as that policy
does, and the batch of a replica.
Sources: tensorflow/python/distribute/collective_all_reduce_strategy.py, input_lib.py; ipu/distributed of the SDK.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.fit_calls import DEFAULT_BATCH, FitCall, fit_calls_of
from gpu2ipu.analysis.library.keras import TAPE
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import statement_of
from gpu2ipu.analysis.values.data import Dataset
from gpu2ipu.edits import Edit, Replace
from gpu2ipu.port.code.call_arguments import rewritten, set_argument_of
from gpu2ipu.port.code.expression_text import operand_text
from gpu2ipu.port.popdist.application import INDEX, INSTANCES, REPLICAS, sdk_imports, set_up_lines
from gpu2ipu.port.popdist.cluster import cluster_of
from gpu2ipu.port.popdist.outcomes import SharedBatch, WhyWorkersLeft, WorkerCluster, WorkerStrategy
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.distribution_strategies import other_strategies, strategy_class

_CLASSES = ("MultiWorkerMirroredStrategy", "experimental.MultiWorkerMirroredStrategy")
_OF_LOOPS = ("experimental_distribute_dataset", "distribute_datasets_from_function", "run")


def worker_strategies(script: Script) -> list[ast.Call]:
    """Return the calls that make a strategy for several workers."""
    facts = facts_of(script)
    return [node for node in other_strategies(facts) if strategy_class(facts, node) in _CLASSES]


def worker_outcomes(port: Port) -> Iterator[WorkerStrategy | WorkerCluster | SharedBatch]:
    """Yield what becomes of a script for several workers: of everything, or of nothing."""
    script = port.script
    made = worker_strategies(script)
    if not made:
        return
    name, why = strategy_class(facts_of(script), made[0]), why_left(port)
    if why is not None:
        yield WorkerStrategy(made[0], name, why)
        return
    (call,) = made
    statement = statement_of(script, call)
    assert isinstance(statement, ast.Assign)
    target = ast.unparse(statement.targets[0])
    lines = Replace(script.span(statement), set_up_lines(port, target))
    yield WorkerStrategy(
        call, name, edits=(sdk_imports(port, script.file_of(call), with_popdist=True), lines)
    )
    yield from cluster_of(script).outcomes
    yield from _shared_batches(script)


@once
def why_left(port: Port) -> WhyWorkersLeft | None:
    """Return why a script for several workers is not ported, if there is a reason."""
    script, facts = port.script, facts_of(port.script)
    made = worker_strategies(script)
    statement = statement_of(script, made[0])
    is_named = (
        isinstance(statement, ast.Assign) and statement.value is made[0] and len(statement.targets) == 1
    )
    if len(other_strategies(facts)) > 1 or not is_named or facts.has_strategy:
        return WhyWorkersLeft.STRATEGY
    attributes = {node.attr for node in script.nodes if isinstance(node, ast.Attribute)}
    if TAPE in facts.qualified.values() or attributes.intersection(_OF_LOOPS):
        return WhyWorkersLeft.LOOP
    if port.target.stages > 1:
        return WhyWorkersLeft.PIPELINE
    if cluster_of(script).unknown:
        return WhyWorkersLeft.CLUSTER
    fits = [call for call in fit_calls_of(script) if call.method == "fit"]
    return None if fits and all(map(_is_known, fits)) else WhyWorkersLeft.DATA


def _is_known(fit_call: FitCall) -> bool:
    """True if the batches of a training are made by calls of `batch`, or by `fit` from arrays."""
    if fit_call.opaque or fit_call.is_ambiguous:
        return False
    value = fit_call.value("x")
    if isinstance(value, Dataset):
        return bool(value.origins) and all(_batches(each) is not None for each in value.origins)
    return bool(fit_call.row_arguments()) and not fit_call.given("validation_split")


def _batches(origin: ast.AST) -> tuple[ast.expr, ast.expr] | None:
    """The dataset and the size of a call of `batch`."""
    if not (isinstance(origin, ast.Call) and isinstance(origin.func, ast.Attribute) and origin.args):
        return None
    return (origin.func.value, origin.args[0]) if origin.func.attr == "batch" else None


def _shared_batches(script: Script) -> Iterator[SharedBatch]:
    """Yield the batches of all trainings: each instance takes its share of the data, a replica its share of a batch."""
    seen: set[ast.AST] = set()
    for fit_call in fit_calls_of(script):
        value = fit_call.value("x")
        if fit_call.method != "fit":
            continue
        if not isinstance(value, Dataset):
            yield SharedBatch(fit_call.node, edits=tuple(_of_arrays(script, fit_call)))
            continue
        for origin in sorted(value.origins - seen, key=lambda node: getattr(node, "lineno", 0)):
            found = _batches(origin)
            if found is not None and isinstance(origin, ast.Call):
                yield SharedBatch(origin, edits=(_sharded(script, found[0]), _divided(script, found[1])))
        seen |= value.origins


def _sharded(script: Script, dataset: ast.expr) -> Edit:
    span = script.span(dataset)
    return Replace(span, f"{{dataset}}.shard({INSTANCES}, {INDEX})", (("dataset", span),))


def _divided(script: Script, size: ast.expr) -> Edit:
    span = script.span(size)
    is_operand = isinstance(size, (ast.Name, ast.Constant, ast.Attribute, ast.Call, ast.Subscript))
    is_product = isinstance(size, ast.BinOp) and isinstance(size.op, ast.Mult)
    hole = "{size}" if is_operand or is_product else "({size})"
    return Replace(span, f"{hole} // {REPLICAS}", (("size", span),))


def _of_arrays(script: Script, fit_call: FitCall) -> Iterator[Edit]:
    for name in fit_call.row_arguments():
        node = fit_call.arguments[name]
        yield rewritten(script, fit_call.facts, node, f"{{item}}[{INDEX}::{INSTANCES}]")
    size = fit_call.arguments.get("batch_size") if fit_call.given("batch_size") else None
    text = operand_text(script, size) if size is not None else str(DEFAULT_BATCH)
    yield set_argument_of(script, fit_call, "batch_size", f"{text} // {REPLICAS}")
