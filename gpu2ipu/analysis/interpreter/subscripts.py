"""Subscripts: the part of the evaluator that takes rows of arrays and items of lists and dicts."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.interpreter.expressions import Expressions
from gpu2ipu.analysis.library import numpy
from gpu2ipu.analysis.values import dicts
from gpu2ipu.analysis.values.arithmetic import is_one_row, number_of_rows
from gpu2ipu.analysis.values.arrays import Array, KerasTensor, array, factors_of, part_of, rows_from
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.containers import (
    Dict,
    DictOf,
    ListOf,
    ListOrTuple,
    collection,
    first_items,
    items_in,
    list_of,
)
from gpu2ipu.analysis.values.divisors import NO_DIVISORS
from gpu2ipu.analysis.values.library_objects import Slice
from gpu2ipu.analysis.values.symbols import operands
from gpu2ipu.analysis.values.value import NONE, UNKNOWN, NoneValue, Unknown, Value, altered

# What has its parts in brackets -> the function that does the same with them.
_CONCATENATING = {"numpy.c_": "numpy.column_stack", "numpy.r_": "numpy.concatenate"}


class Subscripts(Expressions):
    """Evaluation of `a[…]`."""

    def of_Subscript(self, node: ast.Subscript) -> Value:
        """`a[…]`: rows of an array, an item of a collection, the shape of an array."""
        owner = self.expression(node.value)
        index = self._index(node.slice)
        if isinstance(owner, (ListOrTuple, ListOf, Dict, DictOf)):
            return self._item(owner, index, node)
        if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
            return self._with_divisor(UNKNOWN, node)
        if isinstance(owner, Array):
            return self._rows_of(owner, node.slice)
        if isinstance(owner, KerasTensor) and self.facts.is_of_inputs(owner.computed_by):
            return self.symbol(node, operands((owner,)))
        if owner.name in _CONCATENATING:
            return self._concatenated(owner.name, index, node.slice)
        if isinstance(owner, Unknown):
            if _is_new_axis((items_in(index) or (index,))[0], isinstance(index, ListOrTuple)):
                return array(1)
            if _takes_arrays_apart(node.slice):
                return self._rows_of(array(), node.slice)
        return self._with_divisor(UNKNOWN, node)

    def _item(self, owner: Value, index: Value, node: ast.Subscript) -> Value:
        """`a[…]` of a list, tuple or dict."""
        if isinstance(node.slice, ast.Slice):
            return self._with_divisor(list_of(*items_in(owner)), node)
        if dicts.is_known(owner):
            return self._with_divisor(dicts.entry(owner, index), node)
        number, items = index.number, first_items(owner)
        lowest = -len(items) if isinstance(owner, ListOrTuple) else 0
        if number is not None and lowest <= number < len(items):
            return items[number]
        return self._with_divisor(self.item_of(owner), node)

    def _concatenated(self, name: str, index: Value, written: ast.expr) -> Value:
        """`np.c_[a, b]`, arrays as columns, and `np.r_[a, b]`, arrays one after the other."""
        is_several = isinstance(index, (ListOrTuple, ListOf))
        nodes = written.elts if isinstance(written, ast.Tuple) else [written]
        if any(isinstance(node, (ast.Slice, ast.Constant)) for node in nodes):
            return array()  # numbers of a range, or a text that says along which axis
        parts = Arguments((index if is_several else collection(index),))
        return numpy.array_call(_CONCATENATING[name], parts) or array()

    def _index(self, node: ast.expr) -> Value:
        if isinstance(node, ast.Slice):
            for bound in (node.lower, node.upper, node.step):
                if bound is not None:
                    self.expression(bound)
            return UNKNOWN
        return self.expression(node)

    def _rows_of(self, owner: Array, index: ast.expr) -> Array:
        if isinstance(index, ast.Tuple):
            if not index.elts:
                return owner
            for item in index.elts:
                self._index(item)
            whole = altered(owner, row_shape=_other_axes(owner.row_shape, index.elts))
            return self._rows_of(whole, index.elts[0])
        if isinstance(index, ast.Slice):
            return self._sliced(owner, index)
        value = self.now(index)
        if isinstance(value, Slice):
            return self._between(owner, value.bounds)
        if isinstance(value, NoneValue) or value.name.endswith("newaxis"):
            return part_of(owner, 1)
        if isinstance(value.constant, str) or (isinstance(index, ast.Constant) and index.value is Ellipsis):
            return altered(owner, dtype="") if isinstance(value.constant, str) else owner
        if isinstance(value, Array):
            return rows_from(owner, value.rows if value.dtype != "bool" else None)
        return part_of(owner)

    def _sliced(self, owner: Array, index: ast.Slice) -> Array:
        bounds = (index.lower, index.upper, index.step)
        part = self._between(owner, tuple(NONE if bound is None else self.now(bound) for bound in bounds))
        if part.rows is None and is_one_row(index):
            return altered(part, rows=1)
        start, number = number_of_rows(index) or (None, None)
        if start is None or number is None or self.now(start).number is None:
            return part  # `x[i : i + n]` in a loop may end with fewer
        return altered(part, factors=part.factors | factors_of(self.now(number)))

    def _between(self, owner: Array, bounds: tuple[Value, ...]) -> Array:
        """The rows of a slice: counted where everything is known, else with the factors of the stop."""
        if all(isinstance(bound, NoneValue) for bound in bounds):
            return owner
        rows = None
        if owner.rows is not None and all(isinstance(b, NoneValue) or b.number is not None for b in bounds):
            rows = len(range(*slice(*(bound.number for bound in bounds)).indices(owner.rows)))
        start, stop, step = bounds
        plain = isinstance(step, NoneValue) and (isinstance(start, NoneValue) or start.constant == 0)
        factors = factors_of(stop) if plain else NO_DIVISORS
        return altered(rows_from(owner, rows), factors=factors)


def _other_axes(row_shape: tuple[int, ...] | None, index: list[ast.expr]) -> tuple[int, ...] | None:
    """What an index such as `[:, :, None]` or `[..., np.newaxis]` makes of the axes behind the rows."""
    if row_shape is None:
        return None
    kept, sizes = list(row_shape), []
    if isinstance(index[0], ast.Constant) and index[0].value is Ellipsis:
        sizes, kept = kept, []
    for each in index[1:]:
        if isinstance(each, ast.Slice) and each.lower is each.upper is each.step is None and kept:
            sizes.append(kept.pop(0))
        elif isinstance(each, ast.Constant) and each.value is Ellipsis:
            sizes, kept = sizes + kept, []
        elif ast.unparse(each) in ("None", "np.newaxis", "numpy.newaxis", "tf.newaxis"):
            sizes.append(1)
        elif isinstance(each, ast.Constant) and isinstance(each.value, int) and kept:
            kept.pop(0)
        else:
            return None
    return (*sizes, *kept)


def _is_new_axis(index: Value, in_tuple: bool) -> bool:
    """True if an index puts an axis before all others: `np.newaxis`, or `None` where only an array can take it."""
    return index.name.endswith("newaxis") or (in_tuple and isinstance(index, NoneValue))


def _takes_arrays_apart(index: ast.expr) -> bool:
    """True if only arrays and tables take an index: `...`, or a slice or `...` beside others."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    slices = len(parts) > 1 and any(isinstance(part, ast.Slice) for part in parts)
    return slices or any(isinstance(part, ast.Constant) and part.value is Ellipsis for part in parts)
