"""Metrics and losses that are computed from a whole batch: over batches of another size their mean is another number.

Keras averages over batches what a function of the script's own gives for each: an F1 score of sums over the batch, a
Dice coefficient, R². Where an evaluation gets another batch size so that it sees every row, a person is asked to look.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.keras.model import Compilation, models_of
from gpu2ipu.analysis.library.reductions import AXES
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import function_of
from gpu2ipu.analysis.values.call_arguments import argument
from gpu2ipu.analysis.values.containers import Dict, DictOf, ListOf, ListOrTuple, items_in
from gpu2ipu.analysis.values.definitions import functions_of
from gpu2ipu.analysis.values.library_objects import Metric
from gpu2ipu.analysis.values.scalars import Text
from gpu2ipu.analysis.values.value import NoneValue, Value

_MEANS = ("mean", "reduce_mean")
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
# Not the same for a mean as for what it is the mean of.
_BENDING = frozenset(("divide", "exp", "log", "log10", "pow", "reciprocal", "rsqrt", "sqrt", "square"))


def batch_dependent(fit_call: FitCall) -> tuple[str, ...]:
    """Return the names of the metrics and losses of an evaluation that are no means over samples."""
    facts = fit_call.facts.everywhere
    compilations = [each for model in models_of(facts, fit_call.call.receiver) for each in model.compilations]
    of_batches = (name for each in compilations for name in _of_batches(facts.script, each))
    return tuple(dict.fromkeys((*of_batches, *_added(facts.script))))


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
    """Yield the names of the functions of a loss, or of metrics, that look at a whole batch."""
    for function in _functions(facts.value(node)):
        if _looks_at_batch(facts, function, is_loss, set()):
            yield getattr(function, "name", "loss" if is_loss else "metrics")


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


def _looks_at_batch(facts: Facts, function: ast.AST, is_loss: bool, seen: set[ast.AST]) -> bool:
    """True if a function gives one number for all rows that is not the mean of those of the rows.

    A loss is weighted by the rows of its batch, so that means of rows stay what they are; a metric is not.
    """
    seen.add(function)
    for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
        name = facts.qualified.get(call, "").rpartition(".")[2]
        if _is_over_rows(facts, call) and not (is_loss and name in _MEANS):
            return True
        inner = (node for node in ast.walk(call) if isinstance(node, ast.Call))
        if name in _BENDING and any(_is_over_rows(facts, node) for node in inner):
            return True
        called = [each for each in _functions(facts.value(call.func)) if each not in seen]
        if any(_looks_at_batch(facts, each, is_loss, seen) for each in called):
            return True
    return False


def _is_over_rows(facts: Facts, call: ast.Call) -> bool:
    """True if a call reduces all axes, or that of the rows."""
    axis = AXES.get(facts.qualified.get(call, ""))
    if axis is None or not axis.reduces:
        return False
    given = argument(call, axis.position, axis.keyword)
    if given is None:
        return axis.default in (None, 0)
    try:
        said = ast.literal_eval(given)
    except ValueError:
        return False
    return said is None or said == 0 or (isinstance(said, (list, tuple)) and 0 in said)


@once
def _added(script: Script) -> tuple[str, ...]:
    """The metrics that layers and models add by themselves, from numbers for a whole batch."""
    if "add_metric" not in script.text:
        return ()
    facts, found = facts_of(script), list[str]()
    for node in script.nodes:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if node.func.attr == "add_metric" and any(
            _is_over_rows(facts, call) for call in _calls_around(script, node)
        ):
            name = argument(node, None, "name")
            found.append(str(name.value) if isinstance(name, ast.Constant) else "add_metric")
    return tuple(dict.fromkeys(found))


def _calls_around(script: Script, call: ast.Call) -> Iterator[ast.Call]:
    """The calls in the function of another one; at module level those in its own arguments."""
    yield from (node for node in ast.walk(function_of(script, call) or call) if isinstance(node, ast.Call))
