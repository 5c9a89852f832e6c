"""Rounds: whether the samples of a call make a multiple of some batches, which a pipeline takes together.

Samples that a port shares out do, `x[: len(x) // 2 * 2]` in batches of `dividing_batch_size(len(x) // 2, 32)`: their
number is twice what the batch size divides.
"""

from __future__ import annotations

import ast

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.expansion import Expansion, ways_to
from gpu2ipu.analysis.dataflow.quantity import fixed
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.library.port_helpers import DIVIDING_BATCH_SIZE, TAKE_ROWS, template_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.arithmetic import number_of_rows
from gpu2ipu.port.batching.batch_size import Batch
from gpu2ipu.port.batching.row_counts import Rows


def make_rounds(rows: Rows, batch: Batch, number: int) -> bool:
    """Return whether samples are certain to make full batches, and a multiple of a number of them."""
    together = batch.together(number)
    if rows.are_whole(together) or any(_fills(rows, rows.as_long(leaf), together) for leaf in rows.leaves()):
        return True
    if number == 1 or batch.node is None:
        return False
    taken = [_taken(rows.facts, rows.as_long(leaf)) for leaf in rows.leaves()]
    known = [each for each in taken if each is not None]
    if (count := rows.count()) is not None and rows.fixed_number and rows.fixed_number % number == 0:
        known.append((count // fixed(number) * fixed(number)).written)  # all of them, uncut
    return are_shared_out(rows.script, rows.facts, known, batch.node, number)


def _fills(rows: Rows, node: ast.expr, batch: Batch) -> bool:
    """True if samples are cut out behind others in full batches: `x[a : a + n]` of `n = (len(x) - a) // 32 * 32`.

    Or of the `n` of at most so many batches: `min(2, (len(x) - a) // 32) * 32`.
    """
    match node:
        case ast.Subscript(slice=ast.Slice() as index):
            taken = number_of_rows(index)
        case ast.Call(args=[_, start, stop]) if _helper(rows.facts, node) == TAKE_ROWS:
            taken = number_of_rows(ast.Slice(start, stop))
        case _:
            return False
    if taken is None:
        return False
    first, count = taken
    made = bindings_of(rows.script).value(count) if isinstance(count, ast.Name) else count
    match made:
        case ast.BinOp(ast.BinOp(rest, ast.FloorDiv(), size), ast.Mult(), again) | ast.BinOp(
            ast.Call(ast.Name("min"), [_, ast.BinOp(rest, ast.FloorDiv(), size)]), ast.Mult(), again
        ):
            sizes = {ast.dump(size), ast.dump(again), ast.dump(batch.expression)}
            return first is not None and len(sizes) == 1 and _is_behind(rest, first)
    return False


def _is_behind(rest: ast.expr, first: ast.expr) -> bool:
    """True if a number of samples is that of all but the first ones; there may be none of them."""
    rest = rest.values[0] if isinstance(rest, ast.BoolOp) and isinstance(rest.op, ast.Or) else rest
    is_difference = isinstance(rest, ast.BinOp) and isinstance(rest.op, ast.Sub)
    return isinstance(rest, ast.BinOp) and is_difference and ast.dump(rest.right) == ast.dump(first)


def are_shared_out(script: Script, facts: Facts, taken: list[ast.expr], size: ast.expr, number: int) -> bool:
    """Return whether one of some numbers of samples is a multiple of `number` batches of a size that a helper finds."""
    share = _share(script, facts, size)
    if share is None:
        return False
    ways = ways_to(script, share)
    return any(all(_is_shared_out(way, each, share, number) for way in ways) for each in taken)


def _share(script: Script, facts: Facts, size: ast.expr) -> ast.expr | None:
    """What a batch size divides that a helper of a port has found."""
    made = bindings_of(script).value(size) if isinstance(size, ast.Name) else size
    if not isinstance(made, ast.Call) or not made.args:
        return None
    return made.args[0] if _helper(facts, made) == DIVIDING_BATCH_SIZE else None


def _helper(facts: Facts, call: ast.Call) -> str | None:
    return template_of(facts.value(call.func).definition)


def _taken(facts: Facts, node: ast.expr) -> ast.expr | None:
    """How many samples are taken of an array, or of those in a list or dict."""
    if isinstance(node, ast.Subscript):
        taken = number_of_rows(node.slice)
        return taken and taken[1]
    if isinstance(node, ast.Call) and len(node.args) == 3 and _helper(facts, node) == TAKE_ROWS:
        taken = number_of_rows(ast.Slice(*node.args[1:]))
        return taken and taken[1]
    return None


def _is_shared_out(way: Expansion, taken: ast.expr, share: ast.expr, number: int) -> bool:
    """True if what is taken is a share times a multiple of a number: `n // 2 * 2` of `n // 2`, or `n` of `n // 2`."""
    whole, part = way.of(taken), way.of(share)
    product, quotient = _times(whole), _through(part)
    if product is not None and ast.dump(product[0]) == ast.dump(part):
        return product[1] % number == 0
    if quotient is None or product is None or ast.dump(quotient[0]) != ast.dump(whole):
        return False
    return quotient[1] % number == 0 and product[1] % quotient[1] == 0


def _times(node: ast.expr) -> tuple[ast.expr, int] | None:
    match node:
        case ast.BinOp(left=left, op=ast.Mult(), right=ast.Constant(value=int(factor))):
            return left, factor
    return None


def _through(node: ast.expr) -> tuple[ast.expr, int] | None:
    match node:
        case ast.BinOp(left=left, op=ast.FloorDiv(), right=ast.Constant(value=int(divisor))) if divisor:
            return left, divisor
    return None
