"""Evaluate: runs a script in the head, with `Value`s for objects, and notes what rules want to know.

Statements are followed in order, both ways of a branch, loops twice, functions at each call with the arguments of that
call; functions that nothing calls are run at the end with unknown arguments. Nothing of the script is executed.
"""

from __future__ import annotations

import ast
import functools
import operator
from collections import Counter

from gpu2ipu.analysis.interpreter.dataclass_fields import FIELD, factory_of
from gpu2ipu.analysis.interpreter.environment import Lasting, Scope, Version
from gpu2ipu.analysis.interpreter.expressions import HandlerNames
from gpu2ipu.analysis.interpreter.facts import Facts, Stack
from gpu2ipu.analysis.interpreter.functions import Functions
from gpu2ipu.analysis.interpreter.imported_modules import Modules
from gpu2ipu.analysis.interpreter.repeated_calls import EvaluatedCall
from gpu2ipu.analysis.library.keras import OPEN_TAPE
from gpu2ipu.analysis.library.port_helpers import asks_for_numbers, template_of
from gpu2ipu.analysis.syntax.divisors import Variable, part_of_object
from gpu2ipu.analysis.syntax.tree import Function, is_main_test, main_guard, parameter_names
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.containers import (
    Dict,
    DictOf,
    ListOf,
    ListOrTuple,
    items_in,
    list_of,
)
from gpu2ipu.analysis.values.data import PythonGenerator
from gpu2ipu.analysis.values.definitions import (
    FunctionChoice,
    ScriptClass,
    ScriptFunction,
    ScriptModule,
)
from gpu2ipu.analysis.values.dicts import is_known, some, with_item, without_item
from gpu2ipu.analysis.values.divisors import Divisor, Divisors
from gpu2ipu.analysis.values.dtypes import promoted
from gpu2ipu.analysis.values.library_objects import ModelMethod, PartialFunction, Strategy
from gpu2ipu.analysis.values.value import NONE, UNKNOWN, Unknown, Value, altered, join

_HANDLERS = HandlerNames("on_")
_SETTER = ".setter"  # behind the name of a property: the function that is called by an assignment
_DEFINED = (ScriptFunction, FunctionChoice, ScriptClass, ModelMethod, PartialFunction)


class Evaluator(Modules, Functions):
    """The statements: assignments, branches, loops, definitions. Expressions and calls are in its bases."""

    def __init__(self, facts: Facts) -> None:
        """Start with an empty module scope."""
        self.facts = facts
        self.version = Version()
        self.scope = Scope(version=self.version)
        self.stack: Stack = ()
        self.function: Function | ast.Lambda | None = None
        self.strategy_depth = 0
        self.modules: dict[ast.Module, Scope] = {}
        self.open_tapes = 0
        self.closures: dict[ast.AST, Scope] = {}
        self.enclosed: list[tuple[ast.AST, Scope]] = []
        self.attributes: Lasting[tuple[ast.AST | str, str]] = Lasting(self.version)
        self.visits = Counter[ast.AST]()
        self.callers: list[Scope] = []
        self.latest: dict[ast.expr, Value] = {}
        self.divisors: dict[ast.expr, Divisors] = {}
        self.multiples: dict[tuple[Divisors, Divisors], Unknown] = {}
        self.read_by: dict[Variable, set[Divisor]] = {}
        self.augmented: dict[ast.AugAssign, ast.BinOp] = {}
        self.done: set[ast.AST] = set()
        self.commands: dict[str, list[ScriptFunction]] = {}
        self.follows_calls = True
        self.evaluated: dict[object, EvaluatedCall] = {}
        self.outermost = 0
        # of the functions of the script: they are made once, where a function is, and kept
        self.defaults: Lasting[ast.expr] = Lasting(self.version)
        # a dict as the running function has it, and what other scopes have for it
        self.copies: list[tuple[Value, Value]] = []
        self.managers: dict[ast.AST | None, tuple[Value, int]] = (
            {}
        )  # generator function -> what `with` gets of it

    # --- blocks and branches

    def block(self, statements: list[ast.stmt]) -> bool:
        """Evaluate statements in order; True when the end is never reached."""
        for statement in statements:
            if self.statement(statement):
                return True
        return False

    def statement(self, node: ast.stmt) -> bool:
        """Evaluate one statement; True when what follows is never reached."""
        handler = getattr(self, _HANDLERS[type(node)], None)
        if handler is not None:
            return bool(handler(node))
        self.parts(node)
        return isinstance(node, (ast.Raise, ast.Break, ast.Continue))

    def _branches(self, *blocks: list[ast.stmt]) -> bool:
        """Evaluate alternatives from the same start and join what they leave behind."""
        ends: list[dict[str, Value]] = []
        for statements in blocks:
            self.scope.begin_branch()
            is_ended = self.block(statements)
            changed = self.scope.end_branch()
            if not is_ended:
                ends.append(changed)
        self.scope.join_branches(ends)
        return not ends

    def on_If(self, node: ast.If) -> bool:
        """Both ways, except that a main guard is taken, and a branch that a literal such as `if 0:` ends is not.

        Helpers of a port make arrays of lists of numbers: they keep what is known of other data.
        """
        self.expression(node.test)
        if isinstance(node.test, ast.Constant):
            return self.block(node.body if node.test.value else node.orelse)
        if asks_for_numbers(node.test) and template_of(self.function) is not None:
            return self.block(node.orelse)
        if is_main_test(node.test) and node is main_guard(self.facts.script.file_of(node)):
            return self.block(node.body if self.scope.module.is_main else node.orelse)
        if (is_so := self._flag(node.test)) is not None:
            return self._one_of(*((node.body, node.orelse) if is_so else (node.orelse, node.body)))
        return self._branches(node.body, node.orelse)

    def _flag(self, test: ast.expr) -> bool | None:
        """Return what `flag` or `not flag` is in this call, of a parameter that stays as the script passes it."""
        is_negated = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
        name = test.operand if isinstance(test, ast.UnaryOp) else test
        is_called = bool(self.stack) and self.stack[0].function is None
        if not (is_called and isinstance(name, ast.Name) and isinstance(self.function, Function)):
            return None
        value = self.now(name).constant
        if type(value) is not bool or name.id not in parameter_names(self.function):
            return None
        names = (
            node for node in ast.walk(self.function) if isinstance(node, ast.Name) and node.id == name.id
        )
        return None if any(isinstance(node.ctx, ast.Store) for node in names) else value is not is_negated

    def _one_of(self, taken: list[ast.stmt], other: list[ast.stmt]) -> bool:
        """Evaluate two alternatives, and go on with what one of them leaves behind."""
        returned = list(self.scope.returned)
        self.scope.begin_branch()
        self.block(other)
        self.scope.end_branch()
        self.scope.returned = returned
        return self.block(taken)

    def on_Try(self, node: ast.Try) -> bool:
        """The body, then each handler as if the body had got anywhere."""
        self.scope.begin_branch()
        ended = self.block(node.body) or self.block(node.orelse)
        changed = self.scope.end_branch()
        after = [] if ended else [changed]
        for handler in node.handlers:
            self.scope.begin_branch()
            self.scope.join_branches([{}, changed])
            is_ended = self.block(handler.body)
            of_handler = self.scope.end_branch()
            if not is_ended:
                after.append(of_handler)
        self.scope.join_branches(after)
        return self.block(node.finalbody) or not after

    on_TryStar = on_Try

    def on_Match(self, node: ast.Match) -> bool:
        """Each case, or none of them."""
        self.expression(node.subject)
        return self._branches(*(case.body for case in node.cases), [])

    def on_While(self, node: ast.While) -> bool:
        """The body twice, so that what one round leaves is seen by the next."""
        self._loop(node.body, lambda: self.expression(node.test))
        return self.block(node.orelse)

    def on_For(self, node: ast.For | ast.AsyncFor) -> bool:
        """The body twice with the joined items of the iterable."""
        iterable = self.expression(node.iter)
        if isinstance(iterable, (ListOrTuple, Dict)) and any(map(_holds_definition, iterable.items)):
            for item in iterable.items:  # functions and classes do not join: each has a round of its own
                self._loop(node.body, functools.partial(self.assign, node.target, item))
        else:
            self._loop(
                node.body, functools.partial(self.assign, node.target, self.items_of(iterable, node.iter))
            )
        return self.block(node.orelse)

    on_AsyncFor = on_For

    def _loop(self, body: list[ast.stmt], start: object) -> None:
        for _ in range(2):
            assert callable(start)
            self.scope.begin_branch()
            start()
            self.block(body)
            self.scope.join_branches([{}, self.scope.end_branch()])

    def on_With(self, node: ast.With | ast.AsyncWith) -> bool:
        """The body; inside an IPU strategy's scope, and under gradient tapes, the depth is counted."""
        entered = tapes = 0
        for item in node.items:
            value, scopes = self._entered(item.context_expr)
            entered += scopes
            tapes += value.name == OPEN_TAPE
            if item.optional_vars is not None:
                self.assign(item.optional_vars, value)
        self.strategy_depth += entered
        self.open_tapes += tapes
        ended = self.block(node.body)
        self.open_tapes -= tapes
        self.strategy_depth -= entered
        return ended

    on_AsyncWith = on_With

    def _entered(self, node: ast.expr) -> tuple[Value, int]:
        """What `with` binds, and how many scopes it enters; the generator of a context manager may enter some."""
        value = self.expression(node)
        manager = self.now(node.func).definition if isinstance(node, ast.Call) else None
        if isinstance(value, PythonGenerator) and manager in self.managers:
            return self.managers[manager]
        return value, int(isinstance(value, Strategy))

    # --- definitions and imports

    def on_FunctionDef(self, node: Function) -> None:
        """Bind the function; its body is evaluated when it is called."""
        for decorator in node.decorator_list:
            self.expression(decorator)
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.defaults.put(default, self.expression(default))
        self.enclose(node)
        self._register(node)
        # the property itself keeps its name
        name = f"{node.name}{_SETTER}" if _is_setter(node) else node.name
        self.scope.bind(name, ScriptFunction(node))

    on_AsyncFunctionDef = on_FunctionDef

    def on_ClassDef(self, node: ast.ClassDef) -> None:
        """Bind the class and evaluate its body in a scope of its own."""
        for part in (*node.decorator_list, *node.bases):
            self.expression(part)
        outer, self.scope = self.scope, Scope(outer=self.scope)
        self.block(node.body)
        for name, value in self.scope.names.items():
            self.attributes.put((node, name), value)
        self.scope = outer
        for child in node.body:
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self.enclose(child, outer)
        self.scope.bind(node.name, ScriptClass(node))

    def on_Global(self, node: ast.Global) -> None:
        """Later bindings go to the module."""
        self.scope.global_names.update(node.names)

    def on_Return(self, node: ast.Return) -> bool:
        """Keep the value for the caller."""
        self.scope.returned.append(self.expression(node.value) if node.value else NONE)
        return True

    # --- assignments

    def on_Assign(self, node: ast.Assign) -> None:
        """`a = b = value`."""
        value = self.expression(node.value)
        for target in node.targets:
            self.assign(target, value)

    def on_AnnAssign(self, node: ast.AnnAssign) -> None:
        """`a: T = value`."""
        if node.value is None:
            return
        value = self.expression(node.value)
        is_field = self.facts.qualified.get(node.value) == FIELD
        if not is_field or factory_of(node.value) is None:  # the factory makes one for each object
            self.assign(node.target, value)

    def on_AugAssign(self, node: ast.AugAssign) -> None:
        """`a += value`."""
        if node not in self.augmented:
            operation = ast.BinOp(left=_loaded(node.target), op=node.op, right=node.value)
            self.augmented[node] = ast.copy_location(operation, node)
        self.assign(node.target, self.expression(self.augmented[node]))

    def on_Delete(self, node: ast.Delete) -> None:
        """`del a`: the name stays as it was, since it may be bound again; a dict has one item less."""
        for target in node.targets:
            if isinstance(target, ast.Subscript):
                self.expression(target)
                if is_known(owner := self.now(target.value)):
                    self.change(target.value, without_item(owner, self.now(target.slice)))
            elif isinstance(target, ast.Attribute):
                self.note_attribute(self.expression(target.value), target.attr, NONE, target)

    def assign(self, target: ast.expr, value: Value) -> None:
        """Bind a target: name, attribute, or a pattern of them."""
        if isinstance(target, ast.Name):
            self.set_name(target.id, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            self._unpack(target.elts, value)
        elif isinstance(target, ast.Starred):
            self.assign(target.value, UNKNOWN)
        elif isinstance(target, ast.Attribute):
            owner = self.expression(target.value)
            if isinstance(owner, ScriptModule):
                self.put_in_module(owner, target.attr, value)
                self.set_in_module(target.attr)
                return
            if setter := self.attribute(self._owners(owner), f"{target.attr}{_SETTER}"):
                self.call_function(setter, Arguments((owner, value)), target)
                return
            self.note_attribute(owner, target.attr, value, target)
            key = owner.definition or owner.name
            self.set_attribute(target)
            if key:
                known = self.attributes.find((key, target.attr))
                self.note_disagreement((key, target.attr), known, value)
                self.attributes.put((key, target.attr), value if known is None else join(known, value))
        else:
            self.expression(target)
            if isinstance(target, ast.Subscript):
                self.set_part(part_of_object(target))
                self._put(target, value)

    def _put(self, target: ast.Subscript, value: Value) -> None:
        """`container[key] = value`: the container holds one more item, of whatever kind."""
        owner = self.now(target.value)
        if is_known(owner):
            self.change(target.value, with_item(owner, self.now(target.slice), value))
        elif isinstance(owner, (Dict, DictOf)):
            self.change(target.value, some(*items_in(owner), value))
        elif isinstance(owner, (ListOrTuple, ListOf)):
            self.change(target.value, list_of(*items_in(owner), value))
        elif isinstance(owner, Array) and owner.container == "table" and owner.dtype:
            self.change(target.value, altered(owner, dtype=promoted(owner.dtype, value.dtype)))

    def change(self, node: ast.expr, value: Value) -> None:
        """Change the list or dict that an expression stands for; a dict under all its names.

        Names of the running function have the new value, others perhaps: a branch may be left out.
        """
        old = self.now(node)
        alike = {id(old), *(id(joined) for exact, joined in self.copies if exact is old)}
        self.copies = [pair for pair in self.copies if pair[0] is not old]
        for default, known in self.defaults.containers():
            if _with_part(known, alike, value) is not known:
                self.differs_by_call()
                self.defaults.put(default, self._joined_change(known, alike, value))
        if not is_known(old):
            if isinstance(node, ast.Name):
                if node.id not in self.scope.names:
                    self.version.change()
                self.scope.change(node.id, value)
            elif isinstance(node, ast.Attribute):
                self.assign(node, value)
            return
        for scope in self.scopes():
            for name, known in scope.containers():
                new = _with_part(known, alike, value)
                if new is not known:
                    self.depends_on_names(scope, changed=True)
                    is_here = scope is self.scope
                    scope.put(name, new if is_here else self._joined_change(known, alike, value))
        for key, known in self.attributes.containers():
            new = _with_part(known, alike, value)
            if new is not known:
                self.differs_by_call()
                self.attributes.put(key, join(known, new))

    def _joined_change(self, known: Value, alike: set[int], value: Value) -> Value:
        """What stands elsewhere for an object that is changed; later changes of the object find it there again."""
        joined = join(known, _with_part(known, alike, value))
        if id(known) in alike:
            self.copies.append((value, joined))
        return joined

    def _unpack(self, targets: list[ast.expr], value: Value) -> None:
        starred = any(isinstance(target, ast.Starred) for target in targets)
        items: tuple[Value, ...] = ()
        if isinstance(value, (ListOrTuple, Dict)) and len(value.items) == len(targets) and not starred:
            items = value.items
        for i, target in enumerate(targets):
            self.assign(target, items[i] if items else self.item_of(value))


def _is_setter(node: Function) -> bool:
    """True if a function is what an assignment to a property of its name calls."""
    return any(isinstance(each, ast.Attribute) and f".{each.attr}" == _SETTER for each in node.decorator_list)


def _holds_definition(value: Value) -> bool:
    """True if a value is a function or class of the script or a model's method, or a tuple with one."""
    parts = (value, *value.items) if isinstance(value, (ListOrTuple, Dict)) else (value,)
    return any(isinstance(part, _DEFINED) for part in parts)


def _with_part(value: Value, alike: set[int], new: Value) -> Value:
    """A value in which one object, itself or in a dict, is another one now."""
    if id(value) in alike:
        return new
    if not is_known(value):
        return value
    items = tuple(_with_part(item, alike, new) for item in value.items)
    return value if all(map(operator.is_, items, value.items)) else altered(value, items=items)


def _loaded(target: ast.expr) -> ast.expr:
    """The target of `+=` as an expression that is read."""
    if isinstance(target, ast.Name):
        return ast.copy_location(ast.Name(target.id, ast.Load()), target)
    return target
