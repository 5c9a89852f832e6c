"""Casts: which of the arrays that feed a model have a type that the IPU does not take, or may have one.

Of arrays whose type cannot be determined these are cast: tables of pandas, whose whole numbers are int64; the labels of
a classifier, which are whole numbers by nature: class numbers to int32, others to float32, as its losses do themselves;
and what goes into an `Embedding`, which makes int32 of it. Keras computes with float32 what it is given so.
What may go into an `Embedding` is cast when the port runs, if it is int64 then.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence

from gpu2ipu.analysis.dataflow.same_value import is_pure
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.fit_calls import FitCall, fit_calls_of
from gpu2ipu.analysis.keras.model import has_one_output, loss_name, models_of
from gpu2ipu.analysis.keras.model_inputs import token_inputs
from gpu2ipu.analysis.keras.subclasses import leaves_iterators
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.call_arguments import argument
from gpu2ipu.analysis.values.containers import Dict, ListOf, ListOrTuple, has_unknown_items, items_in
from gpu2ipu.analysis.values.data import Dataset
from gpu2ipu.analysis.values.dtypes import list_dtype
from gpu2ipu.analysis.values.library_objects import External
from gpu2ipu.analysis.values.scalars import Number, Text
from gpu2ipu.analysis.values.value import Constant, Value
from gpu2ipu.edits import Edit
from gpu2ipu.port.batching.row_counts import flat, is_row_list, leaves
from gpu2ipu.port.code.added_imports import module_alias
from gpu2ipu.port.code.call_arguments import rewritten
from gpu2ipu.port.code.expression_text import operand_text, quote
from gpu2ipu.port.code.helper_functions import (
    HelperFunction,
    batches_without_int64,
    casts_when_it_runs,
    without_int64,
)
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.dataset_iterators import is_in_scope
from gpu2ipu.port.strategy.keras_extensions import leaves_extensions
from gpu2ipu.records import record

# What to cast to; None: there is no counterpart.
REFUSED = {
    "int64": "int32",
    "int16": "int32",
    "uint16": "int32",
    "uint32": "int32",
    "uint64": "int32",
    "bfloat16": "float32",
    "string": None,
    "str": None,
    "complex64": None,
    "complex128": None,
}
# The feeds that a script makes by itself: the extensions of Keras are not there to cast float64.
_OF_FEEDS = {**REFUSED, "float64": "float32"}
_INFEED = "tensorflow.python.ipu.ipu_infeed_queue.IPUInfeedQueue"
_FED = ("x", "y", "sample_weight", "validation_data")
_PARTS = ("x", "y", "sample_weight")  # of validation data
# The losses of classifiers, with the type to which their labels are cast.
_LABELS = {
    **dict.fromkeys(("sparse_categorical_crossentropy", "SparseCategoricalCrossentropy"), "int32"),
    **dict.fromkeys(("categorical_crossentropy", "CategoricalCrossentropy"), "float32"),
    **dict.fromkeys(("binary_crossentropy", "BinaryCrossentropy"), "float32"),
}


@record
class Cast(Outcome):
    """One argument of a call that feeds a model, or a part of it, that needs a cast."""

    found: str = ""  # the type; empty where it cannot be determined
    target: str | None = None  # None: there is no counterpart, or no way to tell
    when_it_runs: bool = False  # only if it is int64 then
    is_unseen: bool = False  # nothing says that it is int64, and nothing that it is not


@record
class _Leaf:
    node: ast.expr
    value: Value
    role: str  # one of _PARTS, or "" for what holds several
    is_tokens: bool | None = None  # whether an embedding takes it; None where that cannot be determined
    is_of_several: bool = False  # one array of a list or dict that is written out


def casts_of(port: Port) -> tuple[Cast, ...]:
    """Return the casts that the calls of models need, one for each array or dataset."""
    script = port.script
    found: dict[ast.AST | str, Cast] = {}
    for fit_call in fit_calls_of(script):
        for cast in _casts(port, script.file_of(fit_call.node), fit_call):
            found.setdefault(array_of(cast.node) if cast.is_unseen else cast.node, cast)
    for cast in _of_feeds(port):
        found.setdefault(cast.node, cast)
    return tuple(found.values())


def _of_feeds(port: Port) -> Iterator[Cast]:
    """The casts of datasets that the script makes feeds of by itself: iterators of the strategy, and infeed queues."""
    facts = facts_of(port.script)
    if leaves_iterators(facts):
        return
    for call, dataset in _feeds(facts):
        value = facts.value(dataset)
        items = value.parts if isinstance(value, Dataset) else ()
        refused = [part.dtype for item in items for part in flat(item) if part.dtype in _OF_FEEDS]
        if refused and (facts.qualified.get(call) == _INFEED or is_in_scope(port, call)):
            file = port.script.file_of(call)
            yield _mapped(file, facts_of(file), dataset, items, (None,) * len(items), _OF_FEEDS)


def _feeds(facts: Facts) -> Iterator[tuple[ast.Call, ast.expr]]:
    """The calls that make a feed of a dataset."""
    for call in facts.values:
        if not isinstance(call, ast.Call):
            continue
        if facts.value(call.func).name == "builtins.iter" and len(call.args) == 1:
            yield call, call.args[0]
        elif facts.qualified.get(call) == _INFEED and (given := argument(call, 0, "dataset")) is not None:
            yield call, given


def array_of(node: ast.AST) -> str:
    """Return the text of the array of which an expression takes some samples."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return ast.unparse(node)


def _casts(port: Port, script: Script, fit_call: FitCall) -> Iterator[Cast]:
    """The casts that a call needs."""
    # the extensions cast float64, and Keras does so to arrays
    of_datasets = _OF_FEEDS if leaves_extensions(port) else REFUSED
    for leaf in _leaves(fit_call):
        value = leaf.value
        is_array = isinstance(value, Array) or has_unknown_items(value)
        if is_array and leaf.role == "x" and not _dtype(value) and _takes_words(fit_call):
            continue  # words: a rule of their own speaks of them
        if isinstance(value, Dataset):
            yield from _of_dataset(script, fit_call, leaf, of_datasets)
        elif isinstance(value, (ListOrTuple, Dict)) and not is_row_list(value):
            yield from _of_collection(script, fit_call, leaf)
        elif (
            (target := _target(fit_call, leaf)) is not None
            or _dtype(value) in REFUSED
            or _may_be_words(fit_call.facts, leaf)
        ):
            if target is None and not _dtype(value):
                yield from _cast_when_it_runs(script, fit_call.facts, leaf.node, without_int64)
                continue
            edits = () if target is None else _array_cast(script, fit_call.facts, leaf.node, value, target)
            yield Cast(leaf.node, _dtype(value), target, edits=edits)
        elif _may_be_int64(leaf) and not port.target.written.ipus:
            yield Cast(leaf.node, is_unseen=True)


def _cast_when_it_runs(
    script: Script,
    facts: Facts,
    node: ast.expr,
    written: Callable[[Script, Facts], HelperFunction],
    found: str = "",
) -> Iterator[Cast]:
    """A cast of what turns out to be int64, by a helper."""
    if not casts_when_it_runs(facts, node):
        helper = written(script, facts)
        call = rewritten(script, facts, node, f"{helper.name}({{item}})")
        yield Cast(node, found, "int32", when_it_runs=not found, edits=(*helper.edits, call))


def _takes_words(fit_call: FitCall) -> bool:
    inputs = token_inputs(fit_call)
    return bool(inputs) and all(each.is_words for each in inputs)


def _may_be_int64(leaf: _Leaf) -> bool:
    """True for arrays, or what can be nothing else, of which the script does not show the type."""
    is_data = isinstance(leaf.value, Array) or (_is_unseen(leaf.value) and not items_in(leaf.value))
    return bool(leaf.role) and is_data and not _dtype(leaf.value)


def _may_be_words(facts: Facts, leaf: _Leaf) -> bool:
    """True if an array may be numbers of an embedding: of a table float32 does not hold them, others may be int64."""
    if leaf.role != "x" or leaf.is_tokens is False or _dtype(leaf.value):
        return False
    is_data = isinstance(leaf.value, Array) or (_is_unseen(leaf.value) and not items_in(leaf.value))
    return is_data and _names_embedding(facts.everywhere.script)


def _names_embedding(script: Script) -> bool:
    """True if the code of a script names an embedding of any class; a comment or an import does not make one."""
    names = (getattr(node, "id", None) or getattr(node, "attr", None) or "" for node in script.nodes)
    return "Embedding" in script.text and any("Embedding" in name for name in names)


def _is_unseen(value: Value) -> bool:
    """True if the type of an input is unknown; `labels - 1` of an unknown `labels` reads like a number."""
    is_number = isinstance(value, (Number, Text)) and value.constant is None
    return is_number or has_unknown_items(value) or isinstance(value, External)


def _leaves(fit_call: FitCall) -> Iterator[_Leaf]:
    for name in _FED:
        if not fit_call.given(name):
            continue
        node = fit_call.arguments[name]
        if name != "validation_data":
            yield from _parts_of(fit_call, node, name)
        elif isinstance(node, (ast.Tuple, ast.List)):
            has_stars = any(isinstance(part, ast.Starred) for part in node.elts)
            for part, role in zip(node.elts, _PARTS):
                yield from _parts_of(fit_call, part, "" if has_stars else role)
        else:
            yield _Leaf(node, fit_call.facts.value(node), "")


def _parts_of(fit_call: FitCall, node: ast.expr, role: str) -> Iterator[_Leaf]:
    """The arrays of an argument."""
    parts = list(leaves(fit_call.facts, node))
    values = [fit_call.facts.value(part) for part in parts]
    nothing: list[bool | None] = [None] * len(parts)
    tokens = _tokens(fit_call, node, len(parts)) if role == "x" and not all(map(_dtype, values)) else nothing
    for part, value, is_tokens in zip(parts, values, tokens):
        yield _Leaf(part, value, role, is_tokens, len(parts) > 1)


def _tokens(fit_call: FitCall, node: ast.expr, parts: int) -> list[bool | None]:
    """True if each array of an argument is tokens; Keras finds those of a dict by the names of the inputs."""
    inputs = token_inputs(fit_call)
    if isinstance(node, ast.Dict) and parts == len(node.keys) > 1:
        named = {each.name: each.is_tokens for each in inputs}
        keys = [fit_call.facts.value(key).constant for key in node.keys]
        return [named.get(key) if isinstance(key, str) else None for key in keys]
    return [each.is_tokens for each in inputs] if len(inputs) == parts else [None] * parts


def _dtype(value: Value) -> str:
    return value.dtype or (list_dtype(value) if is_row_list(value) or isinstance(value, ListOf) else "")


def _target(fit_call: FitCall, leaf: _Leaf) -> str | None:
    """What an array or a list of numbers is cast to; None where it stays."""
    dtype = _dtype(leaf.value)
    if dtype:
        return REFUSED.get(dtype)
    is_array = isinstance(leaf.value, Array)
    if (
        leaf.role == "y"
        and (is_array or _is_unseen(leaf.value))
        and has_one_output(fit_call.facts, fit_call.call.receiver)
    ):
        target = _label_type(fit_call)
        if target == "int32" or (target and not _reads_the_same(fit_call, leaf.node)):
            return target
    if leaf.is_tokens and (is_array or leaf.is_of_several):
        return "int32"
    if not _is_of(leaf.value, "table"):
        return None
    return None if _may_be_words(fit_call.facts, leaf) else "float32"


def _label_type(fit_call: FitCall) -> str:
    """What the labels of a classifier are cast to; "" where the model is, or may be, compiled with another loss."""
    facts, models = fit_call.facts, models_of(fit_call.facts, fit_call.call.receiver)
    losses = [each.loss for model in models for each in model.compilations]
    types = {_LABELS.get(loss_name(facts, loss), "") if loss is not None else "" for loss in losses}
    return types.pop() if len(types) == 1 else ""


def _reads_the_same(fit_call: FitCall, labels: ast.expr) -> bool:
    """True if the labels of a call are its inputs, as those of an autoencoder are."""
    inputs = {
        ast.unparse(node)
        for name in ("x", "validation_data")
        for node in _firsts(fit_call.arguments.get(name))
    }
    return ast.unparse(labels) in inputs


def _firsts(data: ast.expr | None) -> list[ast.expr]:
    """The inputs of a pair, or what is no pair."""
    if data is None:
        return []
    return data.elts[:1] if isinstance(data, (ast.Tuple, ast.List)) else [data]


def _is_of(value: Value, container: str) -> bool:
    return isinstance(value, Array) and value.container == container


def _array_cast(script: Script, facts: Facts, node: ast.expr, value: Value, target: str) -> tuple[Edit, ...]:
    cast = _cast_code(script, facts, value, target)
    return (*cast.imports, rewritten(script, facts, node, cast.template))


@record
class _CastCode:
    template: str  # with `{item}` for what is cast
    imports: tuple[Edit, ...] = ()


def _cast_code(script: Script, facts: Facts, value: Value, target: str) -> _CastCode:
    mark = quote(script)
    if _is_of(value, "tensor"):
        tf, imports = module_alias(script, facts, "tensorflow", "tf")
        return _CastCode(f"{tf}.cast({{item}}, {tf}.{target})", imports)
    if isinstance(value, Array):
        return _CastCode(f"{{item}}.astype({mark}{target}{mark})")
    np, imports = module_alias(script, facts, "numpy", "np")
    return _CastCode(f"{np}.asarray({{item}}, {mark}{target}{mark})", imports)


def _of_collection(script: Script, fit_call: FitCall, leaf: _Leaf) -> Iterator[Cast]:
    """Arrays in a tuple, list or dict that a name has: a tuple that is written out instead, if it can be."""
    facts, node, items = fit_call.facts, leaf.node, items_in(leaf.value)
    refused = [dtype for item in items for part in flat(item) if (dtype := _dtype(part)) in REFUSED]
    found = next(iter(refused), "")
    if not _can_be_written_out(leaf):
        if {*refused} == {"int64"}:
            yield from _cast_when_it_runs(script, facts, node, without_int64, found)
        elif found:
            yield Cast(node, found, REFUSED.get(found))
        elif _may_hold_words(fit_call, leaf):
            yield from _cast_when_it_runs(script, facts, node, without_int64)
        return
    inputs = token_inputs(fit_call)
    of_x = inputs[0].is_tokens if len(inputs) == 1 else None
    parts = [_Leaf(node, item, role, of_x if role == "x" else None) for item, role in zip(items, _PARTS)]
    targets = [_target(fit_call, part) for part in parts]
    if not found and not any(targets):
        return
    codes = [
        _cast_code(script, facts, part.value, target) if target else _CastCode("{item}")
        for part, target in zip(parts, targets)
    ]
    operand = operand_text(script, node)
    texts = (code.template.replace("{item}", f"{operand}[{i}]") for i, code in enumerate(codes))
    imports = (edit for code in codes for edit in code.imports)
    edits = (*imports, rewritten(script, facts, node, f"({', '.join(texts)})"))
    has_counterparts = all(REFUSED[dtype] for dtype in refused)
    yield Cast(node, found, next(filter(None, targets), None), edits=edits if has_counterparts else ())


def _can_be_written_out(leaf: _Leaf) -> bool:
    """True for a tuple or list of inputs, labels and weights that a name stands for."""
    if leaf.role or not isinstance(leaf.value, ListOrTuple) or not is_pure(leaf.node):
        return False
    items = leaf.value.items
    return len(items) <= len(_PARTS) and all(isinstance(item, Array) for item in items)


def _may_hold_words(fit_call: FitCall, leaf: _Leaf) -> bool:
    """True if an array of a collection may be numbers of an embedding."""
    inputs = token_inputs(fit_call)
    if leaf.role != "x" or (inputs and all(each.is_tokens is False for each in inputs)):
        return False
    return any(_may_be_words(fit_call.facts, _Leaf(leaf.node, item, "x")) for item in flat(leaf.value))


def _of_dataset(
    script: Script, fit_call: FitCall, leaf: _Leaf, casts: Mapping[str, str | None]
) -> Iterator[Cast]:
    """A dataset is cast by a last `map`; nothing is done where its parts are not known one by one."""
    items = leaf.value.parts if isinstance(leaf.value, Dataset) else ()
    refused = [part.dtype for item in items for part in flat(item) if part.dtype in casts]
    targets = [_target_of_part(fit_call, leaf.node, *each) for each in zip(items, _PARTS)]
    if not refused and any(map(_holds_columns, items)):
        yield from _cast_when_it_runs(script, fit_call.facts, leaf.node, batches_without_int64)
    elif refused or any(targets):
        yield _mapped(script, fit_call.facts, leaf.node, items, targets, casts)


def _mapped(
    script: Script,
    facts: Facts,
    node: ast.expr,
    items: Sequence[Value],
    targets: Sequence[str | None],
    casts: Mapping[str, str | None],
) -> Cast:
    """The cast of a dataset by a `map`; `targets` are the types for the parts of its elements whose type is unknown."""
    refused = [part.dtype for item in items for part in flat(item) if part.dtype in casts]
    found = next(iter(refused), "")
    names = ("x", "y", "w")[: len(items)]
    tf, imports = module_alias(script, facts, "tensorflow", "tf")
    parts = [
        f"{tf}.cast({name}, {tf}.{target})" if target else _element_text(tf, quote(script), name, item, casts)
        for name, item, target in zip(names, items, targets)
    ]
    if not refused:  # what else is there is passed on
        parts = [part or name for part, name in zip(parts, names)]
    target = casts[found] if refused else next(filter(None, targets), None)
    if len(names) != len(items) or None in parts or not all(casts[dtype] for dtype in refused):
        return Cast(node, found, target)
    body = ", ".join(filter(None, parts))
    mapped = f"{{item}}.map(lambda {', '.join(names)}: {body if len(parts) == 1 else f'({body})'})"
    return Cast(node, found, target, edits=(*imports, rewritten(script, facts, node, mapped)))


def _holds_columns(item: Value) -> bool:
    """True for a dict or list that holds columns of a table whose type cannot be determined."""
    return any(_holds_columns(part) or (_is_of(part, "table") and not part.dtype) for part in items_in(item))


def _target_of_part(fit_call: FitCall, node: ast.expr, item: Value, role: str) -> str | None:
    """What a part of a dataset's elements is cast to if its type is unknown, as an array of it would be."""
    if _dtype(item) or isinstance(item, (Dict, ListOrTuple)):
        return None
    inputs = token_inputs(fit_call) if role == "x" else ()
    return _target(fit_call, _Leaf(node, item, role, inputs[0].is_tokens if len(inputs) == 1 else None))


def _element_text(tf: str, mark: str, text: str, item: Value, casts: Mapping[str, str | None]) -> str | None:
    """A part of a dataset's element with what is refused cast; None where it holds what is not known."""
    if isinstance(item, Array):
        target = casts.get(item.dtype)
        return f"{tf}.cast({text}, {tf}.{target})" if target else text
    if isinstance(item, Dict) and all(map(_is_plain, item.keys or (None,))):
        keys = [f"{mark}{key}{mark}" for key in item.keys or ()]
    elif isinstance(item, ListOrTuple):
        keys = [str(place) for place in range(len(item.items))]
    else:
        return None
    olds = [f"{text}[{key}]" for key in keys]
    news = [_element_text(tf, mark, old, part, casts) for old, part in zip(olds, item.items)]
    if None in news:
        return None
    if olds == news:
        return text
    if isinstance(item, ListOrTuple):
        return f"({', '.join(filter(None, news))})"
    changed = (f"{key}: {new}" for key, old, new in zip(keys, olds, news) if old != new)
    return f"{{**{text}, {', '.join(changed)}}}"


def _is_plain(key: Constant | None) -> bool:
    """True if a key can be written between any quotes."""
    return isinstance(key, str) and not set(key) & set("\\'\"\n")
