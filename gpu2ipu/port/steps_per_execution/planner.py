"""What the calls of models need, and a `steps_per_execution` for each `compile` that suits all of them."""

from __future__ import annotations

import ast
import functools
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from gpu2ipu.analysis.dataflow.inlined_arguments import host_statement
from gpu2ipu.analysis.dataflow.quantity import Quantity
from gpu2ipu.analysis.dataflow.random_draws import draws_numbers
from gpu2ipu.analysis.dataflow.uncalled_functions import uncalled_functions
from gpu2ipu.analysis.interpreter.facts import MethodCall
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.fit_calls import Input
from gpu2ipu.analysis.library.keras import ON_BATCH
from gpu2ipu.analysis.library.port_helpers import template_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.values.library_objects import constructions_of
from gpu2ipu.analysis.values.value import CallPath
from gpu2ipu.edits import Edit
from gpu2ipu.port.batching.calls import outcomes_of, unseen_calls_of
from gpu2ipu.port.batching.evaluate import can_be_evaluated_by_executions, evaluate_by_executions
from gpu2ipu.port.batching.full_batches import CallOutcome
from gpu2ipu.port.batching.outcomes import ArrayBatches, PredictionBatches, Split, Trim, ValidationBatches
from gpu2ipu.port.batching.predict import predict_in_parts
from gpu2ipu.port.batching.shared_sizes import with_arguments_written
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.code.helper_functions import nested_forms
from gpu2ipu.port.outcome import NewArgument, Outcome
from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.compile_sites import (
    CompileCall,
    CompileSite,
    FitOfModel,
    compile_calls_of,
    trained_as_loaded,
)
from gpu2ipu.port.steps_per_execution.delayed_compile import DelayedCompile, delayed_compiles
from gpu2ipu.port.steps_per_execution.outcomes import (
    CalledElsewhere,
    CompiledLater,
    Computed,
    ExecutionSteps,
    Loaded,
    ManyExecutions,
    SetAtFit,
    UnknownSteps,
    Unpacked,
    UnsuitableSteps,
)
from gpu2ipu.port.steps_per_execution.placement import PlacedSteps, Placement, constraint_of, steps_of
from gpu2ipu.port.steps_per_execution.set_at_fits import steps_at_fits, uses_of_loaded
from gpu2ipu.port.steps_per_execution.through_builders import KEYWORD, can_be_passed, passed
from gpu2ipu.port.steps_per_execution.trimmed_sizes import TrimmedSizes
from gpu2ipu.port.strategy.keras_extensions import leaves_extensions
from gpu2ipu.records import record
from gpu2ipu.target import MANY_EXECUTIONS

_SHORT = 40  # characters of what is called that a message shows


@once
def calls_of_models(port: Port) -> tuple[Outcome, ...]:
    """Return the plan of a script: everything that calls of models and the steps between them need."""
    outcomes = with_arguments_written(port, tuple(_Planner(port).outcomes()))
    forms = nested_forms(edit for outcome in outcomes for edit in outcome.edits)
    return tuple(
        replace(outcome, edits=tuple(forms.get(edit, edit) for edit in outcome.edits)) for outcome in outcomes
    )


@record
class _GivenValue:
    """A value that reaches a `compile` call by edits and arguments."""

    text: str
    edits: tuple[Edit, ...]
    arguments: tuple[NewArgument, ...]
    draws: bool  # random numbers

    def to(self, outcome: Outcome) -> Outcome:
        """Return the outcome that gives the value."""
        return replace(outcome, edits=(*self.edits, *outcome.edits), arguments=self.arguments)


class _Planner:
    """Goes through the compile calls, and then through the calls that feed their models."""

    def __init__(self, port: Port) -> None:
        self.port = port
        self.script = port.script
        self.facts = facts_of(port.script)
        self.calls = outcomes_of(port)
        self.sizes = TrimmedSizes(port.script, self.calls)
        self.placement = Placement(port, self.sizes)
        # predictions and evaluations whose number of batches nobody knows
        self.in_parts: set[ast.Call] = set()

    def outcomes(self) -> Iterator[Outcome]:
        """All outcomes, those of compile calls first."""
        unseen = list(unseen_calls_of(self.script))
        compile_calls = compile_calls_of(self.facts, tuple(filter(self._counts, self.calls)))
        for compile_call in compile_calls:
            yield from self._compile_outcomes(compile_call)
        yield from self._handed_on(
            {each.node for each in compile_calls}, {each.node for each in unseen if each.edits}
        )
        if self.port.makes(ExecutionSteps):
            yield from map(self._loaded, trained_as_loaded(self.facts))
        for outcome in self.calls:
            yield from self._call_outcomes(outcome)
        yield from unseen

    def _counts(self, outcome: CallOutcome) -> bool:
        """True if a model must suit a call: not if no run meets it, and nobody knows its steps."""
        start = outcome.fit_call.call.stack[0].function
        return outcome.steps.is_known or start not in uncalled_functions(self.script)

    # --- calls of fit, evaluate and predict

    def _call_outcomes(self, outcome: CallOutcome) -> Iterator[Outcome]:
        node, trimming = outcome.fit_call.node, outcome.trimming
        if node in self.in_parts:
            yield from self._in_parts(outcome)
            return
        if trimming is None:
            yield from outcome.changes
            return
        edits = (*trimming.edits, self.sizes.definition(node, trimming))
        splits = [each for each in outcome.changes if _is_split(each)]
        if not splits:
            yield ArrayBatches(node, "fit", Trim(), edits=edits)
        for change in outcome.changes:  # a split is one matter with its training part
            yield replace(change, edits=(*change.edits, *edits)) if change in splits else change

    def _in_parts(self, outcome: CallOutcome) -> Iterator[Outcome]:
        """A prediction batch by batch, or an evaluation in calls that suit any `steps_per_execution`."""
        if outcome.fit_call.method == "predict":
            yield predict_in_parts(self.port, outcome.fit_call)
            return
        for change in outcome.changes:
            is_in_parts = can_be_evaluated_by_executions(self.port, outcome.fit_call, change)
            yield evaluate_by_executions(self.port, outcome.fit_call, change) if is_in_parts else change

    # --- compile calls

    def _compile_outcomes(self, compile_call: CompileCall) -> Iterator[Outcome]:
        node = compile_call.node
        if self._is_fed_by_batch(compile_call) or leaves_extensions(self.port):
            return  # one batch is all that such a call has for an execution
        given = self.facts.argument(node, "keras.Model.compile", KEYWORD)
        unpacked = self.facts.given.get(node)
        if unpacked is not None and (not unpacked.complete or KEYWORD in unpacked.uncertain):
            yield ExecutionSteps(node, Unpacked())
        elif given is None and self.port.makes(ExecutionSteps):
            yield from self._added(compile_call)
        elif given is not None:
            yield from self._checked(compile_call, given)

    def _handed_on(self, seen: set[ast.Call], written_out: Collection[ast.AST]) -> Iterator[Outcome]:
        """The compile calls of models whose methods are only called where the script does not show it."""
        calls = [call for call in self.facts.unseen_calls if call.node not in written_out]
        first: dict[CallPath, int] = {}  # of each model: which of these calls comes first
        for number, call in enumerate(calls):
            for construction in constructions_of(call.receiver):
                first.setdefault(construction, number)
        for compiled in {call.node: call for call in self.facts.compile_calls}.values():
            node = compiled.node
            fed = [first[each] for each in constructions_of(compiled.receiver) if each in first]
            given = self.facts.argument(node, "keras.Model.compile", KEYWORD)
            is_given = node in self.facts.given or given is not None
            if fed and node not in seen and not is_given:
                yield ExecutionSteps(node, CalledElsewhere(calls[min(fed)].method))

    def _is_fed_by_batch(self, compile_call: CompileCall) -> bool:
        """True if `train_on_batch` or the like is called on one of the models."""
        models = (constructions_of(compiled.receiver) for compiled, _ in compile_call.pairs)
        return not all(self._fed_by_batch.isdisjoint(constructions) for constructions in models)

    @functools.cached_property
    def _fed_by_batch(self) -> frozenset[CallPath]:
        """The models on which `train_on_batch` or the like is called."""
        calls = (call for call in self.facts.method_calls if call.method in ON_BATCH)
        return frozenset().union(*(constructions_of(call.receiver) for call in calls))

    def _added(self, compile_call: CompileCall) -> Iterator[Outcome]:
        """A value for a call that has none; where it is not known there, perhaps for a later call."""
        if self._is_evaluated_in_parts(compile_call):
            yield ExecutionSteps(compile_call.node, UnknownSteps("`evaluate`"))
            return
        found = list(self._valued(compile_call))
        if not found:
            strict, self.placement = self.placement, self._by_executions(compile_call)
            found = list(self._valued(compile_call)) or [
                self._set_at_fits(compile_call.node, (use for _, use in compile_call.pairs))
                or self._without_value(compile_call)
            ]
            self.placement = strict
        yield from found

    def _valued(self, compile_call: CompileCall) -> Iterator[Outcome]:
        """A value, perhaps for a later call; nothing where it is not known."""
        solved = self._solved(compile_call)
        for given in solved:
            yield given.to(ExecutionSteps(compile_call.node, Computed(given.text, given.draws)))
        delayed = None if solved else self._delayed(compile_call)
        if delayed is not None:
            yield self._compiled_later(compile_call, delayed)

    def _loaded(self, node: ast.Call) -> Outcome:
        """A model that is trained as it is loaded."""
        uses = uses_of_loaded(self.facts, self.calls, node)
        return self._set_at_fits(node, uses) or ExecutionSteps(node, Loaded())

    def _set_at_fits(self, node: ast.Call, uses: Iterable[FitOfModel]) -> Outcome | None:
        """A value that is set in front of each training of a model."""
        at_fits = steps_at_fits(self.port, self.placement, uses)
        for each in at_fits:
            self._take_in_parts(each.placed)
        if not at_fits:
            return None
        text = ", ".join(dict.fromkeys(text_of(self.script, each.placed.value.written) for each in at_fits))
        edits = dict.fromkeys(edit for each in at_fits for edit in each.edits)
        return ExecutionSteps(node, SetAtFit(text), edits=tuple(edits))

    def _without_value(self, compile_call: CompileCall) -> Outcome:
        endless = any(list(use.outcome.fit_call.endless()) for _, use in compile_call.pairs)
        unknown = UnknownSteps(self._unseen(compile_call), endless, self._builder(compile_call))
        return ExecutionSteps(compile_call.node, unknown)

    def _checked(self, compile_call: CompileCall, given: ast.expr) -> Iterator[Outcome]:
        """A given value that does not suit all calls, or makes many executions, as far as the script fixes the numbers.

        One that was chosen for another device, where it need not divide anything, is not taken to suit the others.
        """
        number = self.facts.value(given).number
        if not number:
            return
        counted = [list(steps_of(use.outcome)) for _, use in compile_call.pairs]
        constraints = [
            constraint_of(use, *(Quantity(steps.number) for steps in some))
            for some, (_, use) in zip(counted, compile_call.pairs, strict=True)
        ]
        bad = next((each for each in constraints if not each.is_met(number)), None)
        is_open = number > 1 and not self.facts.has_strategy and any(not _are_fixed(some) for some in counted)
        is_chosen = number > 1 and self.facts.has_strategy  # by the author of a port
        trained = max((each.steps.number or 0 for each in constraints if each.trains), default=0)
        if bad is not None or is_open:
            inner = bad.validation.number if bad is not None and bad.validation is not None else None
            steps = bad.steps.number if bad is not None else None
            yield from self._replaced(compile_call, UnsuitableSteps(given, number, steps, inner))
        elif trained > number * MANY_EXECUTIONS and not is_chosen and self.port.makes(ManyExecutions):
            for value in self._solved(compile_call):
                if value.text != str(number):
                    yield value.to(ManyExecutions(given, number, trained, value.text))

    def _replaced(self, compile_call: CompileCall, unsuitable: UnsuitableSteps) -> Iterator[Outcome]:
        """A value that does not suit, and others in its place, if they are known."""
        if not self.port.makes(UnsuitableSteps):
            return
        solved = self._solved(compile_call)
        if not solved:
            yield unsuitable
        for value in solved:
            if value.text != str(unsuitable.given):  # that of a port whose strategy is elsewhere
                yield value.to(replace(unsuitable, text=value.text))

    def _is_evaluated_in_parts(self, compile_call: CompileCall) -> bool:
        """True if a helper of the port evaluates one of the models, so that nobody could count its steps before."""
        models = (constructions_of(compiled.receiver) for compiled, _ in compile_call.pairs)
        evaluated = self._evaluated_in_parts
        return bool(evaluated) and not all(map(evaluated.isdisjoint, models))

    @functools.cached_property
    def _evaluated_in_parts(self) -> frozenset[CallPath]:
        """The models that a helper of the port evaluates."""
        calls = (call for call in self.facts.method_calls if call.method == "evaluate")
        return frozenset().union(
            *(
                constructions_of(call.receiver)
                for call in calls
                if template_of(call.stack[-1].function) is not None
            )
        )

    # --- the value

    def _solved(self, compile_call: CompileCall) -> list[_GivenValue]:
        """A value for each way from one file to a compile call; nothing unless each has one."""
        solved = [
            [self._given(placed) for placed in self._placed_from_start(each)]
            for each in compile_call.of_each_start(self.script)
        ]
        return [value for each in solved for value in each] if all(solved) else []

    def _by_executions(self, compile_call: CompileCall) -> Placement:
        """A placement for which evaluations of an unknown number of batches are made in calls that suit any value."""
        outcomes = (use.outcome for _, use in compile_call.pairs if use.call.method == "evaluate")
        nodes = frozenset(
            outcome.fit_call.node
            for outcome in outcomes
            for change in outcome.changes
            if can_be_evaluated_by_executions(self.port, outcome.fit_call, change)
        )
        return replace(self.placement, by_executions=nodes)

    def _placed_from_start(self, compile_call: CompileCall) -> list[PlacedSteps]:
        """The values as seen from the outermost frame from which all ways have one."""
        for level in compile_call.levels:
            placed = [self.placement.placed(site) for site in compile_call.compile_sites(level)]
            certain = [each for each in placed if each is not None and each.is_certain]
            if len(certain) == len(placed) and all(can_be_passed(self.facts, each.site) for each in certain):
                return certain
        return []

    def _given(self, placed: PlacedSteps) -> _GivenValue:
        """What gives `compile` a value, with the definitions that it reads."""
        self._take_in_parts(placed)
        value = placed.value.written
        definitions = self.placement.definitions(placed)
        parameters, arguments = passed(self.facts, placed.site, value)
        edits = (*placed.value.helpers, *definitions, *parameters)
        properties = (each for each in ast.walk(value) if isinstance(each, ast.Attribute))
        draws = any(draws_numbers(self.script, each) for each in properties)
        return _GivenValue(text_of(self.script, value), edits, arguments, draws)

    def _take_in_parts(self, placed: PlacedSteps) -> None:
        """Calls on arrays whose number of batches is not known at the place, and need not be, are made in parts."""
        for use in placed.site.uses:
            fit_call = use.outcome.fit_call
            is_predicted = fit_call.input is Input.ARRAYS and use.call.method == "predict"
            is_left = not all(change.is_done for change in use.outcome.changes)
            is_done = is_predicted and not is_left and self.port.makes(PredictionBatches)
            if is_done or fit_call.node in self.placement.by_executions:
                steps = self.placement.readable(placed.site, use, use.outcome.steps, placed.place)
                if not steps.is_known:
                    self.in_parts.add(fit_call.node)

    # --- compile calls above their data

    def _delayed(self, compile_call: CompileCall) -> DelayedCompile | None:
        """The first place further down where the value can be computed."""
        for delayed in delayed_compiles(self.script, compile_call):
            found = self._placed_later(compile_call, delayed)
            if all(placed is not None and placed.is_certain for placed in found):
                return delayed
        return None

    def _placed_later(self, compile_call: CompileCall, delayed: DelayedCompile) -> list[PlacedSteps | None]:
        compile_sites = compile_call.compile_sites(len(compile_call.pairs[0][0].stack) - 1)
        return [self.placement.placed_at(site, delayed.place) for site in compile_sites]

    def _compiled_later(self, compile_call: CompileCall, delayed: DelayedCompile) -> Outcome:
        """`compile` moves to where its value can be computed."""
        edits = delayed.edits(self.script)
        later = ExecutionSteps(compile_call.node, CompiledLater(delayed.is_repeated), edits=edits)
        placed, *others = self._placed_later(compile_call, delayed)
        if others or placed is None:  # one value for several ways is found where it stands then
            return later
        return self._given(placed).to(later)

    # --- why there is none

    def _unseen(self, compile_call: CompileCall) -> str:
        """The call whose steps are not known at the compile call."""
        for compiled, use in compile_call.pairs:
            site = CompileSite(compiled, min(compile_call.levels[0], len(compiled.stack) - 1), [use])
            *_, last = self.placement.places(site)
            if not self.placement.constraint(site, use, last).is_known:
                return self._named(use.call, compiled)
        return ""

    def _named(self, call: MethodCall, near: MethodCall) -> str:
        """A call by what is called: the number of its line would soon be another, in a comment that stays."""
        shown = ast.unparse(call.node.func)
        shown = shown if len(shown) <= _SHORT else call.method
        file = self.script.file_of(call.node)
        return f"`{shown}`" if file is self.script.file_of(near.node) else f"`{shown}` in {file.path.name}"

    def _builder(self, compile_call: CompileCall) -> str:
        """What creates the model, if the value could be computed were it called below the data."""
        for level in compile_call.levels:
            for site in compile_call.compile_sites(level):
                call = site.compile.stack[site.host].call
                if call is compile_call.node or not isinstance(call, ast.Call):
                    continue
                if not can_be_passed(self.facts, site) or any(use.meets < site.host for use in site.uses):
                    continue  # not all of them are below this call
                uses = [host_statement(self.script, use.call.stack, site.host) for use in site.uses]
                placed = self.placement.placed_at(site, min(uses, key=lambda statement: statement.lineno))
                if placed is not None and placed.is_certain:
                    return ast.unparse(call.func)
        return ""


def _are_fixed(counted: Iterable[Quantity]) -> bool:
    return all(steps.number is not None for steps in counted)


def _is_split(change: Outcome) -> bool:
    return isinstance(change, ValidationBatches) and isinstance(change.change, Split)
