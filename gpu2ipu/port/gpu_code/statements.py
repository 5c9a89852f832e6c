"""GPUs: the statements that only ask for them, set them up or speak of them, and so have nothing to do on an IPU.

Such a statement is removed as a whole, the largest one of each kind: `if gpus: try: for gpu in gpus: …`. What it binds
must not be read by anything that stays. Statements that share a name are removed together, as one finding.
"""

from __future__ import annotations

import ast
import functools
import itertools
from collections.abc import Collection, Iterator
from dataclasses import replace

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.name_resolution import Variable
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Block, block_of, blocks, function_of, statement_of
from gpu2ipu.analysis.values.call_arguments import passed_values
from gpu2ipu.analysis.values.library_objects import External
from gpu2ipu.edits import Edit, Remove, RemoveArgument, Replace, Span
from gpu2ipu.port.gpu_code.api_calls import (
    is_query,
    is_setting,
    is_tpu_call,
    is_tpu_query,
    prints,
    set_device,
    uses_keras,
)
from gpu2ipu.port.gpu_code.choices import DEVICE_WORDS, are_same, choice_by_device, same_either_way
from gpu2ipu.port.gpu_code.cuda_variables import (
    also_set_variables,
    is_variable,
    names_variables,
    set_variables,
    updated_variables,
)
from gpu2ipu.port.gpu_code.devices import devices_of
from gpu2ipu.port.gpu_code.emptied_functions import with_emptied
from gpu2ipu.port.gpu_code.gpu_counts import gpu_counts
from gpu2ipu.port.gpu_code.gpu_tools import gpu_tools
from gpu2ipu.port.gpu_code.leftovers import freed_imports, has_comment_of_its_own, read_by_other_files
from gpu2ipu.port.gpu_code.outcomes import (
    CudaVariable,
    GpuBranch,
    GpuCount,
    GpuQuery,
    GpuSetting,
    TpuSetup,
)
from gpu2ipu.port.gpu_code.sessions import session_setups
from gpu2ipu.port.gpu_code.statement_groups import Group, groups_of
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port
from gpu2ipu.records import record

_IDLE_CONTEXTS = ("contextlib.suppress", "contextlib.nullcontext")
_EXITS = ("sys.exit", "builtins.exit", "builtins.quit", "os._exit")


@once
def gpu_code_of(port: Port) -> tuple[Outcome, ...]:
    """Return what to do about the GPU code of a script that has to do with Keras."""
    script = port.script
    facts = facts_of(script)
    if not uses_keras(facts):
        return ()
    statements = _GpuStatements(port, facts)
    return (*statements.outcomes(), *session_setups(port), *gpu_tools(port))


@record
class _Purpose:
    """What statements do about GPUs, the weightiest thing, and the first expression that does it."""

    kind: type[Outcome]
    place: ast.expr


@record
class _Removal:
    """What is said of removed statements, and the nodes in them."""

    outcome: Outcome
    nodes: set[ast.AST]


class _GpuStatements:
    """Looks for the largest statements that are all about GPUs; `kept` are those whose names are read elsewhere."""

    def __init__(self, port: Port, facts: Facts) -> None:
        self.port = port
        self.script = port.script
        self.facts = facts
        self.names = bindings_of(port.script)
        self.devices = devices_of(port.script)
        self.kept: set[ast.stmt] = set()
        self.marks = frozenset(self._marks())

    def outcomes(self) -> Iterator[Outcome]:
        """Yield what is removed, group by group, and what needs manual work."""
        groups = groups_of(self.names, self._removed())
        made = [group for group in groups if self.port.makes(self._purpose(group).kind)]
        statements = itertools.chain.from_iterable(group.statements for group in made)
        removed = with_emptied(self.script, sorted(statements, key=lambda each: each.lineno))
        yield from self._with_imports(
            [self._removal(group, removed) for group in groups_of(self.names, removed)]
        )
        gone = {node for statement in removed for node in ast.walk(statement)}
        yield from gpu_counts(self.port, gone)
        if self.port.makes(GpuQuery):
            yield from same_either_way(self.script, self.devices, gone)
        for node in self.script.nodes:
            if node not in gone:
                yield from self._left(node)

    def _with_imports(self, removals: list[_Removal]) -> Iterator[Outcome]:
        """The outcomes, the last one of each type with the imports that only its statements read."""
        outcomes = [removal.outcome for removal in removals]
        last = {type(outcome): outcome for outcome in outcomes}
        for outcome in outcomes:
            if outcome is last[type(outcome)]:
                same = (each.nodes for each in removals if type(each.outcome) is type(outcome))
                gone = set[ast.AST]().union(*same)
                freed = freed_imports(self.script, gone)
                edits = tuple(Remove(self.script.span(statement)) for statement in freed)
                outcome = replace(outcome, edits=(*outcome.edits, *edits))
            yield outcome

    def _left(self, node: ast.AST) -> Iterator[Outcome]:
        """What is said of a node that stays."""
        if isinstance(node, ast.Call) and (self._sets(node) or is_tpu_query(self.facts, node)):
            yield TpuSetup(node) if is_tpu_call(self.facts, node) else GpuSetting(node)
        elif isinstance(node, ast.stmt) and (
            values := set_variables(self.facts, node) or also_set_variables(self.facts, node)
        ):
            # `|=` becomes a call of `update` first, for Python 3.8
            if not (self._variables_are_read or isinstance(node, ast.AugAssign)):
                yield CudaVariable(values[0])
        elif isinstance(node, ast.stmt) and (update := self._without_variables(node)) is not None:
            yield update
        elif (
            isinstance(node, (ast.If, ast.While))
            and self._decides(node.test)
            and not are_same(node.body, self._otherwise(node))
            and not self._is_left_over(node)
        ):
            yield GpuBranch(node.test)
        elif (
            asking := choice_by_device(self.script, self.facts, self.devices, node)
        ) is not None and self._decides(asking):
            yield GpuBranch(asking)

    def _without_variables(self, node: ast.stmt) -> CudaVariable | None:
        """A statement that sets several variables, without those for CUDA."""
        removed, kept = updated_variables(self.facts, node)
        values = [item.value for item in removed]
        if not (removed and kept) or self._variables_are_read or not all(map(self.devices.is_pure, values)):
            return None
        if not {item.value for item in kept}.isdisjoint(values):
            return CudaVariable(values[0])  # both come from a dict that is made elsewhere
        edits: list[Edit] = []
        for dictionary in (each for each in ast.walk(node) if isinstance(each, ast.Dict)):
            if not set(dictionary.values).isdisjoint(values):
                edits.append(_without_items(self.script, dictionary, values))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            gone = [keyword.arg for keyword in node.value.keywords if keyword.value in values]
            edits += (RemoveArgument(self.script.span(node.value), str(name)) for name in gone)
        return CudaVariable(values[0], edits=tuple(edits))

    def _is_left_over(self, node: ast.stmt) -> bool:
        """True if a branch is in a function that a finished port has kept from its original, and never calls."""
        function = function_of(self.script, node)
        is_called = function is None or self.facts.calls.get(function)
        return self.port.target.written.ipus and not is_called

    def _decides(self, test: ast.expr) -> bool:
        """True if a condition asks for GPUs, by more than names that will stand for the number of replicas."""
        asking = [node for node in ast.walk(test) if self.devices.asks_itself(node)]
        counters = self.devices.counters if self.port.makes(GpuCount) else frozenset[Variable]()
        return any(
            not isinstance(node, ast.Name) or self.names.variable(node) not in counters for node in asking
        )

    def _otherwise(self, node: ast.If | ast.While) -> Block:
        """What runs without a GPU: of a branch that returns what follows."""
        if node.orelse or not isinstance(node.body[-1], ast.Return):
            return node.orelse
        block = block_of(self.script, node)
        return block[block.index(node) + 1 :][: len(node.body)]

    def _purpose(self, group: Group) -> _Purpose:
        nodes = [node for statement in group.statements for node in ast.walk(statement)]
        settings: list[ast.expr] = [n for n in nodes if isinstance(n, ast.Call) and self._sets(n)]
        variables = [
            value for n in nodes if isinstance(n, ast.stmt) for value in set_variables(self.facts, n)
        ]
        queries: list[ast.expr] = [
            n for n in nodes if isinstance(n, ast.expr) and self.devices.asks_itself(n)
        ]
        tpus: list[ast.expr] = [n for n in nodes if isinstance(n, ast.Call) and is_tpu_call(self.facts, n)]
        found = {TpuSetup: tpus, GpuSetting: settings, CudaVariable: variables, GpuQuery: queries}
        return next(_Purpose(kind, place) for kind, places in found.items() for place in places)

    def _removal(self, group: Group, removed: list[ast.stmt]) -> _Removal:
        """One outcome for a group."""
        purpose = self._purpose(group)
        edits = tuple(
            Remove(self.script.span(each), has_comment_of_its_own(self.script, each, removed))
            for each in group.statements
        )
        nodes = {node for statement in group.statements for node in ast.walk(statement)}
        return _Removal(purpose.kind(purpose.place, edits=edits), nodes)

    # --- which statements go

    def _removed(self) -> list[ast.stmt]:
        """The statements to remove, none inside another one."""
        while True:
            found = list(self._candidates(self.script.tree.body))
            keep = set(self._read_elsewhere(found)) - self.kept
            if not keep:
                return [*self._placeholders(found), *found]
            self.kept |= keep

    def _placeholders(self, found: list[ast.stmt]) -> Iterator[ast.Assign]:
        """The statements that bind a name which is read in what is removed only.

        Those such as `tpu = None`, if it is else bound in what is removed, and names and values of CUDA's variables.
        """
        gone = {node for statement in found for node in ast.walk(statement)}
        for node in self.script.nodes:
            if not isinstance(node, ast.Assign) or node in gone or not self._may_be_placeholder(node):
                continue
            variables = [self.names.variable(target) for target in _targets(node)]
            if len(variables) != len(node.targets) or node in self.kept:
                continue
            others = [each.node for variable in variables if variable for each in variable.bindings]
            others = [each for each in others if each not in node.targets and each is not node]
            if all(each in gone for each in others) and not any(
                self._is_read_outside(target, gone) for target in _targets(node)
            ):
                yield node

    def _may_be_placeholder(self, node: ast.Assign) -> bool:
        if isinstance(node.value, ast.Constant) and self._is_device(node):
            return True
        return names_variables(node.value) and any(
            variable is not None and variable.reads for variable in map(self.names.variable, _targets(node))
        )

    def _candidates(self, block: Block) -> Iterator[ast.stmt]:
        for statement in block:
            if self._is_marked(statement) and self._is_talk(
                statement, frozenset(self.names.bound_inside(statement)), False
            ):
                yield statement
            else:
                for inner in blocks(statement):
                    yield from self._candidates(inner)

    def _is_marked(self, statement: ast.stmt) -> bool:
        """True if a statement asks for a GPU or sets one up at all."""
        return not self.marks.isdisjoint(ast.walk(statement))

    def _marks(self) -> Iterator[ast.AST]:
        for node in self.script.nodes:
            if isinstance(node, ast.stmt):
                if set_variables(self.facts, node):
                    yield node
            elif self.devices.asks_itself(node) or self._sets(node):
                yield node

    def _read_elsewhere(self, found: list[ast.stmt]) -> Iterator[ast.stmt]:
        """The assignments in statements to be removed whose names are read in what stays."""
        gone = {node for statement in found for node in ast.walk(statement)}
        for node in gone:
            if isinstance(node, (ast.Assign, ast.For, ast.NamedExpr)) and any(
                self._is_read_outside(target, gone) for target in _targets(node)
            ):
                yield statement_of(self.script, node)

    def _is_read_outside(self, target: ast.Name, gone: Collection[ast.AST]) -> bool:
        variable = self.names.variable(target)
        if variable is None or variable in self._shared:
            return variable is not None
        if isinstance(variable.scope, ast.ClassDef) and self._is_attribute(target.id, gone):
            return True
        if isinstance(variable.scope, ast.Module) and target.id in read_by_other_files(self.script):
            return True
        return any(read not in gone for read in variable.reads)

    def _is_attribute(self, name: str, gone: Collection[ast.AST]) -> bool:
        """True if what stays reads an attribute of a name."""
        attributes = (node for node in self.script.nodes if isinstance(node, ast.Attribute))
        return any(node.attr == name and node not in gone for node in attributes)

    @functools.cached_property
    def _shared(self) -> set[Variable | None]:
        """The variables that functions declare with `global` or `nonlocal`."""
        declared = (node for node in self.script.nodes if isinstance(node, (ast.Global, ast.Nonlocal)))
        return {self.names.visible(name, node) for node in declared for name in node.names}

    # --- what statements are about

    def _sets(self, node: ast.AST) -> bool:
        device = set_device(self.facts, node)
        return is_setting(self.facts, node) or (device is not None and self.devices.asks(device))

    @functools.cached_property
    def _variables_are_read(self) -> bool:
        """True if the script itself reads such a variable."""
        return any(
            is_variable(self.facts, node)
            for node in self.script.nodes
            if not (isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load))
        )

    def _is_talk(self, node: ast.stmt, local: frozenset[Variable], guarded: bool) -> bool:
        """True if a statement is about GPUs and nothing else; `guarded`: it only runs if they are there, or not."""
        if node in self.kept:
            return False
        match node:
            case ast.Pass():
                return True
            case ast.Delete():
                return self._sets_variable(node)
            case ast.Raise():
                return guarded
            case ast.Assert():
                return self.devices.asks(node.test) and self.devices.is_pure(node.test)
            case ast.Expr():
                return self._is_remark(node.value, local, guarded) or self._sets_variable(node)
            case ast.Assign():
                plain = all(isinstance(target, ast.Name) for target in node.targets)
                return self._sets_variable(node) or (
                    plain and self._is_device(node) and self.devices.is_pure(node.value)
                )
            case ast.With():
                return all(map(self._is_idle, node.items)) and self._are_talk([node.body], local, guarded)
            case ast.If():
                asks = guarded or self.devices.asks(node.test)
                return self.devices.is_pure(node.test, may_bind=True) and self._are_talk(
                    [node.body, node.orelse], local, asks
                )
            case ast.For():
                parts = ast.walk(node.target)
                stores = any(isinstance(each, (ast.Attribute, ast.Subscript)) for each in parts)
                plain = not stores and self.devices.is_pure(node.iter)
                return plain and self._are_talk([node.body, node.orelse], local, guarded)
            case ast.Match():
                ways = [case.body for case in node.cases]
                guards = [case.guard for case in node.cases if case.guard is not None]
                is_plain = all(map(self.devices.is_pure, (node.subject, *guards)))
                return is_plain and self._are_talk(ways, local, guarded or self.devices.asks(node.subject))
            case ast.Try():
                handlers = [handler.body for handler in node.handlers]
                tried = self._are_talk([node.body, node.orelse, node.finalbody], local, guarded)
                return tried and self._are_talk(handlers, local, True)
        return False

    def _is_idle(self, item: ast.withitem) -> bool:
        """True for `contextlib.suppress(...)`."""
        return self.facts.qualified.get(item.context_expr) in _IDLE_CONTEXTS and item.optional_vars is None

    def _is_device(self, node: ast.Assign) -> bool:
        """True if an assignment asks for a device, or says that there is none."""
        if not isinstance(node.value, ast.Constant):
            return self.devices.asks(node.value)
        return all(self.names.variable(target) in self.devices.variables for target in _targets(node))

    def _are_talk(self, inner: list[Block], local: frozenset[Variable], guarded: bool) -> bool:
        return all(self._is_talk(statement, local, guarded) for block in inner for statement in block)

    def _sets_variable(self, node: ast.stmt) -> bool:
        values = set_variables(self.facts, node)
        return bool(values) and all(map(self.devices.is_pure, values)) and not self._variables_are_read

    def _is_remark(self, node: ast.expr, local: frozenset[Variable], guarded: bool) -> bool:
        """An expression as a statement: a setting, a question, or something printed about GPUs."""
        if isinstance(node, ast.ListComp):
            return self._sets(node.elt) and self.devices.is_pure(node)
        if (
            isinstance(node, ast.BoolOp)
            and isinstance(node.op, ast.And)
            and self.devices.asks(node.values[0])
        ):
            first, *rest = node.values
            return self.devices.is_pure(first) and all(self._is_remark(each, local, True) for each in rest)
        if not isinstance(node, ast.Call):
            return isinstance(node, (ast.Constant, ast.Name)) or (
                self.devices.asks(node) and self.devices.is_pure(node)
            )
        name = self.facts.qualified.get(node, "")
        if name in _EXITS:
            return guarded
        if self._sets(node) or is_query(self.facts, node):
            return self.devices.is_pure(node)
        arguments = passed_values(node)
        if not prints(self.facts, node) or not (guarded or self._speaks_of_devices(arguments)):
            return False
        return all(self.devices.is_pure(a) and self._names_only_devices(a, local) for a in arguments)

    def _speaks_of_devices(self, arguments: list[ast.expr]) -> bool:
        """True if something printed asks for a device, or its text names one; plain text may be about anything."""
        nodes = [node for argument in arguments for node in ast.walk(argument)]
        texts = (node.value for node in nodes if isinstance(node, ast.Constant))
        return any(isinstance(node, (ast.Name, ast.Call)) for node in nodes) or any(
            DEVICE_WORDS.search(text) for text in texts if isinstance(text, str)
        )

    def _names_only_devices(self, node: ast.expr, local: frozenset[Variable]) -> bool:
        """True if an expression shows nothing but devices and what the statement itself binds."""
        nodes = list(ast.walk(node))
        called = {inner for call in nodes if isinstance(call, ast.Call) for inner in ast.walk(call.func)}
        functions = {
            n for n in called if isinstance(n, ast.Name) and isinstance(self.facts.value(n), External)
        }
        names = [inner for inner in nodes if isinstance(inner, ast.Name) and inner not in functions]
        return all(self.names.variable(name) in self.devices.variables.union(local) for name in names)


def _without_items(script: Script, node: ast.Dict, values: Collection[ast.expr]) -> Replace:
    """A dict without the items that have some of the values."""
    texts, parts = list[str](), list[tuple[str, Span]]()
    for number, (key, value) in enumerate(zip(node.keys, node.values)):
        if value in values or key is None:
            continue
        parts += ((f"key{number}", script.span(key)), (f"value{number}", script.span(value)))
        texts.append(f"{{key{number}}}: {{value{number}}}")
    return Replace(script.span(node), f"{{{', '.join(texts)}}}", tuple(parts))


def _targets(node: ast.Assign | ast.For | ast.NamedExpr) -> list[ast.Name]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    nodes = (inner for target in targets for inner in ast.walk(target))
    return [each for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
