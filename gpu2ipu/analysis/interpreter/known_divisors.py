"""Known divisors: what an expression is as a divisor, and what becomes of divisors when a variable is set again.

Rows that were cut with a batch size are no multiple of the one that has its name afterwards.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable

from gpu2ipu.analysis.interpreter.environment import Lasting, Scope
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.syntax.divisors import Variable, divisor_of, divisor_of_object, variables_in
from gpu2ipu.analysis.syntax.tree import Function
from gpu2ipu.analysis.values.arrays import factors_of, fills_of
from gpu2ipu.analysis.values.containers import Dict, ListOrTuple
from gpu2ipu.analysis.values.divisors import Divisor, Divisors, ScopedExpression
from gpu2ipu.analysis.values.value import Unknown, Value, altered


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
        is_shared = name in self.scope.global_names or self.function is None
        if is_shared or name in self.scope.names:
            line = 0 if is_shared or self.function is None else self.function.lineno
            self.set_again((name, line), *([(f".{name}", 0)] if is_shared and self.modules else []))
        self.scope.bind(name, value)

    def set_again(self, *variables: Variable) -> None:
        """Forget the divisors that read a variable, which gets another value, wherever they are known."""
        stale = frozenset[Divisor]().union(*(self.read_by.get(each, ()) for each in variables))
        if not stale:
            return
        for scope in {*self.scopes(), *self.modules.values()}:
            for name, known in list(scope.names.items()):
                if (new := _without(known, stale.__contains__)) is not known:
                    scope.put(name, new)
        self.attributes.change_all(lambda known: _without(known, stale.__contains__))

    def without_own(self, value: Value) -> Value:
        """Return an argument of the running function without what an earlier call knew by its own names."""
        line = 0 if self.function is None else self.function.lineno
        return _without(value, lambda each: isinstance(each, ScopedExpression) and line in each.functions)

    def note_disagreement(self, key: tuple[ast.AST | str, str], known: Value | None, value: Value) -> None:
        """Note an attribute that is set to something else than before."""
        if known is None or known is value:
            return
        if known != value or (known.constant is None and not factors_of(known)):
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


def _without(value: Value, is_stale: Callable[[Divisor], bool]) -> Value:
    """A number, an array or a list of them without some divisors."""
    if isinstance(value, (ListOrTuple, Dict)):
        items = tuple(_without(item, is_stale) for item in value.items)
        return value if all(map(operator.is_, items, value.items)) else altered(value, items=items)
    factors, fills = factors_of(value), fills_of(value)
    stale = frozenset(filter(is_stale, factors | fills))
    if not stale:
        return value
    if isinstance(value, Unknown):
        return altered(value, factors=factors - stale)
    return altered(value, factors=factors - stale, fills=fills - stale)
