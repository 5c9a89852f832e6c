"""Rounding: how a number of steps follows from rows and a batch size, whatever way it is written.

`math.ceil(n / b)`, `(n + b - 1) // b`, `n // b + bool(n % b)`, `len(range(0, n, b))` and `divmod` with an `if` are one
function of `n` and `b`. So the expression is not compared with patterns: it is computed for many `n` and `b`.
"""

from __future__ import annotations

import ast
import enum
import math
from collections.abc import Iterable, Iterator

from gpu2ipu.analysis.dataflow.evaluation import NotClosedError, evaluate
from gpu2ipu.analysis.dataflow.expansion import expansions
from gpu2ipu.analysis.dataflow.substitution import with_parts
from gpu2ipu.analysis.dataflow.symbols import Symbol, number_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.records import record


class Rounding(enum.Enum):
    """Which number a quotient of rows and batch size is, the surest first."""

    UP = "up"  # all batches, a partial one among them
    ONE_MORE = "one more"  # one more than the full batches, always
    NEAREST = "nearest"
    DOWN = "down"  # the full batches
    BELOW = "below"  # as many as the full batches at most

    @property
    def counts_partial(self) -> bool:
        """True if a partial batch may be among them."""
        return self in (Rounding.UP, Rounding.ONE_MORE, Rounding.NEAREST)


@record
class Quotient:
    """Rows through batch size, both expanded."""

    rows: ast.expr
    batch: ast.expr
    rounding: Rounding
    is_cast: bool = False  # the batch size is made a whole number there: it may be a string by itself


_ROWS, _BATCH = ast.Name("rows", ast.Load()), ast.Name("batch", ast.Load())
_SIZES = (2, 3, 4, 7, 8, 32, 100)  # batch sizes that are tried where the script fixes none
_CASTS = ("int", "float", "tensorflow.cast", "numpy.float32", "numpy.float64", "numpy.int32", "numpy.int64")
_BRANCHES = 4  # conditions inside of each other
_LARGEST = 1 << 20  # a batch size that is larger is none


def quotients(script: Script, node: ast.expr, follow_attributes: bool = True) -> tuple[Quotient | None, ...]:
    """Return how a number is rounded on each path through the script; None if it is no known quotient."""
    wholes = expansions(script, node, follow_attributes)
    return tuple(each for whole in wholes for each in readings(whole))


def counts_partial(script: Script, node: ast.expr) -> bool:
    """True if a number of steps may count a partial batch, on some path through the script."""
    return any(each is not None and each.rounding.counts_partial for each in quotients(script, node))


def rounding_of_same(script: Script, steps: ast.expr, length: ast.expr, at: ast.expr) -> Rounding | None:
    """Return how a number of steps rounds what a length, read at an expression, is a quotient of, too.

    `UP` where it is that length; None where it is another number on some path through the script.
    """
    lengths = expansions(script, length, at=at)
    if {ast.dump(each) for each in expansions(script, steps)} <= {ast.dump(each) for each in lengths}:
        return Rounding.UP
    known = {_divided(each) for whole in lengths for each in readings(whole)}
    found = quotients(script, steps)
    if len(known) != 1 or {_divided(each) for each in found} != known:
        return None
    roundings = {each.rounding for each in found if each is not None}
    return roundings.pop() if len(roundings) == 1 else None


def _divided(found: Quotient | None) -> tuple[str, str] | None:
    return None if found is None else (ast.dump(found.rows), ast.dump(found.batch))


def quotient(node: ast.expr) -> Quotient | None:
    """Return an expanded expression as rows through a batch size, rounded."""
    found: Quotient | None = None
    order = list(Rounding)
    for batch in _batches(node):
        for rows in _candidates(node, batch):
            rounding = _rounding(node, rows, batch)
            if rounding is None or (found and order.index(rounding) > order.index(found.rounding)):
                continue
            if found is None or rounding is not found.rounding or _is_simpler(rows, found.rows):
                found = Quotient(rows, batch, rounding, _is_cast(node, batch))
    return found


def _is_simpler(rows: ast.expr, known: ast.expr) -> bool:
    """True if rows are a symbol, where a larger part of the expression is known to do."""
    return isinstance(rows, Symbol) and not isinstance(known, Symbol)


def readings(node: ast.expr, depth: int = _BRANCHES) -> Iterator[Quotient | None]:
    """What an expression is, or may be that depends on more than its rows: `args.steps or math.ceil(n / b)`."""
    found = quotient(node)
    sides: list[ast.expr] = []
    if found is None and depth:
        match node:
            case ast.IfExp(body=body, orelse=orelse):
                sides = [body, orelse]
            case ast.BoolOp(values=values):
                sides = values
            case ast.Call(func=ast.Name(id="int"), args=[argument]):
                sides = [argument]
    if not sides:
        yield found
    for side in sides:
        yield from readings(side, depth - 1)


def _symbols(node: ast.expr) -> Iterator[Symbol]:
    return (part for part in ast.walk(node) if isinstance(part, Symbol))


def _batches(node: ast.expr) -> list[ast.expr]:
    """What an expression divides by."""
    found: dict[str, ast.expr] = {}
    for part in ast.walk(node):
        match part:
            case ast.BinOp(op=ast.Div() | ast.FloorDiv() | ast.Mod(), right=batch):
                pass
            case ast.Call(func=ast.Name(id=name), args=[_, batch]) if _is_division(name):
                pass
            case ast.Call(func=ast.Name(id="range"), args=[_, _, batch]):
                pass
            case _:
                continue
        batch = stripped(batch)
        found.setdefault(ast.dump(batch), batch)
    return list(found.values())


def _is_division(name: str) -> bool:
    return name == "divmod" or name.rpartition(".")[2] in (
        *("divmod", "floordiv", "truediv", "mod", "fmod", "floor_divide", "divide", "true_divide"),
        *("remainder", "floormod"),
    )


def stripped(node: ast.expr) -> ast.expr:
    """A number without its sign and the functions that change its type."""
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return stripped(inner)
        case ast.Call(func=ast.Name(id=name), args=[inner, *_]) if name in _CASTS:
            return stripped(inner)
    return node


def is_among(part: ast.expr, known: Iterable[ast.expr]) -> bool:
    """True if the rows or the batch size of a quotient is one of some expanded numbers."""
    number = number_of(part)
    return any(
        ast.dump(part) == ast.dump(stripped(each)) or (number is not None and number == number_of(each))
        for each in known
    )


def _is_cast(node: ast.expr, batch: ast.expr) -> bool:
    """True if an expression has `int(batch)`."""
    within = ast.dump(batch)
    casts = (part for part in ast.walk(node) if isinstance(part, ast.Call) and is_int(part))
    return any(ast.dump(cast.args[0]) == within for cast in casts)


def is_int(node: ast.expr) -> bool:
    """True if an expanded expression is a whole number, or makes one of something."""
    match node:
        case ast.Call(func=ast.Name(id="int"), args=[_]) | ast.Constant(value=int()):
            return True
    return False


def _candidates(node: ast.expr, batch: ast.expr) -> list[ast.expr]:
    """The parts of an expression that may be its rows."""
    found: dict[str, ast.expr] = {}
    within = ast.dump(batch)
    for part in ast.walk(node):
        if isinstance(part, (Symbol, ast.BinOp, ast.Constant, ast.Call)) and part is not node:
            is_function = isinstance(part, ast.Constant) and type(part.value) is not int
            if not is_function and not any(ast.dump(inner) == within for inner in ast.walk(part)):
                found.setdefault(ast.dump(part), part)
    return list(found.values())


def _rounding(node: ast.expr, rows: ast.expr, batch: ast.expr) -> Rounding | None:
    """How an expression rounds rows through a batch size; None if it is another function, or of more than these."""
    replaced = with_parts(node, {ast.dump(rows): _ROWS, ast.dump(batch): _BATCH})
    size = number_of(batch)
    if size is not None and not 1 < size < _LARGEST:
        return None
    known = {part.id: part.number for part in _symbols(replaced) if part.number is not None}
    possible = list(Rounding)
    for number, count in _samples(_SIZES if size is None else (size,)):
        try:
            steps = evaluate(replaced, {**known, "rows": count, "batch": number})
        except NotClosedError:
            return None
        if not isinstance(steps, (int, float)):
            return None
        possible = [each for each in possible if _is_met(each, math.ceil(steps), count, number)]
        if not possible:
            return None
    return possible[0]


def _samples(sizes: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Batch sizes, each with numbers of rows around its multiples; fewer rows than a batch are another matter."""
    for size in sizes:
        besides = {-2, -1, 0, 1, 2, size // 2 - 1, size // 2, size // 2 + 1}
        near = {size * multiple + beside for multiple in (1, 2, 5, 31, 4096) for beside in besides}
        yield from ((size, rows) for rows in sorted(near) if rows >= size)


def _is_met(rounding: Rounding, steps: int, rows: int, batch: int) -> bool:
    full, left = divmod(rows, batch)
    match rounding:
        case Rounding.UP:
            return steps == full + bool(left)
        case Rounding.ONE_MORE:
            return steps == full + 1
        case Rounding.NEAREST:
            nearest = full + (2 * left > batch)
            return steps == nearest or (2 * left == batch and steps == nearest + 1)
        case Rounding.DOWN:
            return steps == full
        case Rounding.BELOW:
            return steps <= full
