"""Known divisors: what an expression is as a divisor, and what becomes of divisors when a variable is set again.

Rows that were cut with a batch size are no multiple of the one that has its name afterwards.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from gpu2ipu.analysis.interpreter.environment import Lasting, Scope
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.syntax.divisors import (
    Variable,
    divisor_of,
    divisor_of_object,
    part_of_object,
    variables_in,
)
from gpu2ipu.analysis.syntax.tree import CONSTRUCTORS, Function
from gpu2ipu.analysis.values.arrays import factors_of
from gpu2ipu.analysis.values.containers import without_divisors
from gpu2ipu.analysis.values.divisors import Divisor, Divisors, ScopedExpression
from gpu2ipu.analysis.values.value import Value


class KnownDivisors:
    """Divisors of expressions, which are forgotten once they are stale."""

    facts: Facts
    scope: Scope
    callers: list[Scope]
    function: Function | ast.Lambda | None
    modules: dict[ast.Module, Scope]
    attributes: Lasting[tuple[ast.AST | str, str]]
    divisors: dict[ast.expr, Divisors]
    read_by: dict[Variable, set[Divisor]]  # what each variable gives its value to

    def divisors_of(self, node: ast.expr) -> Divisors:
        """Return an expression as a divisor; one that reads attributes also as one of its function alone."""
        if node not in self.divisors:
            script = self.facts.script
            found = {divisor_of(script, node), divisor_of_object(script, node)}
            self.divisors[node] = frozenset(each for each in found if each is not None)
            if any(isinstance(each, ScopedExpression) for each in self.divisors[node]):
                for variable in variables_in(script, node):
                    self.read_by.setdefault(variable, set()).update(self.divisors[node])
        return self.divisors[node]

    def set_name(self, name: str, value: Value) -> None:
        """Bind a name where Python would; what it had before divides nothing by that name any more."""
        if name in self.scope.global_names:
            self.set_in_module(name)
        elif name in self.scope.names:
            self._forget_divisors((name, 0 if self.function is None else self.function.lineno), self.scopes())
        self.scope.bind(name, value)

    def set_in_module(self, name: str) -> None:
        """Forget what a name of a module divided that another module or a function sets."""
        everywhere = [*self.scopes(), *self.modules.values()]
        for variable in ((name, 0), (f".{name}", 0)):
            self._forget_divisors(variable, everywhere)

    def set_attribute(self, target: ast.Attribute) -> None:
        """Forget what an attribute divided that is set, unless that is done to a new object."""
        function = self.function
        new: list[str] = []
        if isinstance(function, Function) and function.name in CONSTRUCTORS:
            new = [each.arg for each in function.args.args[:1]]
        if not isinstance(target.value, ast.Name) or target.value.id not in new:
            self.set_part(part_of_object(target))

    def set_part(self, part: str) -> None:
        """Forget what an attribute or an item of any object divided."""
        self._forget_divisors((part, 0), self.scopes())

    def _forget_divisors(self, variable: Variable, scopes: Iterable[Scope]) -> None:
        """Forget the divisors that read a variable, which gets another value."""
        stale = frozenset(self.read_by.get(variable, ()))
        for scope in scopes if stale else ():
            scope.forget(stale)
        self.attributes.forget(stale)

    def without_own(self, value: Value) -> Value:
        """Return an argument of the running function without what an earlier call knew by its own names."""
        line = 0 if self.function is None else self.function.lineno
        return without_divisors(
            value, lambda each: isinstance(each, ScopedExpression) and line in each.functions
        )

    def note_disagreement(self, key: tuple[ast.AST | str, str], known: Value | None, value: Value) -> None:
        """Note an attribute that is set to something else than before."""
        if known is None:
            return
        is_named = known.constant is not None or factors_of(self.without_own(known))
        if known != value or not is_named:
            self.facts.disagreements.add(key)

    def scopes(self) -> list[Scope]:
        """Return the scopes with names that may stand for what a running function changes."""
        found: list[Scope] = []
        for scope in (self.scope, *self.callers):
            inner: Scope | None = scope
            while inner is not None and inner not in found:
                found.append(inner)
                inner = inner.outer
        return found
