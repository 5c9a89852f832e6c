"""Snippets: the short functions that a port may need, and the imports that they need.

A port stands alone, so these are written into it, once. The analysis understands them, so that `check` is
silent on what they do.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from gpu2ipu.analysis.evaluate import facts_of
from gpu2ipu.analysis.facts import Facts
from gpu2ipu.analysis.script import Script
from gpu2ipu.edits import Edit, Insert
from gpu2ipu.plan.imports import insert_at_top, module_alias

_NESTED = ".nest."  # in helpers that take arrays in lists and dicts, too

_EVEN_BATCH_SIZE = '''
def {name}(rows, batch_size):
    """A batch size near `batch_size` that divides `rows`: the IPU takes no partial batch."""
    below = max(size for size in range(1, min(rows, batch_size) + 1) if rows % size == 0)
    above = [size for size in range(batch_size + 1, 4 * batch_size + 1) if rows % size == 0]
    return above[0] if above and 4 * below < min(rows, batch_size) else below
'''

_PREDICT_ALL_ROWS = '''
def {name}(model, x, batch_size=None, **options):
    """Predict every row: the IPU takes whole batches only, so the last one is padded and the padding cut off."""
    rows, batch_size = len(x), batch_size or 32
    padded = {np}.concatenate([x] + [x[-1:]] * (-rows % batch_size))
    return model.predict(padded, batch_size=batch_size, **options)[:rows]
'''

_PREDICT_ALL_ROWS_NESTED = '''
def {name}(model, x, batch_size=None, **options):
    """Predict every row: the IPU takes whole batches only, so the last one is padded and the padding cut off."""
    rows, batch_size = len({tf}.nest.flatten(x)[0]), batch_size or 32

    def pad(array):
        return {np}.concatenate([array] + [array[-1:]] * (-rows % batch_size))

    predictions = model.predict({tf}.nest.map_structure(pad, x), batch_size=batch_size, **options)
    return {tf}.nest.map_structure(lambda array: array[:rows], predictions)
'''

_PREDICT_BATCH_BY_BATCH = '''
def {name}(model, x, batch_size=None, **options):
    """Predict every row, each batch in an execution of its own, so that any number of rows will do."""
    rows, batch_size = len(x), batch_size or 32
    padded = {np}.concatenate([x] + [x[-1:]] * (-rows % batch_size))
    parts = {np}.split(padded, len(padded) // batch_size)
    return {np}.concatenate([model.predict(part, batch_size=batch_size, **options) for part in parts])[:rows]
'''

_PREDICT_BATCH_BY_BATCH_NESTED = '''
def {name}(model, x, batch_size=None, **options):
    """Predict every row, each batch in an execution of its own, so that any number of rows will do."""
    rows, batch_size = len({tf}.nest.flatten(x)[0]), batch_size or 32

    def pad(array):
        return {np}.concatenate([array] + [array[-1:]] * (-rows % batch_size))

    padded = {tf}.nest.map_structure(pad, x)
    parts = []
    for start in range(0, rows, batch_size):
        part = {tf}.nest.map_structure(lambda array: array[start : start + batch_size], padded)
        parts.append(model.predict(part, batch_size=batch_size, **options))
    return {tf}.nest.map_structure(lambda *arrays: {np}.concatenate(arrays)[:rows], *parts)
'''

_TAKE_ROWS = '''
def {name}(data, start, stop):
    """Rows `start` to `stop` of an array, or of each array in a list or dict."""
    return {tf}.nest.map_structure(lambda array: array[start:stop], data)
'''

_ROW_COUNT = '''
def {name}(data):
    """The number of rows of an array, or of the arrays in a list or dict."""
    return len({tf}.nest.flatten(data)[0])
'''


_SUITABLE_STEPS = '''
def {name}(training, validation, *others):
    """The most steps per execution that suit all: what has more batches than that must be divisible by them."""

    def suit(steps):
        left = min(steps, training)
        inside = training % left == 0 and validation % min(left, validation) == 0
        return inside and all(other % min(steps, other) == 0 for other in others)

    return max(steps for steps in range(1, max(training, *others, 1) + 1) if suit(steps))
'''

_FED_BATCH = '''
def {name}(batch):
    """A batch in the types that the IPU takes, with tuples for lists as Keras has them."""
    if isinstance(batch, dict):
        return {{key: {name}(part) for key, part in batch.items()}}
    if isinstance(batch, (list, tuple)):
        return tuple({name}(part) for part in batch)
    array = {np}.array(batch)
    if array.dtype.kind == "f":
        return array.astype("float32")
    return array.astype("int32") if array.dtype.kind in "iu" and array.dtype.itemsize > 1 else array
'''

_DATASET_OF_GENERATOR = '''
def {name}(generator, steps, drop_remainder=False):
    """A dataset of the next `steps` batches of a generator in each epoch; all must have the shapes of the first."""
    first = {fed_batch}(next(generator))

    def is_short(batch):
        return len({tf}.nest.flatten(batch)[0]) < len({tf}.nest.flatten(first)[0])

    def read():
        yield first
        for batch in map({fed_batch}, generator):
            if not (drop_remainder and is_short(batch)):
                yield batch

    def next_batches():
        for _, batch in zip(range(int(steps)), batches):
            yield batch

    batches = read()
    signature = {tf}.nest.map_structure(lambda array: {tf}.TensorSpec(array.shape, array.dtype), first)
    dataset = {tf}.data.Dataset.from_generator(next_batches, output_signature=signature)
    return dataset.apply({tf}.data.experimental.assert_cardinality(int(steps)))
'''

_DATASET_OF_SEQUENCE = '''
def {name}(sequence, steps, shuffle=False):
    """A dataset of the first `steps` batches of a Sequence, read anew and ended by `on_epoch_end` in each epoch."""
    first = {fed_batch}(sequence[0])
    signature = {tf}.nest.map_structure(lambda array: {tf}.TensorSpec(array.shape, array.dtype), first)

    def batches():
        order = list(range(steps))
        if shuffle:
            {random}.shuffle(order)
        for index in order[:-1]:
            yield {fed_batch}(sequence[index])
        last = {fed_batch}(sequence[order[-1]])
        sequence.on_epoch_end()
        yield last

    dataset = {tf}.data.Dataset.from_generator(batches, output_signature=signature)
    return dataset.apply({tf}.data.experimental.assert_cardinality(steps))
'''

_DATASET_OF_ROWS = '''
def {name}(sequence, rows, batch_size):
    """A dataset of all rows of a Sequence in batches of another size, read anew in each epoch."""
    first = {fed_batch}(sequence[0])
    signature = {tf}.nest.map_structure(
        lambda array: {tf}.TensorSpec([None, *array.shape[1:]], array.dtype), first
    )

    def batches():
        for index in range(len(sequence) - 1):
            yield {fed_batch}(sequence[index])
        last = {fed_batch}(sequence[len(sequence) - 1])
        sequence.on_epoch_end()
        yield last

    dataset = {tf}.data.Dataset.from_generator(batches, output_signature=signature)
    dataset = dataset.unbatch().batch(batch_size, drop_remainder=True)
    return dataset.apply({tf}.data.experimental.assert_cardinality(rows // batch_size))
'''

_TEMPLATES = (
    _EVEN_BATCH_SIZE,
    _PREDICT_ALL_ROWS,
    _PREDICT_ALL_ROWS_NESTED,
    _PREDICT_BATCH_BY_BATCH,
    _PREDICT_BATCH_BY_BATCH_NESTED,
    _TAKE_ROWS,
    _SUITABLE_STEPS,
    _ROW_COUNT,
    _FED_BATCH,
    _DATASET_OF_GENERATOR,
    _DATASET_OF_SEQUENCE,
    _DATASET_OF_ROWS,
)


class Snippet(NamedTuple):
    """A function to write into the script: its name there, and the edits that bring it and its imports."""

    name: str
    edits: tuple[Edit, ...]


def even_batch_size(script: Script, facts: Facts) -> Snippet:
    """A function that finds a batch size which divides the rows."""
    return _snippet(script, facts, "even_batch_size", _EVEN_BATCH_SIZE)


def predict_all_rows(script: Script, facts: Facts, nested: bool) -> Snippet:
    """A function that pads, predicts and cuts; `nested` for models with several inputs or outputs."""
    template = _PREDICT_ALL_ROWS_NESTED if nested else _PREDICT_ALL_ROWS
    return _snippet(script, facts, "predict_all_rows", template)


def predict_batch_by_batch(script: Script, facts: Facts, nested: bool) -> Snippet:
    """The same, for a model whose steps per execution need not suit the number of batches."""
    template = _PREDICT_BATCH_BY_BATCH_NESTED if nested else _PREDICT_BATCH_BY_BATCH
    return _snippet(script, facts, "predict_batch_by_batch", template)


def take_rows(script: Script, facts: Facts) -> Snippet:
    """A function that cuts the arrays of a list or dict alike."""
    return _snippet(script, facts, "take_rows", _TAKE_ROWS)


def suitable_steps(script: Script, facts: Facts) -> Snippet:
    """A function that finds the steps per execution for a training with a validation inside, and for other calls."""
    return _snippet(script, facts, "suitable_steps", _SUITABLE_STEPS)


def row_count(script: Script, facts: Facts) -> Snippet:
    """A function that counts the rows of arrays in a list or dict."""
    return _snippet(script, facts, "row_count", _ROW_COUNT)


def dataset_of_generator(script: Script, facts: Facts) -> Snippet:
    """A function that makes a Python generator a dataset."""
    return _of_batches(script, facts, "dataset_of_generator", _DATASET_OF_GENERATOR)


def dataset_of_sequence(script: Script, facts: Facts) -> Snippet:
    """A function that makes the whole batches of a `keras.utils.Sequence` a dataset."""
    return _of_batches(script, facts, "dataset_of_sequence", _DATASET_OF_SEQUENCE)


def dataset_of_rows(script: Script, facts: Facts) -> Snippet:
    """A function that makes the rows of a `keras.utils.Sequence` a dataset, in batches that they fill."""
    return _of_batches(script, facts, "dataset_of_rows", _DATASET_OF_ROWS)


def _of_batches(script: Script, facts: Facts, name: str, template: str) -> Snippet:
    fed_batch = _snippet(script, facts, "fed_batch", _FED_BATCH)
    snippet = _snippet(script, facts, name, template, {"fed_batch": fed_batch.name})
    return Snippet(snippet.name, (*fed_batch.edits, *snippet.edits))


def one_form_of_each(edits: Iterable[Edit], every: Iterable[Edit]) -> tuple[Edit, ...]:
    """Edits in which a helper that the script also gets in its form for nested arrays has that form."""
    inserts = (edit for edit in every if isinstance(edit, Insert) and _NESTED in edit.template)
    nested: dict[str, Edit] = {_docstring(edit): edit for edit in inserts}
    return tuple(nested.get(_docstring(edit), edit) if isinstance(edit, Insert) else edit for edit in edits)


def _docstring(helper: Insert) -> str:
    """The docstring of a helper, which its two forms share; the whole template of anything else."""
    return helper.template.split('"""')[1] if '"""' in helper.template else helper.template


def is_snippet(function: ast.AST | None) -> bool:
    """Whether a function is one that a port brings along: then it is known to be right."""
    if not isinstance(function, ast.FunctionDef):
        return False
    docstring = ast.get_docstring(function)
    return bool(docstring) and any(docstring in template for template in _TEMPLATES if docstring)


def batches_of(facts: Facts, dataset: ast.expr) -> ast.expr | None:
    """How many batches a dataset has that a helper makes of a generator or Sequence right there."""
    if not isinstance(dataset, ast.Call) or len(dataset.args) < 2:
        return None
    function = facts.value(dataset.func).definition
    docstring = ast.get_docstring(function) if isinstance(function, ast.FunctionDef) else None
    if docstring is None:
        return None
    if docstring in _DATASET_OF_ROWS:
        return ast.BinOp(dataset.args[1], ast.FloorDiv(), dataset.args[2]) if len(dataset.args) == 3 else None
    return dataset.args[1] if docstring in _DATASET_OF_GENERATOR + _DATASET_OF_SEQUENCE else None


def _snippet(
    script: Script, facts: Facts, name: str, template: str, others: Mapping[str, str] = MappingProxyType({})
) -> Snippet:
    defined = next((s for s in script.tree.body if isinstance(s, ast.FunctionDef) and s.name == name), None)
    docstring = ast.get_docstring(defined) if defined is not None else None
    has_form = defined is not None and (_NESTED not in template or _NESTED in ast.unparse(defined))
    if docstring and docstring in template and has_form:
        return Snippet(name, ())
    edits: list[Edit] = []
    facts = facts_of(script)  # names of other files do no harm
    names = {"name": facts.fresh(name, f"ipu_{name}"), **others}
    for alias, module in (("np", "numpy"), ("tf", "tensorflow"), ("random", "random")):
        if f"{{{alias}}}" in template:
            names[alias], added = module_alias(script, facts, module, alias)
            edits += added
    edits.append(insert_at_top(script, "\n" + template.format(**names) + "\n"))
    return Snippet(names["name"], tuple(edits))
