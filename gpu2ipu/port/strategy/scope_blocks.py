"""Scopes: which statements go into the strategy's scope, and where the IPU is configured.

A function that only builds runs inside the scope as a whole: the statement that calls it is wrapped. A
function that also trains (`fit` stays outside, see the design) is entered: statements of its own body are
wrapped.
"""

from __future__ import annotations

import ast
import bisect
from collections.abc import Collection, Mapping
from dataclasses import field

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Construction, Facts, Frame, MethodCall, Stack
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.dataset_loops import loops_over_datasets, stacks_to
from gpu2ipu.analysis.keras.entry_points import Configuration, configurations, is_run
from gpu2ipu.analysis.library.keras import METHOD_CALLER
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import (
    Block,
    Function,
    blocks,
    main_guard,
    statement_of,
    statements_in,
)
from gpu2ipu.analysis.values.library_objects import (
    KerasLayer,
    KerasModel,
    Optimizer,
    Strategy,
    TfDistributeStrategy,
)
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.adapted_layers import adapted_layers
from gpu2ipu.port.strategy.named_objects import named_objects
from gpu2ipu.port.strategy.outcomes import NamedObject, ScopedBlock
from gpu2ipu.port.strategy.own_variables import variables_of_programs
from gpu2ipu.port.training_loop.outcomes import CustomStep
from gpu2ipu.port.training_loop.steps import own_steps_of
from gpu2ipu.records import record

_GAP = 3  # so many statements of other kinds may stand between two that belong into one `with` block
_DEFINITIONS = (Function, ast.ClassDef, ast.Import, ast.ImportFrom)


@record
class ScopeBlock:
    """Sibling statements that go into one `with strategy.scope():` block."""

    first: ast.stmt
    last: ast.stmt
    constructions: tuple[Construction, ...]

    def holds(self, statement: ast.stmt) -> bool:
        """True if a statement is in the block, nested or not."""
        end = self.last.end_lineno or self.last.lineno
        return self.first.lineno <= statement.lineno <= end


@record
class Scopes:
    """The scope blocks of a script and the place of the configuration."""

    blocks: tuple[ScopeBlock, ...] = ()  # none inside of another, by their lines
    unreachable: tuple[Construction, ...] = ()  # made in functions that nothing in the script calls
    at_import: tuple[Construction, ...] = ()  # made by an import, before anything can be configured
    # of each file that is run and reaches a block
    configurations: Mapping[Script, Configuration] = field(default_factory=dict)
    strategy: str | None = None  # the name of a strategy that the script has already
    named: tuple[NamedObject, ...] = ()  # what is built and trained in one statement
    needs_strategy: bool = True  # whether a block or a training step of the port uses one

    def block_with(self, statement: ast.stmt) -> ScopeBlock | None:
        """Return the block that a statement is in."""
        number = bisect.bisect_right(self.blocks, statement.lineno, key=lambda block: block.first.lineno)
        block = self.blocks[number - 1] if number else None
        return block if block is not None and block.holds(statement) else None


@once
def scopes_of(port: Port) -> Scopes:
    """Work out the scopes of a script that creates models; an empty answer for one that does not."""
    script = port.script
    facts = facts_of(script)
    layers = adapted_layers(script)
    adapted = {layer.construction for layer in layers}
    outside = [
        construction
        for construction in facts.constructions
        if not construction.in_scope and construction.node not in adapted
    ]
    is_finished = port.target.written.ipus and script.imports_ipu
    if is_finished and all(isinstance(each.value, Optimizer) for each in outside):
        outside = []  # an optimizer has no variables before `fit`
    outside += variables_of_programs(port)
    if not facts.models:
        return Scopes()
    running = _running(port, facts)
    trainers = _trainers(running)
    hosted: dict[ast.stmt, list[Construction]] = {}
    building: dict[ast.stmt, list[ast.expr]] = {}
    unreachable, at_import = [], []
    for construction in outside:
        frame = _host(construction.stack, trainers)
        if construction.stack[0].function is not None:
            unreachable.append(construction)
        elif not is_run(script, construction.stack[0].call):
            at_import.append(construction)
        else:
            statement = statement_of(script, frame.call)
            hosted.setdefault(statement, []).append(construction)
            if isinstance(frame.call, ast.expr):
                building.setdefault(statement, []).append(frame.call)
    scope_blocks = _scope_blocks(script, hosted, trainers, running, facts)
    steps = _uses_of_strategy(port) if scope_blocks else []
    # the layer that follows one that adapts is made in the scope
    followed = [layer.statement for layer in layers if not layer.made_again] if scope_blocks else []
    places = configurations(script, [each.first for each in scope_blocks] + followed + steps)
    has_other = any(isinstance(value, TfDistributeStrategy) for value in facts.values.values())
    return Scopes(
        scope_blocks,
        tuple(unreachable),
        tuple(at_import),
        places,
        _strategy_name(script, facts),
        tuple(named_objects(facts, building, {frame.call for stack in running for frame in stack})),
        not has_other and (port.makes(ScopedBlock) or bool(steps)),
    )


def _trainers(running: list[Stack]) -> frozenset[ast.AST]:
    """The functions that are more than builders, by themselves or by what they call.

    They train or run a model, or they clear the session, which would take the scope away from under them.
    """
    frames = (frame for stack in running for frame in stack)
    return frozenset(frame.function for frame in frames if frame.function is not None)


def _running(port: Port, facts: Facts) -> list[Stack]:
    """The call paths to what stays outside of a scope: training, prediction, a cleared session, loops over datasets."""
    loops = [loop for loop, _ in loops_over_datasets(facts)]
    places = [*loops, *(place for step in own_steps_of(port) for place in step.places)]
    handed_on = (call.stack for call in facts.unseen_calls if _is_handed_on(facts, call))
    return [*facts.running, *handed_on, *(stack for place in places for stack in stacks_to(facts, place))]


def _is_handed_on(facts: Facts, call: MethodCall) -> bool:
    """True if a call holds a method of a model, as `partial(model.fit, x, y)` does: what it is held for follows."""
    return isinstance(call.receiver, KerasModel) or facts.qualified.get(call.node) == METHOD_CALLER


def _uses_of_strategy(port: Port) -> list[ast.stmt]:
    """The statements outside of its scope that need the strategy: those that run a step of their own."""
    steps = (step for step in own_steps_of(port) if step.hindrance is None and port.makes(CustomStep))
    return [statement_of(port.script, place) for step in steps for place in step.places]


def _host(stack: Stack, trainers: frozenset[ast.AST]) -> Frame:
    """The innermost frame whose function is more than a builder, else the outermost."""
    for frame in reversed(stack):
        if frame.function is None or frame.function in trainers:
            return frame
    return stack[0]


def _scope_blocks(
    script: Script,
    hosted: dict[ast.stmt, list[Construction]],
    trainers: frozenset[ast.AST],
    running: list[Stack],
    facts: Facts,
) -> tuple[ScopeBlock, ...]:
    training = {statement_of(script, frame.call) for stack in running for frame in stack}
    found: list[ScopeBlock] = []
    pending: list[Block] = [file.tree.body for file in script.files]
    pending += [node.body for node in trainers if isinstance(node, Function)]
    while pending:
        split = _split(facts, pending.pop(0), hosted, training)
        found += split.scope_blocks
        pending += split.entered
    return tuple(sorted(found, key=lambda each: each.first.lineno))


@record
class _Split:
    scope_blocks: list[ScopeBlock]  # directly in a block
    entered: list[Block]  # the blocks inside it that have to be looked at on their own


def _split(
    facts: Facts, block: Block, hosted: dict[ast.stmt, list[Construction]], training: set[ast.stmt]
) -> _Split:
    """The scope blocks of a block, and what is left of it."""
    split = _Split([], [])
    members: dict[int, tuple[Construction, ...]] = {}  # numbers of statements -> what they create
    barrier = -1

    def close() -> None:
        if members:
            constructions = tuple(construction for some in members.values() for construction in some)
            split.scope_blocks.append(ScopeBlock(block[min(members)], block[max(members)], constructions))
            members.clear()

    for i, statement in enumerate(block):
        inside = list(statements_in(statement))
        constructions = tuple(
            construction for node in inside if node in hosted for construction in hosted[node]
        )
        trains = any(node in training for node in inside)
        inner = list(blocks(statement))
        is_guard = statement is main_guard(facts.script.file_of(statement))
        enters = inner and (trains or is_guard or (constructions and _enters_scope(facts, inside)))
        if _stands_alone(facts, statement) or enters or (trains and not constructions):
            close()
            barrier = i
            if enters and not isinstance(statement, _DEFINITIONS):
                split.entered.extend(inner)
        elif constructions:
            if members and (barrier > max(members) or not _bridges(facts, block, members.keys(), i)):
                close()
            members[i] = constructions
    close()
    return split


def _enters_scope(facts: Facts, statements: Block) -> bool:
    """True if there is a `with strategy.scope():` among some statements, so that only the rest needs one."""
    items = (item.context_expr for node in statements if isinstance(node, ast.With) for item in node.items)
    return any(isinstance(facts.value(item), Strategy) for item in items)


def _stands_alone(facts: Facts, statement: ast.stmt) -> bool:
    """What never goes into a scope: definitions, imports, `layer.adapt`, which reads a dataset on the host, and the
    border of a notebook's cell.
    """
    if isinstance(statement, _DEFINITIONS) or statement.lineno in facts.script.borders:
        return True
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not (
        isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "adapt"
    ):
        return False
    return isinstance(facts.value(call.func.value), KerasLayer)


def _bridges(facts: Facts, block: Block, members: Collection[int], following: int) -> bool:
    """True if the statements between the members of a scope block and the following one that creates belong to it.

    A few calls do, and what uses the things that were made, and other Keras objects such as losses, and what the next
    is made of: numbers, lists, layers of other libraries.
    """
    between = block[max(members) + 1 : following]
    names = bindings_of(facts.script)
    made = set(names.bound_in(block[min(members) : max(members) + 1]))
    used = set(names.free((block[following],))) if between else set()
    belongs = (
        not (bound := set(names.bound_in((statement,))))
        or (bound & used and _makes_only_objects(statement))
        or made.intersection(names.free((statement,)))
        or _names_keras(facts, statement)
        for statement in between
    )
    return len(between) <= _GAP and all(belongs)


def _makes_only_objects(statement: ast.stmt) -> bool:
    """True if nothing is called in a statement but classes, going by their names: no data is loaded there."""
    names = (
        ast.unparse(node.func).rpartition(".")[2]
        for node in ast.walk(statement)
        if isinstance(node, ast.Call)
    )
    return all(name[:1].isupper() for name in names)


def _names_keras(facts: Facts, statement: ast.stmt) -> bool:
    names = (facts.qualified.get(node, "") for node in ast.walk(statement) if isinstance(node, ast.Call))
    return any(name.startswith("keras.") and not name.startswith("keras.datasets.") for name in names)


def _strategy_name(script: Script, facts: Facts) -> str | None:
    """A name that the script binds to an IPU strategy."""
    for node in script.nodes:
        if isinstance(node, ast.Assign) and isinstance(facts.value(node.value), Strategy):
            target = node.targets[0]
            if isinstance(target, ast.Name):
                return target.id
    return None
