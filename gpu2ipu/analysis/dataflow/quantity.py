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
    helpers: tuple[Edit, ...] = ()  # functions that the expression calls

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
        """How many batches of a size there are, a partial one among them."""
        number = _quotient(None if self.number is None else -self.number, other.number)
        negative = None if self.expression is None else ast.UnaryOp(ast.USub(), self.expression)
        below = _divided(negative, other.expression)
        batches = (
            self.expression if below is None or _is_one(other.expression) else ast.UnaryOp(ast.USub(), below)
        )
        expression = None if other.expression is None else batches
        return Quantity(None if number is None else -number, expression, self._helpers_with(other))

    def __mul__(self, other: Quantity) -> Quantity:
        """How many samples so many batches of a size have."""
        known = self.number is not None and other.number is not None
        number = (self.number or 0) * (other.number or 0) if known else None
        expression = None
        if self.expression is not None and other.expression is not None:
            expression = ast.BinOp(self.expression, ast.Mult(), other.expression)
        return Quantity(number, expression, self._helpers_with(other))

    def divides(self, other: Quantity) -> bool | None:
        """Whether another quantity is a multiple of this one; None where that is not known."""
        if self.number == 1:
            return True
        if self.number is None or other.number is None or self.number == 0:
            return None
        return other.number % self.number == 0

    def _helpers_with(self, other: Quantity) -> tuple[Edit, ...]:
        return tuple(dict.fromkeys((*self.helpers, *other.helpers)))


def written_as(text: str, helpers: tuple[Edit, ...] = ()) -> Quantity:
    """A quantity of which the text is known, and what helpers it needs."""
    return Quantity(None, ast.parse(text, mode="eval").body, helpers)


def _quotient(number: int | None, size: int | None) -> int | None:
    return None if number is None or not size else number // size


def _divided(number: ast.expr | None, size: ast.expr | None) -> ast.expr | None:
    """`number // size`, which is `number` for a size of one."""
    if number is None or size is None or _is_one(size):
        return number if size is not None else None
    return ast.BinOp(number, ast.FloorDiv(), size)


def _is_one(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value == 1
