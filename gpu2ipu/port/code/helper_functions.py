"""Snippets: the short functions that a port may need, and the imports that they need.

A port stands alone, so these are written into it, once. The analysis understands them, so that `check` is
silent on what they do.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from gpu2ipu.analysis.dataflow.quantity import Quantity, called
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library.keras import FEEDING, LEGACY_FEEDING, ON_BATCH
from gpu2ipu.analysis.library.port_helpers import (
    ASSIGN_PLANNED_STAGES,
    ASSIGN_STAGES,
    AVERAGE_OVER_REPLICAS,
    BATCHES_OF_WINDOWS,
    BATCHES_WITHOUT_INT64,
    CASTS_OF_INT64,
    CLASSES_OF,
    COUNT_SAMPLES,
    DATASET_OF_FIRST_ROWS,
    DATASET_OF_GENERATOR,
    DATASET_OF_ROWS,
    DATASET_OF_SEQUENCE,
    DIVIDING_BATCH_SIZE,
    EVALUATE_ALL_BATCHES,
    EVALUATE_ALL_ROUNDS,
    EVALUATE_ALL_ROWS,
    EVALUATE_ALL_ROWS_NESTED,
    EVALUATE_BY_EXECUTIONS,
    EVALUATE_BY_EXECUTIONS_NESTED,
    EVALUATE_ROUNDS,
    EVALUATE_ROUNDS_NESTED,
    EVEN_BATCH_SIZE,
    EVEN_BATCHES,
    EVEN_BATCHES_PARAMETERS,
    FED_BATCH,
    FULL_BATCHES,
    FULL_BATCHES_OF_FILES,
    FULL_BATCHES_OF_TEXTS,
    FULL_ROUNDS,
    INSPECT_LAYERS,
    MICRO_BATCH_PARAMETERS,
    MICRO_BATCHES,
    NESTED_FORMS,
    PREDICT_ALL_BATCHES,
    PREDICT_ALL_ROWS,
    PREDICT_ALL_ROWS_NESTED,
    PREDICT_ALL_SAMPLES,
    PREDICT_BATCH_BY_BATCH,
    PREDICT_BATCH_BY_BATCH_NESTED,
    PREDICT_ONE_BY_ONE,
    PREDICT_ROUND_BY_ROUND,
    PREDICT_ROUND_BY_ROUND_NESTED,
    PREDICT_ROUNDS,
    PREDICT_ROUNDS_NESTED,
    ROW_COUNT,
    SCHEDULED_RATE,
    SET_STEPS,
    SUITABLE_ACCUMULATED_STEPS,
    SUITABLE_REPLICATED_STEPS,
    SUITABLE_STEPS,
    TAKE_ROWS,
    WARM_UP,
    WITHOUT_INT64,
    is_made_from,
    template_of,
)
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.call_arguments import bound
from gpu2ipu.edits import Edit, Insert
from gpu2ipu.port.code.added_imports import insert_at_top, module_alias
from gpu2ipu.port.code.sdk_names import imported_ipu, ipu_import, ipu_name
from gpu2ipu.records import record

_USES = {*FEEDING, *ON_BATCH, *LEGACY_FEEDING}


@record
class HelperFunction:
    """A function to write into the script: its name there, and the edits that bring it and its imports."""

    name: str
    edits: tuple[Edit, ...]

    def result(self, *arguments: ast.expr) -> Quantity:
        """Return the number that it returns."""
        return Quantity(None, called(self.name, *arguments), self.edits)


def even_batch_size(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that finds a batch size near the original which divides the rows, if there is one."""
    return _helper(script, facts, "even_batch_size", EVEN_BATCH_SIZE)


def dividing_batch_size(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that finds a batch size which divides the rows, however small it is: none may be dropped."""
    return _helper(script, facts, "dividing_batch_size", DIVIDING_BATCH_SIZE)


def evaluate_all_rows(script: Script, facts: Facts, nested: bool, in_rounds: bool = False) -> HelperFunction:
    """Return a function that evaluates full batches and the rest, and averages; `nested` for several inputs or outputs.

    That of a pipeline takes `batches`, what their number is a multiple of.
    """
    all_rows, rounds = (EVALUATE_ALL_ROWS, EVALUATE_ALL_ROWS_NESTED), (
        EVALUATE_ROUNDS,
        EVALUATE_ROUNDS_NESTED,
    )
    template = (rounds if in_rounds else all_rows)[nested]
    return _helper(script, facts, "evaluate_all_rows", template)


def evaluate_by_executions(script: Script, facts: Facts, nested: bool) -> HelperFunction:
    """Return the same, for a model whose steps per execution need not suit the number of batches."""
    template = EVALUATE_BY_EXECUTIONS_NESTED if nested else EVALUATE_BY_EXECUTIONS
    return _helper(script, facts, "evaluate_by_executions", template)


def predict_all_rows(script: Script, facts: Facts, nested: bool, in_rounds: bool = False) -> HelperFunction:
    """Return a function that pads, predicts and cuts; `nested` for models with several inputs or outputs.

    That of a pipeline takes `batches`, what their number is a multiple of.
    """
    all_rows, rounds = (PREDICT_ALL_ROWS, PREDICT_ALL_ROWS_NESTED), (PREDICT_ROUNDS, PREDICT_ROUNDS_NESTED)
    template = (rounds if in_rounds else all_rows)[nested]
    return _helper(script, facts, "predict_all_rows", template)


def predict_batch_by_batch(
    script: Script, facts: Facts, nested: bool, in_rounds: bool = False
) -> HelperFunction:
    """Return the same, for a model whose steps per execution need not suit the number of batches."""
    by_batch = (PREDICT_BATCH_BY_BATCH, PREDICT_BATCH_BY_BATCH_NESTED)
    by_round = (PREDICT_ROUND_BY_ROUND, PREDICT_ROUND_BY_ROUND_NESTED)
    template = (by_round if in_rounds else by_batch)[nested]
    return _helper(script, facts, "predict_batch_by_batch", template)


def predict_one_by_one(script: Script, facts: Facts) -> HelperFunction:
    """Return the same for data that may be arrays or a dataset."""
    arrays = predict_batch_by_batch(script, facts, nested=True)
    others = {"predict_batch_by_batch": arrays.name}
    helper = _helper(script, facts, "predict_one_by_one", PREDICT_ONE_BY_ONE, others)
    return HelperFunction(helper.name, (*arrays.edits, *helper.edits))


def predict_all_batches(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that pads a dataset to a multiple of some batches, predicts and cuts."""
    return _helper(script, facts, "predict_all_batches", PREDICT_ALL_BATCHES)


def without_int64(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that makes int32 of int64 when the port runs."""
    return _helper(script, facts, "without_int64", WITHOUT_INT64)


def batches_without_int64(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that does so with the batches of a dataset."""
    return _helper(script, facts, "batches_without_int64", BATCHES_WITHOUT_INT64)


def casts_when_it_runs(facts: Facts, node: ast.expr) -> bool:
    """Return whether one of these functions is called."""
    return helper_called(facts, node) in CASTS_OF_INT64


def set_steps_per_execution(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that compiles a model again with another `steps_per_execution`."""
    return _helper(script, facts, "set_steps_per_execution", SET_STEPS)


def full_batches(script: Script, facts: Facts, in_rounds: bool) -> HelperFunction:
    """Return a function that leaves out the last batch of a dataset if it is partial."""
    return _counting(script, facts, "full_batches", FULL_ROUNDS if in_rounds else FULL_BATCHES)


def full_batches_of_files(script: Script, facts: Facts, are_texts: bool) -> HelperFunction:
    """Return a function that leaves out the last batch of a dataset of image or text files if it is partial."""
    if are_texts:
        return _helper(script, facts, "full_batches_of_texts", FULL_BATCHES_OF_TEXTS)
    return _helper(script, facts, "full_batches_of_files", FULL_BATCHES_OF_FILES)


def batches_of_windows(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that makes batches of windows of a series, whose length is known."""
    return _helper(script, facts, "batches_of_windows", BATCHES_OF_WINDOWS)


def evaluate_all_batches(script: Script, facts: Facts, in_rounds: bool) -> HelperFunction:
    """Return a function that evaluates the full batches of a dataset, and the rest, and averages."""
    template = EVALUATE_ALL_ROUNDS if in_rounds else EVALUATE_ALL_BATCHES
    return _counting(script, facts, "evaluate_all_batches", template)


def predict_all_samples(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that pads the last batch of a dataset, predicts and cuts."""
    return _counting(script, facts, "predict_all_samples", PREDICT_ALL_SAMPLES)


def _counting(script: Script, facts: Facts, name: str, template: str) -> HelperFunction:
    counting = _helper(script, facts, "count_samples", COUNT_SAMPLES)
    helper = _helper(script, facts, name, template, {"count_samples": counting.name})
    return HelperFunction(helper.name, (*counting.edits, *helper.edits))


def take_rows(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that cuts the arrays of a list or dict alike."""
    return _helper(script, facts, "take_rows", TAKE_ROWS)


def suitable_steps(script: Script, facts: Facts) -> HelperFunction:
    """Return the helper that finds `steps_per_execution` for a training with validation, and for other calls."""
    return _helper(script, facts, "suitable_steps", SUITABLE_STEPS)


def assign_stages(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that splits a model into pipeline stages when the script runs."""
    return _helper(script, facts, "assign_stages", ASSIGN_STAGES)


def assign_planned_stages(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that assigns the layers of a model to stages by a table of those that begin one."""
    return _helper(script, facts, "assign_stages", ASSIGN_PLANNED_STAGES)


def suitable_accumulated_steps(script: Script, facts: Facts) -> HelperFunction:
    """Return the same helper for a training that accumulates gradients, whose number of micro-batches comes first."""
    return _helper(script, facts, "suitable_accumulated_steps", SUITABLE_ACCUMULATED_STEPS)


def suitable_replicated_steps(script: Script, facts: Facts) -> HelperFunction:
    """Return the same helper for a training on several replicas, whose number comes before that."""
    return _helper(script, facts, "suitable_replicated_steps", SUITABLE_REPLICATED_STEPS)


def average_over_replicas(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that lets an optimizer take the mean of the gradients of all replicas."""
    return _helper(script, facts, "average_over_replicas", AVERAGE_OVER_REPLICAS)


def warm_up(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that makes a callback, which raises the learning rate in the first epochs."""
    return _helper(script, facts, "warm_up", WARM_UP)


def scheduled_rate(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that makes a callback, which sets the learning rate in a range of epochs."""
    return _helper(script, facts, "scheduled_rate", SCHEDULED_RATE)


def inspect_layers(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that makes a callback, which prints what layers give and the gradients of their weights."""
    return _helper(script, facts, "inspect_layers", INSPECT_LAYERS)


def classes_of(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that makes classes of predictions, as `predict_classes` did."""
    return _helper(script, facts, "classes_of", CLASSES_OF)


def row_count(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that counts the rows of arrays in a list or dict."""
    return _helper(script, facts, "row_count", ROW_COUNT)


def micro_batches(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that cuts each batch of a dataset into micro-batches."""
    return _helper(script, facts, "micro_batches", MICRO_BATCHES)


def even_batches(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that batches a dataset anew, in a multiple of some batches."""
    size = even_batch_size(script, facts)
    helper = _helper(script, facts, "even_batches", EVEN_BATCHES, {"even_batch_size": size.name})
    return HelperFunction(helper.name, (*size.edits, *helper.edits))


def dataset_of_generator(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that makes a dataset of a Python generator."""
    return _of_batches(script, facts, "dataset_of_generator", DATASET_OF_GENERATOR)


def dataset_of_sequence(script: Script, facts: Facts) -> HelperFunction:
    """Return a function that makes a dataset of the full batches of a `keras.utils.Sequence`."""
    return _of_batches(script, facts, "dataset_of_sequence", DATASET_OF_SEQUENCE)


def dataset_of_rows(script: Script, facts: Facts, is_part: bool = False) -> HelperFunction:
    """Return a function that makes a dataset of the samples of a `keras.utils.Sequence`, in batches that they fill.

    `is_part`: the last samples are not all taken.
    """
    name = "dataset_of_first_rows" if is_part else "dataset_of_rows"
    return _of_batches(script, facts, name, DATASET_OF_FIRST_ROWS if is_part else DATASET_OF_ROWS)


def _of_batches(script: Script, facts: Facts, name: str, template: str) -> HelperFunction:
    fed_batch = _helper(script, facts, "fed_batch", FED_BATCH)
    helper = _helper(script, facts, name, template, {"fed_batch": fed_batch.name})
    return HelperFunction(helper.name, (*fed_batch.edits, *helper.edits))


def nested_forms(edits: Iterable[Edit]) -> dict[Edit, Edit]:
    """Map the helpers that a file also gets in their form for nested arrays, to that form."""
    brought = [(edit, _template_in(edit)) for edit in dict.fromkeys(edits) if isinstance(edit, Insert)]
    places = {(edit.statement, template): edit for edit, template in brought}
    forms = ((edit, (edit.statement, NESTED_FORMS.get(template or ""))) for edit, template in brought)
    return {edit: places[form] for edit, form in forms if form[1] and form in places}


def _template_in(edit: Insert) -> str | None:
    """The template of the helper that an edit brings, by its code; None for any other edit."""
    if edit.parts or not edit.template.lstrip().startswith("def "):
        return None
    return template_of(ast.parse(edit.template).body[0])


def batches_of(facts: Facts, dataset: ast.expr) -> ast.expr | None:
    """Return how many batches a dataset has that a helper makes of a generator or Sequence right there."""
    helper = facts.value(dataset.func).definition if isinstance(dataset, ast.Call) else None
    if not isinstance(dataset, ast.Call) or not isinstance(helper, ast.FunctionDef):
        return None
    template, given = template_of(helper), bound(dataset, [each.arg for each in helper.args.args])
    if template in (DATASET_OF_ROWS, DATASET_OF_FIRST_ROWS) and {"rows", "batch_size"} <= given.keys():
        return ast.BinOp(given["rows"], ast.FloorDiv(), given["batch_size"])
    return given.get("steps") if template in (DATASET_OF_GENERATOR, DATASET_OF_SEQUENCE) else None


def multiple_of(facts: Facts, dataset: ast.expr) -> int:
    """Return how many batches a dataset has a multiple of, as a helper makes them right there; 1 without one."""
    template = helper_called(facts, dataset)
    if not isinstance(dataset, ast.Call) or template not in (MICRO_BATCHES, EVEN_BATCHES, FULL_ROUNDS):
        return 1
    parameters = MICRO_BATCH_PARAMETERS if template == MICRO_BATCHES else EVEN_BATCHES_PARAMETERS
    return facts.value(bound(dataset, parameters).get(parameters[1])).number or 1


def is_of_generator(facts: Facts, dataset: ast.expr) -> bool:
    """Return whether a helper makes a dataset of the batches of a generator or Sequence right there."""
    return helper_called(facts, dataset) in (DATASET_OF_GENERATOR, DATASET_OF_SEQUENCE)


class SequenceSamples(NamedTuple):
    """How many samples of a Sequence a helper takes, and its batch size."""

    rows: ast.expr
    batch: ast.expr


def samples_of(facts: Facts, dataset: ast.expr) -> SequenceSamples | None:
    """Return the samples of a Sequence that a helper batches right there; None for any other dataset."""
    if helper_called(facts, dataset) != DATASET_OF_FIRST_ROWS or not isinstance(dataset, ast.Call):
        return None
    return SequenceSamples(dataset.args[1], dataset.args[2]) if len(dataset.args) == 3 else None


def helper_called(facts: Facts, node: ast.expr) -> str | None:
    """Return the template of the helper that is called; None for anything else."""
    return template_of(facts.value(node.func).definition) if isinstance(node, ast.Call) else None


@once
def _defined(script: Script) -> Mapping[str, ast.FunctionDef]:
    """The functions of the script, the first one of each name."""
    functions = [node for node in script.tree.body if isinstance(node, ast.FunctionDef)]
    return {function.name: function for function in reversed(functions)}


def _is_late(script: Script, function: ast.FunctionDef) -> bool:
    """True if a model is used before a function is defined, as where somebody has put a port below its script."""
    starts = (call.stack[0].call for call in facts_of(script).method_calls if call.method in _USES)
    return any(isinstance(start, ast.Call) and start.lineno < function.lineno for start in starts)


def _helper(
    script: Script, facts: Facts, name: str, template: str, others: Mapping[str, str] = MappingProxyType({})
) -> HelperFunction:
    defined = _defined(script).get(name)
    forms = (template, NESTED_FORMS.get(template, template))
    is_there = defined is not None and any(is_made_from(defined, form) for form in forms)
    if defined is not None and is_there and not _is_late(script, defined):
        return HelperFunction(name, ())
    edits: list[Edit] = []
    facts = facts_of(script)  # names of other files do no harm
    names = {"name": fresh_name(script, name, f"ipu_{name}"), **others}
    for alias, module in (("np", "numpy"), ("tf", "tensorflow"), ("random", "random")):
        if f"{{{alias}}}" in template:
            names[alias], added = module_alias(script, facts, module, alias)
            edits += added
    if "{ipu}" in template:
        names["ipu"] = ipu_name(facts)
        edits += () if imported_ipu(facts) else (ipu_import(script, facts),)
    edits.append(insert_at_top(script, "\n" + template.format(**names) + "\n"))
    return HelperFunction(names["name"], tuple(edits))
