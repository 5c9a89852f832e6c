"""Placement: the value for one site, computed as early as its data is there."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.inlined_arguments import host_statement, in_caller, with_latest_numbers
from gpu2ipu.analysis.dataflow.quantity import Quantity
from gpu2ipu.analysis.dataflow.same_value import names_in, same_value
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.fit_calls import Input
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import function_of
from gpu2ipu.edits import Insert
from gpu2ipu.port.batching.full_batches import CallOutcome, Trimming
from gpu2ipu.port.code.helper_functions import (
    HelperFunction,
    suitable_accumulated_steps,
    suitable_replicated_steps,
    suitable_steps,
)
from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.compile_sites import CompileSite, FitOfModel
from gpu2ipu.port.steps_per_execution.solver import Constraint, choose
from gpu2ipu.port.steps_per_execution.trimmed_sizes import TrimmedSizes
from gpu2ipu.port.strategy.scope_blocks import scopes_of
from gpu2ipu.records import record

# Data of which a port makes, or has, datasets with all of their batches.
_COUNTED_DATA = (Input.DATASET, Input.GENERATOR)


@record
class PlacedSteps:
    """A value for a site, and the statement before which it is computed."""

    site: CompileSite
    place: ast.stmt
    value: Quantity
    is_certain: bool  # that it suits all calls


@record
class Placement:
    """Finds values for sites; what they count may be defined at their places."""

    port: Port
    sizes: TrimmedSizes
    # evaluations that suit any value where their number of batches is not known
    by_executions: frozenset[ast.Call] = frozenset()

    @property
    def script(self) -> Script:
        """The script that is ported."""
        return self.port.script

    def placed(self, site: CompileSite) -> PlacedSteps | None:
        """Return the value at the first place where most is known; None where nothing can be said at any."""
        found = [placed for place in self.places(site) if (placed := self.placed_at(site, place)) is not None]
        return min(found, key=lambda one: (not one.is_certain, _is_number(one.value)), default=None)

    def placed_at(self, site: CompileSite, place: ast.stmt) -> PlacedSteps | None:
        """Return the value as it can be computed at a place."""
        constraints = [self.constraint(site, use, place) for use in site.uses]
        choice = choose(constraints, functools.partial(self._suitable_steps, place))
        return None if choice is None else PlacedSteps(site, place, *choice)

    def _suitable_steps(self, place: ast.stmt, accumulation: int, replicas: int) -> HelperFunction:
        helper = suitable_steps if accumulation == 1 else suitable_accumulated_steps
        helper = helper if replicas == 1 else suitable_replicated_steps
        return helper(self.script.file_of(place), facts_of(self.script))

    def places(self, site: CompileSite) -> list[ast.stmt]:
        """Before the scope that holds the compile call, and right before the call's own statement."""
        statement = host_statement(self.script, site.compile.stack, site.host)
        block = scopes_of(self.port).block_with(statement)
        function = site.compile.stack[site.host].function
        if block is None or function_of(self.script, block.first) is not function:
            return [statement]
        return [block.first, statement]

    def constraint(self, site: CompileSite, use: FitOfModel, place: ast.stmt) -> Constraint:
        """Return what a use asks for, in terms of what is known at a place."""
        outcome = use.outcome
        steps, *validation = (self.readable(site, use, steps, place) for steps in steps_of(outcome))
        named = None
        if outcome.trimming is not None and site.holds(use):
            named = outcome.trimming if self._can_be_named(site, use, outcome.trimming, place) else None
        if named is not None:
            steps = _renamed(steps, named.taken)
            validation = [_renamed(each, named.validation) for each in validation]
        is_predicted = use.call.method == "predict" and outcome.fit_call.input not in _COUNTED_DATA
        if not steps.is_known and (is_predicted or outcome.fit_call.node in self.by_executions):
            return Constraint(False, Quantity(1))  # it is made in parts that suit, or needs manual work
        return constraint_of(use, steps, *validation)

    def _can_be_named(self, site: CompileSite, use: FitOfModel, trimming: Trimming, place: ast.stmt) -> bool:
        """True if a trimmed size can be defined at a place, and is the same there as at the call that is trimmed."""
        batch, call = trimming.micro_batches.batch.expression, use.outcome.fit_call.node
        at = host_statement(self.script, use.call.stack, site.host)
        function = site.compile.stack[site.host].function
        assert not isinstance(function, ast.Lambda)
        is_same = same_value(self.script, batch, function, place, at)
        return is_same and self.sizes.can_be_defined(call, trimming, place)

    def readable(self, site: CompileSite, use: FitOfModel, steps: Quantity, place: ast.stmt) -> Quantity:
        """Steps of a use, with the expression that can be computed at a place of the site's function, if any."""
        expression = next(self._readable(site, use, steps, place), None)
        return Quantity(steps.number, expression, steps.helpers)

    def _readable(
        self, site: CompileSite, use: FitOfModel, steps: Quantity, place: ast.stmt
    ) -> Iterator[ast.expr]:
        function = site.compile.stack[site.host].function
        if use.meets < site.host or isinstance(function, ast.Lambda):
            return
        at = host_statement(self.script, use.call.stack, site.host)
        refused: list[ast.expr] = []
        for expression in steps.expressions:
            there = in_caller(self.script, expression, use.call.stack, site.host)
            if there is not None and same_value(self.script, there, function, place, at):
                yield there
            elif there is not None and steps.number is None:
                refused.append(there)
        for there in refused:
            latest = with_latest_numbers(self.script, there, at)
            if latest is not there and same_value(self.script, latest, function, place, at):
                yield latest

    def definitions(self, placed: PlacedSteps) -> Iterator[Insert]:
        """Define the trimmed sizes that a value reads, at its place."""
        read = names_in(placed.value.written)
        for use in placed.site.uses:
            node, trimming = use.outcome.fit_call.node, use.outcome.trimming
            if trimming is None or not placed.site.holds(use):
                continue
            validation = trimming.validation.expression
            names = {*trimming.names, *(names_in(validation) if validation is not None else ())}
            if (
                read & names
                and self._can_be_named(placed.site, use, trimming, placed.place)
                and self.readable(placed.site, use, use.outcome.steps, placed.place).expression is not None
            ):
                yield self.sizes.define(node, trimming, placed.place)


def constraint_of(use: FitOfModel, steps: Quantity, validation: Quantity | None = None) -> Constraint:
    """Return what a use asks for with some steps."""
    trains = use.call.method == "fit"
    outcome = use.outcome
    return Constraint(
        trains,
        steps,
        validation,
        outcome.accumulation,
        outcome.replicas,
        outcome.together,
        evaluates=use.call.method == "evaluate",
    )


def steps_of(outcome: CallOutcome) -> Iterator[Quantity]:
    """Yield the steps of a replica in a call, and those of the validation inside of it."""
    yield outcome.steps.shared_out(1 if outcome.fit_call.method == "fit" else outcome.replicas)
    if outcome.validation is not None:
        yield outcome.validation.shared_out(outcome.replicas)


def _renamed(steps: Quantity, named: Quantity) -> Quantity:
    """Steps that can be written, by a name that they get."""
    if steps.expression is None or named.expression is None:
        return steps
    return Quantity(steps.number, named.expression, steps.helpers)


def _is_number(value: Quantity) -> bool:
    return isinstance(value.expression, ast.Constant)
