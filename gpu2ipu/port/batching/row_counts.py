"""Rows: how many samples a call takes, whether they make full batches, and how to cut them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeGuard

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.expansion import expansions
from gpu2ipu.analysis.dataflow.quantity import Quantity, fixed, length
from gpu2ipu.analysis.dataflow.same_value import is_pure, names_in
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.tested_divisors import divides_others
from gpu2ipu.analysis.library.signatures import PARAMETERS
from gpu2ipu.analysis.syntax.divisors import divisor_of, divisor_of_object
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.arithmetic import is_one_row
from gpu2ipu.analysis.values.arrays import Array, factors_of
from gpu2ipu.analysis.values.call_arguments import bound
from gpu2ipu.analysis.values.containers import Dict, DictOf, ListOf, ListOrTuple, has_unknown_items
from gpu2ipu.analysis.values.data import length_of
from gpu2ipu.analysis.values.divisors import fixed_divisor
from gpu2ipu.analysis.values.scalars import Number, Text
from gpu2ipu.analysis.values.value import NoneValue, Value
from gpu2ipu.edits import Edit, Replace
from gpu2ipu.port.batching.batch_size import Batch
from gpu2ipu.port.code.call_arguments import rewritten
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.code.helper_functions import row_count, take_rows
from gpu2ipu.records import record

# Functions that make an array of a list.
_OF_LISTS = ("numpy.array", "numpy.asarray", "tensorflow.constant", "tensorflow.convert_to_tensor")
# Functions and methods whose result is as long as their argument whatever that is, so that the port may write `len` of
# the one for the other. Of more functions of NumPy the number of rows is known (`analysis/library/numpy`), as long as
# their arguments are arrays that do not broadcast: too little for an expression in the port.
_KEEPING_LENGTH = (*_OF_LISTS, "numpy.ascontiguousarray", "tensorflow.cast", "keras.utils.to_categorical")
_METHODS_KEEPING_LENGTH = ("astype", "to_numpy")
# What functions of libraries begin with that give the same for the same arguments, unless they draw.
_COMPUTING = (
    *("numpy.", "keras.", "tensorflow.", "pandas."),
    *(f"builtins.{name}" for name in ("len", "int", "float", "list", "tuple", "range", "sorted")),
)
_DRAWING = ("random", "shuffle", "make_csv")
_RESHAPING = ("ndmin", "shape")  # the keywords of these functions that may move the samples to another axis


@record
class Rows:
    """The arrays of one call that are cut alike, and how many samples they have."""

    script: Script
    facts: Facts
    arrays: tuple[ast.expr, ...]  # x, y, sample_weight, as given

    @property
    def values(self) -> tuple[Value, ...]:
        """What the arrays are."""
        return tuple(self.facts.value(node) for node in self.arrays)

    @property
    def number(self) -> int | None:
        """The number of samples, where the script fixes it."""
        return next((rows for value in self._leaf_values() if (rows := _rows_in(value)) is not None), None)

    @property
    def fixed_number(self) -> int | None:
        """The same, but not where the samples come in as a parameter: another call may bring others."""
        return None if any(self._comes_in(node) for node in self.arrays) else self.number

    def _comes_in(self, node: ast.expr) -> bool:
        """True if an array is made of a parameter."""
        names, place = bindings_of(self.script), self.facts.place(node)
        return not self._are_fixed(node) and any(names.is_parameter(name, place) for name in names_in(node))

    def _are_fixed(self, node: ast.expr) -> bool:
        """True if each sample is in the call: `np.array([state])` has one, whatever `state` is."""
        if isinstance(node, ast.Call) and node.args and self.facts.qualified.get(node) in _OF_LISTS:
            given = node.args[0]
            return isinstance(given, ast.List) and not any(isinstance(n, ast.Starred) for n in given.elts)
        return _is_one_row(node)

    def _leaf_values(self) -> Iterator[Value]:
        for node in self.leaves():
            yield from flat(self.facts.value(node))

    def leaves(self) -> Iterator[ast.expr]:
        """Yield the arrays, those of lists and dicts that are written out in the call one by one."""
        for node in self.arrays:
            yield from leaves(self.facts, node)

    def are_whole(self, batch: Batch) -> bool:
        """True if the samples are certain to be a multiple of the batch size."""
        if batch.number == 1:
            return True
        if batch.divides_rows and batch.node is not None:
            arrays = list(self.leaves())
            if not divides_others(self.script.file_of(arrays[0]), batch.node, arrays):
                return True
        if self.number is not None and batch.number:
            return self.number % batch.number == 0
        for value in self._leaf_values():
            # a name says nothing where the number is known: it may have stood for another number then
            if (
                fixed_divisor(factors_of(value)) % batch.number == 0
                if batch.number
                else self._is_divisor(batch, value)
            ):
                return True
        return False

    def _is_divisor(self, batch: Batch, value: Value) -> bool:
        """True if the batch size divides the samples by its name, or by the name that it has at its origin."""
        script = self.facts.everywhere.script
        if self._divides(batch.expression, value):
            return True
        if batch.node is None or batch.value.may_be_none:
            return False
        origins = [getattr(each, "origin", None) for each in expansions(script, batch.node)]
        return all(node is not None and self._divides(node, value) for node in origins)

    def _divides(self, node: ast.expr, value: Value) -> bool:
        """True if samples are divided by an expression, of one object where objects disagree on its attributes."""
        facts = self.facts.everywhere
        attributes = (part for part in ast.walk(node) if isinstance(part, ast.Attribute))
        differs = any(facts.disagree(facts.value(part.value), part.attr) for part in attributes)
        divisor = (divisor_of_object if differs else divisor_of)(facts.script, node)
        return divisor in factors_of(value)

    def count(self) -> Quantity | None:
        """Return the number of samples, as an expression at least; None when nothing may be written twice."""
        number = self.number or None
        arrays = (_as_long(self.facts, n) for n in self.leaves() if self._is_cut_by_slices(n))
        candidates = [n for n in arrays if is_pure(n)]
        candidates += [_first_item(n) for n in self.leaves() if self._is_list_of_arrays(n) and is_pure(n)]
        if candidates:
            simplest = min(
                candidates, key=lambda node: (not isinstance(node, ast.Name), len(ast.unparse(node)))
            )
            return replace(length(self._index_of(simplest)), number=number)
        if self.number is not None:
            return fixed(self.number)
        anything = next((n for n in self.leaves() if is_pure(n)), None)
        if anything is None:
            return None
        return replace(row_count(self.script, self.facts).result(anything), number=number)

    def as_long(self, node: ast.expr) -> ast.expr:
        """Return the simplest expression that is as long as an array."""
        return _as_long(self.facts, node)

    def can_be_read_twice(self, node: ast.expr) -> bool:
        """True if an array is the same when it is computed again: nothing is called but what only computes."""
        calls = (part for part in ast.walk(node) if isinstance(part, ast.Call))
        return is_pure(node) or all(map(self._only_computes, calls))

    def _only_computes(self, call: ast.Call) -> bool:
        name, func = self.facts.qualified.get(call), call.func
        if name is None:
            return isinstance(func, ast.Attribute) and isinstance(self.facts.value(func.value), Array)
        return name.startswith(_COMPUTING) and not any(word in name for word in _DRAWING)

    def _is_cut_by_slices(self, node: ast.expr) -> bool:
        value = self.facts.value(node)
        return isinstance(value, Array) or is_row_list(value)

    def _index_of(self, node: ast.expr) -> ast.expr:
        """The index of `array[index]`, where it picks samples by number: it has as many, and is cheaper to count."""
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Name):
            index = self.facts.value(node.slice)
            if isinstance(index, Array) and index.dtype.startswith(("int", "uint")):
                return node.slice
        return node

    def _is_list_of_arrays(self, node: ast.expr) -> bool:
        value = self.facts.value(node)
        return isinstance(value, ListOrTuple) and isinstance(next(iter(value.items), None), Array)

    def cut(self, start: str, stop: str) -> tuple[Edit, ...]:
        """Return the edits that cut every array to samples `start` to `stop`; an empty text is an open end."""
        return tuple(edit for node in self.leaves() for edit in self._cut(node, start, stop))

    def _cut(self, node: ast.expr, start: str, stop: str) -> Iterator[Edit]:
        value = self.facts.value(node)
        if isinstance(value, NoneValue):
            return
        if self._is_cut_by_slices(node):
            part = self.part_of(node, start, stop)
            if part is not None:
                array, index = part
                inner = (("rows", self.script.span(array)),)
                yield Replace(self.script.span(node), f"{{rows}}[{index}]", inner)
            else:
                yield rewritten(self.script, self.facts, node, f"{{item}}[{start}:{stop}]")
            return
        helper = take_rows(self.script, self.facts)
        yield from helper.edits
        cut = f"{helper.name}({{item}}, {start or 0}, {stop or None})"
        yield rewritten(self.script, self.facts, node, cut)

    def part_of(self, node: ast.expr, start: str, stop: str) -> tuple[ast.expr, str] | None:
        """Return the array of `array[:n]`, and an index that takes samples from `start` or up to `stop` from it.

        `stop` is not behind the end.
        """
        if not isinstance(node, ast.Subscript) or _is_by_label(node.value):
            return None
        index = node.slice
        rows, *others = index.elts if isinstance(index, ast.Tuple) and index.elts else (index,)
        if not isinstance(rows, ast.Slice) or rows.step is not None or not _are_columns(others):
            return None
        if rows.lower is None:
            end = stop or (text_of(self.script, rows.upper) if rows.upper else "")
            first = f"{start} : {end}" if start and stop else f"{start}:{end}"
        elif (
            not start
            and isinstance(rows.lower, (ast.Constant, ast.Name))
            and self._is_from_the_front(rows.lower)
        ):
            lower = ast.unparse(rows.lower)
            first = f"{lower} : {lower} + {stop}"
        else:
            return None
        return node.value, ", ".join((first, *(text_of(self.script, other) for other in others)))

    def _is_from_the_front(self, index: ast.expr) -> bool:
        number = self.facts.value(index).number
        return number is not None and number >= 0


def leaves(facts: Facts, node: ast.expr) -> Iterator[ast.expr]:
    """Yield the arrays of lists, tuples and dicts that are written out in the call; anything else is one leaf."""
    if is_row_list(facts.value(node)):
        yield node
    elif isinstance(node, (ast.List, ast.Tuple)):
        for item in node.elts:
            yield from leaves(facts, item)
    elif isinstance(node, ast.Starred):
        yield from leaves(facts, node.value)
    elif (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Add)
        and isinstance(facts.value(node), (ListOf, DictOf))
    ):
        yield from leaves(facts, node.left)
        yield from leaves(facts, node.right)
    elif isinstance(node, ast.Dict):
        for item in node.values:
            yield from leaves(facts, item)
    elif not isinstance(facts.value(node), NoneValue):
        yield node


def _as_long(facts: Facts, node: ast.expr) -> ast.expr:
    """The simplest expression that is as long: `x` for `x.astype("float32") / 255`, itself if there is none."""
    made_of = next(_made_of_as_long(facts, node), None)
    return node if made_of is None else _as_long(facts, made_of)


def _made_of_as_long(facts: Facts, node: ast.expr) -> Iterator[ast.expr]:
    """What an expression is made of that is surely as long."""
    if isinstance(node, ast.BinOp):
        for operand, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(facts.value(operand), Array) and isinstance(facts.value(other), (Number, Text)):
                yield operand
    elif isinstance(node, ast.Call):
        method = node.func if isinstance(node.func, ast.Attribute) else None
        if method and method.attr in _METHODS_KEEPING_LENGTH and isinstance(facts.value(method.value), Array):
            yield method.value
        is_like = facts.qualified.get(node) in _KEEPING_LENGTH and not facts.arguments(node).keys() & {
            *_RESHAPING
        }
        given = node.args[0] if node.args and is_like else None
        counted = facts.value(given)
        if given and (isinstance(counted, Array) or has_unknown_items(counted)):
            yield given


def _first_item(node: ast.expr) -> ast.expr:
    return ast.Subscript(node, ast.Constant(0), ast.Load())


def _rows_in(value: Value) -> int | None:
    return value.rows if isinstance(value, Array) else length_of(value)


def is_row_list(value: Value) -> TypeGuard[ListOrTuple]:
    """True if a value is a list of numbers, or of lists of numbers, which Keras takes for one array."""
    if not isinstance(value, ListOrTuple) or not value.items:
        return False
    return all(isinstance(item, (Number, Text)) or is_row_list(item) for item in value.items)


def flat(value: Value) -> Iterator[Value]:
    """Yield the arrays of a list or dict that a name has."""
    if is_row_list(value):
        yield Array(len(value.items))
    elif isinstance(value, (ListOrTuple, Dict)):
        for item in value.items:
            yield from flat(item)
    else:
        yield value


def _is_by_label(node: ast.expr) -> bool:
    """True if an index of `frame.loc` takes labels: the last one is in it."""
    return isinstance(node, ast.Attribute) and node.attr in ("loc", "ix")


def _are_columns(indices: list[ast.expr]) -> bool:
    """True if indices behind that of the samples leave the samples where they are: two lists of numbers might not."""
    lists = [index for index in indices if not isinstance(index, (ast.Slice, ast.Constant))]
    return len(lists) < 2 and all(map(is_pure, indices))


def _is_one_row(node: ast.expr) -> bool:
    """True if an array is one row by the way it is written: `x[i : i + 1]`, `np.expand_dims(x, 0)`."""
    if isinstance(node, ast.Subscript):
        index = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) and node.slice.elts else node.slice
        is_new = isinstance(index, ast.Attribute) and index.attr == "newaxis"
        return is_new or (isinstance(index, ast.Slice) and is_one_row(index))
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    axis = bound(node, PARAMETERS["numpy.expand_dims"]).get("axis")
    return node.func.attr == "expand_dims" and isinstance(axis, ast.Constant) and axis.value == 0
