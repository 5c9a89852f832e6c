"""Quantity: how many samples, batches or steps there are, as a number, as an expression of the script, or as both."""

from __future__ import annotations

import ast

from gpu2ipu.edits import Edit
from gpu2ipu.records import record


@record
class Quantity:
    """A number of samples, batches or steps, as far as it is known."""

    number: int | None = None  # where the script fixes it
    expression: ast.expr | None = None  # where it can be written a second time
    helpers: tuple[Edit, ...] = ()  # functions that the expressions call
    others: tuple[ast.expr, ...] = ()  # the same, for places where the expression cannot be read
    factor: int = 1  # which it is a multiple of, whatever the number is

    @property
    def is_known(self) -> bool:
        """True if it can be written."""
        return self.number is not None or self.expression is not None

    @property
    def expressions(self) -> tuple[ast.expr, ...]:
        """All expressions of it, the one to be preferred first."""
        return (*(() if self.expression is None else (self.expression,)), *self.others)

    @property
    def simplest(self) -> ast.expr:
        """How it is written: by the names that it is made of, if there are any, else as a number."""
        has_names = any(
            isinstance(part, ast.Name) for node in self.expressions[:1] for part in ast.walk(node)
        )
        return self.written if has_names or self.number is None else ast.Constant(self.number)

    @property
    def written(self) -> ast.expr:
        """The expression of a quantity that is known to have one."""
        assert self.expression is not None
        return self.expression

    def __floordiv__(self, other: Quantity) -> Quantity:
        """How many full batches of a size there are."""
        full = _divided(self.expression, other.expression)
        return Quantity(_quotient(self.number, other.number), full, self._helpers_with(other))

    def ceil_div(self, other: Quantity) -> Quantity:
        """Return how many batches of a size there are, a partial one among them."""
        number = _quotient(None if self.number is None else -self.number, other.number)
        negative = None if self.expression is None else _negative(self.expression)
        below = _divided(negative, other.expression)
        batches = (
            self.expression if below is None or _is_one(other.expression) else ast.UnaryOp(ast.USub(), below)
        )
        expression = None if other.expression is None else batches
        return Quantity(None if number is None else -number, expression, self._helpers_with(other))

    def __sub__(self, other: Quantity) -> Quantity:
        """What is left of it beside another one."""
        number = None if self.number is None or other.number is None else self.number - other.number
        expression = None
        if self.expression is not None and other.expression is not None:
            expression = ast.BinOp(self.expression, ast.Sub(), other.expression)
        return Quantity(number, expression, self._helpers_with(other))

    def __mul__(self, other: Quantity) -> Quantity:
        """How many samples so many batches of a size have."""
        known = self.number is not None and other.number is not None
        number = (self.number or 0) * (other.number or 0) if known else None
        expression = None
        if self.expression is not None and other.expression is not None:
            expression = ast.BinOp(self.expression, ast.Mult(), other.expression)
        return Quantity(number, expression, self._helpers_with(other))

    def times(self, factor: int) -> Quantity:
        """Return so many times as much, in all the ways in which it can be written."""
        if factor == 1:
            return self
        number = None if self.number is None else self.number * factor
        expressions = [ast.BinOp(each, ast.Mult(), ast.Constant(factor)) for each in self.expressions]
        first, others = (None, expressions) if self.expression is None else (expressions[0], expressions[1:])
        return Quantity(number, first, self.helpers, tuple(others), self.factor * factor)

    def shared_out(self, parts: int) -> Quantity:
        """Return how much each of so many parts has, in all the ways in which that can be written."""
        if parts == 1:
            return self
        first, *others = (_share(each, parts) for each in self.expressions or (None,))
        rest = tuple(each for each in others if each is not None)
        factor = self.factor // parts if self.factor % parts == 0 else 1
        return Quantity(_quotient(self.number, parts), first, self.helpers, rest, factor)

    def divides(self, other: Quantity) -> bool | None:
        """True if another quantity is a multiple of this one; None where that is not known."""
        if self.number == 1:
            return True
        if self.number is None or other.number is None or self.number == 0:
            return None
        return other.number % self.number == 0

    def is_multiple_of(self, number: int) -> bool:
        """True if it is certain to be a multiple of a number."""
        return (self.factor if self.number is None else self.number) % number == 0

    def _helpers_with(self, other: Quantity) -> tuple[Edit, ...]:
        return tuple(dict.fromkeys((*self.helpers, *other.helpers)))


def fixed(number: int) -> Quantity:
    """Return a quantity that is a number."""
    return Quantity(number, ast.Constant(number))


def named(name: str) -> Quantity:
    """Return a quantity that has a name."""
    return Quantity(None, ast.Name(name, ast.Load()))


def called(function: str, *arguments: ast.expr) -> ast.Call:
    """Return a call of a function by its name."""
    return ast.Call(ast.Name(function, ast.Load()), list(arguments), [])


def length(node: ast.expr) -> Quantity:
    """`len(node)`."""
    return Quantity(None, called("len", node))


def _quotient(number: int | None, size: int | None) -> int | None:
    return None if number is None or not size else number // size


def _divided(number: ast.expr | None, size: ast.expr | None) -> ast.expr | None:
    """`number // size`, which is `number` for a size of one."""
    if number is None or size is None or _is_one(size):
        return number if size is not None else None
    return ast.BinOp(number, ast.FloorDiv(), size)


def _share(number: ast.expr | None, parts: int) -> ast.expr | None:
    """`number // parts`; `n * 2` for `n * 4 // 2`."""
    match number:
        case ast.BinOp(left=left, op=ast.Mult(), right=ast.Constant(value=int(factor))) if (
            factor % parts == 0
        ):
            return left if factor == parts else ast.BinOp(left, ast.Mult(), ast.Constant(factor // parts))
    return _divided(number, ast.Constant(parts))


def _is_one(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value == 1


def _negative(node: ast.expr) -> ast.expr:
    is_negative = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    return node.operand if isinstance(node, ast.UnaryOp) and is_negative else ast.UnaryOp(ast.USub(), node)
