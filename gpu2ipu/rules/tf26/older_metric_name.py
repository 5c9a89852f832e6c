"""IPU608: `acc`, as Keras called `metrics=["accuracy"]` in logs before 2.3.

Fixed before anything else is, with the other old names.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.binding import Binding, How
from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.inlined_arguments import arguments_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.model import compilations_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, ancestors
from gpu2ipu.edits import Replace
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Effort, Rule

_OLD = ("acc", "val_acc")
_IN_FORMAT = r"\{((?:val_)?)acc([:!}])"


class OlderMetricName(Rule):
    """A metric by its old name."""

    id = "IPU608"
    name = "older-metric-name"
    severity = Severity.ERROR
    effort = Effort.LOW
    both_devices = True
    what = (
        'A script reads `acc` or `val_acc` from logs of a model that is compiled with `metrics=["accuracy"]`.'
    )
    why = (
        'Since Keras 2.3 the metric is called as `compile` calls it: `history["acc"]` is a KeyError at the end of '
        'the training, and `EarlyStopping(monitor="val_acc")` never stops.'
    )
    fix = "`accuracy`"
    before = """\
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(10)])
model.compile("adam", "mse", metrics=["accuracy"])
callback = keras.callbacks.EarlyStopping(monitor="val_acc")
"""
    after = """\
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(10)])
model.compile("adam", "mse", metrics=["accuracy"])
callback = keras.callbacks.EarlyStopping(monitor="val_accuracy")
"""
    prepares = True

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each name in a place where Keras puts or looks up logs."""
        script = port.script
        names: bool | None = None
        handed_on = _handed_on(_program(facts_of(script))) if _names_old(script) else frozenset()
        for node in script.nodes:
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                continue
            new = _today(script, node, node.value)
            if new is None and node in handed_on:
                new = f"{node.value}uracy"
            if new is None:
                continue
            names = _names_accuracy(facts_of(script)) if names is None else names
            if names:
                edit = Replace(script.span(node), _quoted(script, node, new))
                message = f"Keras calls it `accuracy` since 2.3: `{node.value}` is not in the logs"
                yield self.finding(script.span(node), message, Fix(f"`{new}`", Safety.SAFE, (edit,)))


def _today(script: Script, node: ast.Constant, text: str) -> str | None:
    """The text with the names of today, for one that names a log; None for any other."""
    parent = next(ancestors(script, node))
    if text in _OLD and _looks_up_logs(parent, node):
        return f"{text}uracy"
    if isinstance(parent, ast.Call | ast.keyword | ast.Assign) and re.search(_IN_FORMAT, text):
        return re.sub(_IN_FORMAT, r"{\1accuracy\2", text)
    return None


def _names_old(script: Script) -> bool:
    """True if a script has an old name, wherever it stands."""
    return any(isinstance(node, ast.Constant) and node.value in _OLD for node in script.nodes)


def _program(facts: Facts) -> Script:
    return (facts.whole or facts).script


@once
def _handed_on(program: Script) -> frozenset[ast.expr]:
    """The old names that a program looks up in logs by another name: `for key in ("acc", "loss")`, an argument."""
    pending: list[ast.expr] = [
        part
        for node in program.nodes
        for key in _looked_up(node)
        for part in ast.walk(key)
        if isinstance(part, ast.Name)
    ]
    found: set[ast.expr] = set()
    seen: set[ast.AST] = set()
    while pending:
        node = pending.pop()
        if node in seen:
            continue
        seen.add(node)
        match node:
            case ast.Constant(value="acc" | "val_acc"):
                found.add(node)
            case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
                pending += elements
            case ast.Name():
                for binding in bindings_of(program).of(node):
                    pending += _sources(program, binding)
    return frozenset(found)


def _looked_up(node: ast.AST) -> Iterator[ast.expr]:
    """What logs are asked for: `h.history[key]`, `logs.get(key)`."""
    match node:
        case ast.Subscript(value=value, slice=key) if _holds_logs(value):
            yield key
        case ast.Call(func=ast.Attribute(attr="get", value=value), args=[key, *_]) if _holds_logs(value):
            yield key


def _sources(program: Script, binding: Binding) -> Iterator[ast.expr]:
    """The expressions that a name stands for, or of whose items it is one; of a parameter its arguments."""
    if binding.origin is not None:
        yield binding.origin
    if binding.how is not How.PARAMETER:
        return
    if binding.source is not None:
        yield binding.source
    function = program.parents[program.parents[binding.node]]
    if not isinstance(function, Function):  # a lambda
        return
    for stack in facts_of(program).calls.get(function, ()):
        if isinstance(stack[-1].call, ast.Call):
            given = arguments_of(program, function, stack[-1].call)
            yield from (given[name] for name in (binding.name,) if name in given)


def _looks_up_logs(parent: ast.AST, node: ast.Constant) -> bool:
    """`h.history["acc"]`, `logs["acc"]`, `logs.get("acc")`, `monitor="val_acc"`."""
    if any(key is node for key in _looked_up(parent)):
        return True
    if isinstance(parent, ast.keyword):
        return parent.arg == "monitor"
    if isinstance(parent, ast.Call) and parent.args and parent.args[0] is node:
        called = getattr(parent.func, "attr", getattr(parent.func, "id", ""))
        return called in ("EarlyStopping", "ReduceLROnPlateau")
    return False


def _holds_logs(node: ast.expr) -> bool:
    """True if a name says so: `history.history`, `history_dict`, `hist`, `logs`."""
    name = getattr(node, "attr", getattr(node, "id", "")).lower()
    return "hist" in name or name.startswith("log")


def _names_accuracy(facts: Facts) -> bool:
    """True if models are compiled with a metric that is called `accuracy`, and none with one called `acc`."""
    found = []
    for compilation in compilations_of(facts):
        metrics = compilation.metrics
        if metrics is None and not any(keyword.arg is None for keyword in compilation.node.keywords):
            continue
        elements = metrics.elts if isinstance(metrics, ast.List | ast.Tuple) else [metrics]
        if not all(isinstance(element, ast.Constant) for element in elements):
            return _only_accuracy_is_written(_program(facts))
        found += [element.value for element in elements if isinstance(element, ast.Constant)]
    return "accuracy" in found and "acc" not in found


def _only_accuracy_is_written(program: Script) -> bool:
    """True if `"accuracy"` is in a list of a program, and nothing in it may name a metric `acc`."""
    found, keys = False, _handed_on(program)
    for node in program.nodes:
        parent = program.parents.get(node)
        match node:
            case ast.Constant(value="acc"):
                if node not in keys and (parent is None or not _looks_up_logs(parent, node)):
                    return False
            case ast.Constant(value="accuracy"):
                found |= isinstance(parent, ast.List | ast.Tuple)
            case ast.FunctionDef(name="acc") | ast.ClassDef(name="acc") | ast.alias(name="acc"):
                return False
            case ast.alias(asname="acc"):
                return False
            case ast.Attribute(attr="acc", ctx=ast.Load()) if isinstance(parent, ast.List | ast.Tuple):
                return False
    return found


def _quoted(script: Script, node: ast.Constant, new: str) -> str:
    """A string in the quotes that the script uses."""
    quote = script.lines[node.lineno - 1][script.span(node).column]
    return f"{quote}{new}{quote}" if quote in "\"'" and quote not in new else repr(new)
