"""Set at fits: a `steps_per_execution` that is not known where a model is compiled or loaded, but where it is trained.

A helper compiles the model again there, with the arguments that it has. So do not models with a `compile` of their own,
or with options of pipelines, replicas or accumulation, which are set between `compile` and `fit`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from gpu2ipu.analysis.dataflow.inlined_arguments import host_statement
from gpu2ipu.analysis.dataflow.same_value import is_pure
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.model import compilations_of, has_one_output
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.containers import Dict, ListOrTuple
from gpu2ipu.analysis.values.library_objects import constructions_of
from gpu2ipu.analysis.values.value import CallPath
from gpu2ipu.edits import Edit, Insert
from gpu2ipu.port.batching.full_batches import CallOutcome
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.code.helper_functions import set_steps_per_execution
from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.compile_sites import CompileSite, FitOfModel, shared_frame
from gpu2ipu.port.steps_per_execution.placement import PlacedSteps, Placement
from gpu2ipu.records import record


@record
class StepsAtFit:
    """A value in front of a training, and the edits that set it there."""

    placed: PlacedSteps
    edits: tuple[Edit, ...]


def steps_at_fits(port: Port, placement: Placement, uses: Iterable[FitOfModel]) -> list[StepsAtFit]:
    """Return a value in front of each training among the uses of a model; nothing unless each has one."""
    uses = list({use.outcome.fit_call.node: use for use in uses}.values())
    fits = [use for use in uses if use.call.method == "fit"]
    others = [use for use in uses if use.call.method != "fit"]
    found = [_at_fit(port, placement, fit, others) for fit in fits]
    return [each for each in found if each is not None] if None not in found else []


def uses_of_loaded(facts: Facts, outcomes: Iterable[CallOutcome], load: ast.Call) -> Iterator[FitOfModel]:
    """Yield the uses of the models that a call loads."""
    by_node = {outcome.fit_call.node: outcome for outcome in outcomes}
    for call in facts.method_calls:
        paths = constructions_of(call.receiver) if call.node in by_node else ()
        if any(path[-1] is load for path in paths):
            yield FitOfModel(by_node[call.node], call, -1)


def _at_fit(port: Port, placement: Placement, fit: FitOfModel, others: list[FitOfModel]) -> StepsAtFit | None:
    call, outcome, facts = fit.call, fit.outcome, facts_of(port.script)
    func, host = call.node.func, len(call.stack) - 1
    is_plain = (outcome.accumulation, outcome.replicas, outcome.together) == (1, 1, 1)
    is_left = not all(change.is_done for change in outcome.changes if hasattr(change, "is_done"))
    if not (is_plain and isinstance(func, ast.Attribute) and is_pure(func.value)) or is_left:
        return None
    if not _compiles_alike(facts, fit):
        return None
    if isinstance(call.stack[host].function, ast.Lambda) or not all(
        _is_compiled_by_keras(facts, path) for path in constructions_of(call.receiver)
    ):
        return None
    met = [FitOfModel(each.outcome, each.call, shared_frame(facts, call, each.call)) for each in others]
    site = CompileSite(call, host, [FitOfModel(outcome, call, host), *met])
    statement = host_statement(port.script, call.stack, host)
    placed = placement.placed_at(site, statement)
    if placed is None or not placed.is_certain:
        return None
    helper = set_steps_per_execution(port.script.file_of(call.node), facts)
    value = text_of(port.script, placed.value.written)
    line = f"{helper.name}({ast.unparse(func.value)}, {value})"
    edits = (
        *placed.value.helpers,
        *helper.edits,
        *placement.definitions(placed),
        Insert(port.script.span(statement), line),
    )
    return StepsAtFit(placed, edits)


def _compiles_alike(facts: Facts, fit: FitOfModel) -> bool:
    """True unless another `compile` would change more than the steps.

    Keras 2.6 freezes layers by `trainable` at `compile` only, and puts the name of its output before that of a metric
    at each: of metrics that are objects, of models with several outputs. Source: keras/engine/compile_utils.py.
    """
    stores = (
        node for node in facts.script.nodes if isinstance(node, ast.Attribute) and node.attr == "trainable"
    )
    if any(isinstance(node.ctx, ast.Store) for node in stores):
        return False
    targets = fit.outcome.fit_call.value("y")
    if isinstance(targets, (ListOrTuple, Dict)):
        return False
    given = (
        node for each in compilations_of(facts) for node in (each.metrics, each.weighted_metrics) if node
    )
    are_words = (
        isinstance(leaf, (ast.List, ast.Tuple, ast.Constant, ast.Load))
        for node in given
        for leaf in ast.walk(node)
    )
    return isinstance(targets, Array) or has_one_output(facts, fit.call.receiver) or all(are_words)


def _is_compiled_by_keras(facts: Facts, path: CallPath) -> bool:
    """True if the class of a model, as far as it is of the script, has the `compile` of Keras."""
    made = path[-1]
    definition = facts.value(made.func).definition if isinstance(made, ast.Call) else None
    if not isinstance(definition, ast.ClassDef):
        return True
    is_own = any(isinstance(each, ast.FunctionDef) and each.name == "compile" for each in definition.body)
    return not is_own and all(facts.value(base).definition is None for base in definition.bases)
