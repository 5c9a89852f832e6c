"""Named data: what a call computes among its arguments, and the port has to read twice, gets a name before the call.

`model.fit(load(), batch_size=64)` becomes `x_train = load()` and `model.fit(x_train, batch_size=64)`, which the rest of
the plan understands.
"""

from __future__ import annotations

import ast
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeVar

from gpu2ipu.analysis.dataflow.same_value import is_pure
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors, statement_of
from gpu2ipu.analysis.values.data import Generator
from gpu2ipu.edits import Edit, Insert, Replace
from gpu2ipu.port.batching.batch_size import batch_of, validation_batch_of
from gpu2ipu.port.batching.calls import outcomes_of
from gpu2ipu.port.batching.fit import training_rows
from gpu2ipu.port.batching.generator_calls import generator_data
from gpu2ipu.port.batching.outcomes import (
    ArrayBatches,
    GeneratorData,
    GeneratorReason,
    Left,
    NoDataset,
    Reason,
    ValidationBatches,
)
from gpu2ipu.port.batching.row_counts import Rows, leaves
from gpu2ipu.port.code.computed_first import may_come_first
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.feed_dtypes import casts_of
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port
from gpu2ipu.records import record

_UNNAMED = (GeneratorReason.UNNAMED, GeneratorReason.COMPUTED_STEPS)
_BATCHES = {"fit": "train_batches", "evaluate": "test_batches", "predict": "prediction_batches"}
_ARRAYS = {
    "fit": {"x": "x_train", "y": "y_train"},
    "evaluate": {"x": "x_test", "y": "y_test"},
    "predict": {"x": "inputs"},
}
_VALIDATION = ("x_val", "y_val", "val_sample_weight")
_WHOLE = {"fit": "train_data", "evaluate": "test_data", "predict": "prediction_data"}

AnyOutcome = TypeVar("AnyOutcome", bound=Outcome)


@record
class NamedData(Outcome):
    """Arguments of a call get names, by statements right before it."""

    statements: tuple[str, ...]


def read_twice(port: Port, outcomes: Iterable[AnyOutcome]) -> Iterator[AnyOutcome]:
    """Yield the outcomes without those of calls whose arguments get names first, because of which they are left."""
    named = {each.node for each in named_data(port)} if port.makes(NamedData) else set[ast.AST]()
    for outcome in outcomes:
        if not (_is_left_unnamed(outcome) and named & {outcome.node, *ancestors(port.script, outcome.node)}):
            yield outcome


@once
def named_data(port: Port) -> tuple[NamedData, ...]:
    """Return what gets names, call by call."""
    found, used = dict[ast.AST, NamedData](), Counter[str]()
    generators = [each for each in generator_data(port) if _is_left_unnamed(each)]
    cast = {each.node for each in casts_of(port)}
    for outcome in outcomes_of(port):
        fit_call = outcome.fit_call
        if fit_call.node in found or fit_call.is_ambiguous:
            continue
        script = port.script.file_of(fit_call.node)
        is_changed = bool(outcome.changes) or outcome.trimming is not None
        needed = [
            *_of_generators(fit_call, generators),
            *_of_arrays(script, fit_call, outcome.changes),
            *_of_unpacked(fit_call, cast, is_changed),
        ]
        computed = [
            node for node in needed if not is_pure(node)
        ]  # what has a name may be no number, or no data
        named = _named(script, fit_call, computed, used) if computed else None
        if named is not None:
            found[fit_call.node] = named
    return tuple(found.values())


def _is_left_unnamed(outcome: Outcome) -> bool:
    """True if manual work is needed since something cannot be read twice."""
    match outcome:
        case GeneratorData(change=NoDataset(reason)):
            return reason in _UNNAMED
        case ArrayBatches(change=Left(reason)) | ValidationBatches(change=Left(reason)):
            return reason is Reason.COMPUTED
        case _:
            return False


def _of_generators(fit_call: FitCall, left: Iterable[GeneratorData]) -> Iterator[ast.expr]:
    """The Sequences of a call that have no name, and the steps to take from generators that are computed."""
    for outcome in left:
        generator = next((given for given in fit_call.arguments.values() if given is outcome.node), None)
        if generator is None:
            continue
        assert isinstance(outcome.change, NoDataset)
        if outcome.change.reason is GeneratorReason.UNNAMED:
            yield generator
        elif outcome.steps_argument in fit_call.arguments:
            yield fit_call.arguments[outcome.steps_argument]


def _of_arrays(script: Script, fit_call: FitCall, changes: Iterable[Outcome]) -> Iterator[ast.expr]:
    """An array that tells the samples, and the batch size, where neither can be read twice."""
    batch = batch_of(fit_call)
    for change in changes:
        if not _is_left_unnamed(change):
            continue
        rows, sized = training_rows(script, fit_call), batch
        if fit_call.given("validation_split"):
            yield from (node for node in rows.leaves() if not rows.can_be_read_twice(node))
        elif isinstance(change, ValidationBatches):
            data = fit_call.arguments["validation_data"]
            arrays = tuple(data.elts) if isinstance(data, (ast.Tuple, ast.List)) else (data,)
            rows, sized = Rows(script, fit_call.facts, arrays), validation_batch_of(fit_call, batch)
        if rows.count() is None:
            yield from itertools.islice(rows.leaves(), 1)
        if not sized.is_written_out and sized.node is not None:
            yield sized.node


def _of_unpacked(fit_call: FitCall, cast: set[ast.expr | ast.stmt], is_changed: bool) -> Iterator[ast.expr]:
    """What `*load()` unpacks: the port writes the items one by one."""
    facts = fit_call.facts
    for node in (leaf for each in fit_call.arguments.values() for leaf in leaves(facts, each)):
        unpacked = facts.unpacked.get(node)
        if unpacked is not None and (is_changed or node in cast) and not is_pure(unpacked.source):
            yield unpacked.source


def _named(script: Script, fit_call: FitCall, needed: list[ast.expr], used: Counter[str]) -> NamedData | None:
    """Statements for what is needed and all that the call computes before it; None where these would change the order
    in which anything happens.
    """
    unpacked = fit_call.facts.unpacked
    parts = {unpacked[node].source if node in unpacked else node for node in needed}
    last = max(_place(node) for node in parts)
    parts |= {node for node in _given(fit_call) if _place(node) < last and not is_pure(node)}
    parts = {node for node in parts if parts.isdisjoint(ancestors(script, node))}
    if not all(fit_call.node in ancestors(script, node) for node in parts):
        return None
    if not all(may_come_first(script, node, parts) for node in parts):
        return None
    statement, texts, replaced = (
        script.span(statement_of(script, fit_call.node)),
        list[str](),
        list[Replace](),
    )
    for node in sorted(parts, key=_place):
        name = _name(fit_call, node, used)
        texts.append(f"{name} = {_text(script, node)}")
        replaced.append(Replace(script.span(node), name))
    edits: tuple[Edit, ...] = (Insert(statement, "\n".join(texts)), *replaced)
    return NamedData(fit_call.node, tuple(texts), edits=edits)


def _place(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _given(fit_call: FitCall) -> Iterator[ast.expr]:
    """What is written in a call, item by item where validation data is a tuple."""
    for node in (*fit_call.node.args, *(keyword.value for keyword in fit_call.node.keywords)):
        given = node.value if isinstance(node, ast.Starred) else node
        yield from given.elts if isinstance(given, (ast.Tuple, ast.List)) else (given,)


def _text(script: Script, node: ast.expr) -> str:
    """An expression as the script writes it, unless that is only an expression between the parentheses of its call."""
    written = script.source(node)
    try:
        ast.parse(written)
    except SyntaxError:
        return text_of(script, node)
    return written


def _name(fit_call: FitCall, node: ast.expr, used: Counter[str]) -> str:
    """A name that says what is fed where, and that no other part gets."""
    name = _plain_name(fit_call, node)
    used[name] += 1
    numbered = name if used[name] == 1 else f"{name}_{used[name]}"
    return fresh_name(fit_call.facts.script, numbered, f"ipu_{numbered}")


def _plain_name(fit_call: FitCall, node: ast.expr) -> str:
    method, arguments = fit_call.method, fit_call.arguments
    if any(node is each.source for each in fit_call.facts.unpacked.values()):
        return _WHOLE[method]
    is_generator = isinstance(fit_call.facts.value(node), Generator)
    for parameter, given in arguments.items():
        if parameter == "validation_data":
            items = given.elts if isinstance(given, (ast.Tuple, ast.List)) else []
            found = [each for each, item in zip(_VALIDATION, items) if _is_in(node, item)]
            if found:
                return found[0]
        if _is_in(node, given):
            if is_generator:
                return "validation_batches" if parameter == "validation_data" else _BATCHES[method]
            return _ARRAYS[method].get(parameter, parameter)
    return "data"


def _is_in(node: ast.expr, outer: ast.expr) -> bool:
    return any(part is node for part in ast.walk(outer))
