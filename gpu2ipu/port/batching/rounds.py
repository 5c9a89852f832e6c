"""Rounds: whether the samples of a call make a multiple of some batches, which a pipeline takes together.

Samples that a port shares out do, `x[: len(x) // 2 * 2]` in batches of `even_batch_size(len(x) // 2, 32)`: their number
is twice what the batch size divides.
"""

from __future__ import annotations

import ast

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.expansion import Expansion, ways_to
from gpu2ipu.analysis.library.port_helpers import EVEN_BATCH_SIZE, TAKE_ROWS, template_of
from gpu2ipu.analysis.values.arithmetic import number_of_rows
from gpu2ipu.port.batching.batch_size import Batch
from gpu2ipu.port.batching.row_counts import Rows


def make_rounds(rows: Rows, batch: Batch, number: int) -> bool:
    """Return whether samples are certain to make full batches, and a multiple of a number of them."""
    if rows.are_whole(batch.together(number)):
        return True
    share = _share(rows, batch)
    if number == 1 or share is None:
        return False
    taken = [each for leaf in rows.leaves() if (each := _taken(rows, rows.as_long(leaf))) is not None]
    ways = ways_to(rows.script, share)
    return any(all(_is_shared_out(way, each, share, number) for way in ways) for each in taken)


def _share(rows: Rows, batch: Batch) -> ast.expr | None:
    """What a batch size divides that a helper of a port has found."""
    node = batch.node
    if isinstance(node, ast.Name):
        node = bindings_of(rows.script).value(node)
    if not isinstance(node, ast.Call) or not node.args:
        return None
    return node.args[0] if _helper(rows, node) == EVEN_BATCH_SIZE else None


def _helper(rows: Rows, call: ast.Call) -> str | None:
    return template_of(rows.facts.value(call.func).definition)


def _taken(rows: Rows, node: ast.expr) -> ast.expr | None:
    """How many samples are taken of an array, or of those in a list or dict."""
    if isinstance(node, ast.Subscript):
        taken = number_of_rows(node.slice)
        return taken and taken[1]
    if isinstance(node, ast.Call) and len(node.args) == 3 and _helper(rows, node) == TAKE_ROWS:
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
