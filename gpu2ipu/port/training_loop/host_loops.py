"""Host loops: loops of Python over a dataset that let the strategy run one compiled step for each batch.

Such a loop can move to the IPU, where one program takes all of its batches, if its other statements can wait until
the steps are over: if they read what the steps return, and nothing else that these know or change.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence, Set

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.call_graph import with_named
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.entry_points import call_paths_to
from gpu2ipu.analysis.keras.selected_ipus import selected_ipus
from gpu2ipu.analysis.keras.subclasses import leaves_iterators
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, function_of, in_loop, statement_of
from gpu2ipu.analysis.values.call_arguments import argument
from gpu2ipu.analysis.values.data import Batching, Dataset, Size
from gpu2ipu.analysis.values.definitions import ScriptClass
from gpu2ipu.analysis.values.library_objects import External, KerasModel, Metric, Optimizer, Strategy
from gpu2ipu.analysis.values.scalars import Number, Text
from gpu2ipu.port.port import Port
from gpu2ipu.port.training_loop.extracted_step import loops_around
from gpu2ipu.port.training_loop.outcomes import HostReason, KeptOnHost
from gpu2ipu.port.training_loop.shared_state import SharedState, properties_of
from gpu2ipu.records import record

# What knows nothing of a model unless it is told ...
_LIBRARIES = (
    "builtins",
    "numpy",
    "math",
    "time",
    "datetime",
    "logging",
    "tensorflow",
    "tqdm",
    "wandb",
    "mlflow",
)
# ... but for what stores whole objects.
_STORING = ("tensorflow.train.", "tensorflow.saved_model.")
# What measures the time of a step.
_CLOCKS = frozenset(f"time.{name}" for name in ("time", "perf_counter", "monotonic", "process_time"))
# Summaries, with the place of the argument `step`.
_SUMMARIES = {"scalar": 2, "histogram": 2, "image": 2, "text": 2, "audio": 3, "write": 2}
# Methods of lists, texts, metrics, tensors, progress bars, files and writers of logs.
_METHODS = frozenset(
    (
        *("add", "append", "extend", "format", "join", "items", "keys", "values", "get", "strip", "replace"),
        *("assign", "assign_add", "update_state", "result", "reset_states", "reset_state", "numpy", "item"),
        *("mean", "sum", "tolist", "round", "update", "set_description", "set_postfix", "set_postfix_str"),
        *("write", "flush", "info", "debug", "warning", "log", "add_scalar", "as_default"),
    )
)
_ENDS = (ast.Break, ast.Return, ast.Yield, ast.YieldFrom, ast.Await)


@record
class HostLoop:
    """A loop over a dataset with one call of the strategy's `run` in its body."""

    node: ast.For
    run: ast.Call
    statement: ast.stmt  # of the body, which holds the call
    dataset: ast.expr
    element: ast.expr  # what the loop names the batch
    step: ast.expr
    arguments: tuple[ast.expr, ...]
    named_arguments: tuple[tuple[str, ast.expr], ...]
    outermost: ast.stmt  # loop around, or the loop itself

    @property
    def is_enumerated(self) -> bool:
        """True for `for i, batch in enumerate(dataset)`."""
        return self.dataset is not self.node.iter

    @property
    def index(self) -> ast.expr | None:
        """What the loop names the number of a batch."""
        return (
            self.node.target.elts[0]
            if self.is_enumerated and isinstance(self.node.target, ast.Tuple)
            else None
        )

    @property
    def start(self) -> ast.expr | None:
        """The number of the first batch, where it is written; else it is 0."""
        if not (self.is_enumerated and isinstance(self.node.iter, ast.Call)):
            return None
        return argument(self.node.iter, 1, "start")

    @property
    def strategy(self) -> ast.expr:
        """The strategy that runs the step."""
        assert isinstance(self.run.func, ast.Attribute)
        return self.run.func.value

    @property
    def is_repeated(self) -> bool:
        """True if another loop is around, which goes through the dataset again."""
        return self.outermost is not self.node

    @property
    def result(self) -> ast.expr | None:
        """The name, or the tuple of names, that the statement gives what the step returns; None for anything else."""
        match self.statement:
            case ast.Assign([ast.Name() | ast.Tuple() as target], value) if value is self.run:
                return target if all(isinstance(part, ast.Name) for part in _names(target)) else None
        return None

    @property
    def drops_result(self) -> bool:
        """True if nothing takes what the step returns."""
        return isinstance(self.statement, ast.Expr) and self.statement.value is self.run

    @property
    def rest(self) -> list[ast.stmt]:
        """The statements of the body that stay on the host."""
        alone = self.drops_result or self.result is not None
        return [each for each in self.node.body if each is not self.statement or not alone]


def _names(target: ast.expr) -> Sequence[ast.expr]:
    return target.elts if isinstance(target, ast.Tuple) else (target,)


def host_loops_of(script: Script) -> Iterator[HostLoop | KeptOnHost]:
    """Yield the host loops of a script in order, and why a loop that runs steps in another way is none."""
    facts = facts_of(script)
    runs: dict[ast.For, list[ast.Call]] = {}
    for call in facts.values:
        if isinstance(call, ast.Call) and _runs(facts, call):
            loop = next(loops_around(script, call), None)
            if isinstance(loop, ast.For) and isinstance(facts.value(_dataset(facts, loop)), Dataset):
                runs.setdefault(loop, []).append(call)
    for loop, calls in sorted(runs.items(), key=lambda each: each[0].lineno):
        yield _read(facts, loop, calls)


def _runs(facts: Facts, call: ast.Call) -> bool:
    method = call.func
    is_run = isinstance(method, ast.Attribute) and method.attr == "run"
    return is_run and isinstance(facts.value(getattr(method, "value", None)), Strategy)


def _dataset(facts: Facts, loop: ast.For) -> ast.expr:
    match loop.iter:
        case ast.Call(function, [dataset, *_]) if facts.value(function).name == "builtins.enumerate":
            return dataset
    return loop.iter


def _read(facts: Facts, loop: ast.For, calls: list[ast.Call]) -> HostLoop | KeptOnHost:
    run, dataset, element = calls[0], _dataset(facts, loop), loop.target
    if len(calls) > 1:
        return KeptOnHost(loop, HostReason.SEVERAL_STEPS)
    statement = statement_of(facts.script, run)
    is_simple = isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr))
    if statement not in loop.body or not is_simple or loop.orelse:
        return KeptOnHost(loop, HostReason.NOT_EACH_BATCH)
    if dataset is not loop.iter:
        if not (isinstance(element, ast.Tuple) and len(element.elts) == 2):
            return KeptOnHost(loop, HostReason.READS_BATCH, ast.unparse(element))
        element = element.elts[1]
    given, named = argument(run, 1, "args"), argument(run, 2, "kwargs")
    step = argument(run, 0, "fn")
    positional = given.elts if isinstance(given, (ast.Tuple, ast.List)) else []
    keywords = list(zip(named.keys, named.values)) if isinstance(named, ast.Dict) else []
    names = [(key.value, value) for key, value in keywords if isinstance(key, ast.Constant)]
    is_read = (given is None or bool(positional) or ast.unparse(given) in ("()", "[]")) and (
        named is None or len(names) == len(keywords) > 0
    )
    if step is None or not is_read or any(isinstance(each, ast.Starred) for each in positional):
        return KeptOnHost(loop, HostReason.ARGUMENTS)
    outermost = list(loops_around(facts.script, run))[-1]
    pairs = tuple((str(name), value) for name, value in names)
    return HostLoop(loop, run, statement, dataset, element, step, tuple(positional), pairs, outermost)


def kept_on_host(port: Port, loop: HostLoop) -> KeptOnHost | None:
    """Return why a host loop stays on the host; None if it can move to the IPU."""
    facts = facts_of(port.script)
    found = (
        _of_port(port, facts, loop)
        or _of_dataset(facts, loop)
        or _of_step(facts, loop)
        or _of_rest(facts, loop)
    )
    return KeptOnHost(loop.node, *found) if found else None


_Why = tuple[HostReason, str]


def _of_port(port: Port, facts: Facts, loop: HostLoop) -> _Why | None:
    """What the whole script has that a loop on the IPU does not go with."""
    if port.target.ipus > 1 or selected_ipus(port.script) != 1:
        return HostReason.REPLICAS, ""
    if leaves_iterators(facts):
        return HostReason.LEAVES_ITERATORS, ""
    function = function_of(facts.script, loop.node)
    if function is not None:
        paths = call_paths_to(facts, function)
        if len(paths) != 1 or any(in_loop(facts.script, frame.call) for frame in paths[0]):
            return HostReason.CALLED_AGAIN, function.name
    return None


def _of_dataset(facts: Facts, loop: HostLoop) -> _Why | None:
    """Why a feed cannot give the batches of a dataset."""
    value, code = facts.value(loop.dataset), ast.unparse(loop.dataset)
    if not _is_fixed(facts, loop, loop.dataset):
        return HostReason.ANOTHER_DATASET, code
    assert isinstance(value, Dataset)
    if value.size is not Size.KNOWN:
        return HostReason.UNKNOWN_LENGTH, code
    if value.batching not in (Batching.WHOLE, Batching.NONE) and value.remainder != 0:
        return HostReason.PARTIAL_BATCH, code
    return None


def _is_fixed(facts: Facts, loop: HostLoop, node: ast.expr) -> bool:
    """True for a name or an attribute that the loops around do not set, and for `take` and `skip` of it."""
    match node:
        case ast.Call(ast.Attribute(inner, "take" | "skip"), [count], []):
            return _is_fixed(facts, loop, inner) and _is_unset(facts, loop, count)
        case ast.Name() | ast.Attribute():
            return _is_unset(facts, loop, node)
    return False


def _is_unset(facts: Facts, loop: HostLoop, node: ast.expr) -> bool:
    """True if the loops around set no name and no attribute that an expression reads."""
    bound = set(bindings_of(facts.script).bound_in((loop.outermost,)))
    stored = {
        ast.unparse(each)
        for each in ast.walk(loop.outermost)
        if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)
    }
    parts = [part for part in ast.walk(node) if isinstance(part, (ast.Name, ast.Attribute, ast.Call))]
    return not any(
        isinstance(part, ast.Call)
        or (isinstance(part, ast.Name) and part.id in bound)
        or (isinstance(part, ast.Attribute) and ast.unparse(part) in stored)
        for part in parts
    )


def _of_step(facts: Facts, loop: HostLoop) -> _Why | None:
    """Why a program cannot call the step by itself, with the batch that it reads."""
    batch = {each.id for each in ast.walk(loop.element) if isinstance(each, ast.Name)}
    if any(not isinstance(each, (ast.Name, ast.Tuple, ast.expr_context)) for each in ast.walk(loop.element)):
        return HostReason.READS_BATCH, ast.unparse(loop.element)
    definition = facts.value(loop.step).definition
    if not isinstance(definition, Function):
        return HostReason.UNKNOWN_STEP, ast.unparse(loop.step)
    if not loop.drops_result and not _returns(definition):
        return HostReason.NO_RESULT, ast.unparse(loop.step)
    for given in (loop.step, *loop.arguments, *(value for _, value in loop.named_arguments)):
        names = {each.id for each in ast.walk(given) if isinstance(each, ast.Name)}
        if not (names & batch or _is_unset(facts, loop, given)):
            return HostReason.CHANGING_ARGUMENT, ast.unparse(given)
        if names & batch and any(isinstance(each, ast.Call) for each in ast.walk(given)):
            return HostReason.READS_BATCH, ast.unparse(given)
    names_of = bindings_of(facts.script)
    inside = set(ast.walk(loop.run))
    for variable in names_of.bound_around((loop.node,)):
        bindings = [each for each in variable.bindings if each.node in set(ast.walk(loop.element))]
        reads = [read for read in variable.reads if read not in inside]
        if any(names_of.reaches(binding, read) for binding in bindings for read in reads):
            return HostReason.READS_BATCH, variable.name
    return None


def _of_rest(facts: Facts, loop: HostLoop) -> _Why | None:
    """Why the other statements of the body cannot wait until all steps are over."""
    names, position = bindings_of(facts.script), loop.node.body.index(loop.statement)
    results = (
        {each.id for each in _names(loop.result) if isinstance(each, ast.Name)} if loop.result else set()
    )
    early = [name for name in names.free(loop.node.body[:position]) if name in results]
    if early:
        return HostReason.NEEDS_STEP, early[0]
    if any(_continues(statement) for statement in loop.node.body[:position]):
        return HostReason.NOT_EACH_BATCH, ""
    for statement in loop.rest:
        for node in ast.walk(statement):
            if isinstance(node, _ENDS):
                return HostReason.ENDS_EARLY, ast.unparse(node)
    definition = facts.value(loop.step).definition
    assert isinstance(definition, Function)
    device = with_named(facts, {definition})
    known, inside = _known_on_device(facts, loop, device), set(ast.walk(loop.run))
    for code in _with_properties(facts, set(loop.rest)) - device:
        for node in ast.walk(code):
            if node in inside or not isinstance(node, ast.expr):
                continue
            if facts.value(node).definition in device or _needs_step(facts, node, known):
                return HostReason.NEEDS_STEP, ast.unparse(node)
    return None


def _with_properties(facts: Facts, nodes: set[ast.AST]) -> set[ast.AST]:
    """Statements, with the functions and the properties that they name, and so on."""
    properties, found = properties_of(facts.script), with_named(facts, nodes)
    read = {node.attr for code in found for node in ast.walk(code) if isinstance(node, ast.Attribute)}
    more = {properties[name] for name in read & properties.keys()} - found
    return _with_properties(facts, found | more) if more else found


def _continues(statement: ast.AST) -> bool:
    """True if a statement may go on with the next round of the loop around it."""
    if isinstance(statement, (ast.For, ast.AsyncFor, ast.While)):
        return any(map(_continues, statement.orelse))
    if isinstance(statement, (Function, ast.ClassDef)):
        return False
    return isinstance(statement, ast.Continue) or any(map(_continues, ast.iter_child_nodes(statement)))


def _returns(function: Function) -> bool:
    """True if a function returns something, which a queue can take."""
    returns = (node for node in ast.walk(function) if isinstance(node, ast.Return))
    return any(each.value is not None and not _is_none(each.value) for each in returns)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _known_on_device(facts: Facts, loop: HostLoop, device: Set[ast.AST]) -> SharedState:
    """What the functions of a step, or what it is given, know."""
    names = bindings_of(facts.script)
    batch = {each.id for each in ast.walk(loop.element) if isinstance(each, ast.Name)}
    given = [*loop.arguments, *(value for _, value in loop.named_arguments)]
    read = [
        each for each in ast.walk(ast.Tuple(given)) if isinstance(each, ast.Name) and each.id not in batch
    ]
    read += (name for code in device for name in names.free_reads((code,)))
    read_from = (node for code in (*device, *given) for node in ast.walk(code))
    return SharedState(facts, [*read, *(node for node in read_from if isinstance(node, ast.Attribute))])


def _needs_step(facts: Facts, node: ast.expr, known: SharedState) -> bool:
    """True if a node may read or change what a step knows."""
    value = facts.value(node)
    if isinstance(node, ast.Call):
        return not _is_harmless(facts, node)
    if not isinstance(node, (ast.Name, ast.Attribute)):
        return False
    if isinstance(value, (KerasModel, Optimizer)):
        return True
    is_plain = isinstance(value, (ScriptClass, Number, Text)) or isinstance(value.definition, Function)
    is_of_library = isinstance(value, External) and not isinstance(value, Metric)
    return not (is_plain or is_of_library) and known.holds(node)


def _is_harmless(facts: Facts, call: ast.Call) -> bool:
    """True if a call reads and changes nothing but what it is given, which is looked at by itself."""
    value = facts.value(call.func)
    if isinstance(value.definition, Function) or isinstance(value, Metric):
        return True
    name = facts.qualified.get(call, value.name)
    if name.startswith(_STORING) or name in _CLOCKS:
        return False
    if name.startswith("tensorflow.summary.") and name.rpartition(".")[2] in _SUMMARIES:
        return (
            argument(call, _SUMMARIES[name.rpartition(".")[2]], "step") is not None
        )  # else it reads a counter
    if name.partition(".")[0] in _LIBRARIES:
        return True
    return isinstance(call.func, ast.Attribute) and not name and call.func.attr in _METHODS
