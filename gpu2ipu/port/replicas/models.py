"""Replicated models: what makes each of them train on several replicas as it did on one.

The SDK adds up the gradients of all replicas: `apply_gradients` in keras/optimizer_v2/optimizer_v2.py, before gradients
are clipped. Metrics are those of one replica, unless an option of SDK 3.1 reduces them, which it also does with
predictions, and does not in pipelines: keras/ipu/extensions/extensions_base.py.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts, MethodCall, first_of
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.batch_metrics import metrics_that_are_no_means
from gpu2ipu.analysis.keras.compile_statements import compile_statement
from gpu2ipu.analysis.keras.selected_ipus import REPLICATION_SETTER, given_replicas
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.library_objects import constructions_of
from gpu2ipu.edits import AddArgument, Edit
from gpu2ipu.port.batching.micro_batches import replicated_target, why_one_replica
from gpu2ipu.port.code.call_arguments import rewritten
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.code.helper_functions import average_over_replicas
from gpu2ipu.port.pipeline.pipelines import target_of
from gpu2ipu.port.pipeline.pipelining_options import setting
from gpu2ipu.port.pipeline.selected_ipus import more_ipus
from gpu2ipu.port.port import Port
from gpu2ipu.port.replicas.outcomes import Metrics, ReplicatedModel, WhyOne
from gpu2ipu.port.replicas.predictions import without_reduction

_MEAN = {"replicated_metric_reduction_method": '"mean"'}
_WITHOUT_REDUCTION = ("2.5", "2.6", "3.0")
_DEFAULT = ast.Constant("rmsprop")  # the optimizer of `compile`: keras/engine/training.py


def replicated_models(port: Port) -> Iterator[ReplicatedModel]:
    """Yield what becomes of the models of a script, if replicas are asked for and it has none."""
    facts, (asked, stages) = facts_of(port.script), (port.target.replicas, target_of(port).stages)
    if asked == 1 or not facts.models or given_replicas(port.script, stages, asked) > 1:
        return
    compiled = {call.node: call for call in facts.compile_calls}
    target, why = replicated_target(port), why_one_replica(port)
    if target.replicas > 1:
        for call in compiled.values():
            yield _replicated(port, facts, call)
    elif why is not None:
        reason, fit = (why, "") if isinstance(why, WhyOne) else (why[1], ast.unparse(why[0].func))
        for node in compiled or (first_of(facts.models),):
            yield ReplicatedModel(node, asked, why=reason, call=fit)


def _replicated(port: Port, facts: Facts, call: MethodCall) -> ReplicatedModel:
    models, target = constructions_of(call.receiver), replicated_target(port)
    called = {each.method for each in facts.method_calls if constructions_of(each.receiver) & models}
    trains = "fit" in called
    metrics = _metrics(port, call) if trains or "evaluate" in called else Metrics.NOT_USED
    edits = [*more_ipus(port, target.ipus)]
    if trains:
        edits += averaged(port.script.file_of(call.node), call.node)
    compiled = compile_statement(port.script, call)
    if metrics is Metrics.ALL and compiled is not None:
        file = port.script.file_of(call.node)
        edits.append(setting(file, compiled.statement, compiled.model, REPLICATION_SETTER, _MEAN))
        edits += without_reduction(port.script, models) or ()
    no_means = tuple(_no_means(facts, call.node)) if metrics is Metrics.ALL else ()
    return ReplicatedModel(call.node, target.replicas, metrics, no_means, edits=tuple(edits))


def _no_means(facts: Facts, call: ast.Call) -> Iterator[str]:
    """The metrics of a call of `compile` that are no means over samples."""
    given = (facts.argument(call, "keras.Model.compile", name) for name in ("metrics", "weighted_metrics"))
    yield from dict.fromkeys(name for node in given for name in metrics_that_are_no_means(facts, node))


def averaged(script: Script, call: ast.Call) -> Iterator[Edit]:
    """Yield the edits that let the optimizer of a call of `compile` take the mean over replicas."""
    facts = facts_of(script)
    helper = average_over_replicas(script, facts)
    yield from helper.edits
    node = facts.argument(call, "keras.Model.compile", "optimizer")
    if node is not None:
        yield rewritten(script, facts, node, f"{helper.name}({{item}})")
    else:
        yield AddArgument(script.span(call), "optimizer", f"{helper.name}({text_of(script, _DEFAULT)})")


def _metrics(port: Port, call: MethodCall) -> Metrics:
    """Of what the metrics of a model are: of all replicas, if that can be asked for."""
    target = replicated_target(port)
    if target.stages > 1:
        return Metrics.PIPELINE
    if target.sdk in _WITHOUT_REDUCTION:
        return Metrics.OLD_SDK
    if without_reduction(port.script, constructions_of(call.receiver)) is None:
        return Metrics.PREDICTION
    return Metrics.ALL if compile_statement(port.script, call) is not None else Metrics.UNNAMED
