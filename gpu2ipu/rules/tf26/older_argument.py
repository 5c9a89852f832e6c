"""IPU607: arguments of Keras 1 and TensorFlow 1, and others, that TensorFlow 2.6, that of the SDK, does not take.

Fixed before anything else is: the other rules know the names of today.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator
from typing import TypeGuard

from gpu2ipu.analysis.interpreter.facts import Facts, MethodCall
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library import public_api
from gpu2ipu.analysis.library.keras import IMAGE_GENERATOR, ROW_COUNTS
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import parameter_names
from gpu2ipu.analysis.values.call_arguments import argument, has_unpacking
from gpu2ipu.analysis.values.containers import ListOrTuple
from gpu2ipu.analysis.values.data import Dataset
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.edits import AddParameter, Edit, RemoveArgument, Replace, Span
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Effort, Rule
from gpu2ipu.rules.tf26 import api_uses
from gpu2ipu.rules.tf26.tables.changed_parameters import RENAMED
from gpu2ipu.rules.tf26.tables.keras_moves import MOVED_MODULES
from gpu2ipu.rules.tf26.tables.keyword_arguments import keywords_of_kind
from gpu2ipu.rules.tf26.tables.newer_arguments import newer_arguments
from gpu2ipu.rules.tf26.tables.older_keras import (
    GONE_ARGUMENTS,
    KERNEL_SIDES,
    OLDER_ARGUMENTS,
    OLDER_MODEL_ARGUMENTS,
    TWO_SIDED_KERNELS,
    Arguments,
    Renamed,
)
from gpu2ipu.rules.tf26.tables.tensorflow_1_arguments import TENSORFLOW_1_ARGUMENTS

_SHOWN = 8  # arguments of a function in a message
_DEFAULT_BATCH = "32"  # of `flow`
_IMAGE_GENERATOR = "keras.preprocessing.image.ImageDataGenerator"


class OlderArgument(Rule):
    """An argument that was removed."""

    id = "IPU607"
    name = "older-argument"
    severity = Severity.ERROR
    effort = Effort.LOW
    both_devices = True
    alone = True
    what = "A call has an argument of Keras 1 or TensorFlow 1, or one that its function does not take."
    why = (
        "The SDK's TensorFlow is 2.6, where it is a TypeError: \"('Keyword argument not understood:', 'init')\" "
        "of a layer, \"fit() got an unexpected keyword argument 'nb_epoch'\" of a model."
    )
    fix = "the argument that replaced it; the rest needs manual work"
    before = """\
from tensorflow import keras

layer = keras.layers.Convolution2D(32, nb_row=3, nb_col=3, border_mode="same")
"""
    after = """\
from tensorflow import keras

layer = keras.layers.Convolution2D(32, kernel_size=(3, 3), padding="same")
"""
    prepares = True

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each argument."""
        script = port.script
        facts = facts_of(script)
        found = [*self._of_calls(script, facts), *self._of_models(script, facts)]
        yield from found
        yield from self._initializers(script, facts)
        for node, name in _calls(script, facts):
            if name in TWO_SIDED_KERNELS:
                yield from self._kernel(script, facts, node, OLDER_ARGUMENTS[name], bool(found))

    def _of_calls(self, script: Script, facts: Facts) -> Iterator[Finding]:
        for node, name in _calls(script, facts):
            yield from self._renamed(script, node, _older_arguments(name))
            yield from self._gone(script, node, GONE_ARGUMENTS.get(name, {}))
            yield from self._unknown(script, node, name)

    def _of_models(self, script: Script, facts: Facts) -> Iterator[Finding]:
        seen: set[ast.Call] = set()
        for call in facts.method_calls:
            if isinstance(call.receiver, KerasModel) and call.node not in seen:
                seen.add(call.node)
                yield from self._renamed(script, call.node, OLDER_MODEL_ARGUMENTS.get(_written(call), {}))
                yield from self._row_counts(script, facts, call)

    def _renamed(self, script: Script, node: ast.Call, arguments: Arguments) -> Iterator[Finding]:
        for keyword in node.keywords:
            if keyword.arg is None or keyword.arg not in arguments:
                continue
            renamed = arguments[keyword.arg]
            message = f"`{keyword.arg}` is called `{renamed.name}` in TensorFlow 2.6"
            edits = _renaming(script, keyword, renamed)
            fix = Fix(f"`{renamed.name}`", Safety.SAFE, edits) if edits else None
            yield self.finding(script.span(keyword), message, fix)

    def _gone(
        self, script: Script, node: ast.Call, gone: dict[str, tuple[object, ...] | None]
    ) -> Iterator[Finding]:
        for keyword in node.keywords:
            if keyword.arg is not None and keyword.arg in gone:
                message = f"`{keyword.arg}` does not exist in TensorFlow 2.6"
                harmless = api_uses.is_harmless(keyword.value, gone[keyword.arg])
                edits = (RemoveArgument(script.span(node), keyword.arg),)
                fix = Fix("remove it", Safety.SAFE, edits) if harmless else None
                message += "" if fix else ": remove it, or implement it yourself"
                yield self.finding(script.span(keyword), message, fix)

    def _unknown(self, script: Script, node: ast.Call, name: str) -> Iterator[Finding]:
        """Arguments that a function has in no release that the tables know."""
        taken = _taken(name)
        for keyword in node.keywords:
            if taken is None or keyword.arg is None or keyword.arg in taken or _is_known(name, keyword.arg):
                continue
            shown, near = ast.unparse(node.func), difflib.get_close_matches(keyword.arg, taken, 1)
            several = len(taken) > _SHOWN
            advice = f"it takes {', '.join(taken[:_SHOWN])}{', …' * several}" if taken else "it takes none"
            advice = f"perhaps `{near[0]}` is meant" if near else advice
            message = f"`{shown}` of TensorFlow 2.6 takes no argument `{keyword.arg}`: {advice}"
            yield self.finding(script.span(keyword), message)

    def _initializers(self, script: Script, facts: Facts) -> Iterator[Finding]:
        """Functions of a script that fill weights, which Keras 1 called without a type."""
        seen: set[ast.AST] = set()
        for node, name in _calls(script, facts):
            given = node.keywords if name.startswith("keras.layers.") else []
            for keyword in given:
                function = facts.value(keyword.value).definition
                if _is_initializer(keyword.arg) and _takes_no_type(function) and function not in seen:
                    seen.add(function)
                    edit = AddParameter(script.span(function), "dtype", "None")
                    message = (
                        f"`{function.name}` takes no `dtype`, which TensorFlow 2.6 passes to each initializer"
                    )
                    yield self.finding(
                        script.span(function), message, Fix("`dtype=None`", Safety.SAFE, (edit,))
                    )

    def _kernel(
        self, script: Script, facts: Facts, node: ast.Call, arguments: Arguments, is_old: bool
    ) -> Iterator[Finding]:
        """`nb_row=3, nb_col=3`, and `Convolution2D(32, 3, 3)` of another Keras."""
        given = (argument(node, None, name) for name in KERNEL_SIDES)
        sides = [side for side in given if side is not None]
        if len(sides) == 2 and len(node.args) <= 1:
            edit = _rewritten(script, node, _holes(node.args), sides, arguments)
            fix = Fix("`kernel_size`", Safety.SAFE, (edit,))
            message = "`nb_row` and `nb_col` are the two sides of `kernel_size` in TensorFlow 2.6"
            yield self.finding(script.span(node), message, fix)
        elif _has_two_numbers(facts, node) and _is_of_another_keras(facts, node.func):
            # what says `nb_epoch` elsewhere was written for Keras 1; else the script may be new
            sides = node.args[1:]
            is_old = is_old or "Convolution2D" in ast.unparse(node.func)
            written = ["{a0}", *(["({rows}, {columns})"] if is_old else ["{rows}", "strides={columns}"])]
            edit = _rewritten(script, node, written, sides, arguments)
            title = f"`{written[-1]}`".format(rows=ast.unparse(sides[0]), columns=ast.unparse(sides[1]))
            message = (
                "two numbers are the sides of the kernel in Keras 1, kernel and strides in TensorFlow 2.6"
            )
            yield self.finding(script.span(node), message, Fix(title, Safety.REVIEW, (edit,)))

    def _row_counts(self, script: Script, facts: Facts, call: MethodCall) -> Iterator[Finding]:
        """`samples_per_epoch=len(x)` of an iterator that knows its batch size."""
        for keyword in call.node.keywords:
            if keyword.arg not in (counts := ROW_COUNTS.get(_written(call), {})):
                continue
            assert keyword.arg is not None
            new, source = counts[keyword.arg]
            message = f"`{keyword.arg}` counts samples; `{new}` of TensorFlow 2.6 counts batches"
            data = facts.argument(call.node, f"keras.Model.{_written(call)}", source)
            batch = _batch_size(script, facts, data)
            fix = None
            if _is_pair_of_arrays(facts, keyword.arg, data):
                edit = RemoveArgument(script.span(call.node), keyword.arg)
                message = f"`{keyword.arg}` says nothing of arrays, of which all samples are taken"
                fix = Fix("remove it", Safety.SAFE, (edit,))
            elif batch is not None:
                written, holes = batch
                parts = (("rows", script.span(keyword.value)), *holes)
                # all that was asked for is predicted; training and evaluation leave a partial batch out on an IPU
                template = "-(-{rows} // %s)" if call.method == "predict" else "{rows} // %s"
                divided = Replace(script.span(keyword.value), template % written, parts)
                fix = Fix(f"`{new}`", Safety.SAFE, (api_uses.renamed_keyword(script, keyword, new), divided))
            else:
                message += ": divide it by the batch size"
            yield self.finding(script.span(keyword), message, fix)


def _older_arguments(name: str) -> Arguments:
    """The arguments of a function that have another name now."""
    return OLDER_ARGUMENTS.get(name) or TENSORFLOW_1_ARGUMENTS.get(name, {})


def _taken(name: str) -> list[str] | None:
    """The arguments that a function takes by name in TensorFlow 2.6; None if not known, or if it takes any."""
    found = public_api.find(name)
    if found is None or not found.is_in_sdk or found.changes[0].parameters is None:
        return None
    named = [parameter.name for parameter in found.changes[0].parameters]
    if not found.changes[0].takes_all_keywords:
        return named
    others = keywords_of_kind(name)
    return None if others is None else [*named, *sorted(others.difference(named))]


def _is_known(name: str, argument: str) -> bool:
    """True if another finding speaks of an argument."""
    older = {*_older_arguments(name), *GONE_ARGUMENTS.get(name, ()), *KERNEL_SIDES}
    return argument in older or argument in newer_arguments(name) or argument in RENAMED.get(name, ())


def _is_pair_of_arrays(facts: Facts, argument: str, data: ast.expr | None) -> bool:
    """True for validation data of Keras 1 that are arrays: it evaluates all of them, whatever the argument says."""
    value = facts.value(data)
    is_pair = isinstance(data, ast.Tuple) or isinstance(value, ListOrTuple)
    return argument == "nb_val_samples" and is_pair and not isinstance(value, Dataset)


def _calls(script: Script, facts: Facts) -> Iterator[tuple[ast.Call, str]]:
    """The calls of what has a name, by the name that the tables use."""
    for node, name in facts.qualified.items():
        if isinstance(node, ast.Call) and not api_uses.is_guarded(script, node):
            yield node, api_uses.public(name, MOVED_MODULES)


def _written(call: MethodCall) -> str:
    """The method as the script calls it."""
    return call.node.func.attr if isinstance(call.node.func, ast.Attribute) else call.method


def _batch_size(
    script: Script, facts: Facts, data: ast.expr | None
) -> tuple[str, tuple[tuple[str, Span], ...]] | None:
    """How to write the batch size of an iterator over images, with what its hole stands for."""
    if data is None or not facts.value(data).name.startswith(IMAGE_GENERATOR):
        return None
    if isinstance(data, ast.Name):
        return "{data}.batch_size", (("data", script.span(data)),)
    if not isinstance(data, ast.Call) or not isinstance(data.func, ast.Attribute):
        return None
    given = facts.argument(data, f"{_IMAGE_GENERATOR}.{data.func.attr}", "batch_size")
    if given is None:
        return None if has_unpacking(data) else (_DEFAULT_BATCH, ())
    return (
        ("{batch}", (("batch", script.span(given)),)) if isinstance(given, (ast.Name, ast.Constant)) else None
    )


def _renaming(script: Script, keyword: ast.keyword, renamed: Renamed) -> tuple[Edit, ...]:
    """The argument with its name and value of today; nothing for a value that the table does not know."""
    name = api_uses.renamed_keyword(script, keyword, renamed.name)
    literal = keyword.value.value if isinstance(keyword.value, ast.Constant) else None
    if literal in renamed.values:
        return name, Replace(script.span(keyword.value), renamed.values[literal])
    return (name,) if renamed.keeps else ()


def _holes(arguments: list[ast.expr]) -> list[str]:
    return [f"{{a{i}}}" for i in range(len(arguments))]


def _rewritten(
    script: Script, node: ast.Call, written: list[str], sides: list[ast.expr], arguments: Arguments
) -> Replace:
    """The whole call: what is `written` first, then the keywords; where two are the sides of the kernel, one is it."""
    parts = [("func", script.span(node.func))]
    parts += [("rows", script.span(sides[0])), ("columns", script.span(sides[1]))]
    parts += [(f"a{i}", script.span(argument)) for i, argument in enumerate(node.args)]
    for i, keyword in enumerate(node.keywords):
        name = keyword.arg
        if name in KERNEL_SIDES:
            kernel = "kernel_size=({rows}, {columns})"
            written = written if kernel in written else [*written, kernel]
            continue
        if name is not None and name in arguments:
            name = arguments[name].name
        written = [*written, f"{name}={{k{i}}}" if name else f"**{{k{i}}}"]
        parts.append((f"k{i}", script.span(keyword.value)))
    used = [
        (name, span) for name, span in parts if any(f"{{{name}}}" in text for text in ["{func}", *written])
    ]
    return Replace(script.span(node), f"{{func}}({', '.join(written)})", tuple(used))


def _has_two_numbers(facts: Facts, node: ast.Call) -> bool:
    return len(node.args) == 3 and all(facts.value(side).number is not None for side in node.args[1:])


def _is_of_another_keras(facts: Facts, func: ast.expr) -> bool:
    """True if a name was imported from standalone Keras, which took the two sides of a kernel up to 2.3."""
    first = func
    while isinstance(first, ast.Attribute):
        first = first.value
    return isinstance(first, ast.Name) and any(
        name == first.id and f"{source}.".startswith("keras.") for _, name, source in facts.imports
    )


def _is_initializer(argument: str | None) -> bool:
    return argument is not None and (argument == "init" or argument.endswith("_initializer"))


def _takes_no_type(function: ast.AST | None) -> TypeGuard[ast.FunctionDef]:
    """True for a function of a shape that cannot be called with a `dtype`."""
    if not isinstance(function, ast.FunctionDef) or function.args.kwarg is not None:
        return False
    return bool(function.args.args) and "dtype" not in parameter_names(function)
