"""Steps: where the `steps_per_execution` of each `compile` is computed, and how it gets there.

Which value suits all calls of the model is the matter of `choice.py`.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from gpu2ipu.analysis.dataflow.inlined_arguments import host_statement, in_caller
from gpu2ipu.analysis.dataflow.same_value import names_in, same_value
from gpu2ipu.analysis.interpreter.facts import MethodCall
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.fit_calls import Input
from gpu2ipu.analysis.library.keras import ON_BATCH
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.tree import block_of, function_of, parameter_names, path_to, statement_of
from gpu2ipu.analysis.values.call_arguments import keyword_of
from gpu2ipu.analysis.values.library_objects import constructions_of
from gpu2ipu.analysis.values.value import CallPath
from gpu2ipu.edits import AddArgument, AddParameter, Edit, Insert
from gpu2ipu.port.batching.calls import outcomes_of, unseen_calls_of
from gpu2ipu.port.batching.changes import ArrayBatches, PredictionBatches, Trim
from gpu2ipu.port.batching.fit import scope_of
from gpu2ipu.port.batching.outcome import CallOutcome, Steps, Trimming
from gpu2ipu.port.batching.predict import predict_in_parts
from gpu2ipu.port.batching.shared_sizes import with_shared_sizes
from gpu2ipu.port.code.call_arguments import set_argument
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.code.helper_functions import HelperFunction, nested_forms, suitable_steps
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.compile_sites import (
    CompileCall,
    CompileSite,
    FitOfModel,
    compile_calls_of,
)
from gpu2ipu.port.steps_per_execution.delayed_compile import DelayedCompile, delayed_compiles
from gpu2ipu.port.steps_per_execution.outcomes import (
    CalledElsewhere,
    CompiledLater,
    Computed,
    ExecutionSteps,
    UnknownSteps,
    Unpacked,
    UnsuitableSteps,
)
from gpu2ipu.port.steps_per_execution.solver import Constraint, StepCount, StepsPerExecution, choose
from gpu2ipu.port.strategy.scope_blocks import scopes_of
from gpu2ipu.records import record

KEYWORD = "steps_per_execution"
_Name = tuple[object, str]  # where a name holds, and the name
_SHORT = 40  # characters of what is called that a message shows


@once
def calls_of_models(port: Port) -> tuple[Outcome, ...]:
    """The plan of a script: everything that calls of models and the steps between them need."""
    outcomes = with_shared_sizes(port, tuple(_Planner(port).outcomes()))
    forms = nested_forms(edit for outcome in outcomes for edit in outcome.edits)
    return tuple(
        replace(outcome, edits=tuple(forms.get(edit, edit) for edit in outcome.edits)) for outcome in outcomes
    )


@record
class _Definition:
    """Where a trimmed size is defined, and the edit that does so."""

    statement: ast.stmt
    insert: Insert


class _Planner:
    """Goes through the compile sites; trimmed sizes are defined at the first site that can hold them."""

    def __init__(self, port: Port) -> None:
        self.port = port
        self.script = port.script
        self.facts = facts_of(port.script)
        self.in_parts: set[ast.Call] = set()  # predictions whose number of batches nobody knows
        self.defined: dict[_Name, _Definition] = {}  # a trimmed size: where it is defined
        self.first_uses: dict[_Name, ast.stmt] = {}  # the same: the first call that it is for

    def outcomes(self) -> Iterator[Outcome]:
        """All outcomes, those of compile calls first."""
        outcomes = outcomes_of(self.port)
        for outcome in outcomes:
            if outcome.trimming is not None:
                statement = statement_of(self.script, outcome.fit_call.node)
                self.first_uses.setdefault(self._name(outcome.fit_call.node, outcome.trimming), statement)
        unseen = list(unseen_calls_of(self.script))
        compile_calls = compile_calls_of(self.facts, outcomes)
        for compile_call in compile_calls:
            yield from self._compile_outcomes(compile_call)
        yield from self._handed_on(
            {each.node for each in compile_calls}, {each.node for each in unseen if each.edits}
        )
        for outcome in outcomes:
            yield from self._call_outcomes(outcome)
        yield from unseen

    # --- calls of fit, evaluate and predict

    def _call_outcomes(self, outcome: CallOutcome) -> Iterator[Outcome]:
        if outcome.fit_call.node in self.in_parts:
            yield predict_in_parts(self.script.file_of(outcome.fit_call.node), outcome.fit_call)
            return
        if outcome.trimming is None:
            yield from outcome.changes
            return
        insert = self._definition(outcome.fit_call.node, outcome.trimming)
        edits = (*outcome.trimming.edits, insert)
        if outcome.trimming.first_lines:  # of validation_split, which is one matter with its training part
            yield replace(outcome.changes[0], edits=(*outcome.changes[0].edits, *edits))
            return
        yield ArrayBatches(outcome.fit_call.node, "fit", Trim(), edits=edits)
        yield from outcome.changes

    def _definition(self, call: ast.Call, trimming: Trimming) -> Insert:
        statement = statement_of(self.script, call)
        insert = Insert(self.script.span(statement), trimming.definitions(self.script, with_steps=False))
        return self.defined.setdefault(self._name(call, trimming), _Definition(statement, insert)).insert

    def _name(self, call: ast.Call, trimming: Trimming) -> _Name:
        """The name of a trimmed size, which may stand for another one in another function."""
        return scope_of(self.script, call), trimming.size_name

    # --- compile calls

    def _compile_outcomes(self, compile_call: CompileCall) -> Iterator[Outcome]:
        node = compile_call.node
        if self._is_fed_by_batch(compile_call):
            return  # one batch is all that such a call has for an execution
        given = self.facts.argument(node, "keras.Model.compile", KEYWORD)
        unpacked = self.facts.given.get(node)
        if unpacked is not None and (not unpacked.complete or KEYWORD in unpacked.uncertain):
            yield ExecutionSteps(node, Unpacked())
        elif given is None and self.port.makes(ExecutionSteps):
            yield from self._added(compile_call)
        elif given is not None and self.port.makes(UnsuitableSteps):
            yield from self._checked(compile_call, given)

    def _handed_on(self, seen: set[ast.Call], written_out: set[ast.expr]) -> Iterator[Outcome]:
        """The compile calls of models whose methods are only called where the script does not show it."""
        calls = [call for call in self.facts.unseen_calls if call.node not in written_out]
        first: dict[CallPath, int] = {}  # of each model: which of these calls comes first
        for number, call in enumerate(calls):
            for construction in constructions_of(call.receiver):
                first.setdefault(construction, number)
        for compiled in {call.node: call for call in self.facts.compile_calls}.values():
            node = compiled.node
            fed = [first[each] for each in constructions_of(compiled.receiver) if each in first]
            is_given = node in self.facts.given or keyword_of(node, KEYWORD) is not None
            if fed and node not in seen and not is_given:
                yield ExecutionSteps(node, CalledElsewhere(calls[min(fed)].method))

    def _is_fed_by_batch(self, compile_call: CompileCall) -> bool:
        """Whether `train_on_batch` or the like is called on one of the models."""
        models = (constructions_of(compiled.receiver) for compiled, _ in compile_call.pairs)
        return not all(self._fed_by_batch.isdisjoint(constructions) for constructions in models)

    @functools.cached_property
    def _fed_by_batch(self) -> frozenset[CallPath]:
        """The models on which `train_on_batch` or the like is called."""
        calls = (call for call in self.facts.method_calls if call.method in ON_BATCH)
        return frozenset().union(*(constructions_of(call.receiver) for call in calls))

    def _added(self, compile_call: CompileCall) -> Iterator[Outcome]:
        node = compile_call.node
        solved = self._solve(compile_call)
        delayed = None if solved else self._delayed(compile_call)
        if delayed is not None:
            edits = self._delayed_edits(compile_call, delayed)
            yield ExecutionSteps(node, CompiledLater(delayed.is_repeated), edits=edits)
        elif not solved:
            endless = any(list(use.outcome.fit_call.endless()) for _, use in compile_call.pairs)
            unknown = UnknownSteps(self._unseen(compile_call), endless, self._builder(compile_call))
            yield ExecutionSteps(node, unknown)
        for choice, edits in solved:
            yield ExecutionSteps(node, Computed(choice.text), edits=edits)

    def _builder(self, compile_call: CompileCall) -> str:
        """What creates the model, if the value could be computed were it called below the data."""
        for level in compile_call.levels:
            for site in compile_call.compile_sites(level):
                call = site.compile.stack[site.host].call
                if call is compile_call.node or not isinstance(call, ast.Call) or not self._can_pass(site):
                    continue
                if any(use.meets < site.host for use in site.uses):
                    continue  # not all of them stand below this call
                uses = [host_statement(self.script, use.call.stack, site.host) for use in site.uses]
                choice = self._chosen_at(site, min(uses, key=lambda statement: statement.lineno))
                if choice is not None and choice.certain:
                    return ast.unparse(call.func)
        return ""

    def _delayed(self, compile_call: CompileCall) -> DelayedCompile | None:
        """The first place further down where the value can be computed."""
        for delayed in delayed_compiles(self.script, compile_call):
            choices = [choice for _, choice in self._chosen_delayed(compile_call, delayed)]
            if all(choice is not None and choice.certain for choice in choices):
                return delayed
        return None

    def _chosen_delayed(
        self, compile_call: CompileCall, delayed: DelayedCompile
    ) -> list[tuple[CompileSite, StepsPerExecution | None]]:
        compile_sites = compile_call.compile_sites(len(compile_call.pairs[0][0].stack) - 1)
        return [(site, self._chosen_at(site, delayed.place)) for site in compile_sites]

    def _delayed_edits(self, compile_call: CompileCall, delayed: DelayedCompile) -> tuple[Edit, ...]:
        """The edits that compile there, with the value."""
        (site, choice), *others = self._chosen_delayed(compile_call, delayed)
        if others or choice is None:  # one value for several ways is found where it stands then
            return delayed.edits(self.script)
        return (*self._settled(site, choice, delayed.place)[1], *delayed.edits(self.script))

    def _unseen(self, compile_call: CompileCall) -> str:
        """The call whose steps are not known at the compile call."""
        for compiled, use in compile_call.pairs:
            site = CompileSite(compiled, min(compile_call.levels[0], len(compiled.stack) - 1), [use])
            if not self._constraint(site, use, self._places(site)[-1]).is_known:
                return self._named(use.call, compiled)
        return ""

    def _named(self, call: MethodCall, near: MethodCall) -> str:
        """A call by what is called: the number of its line would soon be another, in a comment that stays."""
        shown = ast.unparse(call.node.func)
        shown = shown if len(shown) <= _SHORT else call.method
        file = self.script.file_of(call.node)
        return f"`{shown}`" if file is self.script.file_of(near.node) else f"`{shown}` in {file.path.name}"

    def _checked(self, compile_call: CompileCall, given: ast.expr) -> Iterator[Outcome]:
        number = self.facts.value(given).number
        bad = next(
            (d for d in self._fixed_constraints(compile_call) if number and not d.is_met(number)), None
        )
        if bad is None or number is None:
            return
        inner = bad.validation.number if bad.validation is not None else None
        unsuitable = UnsuitableSteps(given, number, bad.steps.number, inner)
        solved = self._solve(compile_call)
        if not solved:
            yield unsuitable
        for choice, edits in solved:
            yield replace(unsuitable, text=choice.text, edits=edits)

    def _fixed_constraints(self, compile_call: CompileCall) -> Iterator[Constraint]:
        """What the uses ask for, as far as the script fixes the numbers."""
        for _, use in compile_call.pairs:
            yield Constraint(
                use.call.method == "fit", *(StepCount(steps.number) for steps in _steps_of(use.outcome))
            )

    # --- choosing the value

    def _solve(self, compile_call: CompileCall) -> list[tuple[StepsPerExecution, tuple[Edit, ...]]]:
        """A value for each way to the call; nothing where one of them has none."""
        solved = [self._solve_from_start(part) for part in compile_call.of_each_start(self.script)]
        return [each for some in solved for each in some] if all(solved) else []

    def _solve_from_start(
        self, compile_call: CompileCall
    ) -> list[tuple[StepsPerExecution, tuple[Edit, ...]]]:
        """A value for each way from one file, seen from the outermost frame from which all of them have one."""
        for level in compile_call.levels:
            compile_sites = compile_call.compile_sites(level)
            chosen = [(site, self._choose(site)) for site in compile_sites]
            if all(
                choice is not None and choice[0].certain and self._can_pass(site) for site, choice in chosen
            ):
                return [self._settled(site, *choice) for site, choice in chosen if choice is not None]
        return []

    def _settled(
        self, site: CompileSite, choice: StepsPerExecution, place: ast.stmt
    ) -> tuple[StepsPerExecution, tuple[Edit, ...]]:
        for use in site.uses:
            arrays = use.outcome.fit_call.input is Input.ARRAYS  # the helper slices them
            if (
                use.call.method == "predict"
                and arrays
                and self.port.makes(PredictionBatches)
                and not self._first_step_count(site, use, place).is_known
            ):
                self.in_parts.add(use.outcome.fit_call.node)
        choice = self._with_definitions(site, place, choice)
        return choice, self._edits(site, choice)

    def _choose(self, site: CompileSite) -> tuple[StepsPerExecution, ast.stmt] | None:
        """The value for a site, computed as early as the data is there; None when nothing can be said."""
        found: list[tuple[StepsPerExecution, ast.stmt]] = []
        for place in self._places(site):
            choice = self._chosen_at(site, place)
            if choice is not None:
                found.append((choice, place))
        return min(found, key=lambda one: (not one[0].certain, one[0].text.isdigit()), default=None)

    def _chosen_at(self, site: CompileSite, place: ast.stmt) -> StepsPerExecution | None:
        constraints = [self._constraint(site, use, place) for use in site.uses]
        return choose(constraints, functools.partial(self._suitable_steps, place))

    def _suitable_steps(self, place: ast.stmt) -> HelperFunction:
        return suitable_steps(self.script.file_of(place), self.facts)

    def _places(self, site: CompileSite) -> list[ast.stmt]:
        """Before the scope that holds the compile call, else right before the call's own statement."""
        statement = host_statement(self.script, site.compile.stack, site.host)
        run = scopes_of(self.port).block_with(statement)
        same = (
            run is not None and function_of(self.script, run.first) is site.compile.stack[site.host].function
        )
        return [run.first, statement] if run is not None and same else [statement]

    def _first_step_count(self, site: CompileSite, use: FitOfModel, place: ast.stmt) -> StepCount:
        steps = use.outcome.steps
        return StepCount(steps.number, self._text(site, use, steps, place))

    def _constraint(self, site: CompileSite, use: FitOfModel, place: ast.stmt) -> Constraint:
        """What a use asks for, in terms of what is known at a place."""
        counts = []
        trimming = use.outcome.trimming
        shared = trimming is not None and site.holds(use) and self._is_free(use, trimming, place)
        for i, steps in enumerate(_steps_of(use.outcome)):
            text = self._text(site, use, steps, place)
            if text is not None and shared and trimming is not None:
                text = (trimming.steps_name if i == 0 else trimming.validation_steps) or text
            counts.append(StepCount(steps.number, text, steps.edits))
        batches = use.outcome.fit_call.input is Input.DATASET
        if use.call.method == "predict" and not counts[0].is_known and not batches:
            return Constraint(
                False, StepCount(1)
            )  # it will be predicted in parts of one batch, or is left for a person
        return Constraint(use.call.method == "fit", *counts)

    def _is_free(self, use: FitOfModel, trimming: Trimming, place: ast.stmt) -> bool:
        """Whether a trimming can be defined at a place: before its first use, and it is not defined elsewhere yet."""
        name = self._name(use.outcome.fit_call.node, trimming)
        if name in self.defined:
            return self.defined[name].statement is place
        block, path = block_of(self.script, place), path_to(self.script, self.first_uses[name])
        return any(outer in block and place.lineno <= outer.lineno for outer in path)

    def _text(self, site: CompileSite, use: FitOfModel, steps: Steps, place: ast.stmt) -> str | None:
        """The steps of a use as they are computed at a place of the site's function, or None."""
        function = site.compile.stack[site.host].function
        if use.meets < site.host or isinstance(function, ast.Lambda):
            return None
        at = host_statement(self.script, use.call.stack, site.host)
        for expression in filter(None, (steps.before_cut, steps.expression, steps.counted)):
            there = in_caller(self.script, expression, use.call.stack, site.host)
            if there is not None and same_value(self.script, there, function, place, at):
                return text_of(self.script, there)
        return None

    def _with_definitions(
        self, site: CompileSite, place: ast.stmt, choice: StepsPerExecution
    ) -> StepsPerExecution:
        """Add the definitions of the trimmed sizes that the chosen text names."""
        inserts, named = [], names_in(ast.parse(choice.text, mode="eval").body)
        for use in site.uses:
            trimming = use.outcome.trimming
            if trimming is None or not site.holds(use) or not self._is_free(use, trimming, place):
                continue
            if self._text(site, use, use.outcome.steps, place) is None:
                continue
            if not named & {
                trimming.steps_name,
                trimming.size_name,
                *_names_in_text(trimming.validation_steps),
            }:
                continue
            insert = Insert(self.script.span(place), trimming.definitions(self.script, with_steps=True))
            name = self._name(use.outcome.fit_call.node, trimming)
            self.defined[name] = _Definition(place, insert)
            inserts.append(insert)
        return choice._replace(edits=(*choice.edits, *inserts))

    # --- bringing it to the compile call

    def _can_pass(self, site: CompileSite) -> bool:
        """Whether a value can be handed through the builders on the way to the compile call."""
        return all(
            isinstance(frame.call, ast.Call)
            and all(isinstance(function, ast.FunctionDef) for function in self._called_at(frame.call))
            for frame, _ in pairwise(site.compile.stack[site.host :])
        )

    def _called_at(self, call: ast.AST) -> list[ast.AST]:
        """The functions of the script that a call may call: one of a dict of builders, say."""
        return list(self.facts.called.get(call, ()))

    def _edits(self, site: CompileSite, choice: StepsPerExecution) -> tuple[Edit, ...]:
        """The edits that give `compile` the value, through the builders on the way."""
        edits, text = list(choice.edits), choice.text
        frames = [frame for frame, _ in pairwise(site.compile.stack[site.host :])]
        called = [
            [f for f in self._called_at(frame.call) if isinstance(f, ast.FunctionDef)] for frame in frames
        ]
        own = any(KEYWORD in parameter_names(function) for some in called for function in some)
        name = self.facts.fresh("execution_steps") if own else KEYWORD
        for frame, functions in zip(frames, called, strict=True):
            assert isinstance(frame.call, ast.Call)
            edits.append(AddArgument(self.script.span(frame.call), name, text))
            for function in functions:
                edits.append(AddParameter(self.script.span(function), name, "1"))
            text = name
        node = site.compile.node
        given = self.facts.argument(node, "keras.Model.compile", KEYWORD)
        return (*edits, set_argument(self.script, self.facts, node, KEYWORD, given, text))


def _steps_of(outcome: CallOutcome) -> Iterator[Steps]:
    yield outcome.steps
    if outcome.validation is not None:
        yield outcome.validation


def _names_in_text(text: str) -> frozenset[str]:
    return names_in(ast.parse(text, mode="eval").body) if text else frozenset()
