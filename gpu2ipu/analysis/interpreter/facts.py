"""Facts: what an evaluation of the script brings to light, for rules to read.

The script is evaluated once, abstractly (`statements.py`); rules never evaluate anything, they look things up here.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable
from dataclasses import field, replace
from typing import Any, NamedTuple

from gpu2ipu.analysis.library.keras import RUNNING
from gpu2ipu.analysis.library.signatures import PARAMETERS
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function
from gpu2ipu.analysis.values.call_arguments import Arguments, before_unpacking, bound
from gpu2ipu.analysis.values.data import Dataset
from gpu2ipu.analysis.values.library_objects import KerasModel, Strategy
from gpu2ipu.analysis.values.value import UNKNOWN, CallPath, Value, join, same
from gpu2ipu.records import record


class Frame(NamedTuple):
    """One step of a call stack: a call, and the function whose body it is in (None: module level)."""

    function: Function | ast.Lambda | None
    call: ast.AST


Stack = tuple[Frame, ...]  # from the entry point to the innermost call


def path_of(stack: Stack) -> CallPath:
    """Return the calls of a stack."""
    return tuple(frame.call for frame in stack)


@record
class MethodCall:
    """A call of a method of a model or dataset, in the order of evaluation."""

    node: ast.Call
    method: str
    receiver: Value
    stack: Stack
    in_scope: bool
    arguments: Arguments = Arguments()  # of a model's method


@record
class Construction:
    """The construction of what belongs into a strategy's scope: model, layer, optimizer, metric, compile call."""

    node: ast.Call
    value: Value
    stack: Stack
    in_scope: bool


@record
class Invocation:
    """A call of a function of the script."""

    function: ast.AST
    stack: Stack  # the call is in its last frame


@record
class LayersGiven:
    """What a model is given that may be layers: listed for its constructor, added, or bound to an attribute."""

    path: CallPath  # the call, or the attribute that is set, behind the calls that lead there
    model: Value
    attribute: str  # "" for what is listed or added
    value: Value


Note = Invocation | MethodCall | Construction | LayersGiven  # what has the calls that lead to it


@record
class UnpackedArgument:
    """An argument that `*a` or `**a` brings into a call. The expression that stands for it reads `a["key"]`, or
    `b["key"]` where `a` is `{**b}`.
    """

    call: ast.Call
    source: ast.expr  # what follows the stars
    key: int | str
    length: int  # how many items `*a` has


@record
class Given:
    """The arguments of a call that has `*` or `**`: as written, or `a["key"]` for what is unpacked."""

    positional: tuple[ast.expr, ...]
    keywords: dict[str, ast.expr]
    uncertain: frozenset[str]  # keywords that are not there on every path through the script
    complete: bool  # whether nothing else can be among them


def first_of(constructions: Iterable[Construction]) -> ast.Call:
    """Return the making that stands first."""
    return min((construction.node for construction in constructions), key=lambda node: node.lineno)


@record
class Facts:
    """What was found out; filled by the evaluator, read-only afterwards."""

    script: Script
    values: dict[ast.expr, Value] = field(default_factory=dict)
    qualified: dict[ast.expr, str] = field(default_factory=dict)
    method_calls: list[MethodCall] = field(default_factory=list)
    constructions: list[Construction] = field(default_factory=list)
    # that no Keras object creates: `tf.Variable` …
    variables: list[Construction] = field(default_factory=list)
    # what computes a symbol -> what computes those that it is computed from; None if that is not certain
    operations: dict[CallPath, tuple[CallPath, ...] | None] = field(default_factory=dict)
    layers_given: list[LayersGiven] = field(default_factory=list)
    invocations: list[Invocation] = field(default_factory=list)
    # batch calls of datasets that the script reads by itself, each with the expressions that do
    read: dict[ast.AST, set[ast.expr]] = field(default_factory=dict)
    resets: list[Stack] = field(
        default_factory=list
    )  # calls of `clear_session`, which empties the scope's stack
    adaptations: list[MethodCall] = field(default_factory=list)  # calls of `adapt` of layers
    unseen_calls: list[MethodCall] = field(default_factory=list)  # `fit` … of something that may be a model
    given: dict[ast.Call, Given] = field(default_factory=dict)  # of calls with `*` or `**`
    unpacked: dict[ast.expr, UnpackedArgument] = field(default_factory=dict)
    # attributes that objects of a class, or one object at different times, have with several values
    disagreements: set[tuple[ast.AST | str, str]] = field(default_factory=set)
    # calls of what `partial` gives -> the calls that made it, from the inside out
    partials: dict[ast.Call, set[ast.Call]] = field(default_factory=dict)
    imports: list[tuple[ast.Import | ast.ImportFrom, str, str]] = field(default_factory=list)
    imported: set[ast.AST] = field(default_factory=set)  # the trees of the files that another one imports
    on_host: set[ast.AST] = field(default_factory=set)  # what runs only where a script for IPUs uses none
    whole: Facts | None = None  # of one file of a program: the facts of all of it

    @property
    def notes(self) -> tuple[list[Any], ...]:
        """The lists of what has the calls that lead to it: first those calls, then all others but `resets`."""
        calls = (self.method_calls, self.unseen_calls, self.adaptations)
        return (self.invocations, *calls, self.constructions, self.layers_given, self.variables)

    @functools.cached_property
    def of_files(self) -> dict[Script, Facts]:
        """The parts that speak of the files of a program, one by one."""
        parts = {
            file: replace(
                self,
                script=file,
                values={},
                qualified={},
                method_calls=[],
                constructions=[],
                variables=[],
                resets=[],
                unseen_calls=[],
                imports=[],
                whole=self,
            )
            for file in self.script.files
        }
        home = self.script.file_of
        for node, value in self.values.items():
            parts[home(node)].values[node] = value
        for node, name in self.qualified.items():
            parts[home(node)].qualified[node] = name
        for call in self.method_calls:
            parts[home(call.node)].method_calls.append(call)
        for construction in self.constructions:
            parts[home(construction.node)].constructions.append(construction)
        for variable in self.variables:
            parts[home(variable.node)].variables.append(variable)
        for stack in self.resets:
            parts[home(stack[-1].call)].resets.append(stack)
        for call in self.unseen_calls:
            parts[home(call.node)].unseen_calls.append(call)
        for entry in self.imports:
            parts[home(entry[0])].imports.append(entry)
        return parts

    @property
    def everywhere(self) -> Facts:
        """The facts of the whole program."""
        return self.whole or self

    def value(self, node: ast.expr | None) -> Value:
        """Return what an expression stands for, over all paths through the script that reach it."""
        return UNKNOWN if node is None else self.everywhere.values.get(node, UNKNOWN)

    def record(self, node: ast.expr, value: Value) -> Value:
        """Note what an expression stands for on one path through the script."""
        known = self.values.get(node)
        if known is not value:
            self.values[node] = value if known is None else join(known, value)
        return value

    def note_operation(self, path: CallPath, operands: tuple[CallPath, ...] | None) -> None:
        """Note what computes the symbols from which another one is computed."""
        self.operations[path] = same(self.operations.get(path, operands), operands, None)

    def is_of_inputs(self, path: CallPath | None) -> bool:
        """True if all that a symbol is computed from is certain: it is no tensor that a model was called with."""
        pending, seen = [path], set[CallPath | None]()
        while pending:
            path = pending.pop()
            if path not in seen:
                seen.add(path)
                operands = None if path is None else self.operations.get(path)
                if operands is None:
                    return False
                pending += operands
        return True

    def disagree(self, owner: Value, attribute: str) -> bool:
        """True if objects of the class of an object, or of any where that is unknown, disagree on an attribute."""
        keys = (key for key, name in self.disagreements if name == attribute)
        return any(owner.definition in (None, key) or owner.name == key for key in keys)

    def note_reading(self, value: Value, reader: ast.expr) -> None:
        """Note that an expression reads a dataset."""
        for origin in value.origins if isinstance(value, Dataset) else ():
            self.read.setdefault(origin, set()).add(reader)

    def arguments(self, call: ast.Call, function: str = "") -> dict[str, ast.expr]:
        """Return what a call certainly passes to a function of `signatures.PARAMETERS`, by the names of parameters.

        What `*` and `**` certainly bring is among it, as an expression of `unpacked`. Without a function, or one that
        is not in the table, only keyword arguments are.
        """
        parameters, given = PARAMETERS.get(function, ()), self.given.get(call)
        if given is None:
            return bound(call, parameters)
        certain = given.positional if given.complete else before_unpacking(call)
        keywords = {name: node for name, node in given.keywords.items() if name not in given.uncertain}
        return dict(zip(parameters, certain)) | keywords

    def argument(self, call: ast.Call, function: str, *names: str) -> ast.expr | None:
        """Return what a call certainly passes for a parameter, which has had several names; None if nothing."""
        passed = self.arguments(call, function)
        return next((passed[name] for name in names if name in passed), None)

    def possible_keywords(self, call: ast.Call) -> dict[str, ast.expr]:
        """Return the keyword arguments of a call, those that `**` may bring among them."""
        return self.given[call].keywords if call in self.given else self.arguments(call)

    def place(self, node: ast.expr) -> ast.expr:
        """Return an expression that is in the script: of an unpacked argument, what is unpacked."""
        return self.unpacked[node].source if node in self.unpacked else node

    def tf_function(self, function: Function) -> ast.expr | None:
        """Return the decorator that makes a function a `tf.function`."""
        for node in function.decorator_list:
            if self.qualified.get(node, self.value(node).name) == "tensorflow.function":
                return node
        return None

    @functools.cached_property
    def calls(self) -> dict[ast.AST, list[Stack]]:
        """The functions of the script that are called, each with the stacks that lead to it."""
        if self.whole is not None:
            return self.whole.calls
        found: dict[ast.AST, list[Stack]] = {}
        for each in self.invocations:
            found.setdefault(each.function, []).append(each.stack)
        return found

    @functools.cached_property
    def called(self) -> dict[ast.AST, dict[ast.AST, None]]:
        """The functions of the script that each call leads to at once."""
        if self.whole is not None:
            return self.whole.called
        found: dict[ast.AST, dict[ast.AST, None]] = {}
        for function, stacks in self.calls.items():
            for stack in stacks:
                found.setdefault(stack[-1].call, {})[function] = None
        return found

    @functools.cached_property
    def running(self) -> list[Stack]:
        """The call paths to what stays outside of a scope: training, prediction, `adapt`, a cleared session."""
        calls = (call for call in self.method_calls if isinstance(call.receiver, KerasModel))
        trained = (call.stack for call in calls if call.method in RUNNING)
        return [*trained, *(call.stack for call in self.adaptations), *self.resets]

    @functools.cached_property
    def compile_calls(self) -> list[MethodCall]:
        """The calls that compile models, each by every way that leads to it."""
        models = (call for call in self.method_calls if isinstance(call.receiver, KerasModel))
        return [call for call in models if call.method == "compile"]

    @functools.cached_property
    def has_strategy(self) -> bool:
        """True if an IPUStrategy is created or passed in."""
        return any(isinstance(value, Strategy) for value in self.values.values())

    @functools.cached_property
    def models(self) -> list[Construction]:
        """The constructions of models."""
        return [
            construction for construction in self.constructions if isinstance(construction.value, KerasModel)
        ]

    @functools.cached_property
    def makes_models(self) -> bool:
        """True if the script, or another file of its program, makes or loads a Keras model."""
        return bool(self.everywhere.models)
