"""Metrics and losses that are computed from a whole batch: over batches of another size their mean is another number.

Keras averages over batches what a function of the script's own gives for each: an F1 score of sums over the batch, a
Dice coefficient, R². The mean of the gradients of micro-batches, or of replicas, is that of the batch for means over
samples alone. Where an evaluation gets another batch size so that it sees every row, a person is asked to look.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.batch_functions import (
    adds_up_batch,
    function_mixes,
    is_over_samples,
    looks_at_batch,
    method_looks_at_batch,
    mixes_samples,
    state_looks_at_batch,
)
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.keras.model import Compilation, models_of
from gpu2ipu.analysis.keras.subclasses import lineage, methods
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import function_of
from gpu2ipu.analysis.values.arrays import KerasTensor
from gpu2ipu.analysis.values.call_arguments import argument
from gpu2ipu.analysis.values.containers import Dict, DictOf, ListOf, ListOrTuple, items_in
from gpu2ipu.analysis.values.definitions import functions_of
from gpu2ipu.analysis.values.library_objects import External, KerasLayer, KerasModel, Metric
from gpu2ipu.analysis.values.scalars import Text
from gpu2ipu.analysis.values.value import NoneValue, Value

_LAMBDA = "keras.layers.Lambda"
_NORMALIZATION = "BatchNormalization"
_APPLICATIONS, _NOT_NORMALIZED = "keras.applications.", "VGG"
_SUMS = ("sum", "SUM")  # reductions of losses
# Metrics of Keras, as they are named in all spellings of classes, functions and strings, in lower case and without
# underscores: means over samples, and those with a state that is no mean. Source: keras/metrics.py of TensorFlow 2.6.
_IS_MEAN = {
    **dict.fromkeys(
        (
            *("accuracy", "acc", "binaryaccuracy", "categoricalaccuracy", "sparsecategoricalaccuracy"),
            *("topkcategoricalaccuracy", "sparsetopkcategoricalaccuracy", "cosinesimilarity", "poisson"),
            *("meansquarederror", "mse", "meanabsoluteerror", "mae", "meanabsolutepercentageerror", "mape"),
            *("meansquaredlogarithmicerror", "msle", "hinge", "squaredhinge", "categoricalhinge", "logcosh"),
            *("logcosherror", "kldivergence", "kullbackleiblerdivergence", "kld", "crossentropy", "ce"),
            *("binarycrossentropy", "categoricalcrossentropy", "sparsecategoricalcrossentropy"),
        ),
        True,
    ),
    **dict.fromkeys(
        (
            *("auc", "precision", "recall", "precisionatrecall", "recallatprecision", "sum"),
            *("sensitivityatspecificity", "specificityatsensitivity", "rootmeansquarederror"),
            *("truepositives", "truenegatives", "falsepositives", "falsenegatives"),
            *(
                "meaniou",
                "iou",
                "binaryiou",
                "onehotiou",
                "onehotmeaniou",
                "f1score",
                "fbetascore",
                "r2score",
            ),
        ),
        False,
    ),
}


def batch_dependent(fit_call: FitCall) -> tuple[str, ...]:
    """Return the names of the metrics and losses of an evaluation that are no means over samples."""
    facts = fit_call.facts.everywhere
    compilations = [each for model in models_of(facts, fit_call.call.receiver) for each in model.compilations]
    of_batches = (name for each in compilations for name in _of_batches(facts.script, each))
    return tuple(dict.fromkeys((*of_batches, *_added(facts.script), *mixing_layers(facts.script))))


@once
def mixing_layers(script: Script) -> tuple[str, ...]:
    """Return the layers and models of the script that make of a sample what others of its batch decide."""
    facts, found = facts_of(script), dict[str, None]()
    for each in facts.constructions:
        definition = each.value.definition
        if isinstance(definition, ast.ClassDef):
            found |= {definition.name: None} if mixes_samples(facts, definition) else {}
        elif each.value.name == _LAMBDA:
            given = argument(each.node, 0, "function")
            functions = () if given is None else functions_of(facts.value(given))
            found |= {"Lambda": None} if any(function_mixes(facts, one) for one in functions) else {}
    return tuple(found | dict.fromkeys(_normalized_by_batch(facts)))


def _normalized_by_batch(facts: Facts) -> Iterator[str]:
    """The layers and models of a graph that take the statistics of each batch in predictions, too: `training=True`."""
    normalizes = _NORMALIZATION in facts.script.text
    for node in facts.script.nodes:
        if not (isinstance(node, ast.Call) and any(each.arg == "training" for each in node.keywords)):
            continue
        layer, given = facts.value(node.func), argument(node, None, "training")
        if given is None or facts.value(given).constant not in (True, 1):
            continue
        if isinstance(layer, KerasLayer) and layer.name.endswith(_NORMALIZATION):
            yield _NORMALIZATION
        elif isinstance(layer, KerasModel) and isinstance(facts.value(node), KerasTensor):
            is_application = layer.name.startswith(_APPLICATIONS)
            if _NOT_NORMALIZED not in layer.name if is_application else normalizes:
                yield ast.unparse(node.func)


def metrics_that_are_no_means(facts: Facts, metrics: ast.expr | None) -> Iterator[str]:
    """Yield the metrics whose value for all samples is not the mean of those for parts of them."""
    value = facts.value(metrics)
    for each in (value, *_all_items(value)):
        if _is_mean(each) is False:
            yield _short_name(each)
        elif isinstance(each, Metric) and isinstance(each.definition, ast.ClassDef):
            yield each.definition.name


def _all_items(value: Value) -> Iterator[Value]:
    for item in items_in(value):
        yield item
        yield from _all_items(item)


@once
def _of_batches(script: Script, compilation: Compilation) -> tuple[str, ...]:
    """The functions that a compile call is given and that look at a whole batch."""
    facts, found = facts_of(script), list[str]()
    given = {"loss": compilation.loss, "metrics": compilation.metrics}
    for name, node in (given | {"weighted_metrics": compilation.weighted_metrics}).items():
        found += functions_over_batches(facts, node, name == "loss")
    return tuple(dict.fromkeys(found))


def functions_over_batches(facts: Facts, node: ast.expr | None, is_loss: bool) -> Iterator[str]:
    """Yield the names of the functions of a loss, or of metrics, that look at a whole batch; and of summed losses."""
    if is_loss and node is not None:
        yield from _summed(facts, node)
    for function in _functions(facts.value(node)):
        if looks_at_batch(facts, function, is_loss):
            yield getattr(function, "name", "loss" if is_loss else "metrics")
    value = facts.value(node)
    for each in (value, *_all_items(value)):
        definition = each.definition if isinstance(each, (External, Metric)) else None
        if not isinstance(definition, ast.ClassDef):
            continue
        if (
            method_looks_at_batch(facts, definition, "call", True) or _is_summed(facts, definition)
            if is_loss
            else state_looks_at_batch(facts, definition)
        ):
            yield definition.name


def batch_losses(fit_call: FitCall) -> tuple[str, ...]:
    """Return the losses of the models of a call that are no means over the samples of a batch."""
    facts = fit_call.facts.everywhere
    found: dict[str, None] = {}
    for model in models_of(facts, fit_call.call.receiver):
        for each in model.compilations:
            if each.loss is not None:
                found |= dict.fromkeys(functions_over_batches(facts, each.loss, is_loss=True))
    return tuple(found)


def _summed(facts: Facts, node: ast.expr) -> Iterator[str]:
    """The losses of Keras in an expression that are created with the reduction SUM."""
    match node:
        case ast.Name():
            value = bindings_of(facts.script).value(node)
            if value is not None:
                yield from _summed(facts, value)
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Dict(values=parts):
            for part in parts:
                yield from _summed(facts, part)
        case ast.Call():
            name = facts.qualified.get(node, "")
            given = facts.argument(node, name, "reduction")
            is_loss = name.startswith("keras.losses.") or isinstance(
                facts.value(node).definition, ast.ClassDef
            )
            if is_loss and given is not None and _is_sum(facts, given):
                yield name.rpartition(".")[2]


def _is_summed(facts: Facts, definition: ast.ClassDef) -> bool:
    """True if a loss of the script passes the reduction SUM on: `super().__init__(reduction="sum")`."""
    constructors = (each for owner in lineage(facts, definition) for each in methods(owner, ("__init__",)))
    calls = (node for each in constructors for node in ast.walk(each) if isinstance(node, ast.Call))
    given = (argument(call, 0, "reduction") for call in calls if _is_constructor(call.func))
    return any(each is not None and _is_sum(facts, each) for each in given)


def _is_constructor(func: ast.expr) -> bool:
    return isinstance(func, ast.Attribute) and func.attr == "__init__"


def _is_sum(facts: Facts, reduction: ast.expr) -> bool:
    value = facts.value(reduction)
    return (value.constant or value.name.rpartition(".")[2]) in _SUMS


def are_means(fit_call: FitCall) -> bool | None:
    """Return whether all metrics of an evaluation are means over samples; None where nothing says what they are.

    A loss is: Keras weighs that of a batch by its samples.
    """
    facts = fit_call.facts.everywhere
    if any(word in facts.script.text for word in ("add_metric", "test_step")):
        return False
    models = models_of(facts, fit_call.call.receiver)
    compilations = [each for model in models for each in model.compilations]
    given = (node for each in compilations for node in (each.metrics, each.weighted_metrics))
    if not all(_are_means(facts.value(node)) for node in given if node is not None):
        return False
    return True if models and all(model.compilations for model in models) else None


def _are_means(value: Value) -> bool:
    """True if each metric in a value is a mean over samples."""
    if isinstance(value, (ListOrTuple, Dict, ListOf, DictOf, NoneValue)):
        return all(map(_are_means, items_in(value)))
    return bool(_is_mean(value))


def _is_mean(metric: Value) -> bool | None:
    """Whether a metric is a mean over samples; None if it is none of those of Keras."""
    return _IS_MEAN.get(_short_name(metric).replace("_", "").lower())


def _short_name(metric: Value) -> str:
    """The string that a metric is given by, or the last part of the name of its class or function."""
    name = metric.constant if isinstance(metric, Text) and metric.constant else metric.name
    return str(name).removesuffix("()").rpartition(".")[2]


def _functions(value: Value) -> Iterator[ast.AST]:
    """The functions of the script in a value, or in lists and dicts of them."""
    yield from (one.definition for one in functions_of(value))
    for item in items_in(value):
        yield from _functions(item)


@once
def _added(script: Script) -> tuple[str, ...]:
    """The losses and metrics that layers and models add by themselves, from numbers for a whole batch."""
    if "add_metric" not in script.text and "add_loss" not in script.text:
        return ()
    facts, found = facts_of(script), list[str]()
    for node in script.nodes:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        added = node.func.attr
        if added == "add_metric" and any(
            is_over_samples(facts, call) for call in _calls_around(script, node)
        ):
            name = argument(node, None, "name")
            found.append(str(name.value) if isinstance(name, ast.Constant) else "add_metric")
        elif added == "add_loss" and adds_up_batch(facts, node):
            found.append(added)
    return tuple(dict.fromkeys(found))


def _calls_around(script: Script, call: ast.Call) -> Iterator[ast.Call]:
    """The calls in the function of another one; at module level those in its own arguments."""
    yield from (node for node in ast.walk(function_of(script, call) or call) if isinstance(node, ast.Call))
