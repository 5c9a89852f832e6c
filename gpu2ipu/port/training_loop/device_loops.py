"""Loops on the device: a host loop becomes one program that takes all batches of a dataset.

The program reads an iterator of the strategy, and sends what each step returns to an outfeed queue; the statements that
stay on the host go through that (tensorflow/python/ipu/ipu_strategy.py and ipu_outfeed_queue.py of the SDK). Iterator
and queue are made once, in front of all loops: for another iterator the program would be compiled again.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.containers import items_in
from gpu2ipu.analysis.values.data import Batching, Dataset, origins_of, remainder_of
from gpu2ipu.analysis.values.value import Value
from gpu2ipu.edits import AddArgument, Edit, Insert, Remove, Replace, Unwrap
from gpu2ipu.port.code.added_imports import module_alias
from gpu2ipu.port.code.helper_functions import batches_without_int64
from gpu2ipu.port.code.sdk_names import imported_ipu, ipu_import, ipu_name
from gpu2ipu.port.port import Port
from gpu2ipu.port.training_loop.host_loops import HostLoop, host_loops_of, kept_on_host
from gpu2ipu.port.training_loop.outcomes import KeptOnHost, MovedLoop
from gpu2ipu.records import record


@record
class _Names:
    """What a port calls the parts of a loop on the device."""

    function: str
    iterator: str
    queue: str
    result: str

    @classmethod
    def of(cls, script: Script, loop: HostLoop) -> _Names:
        """Return names that the script does not use."""
        step = ast.unparse(loop.step).rpartition(".")[2]
        data = f"{loop.dataset.id}_iterator" if isinstance(loop.dataset, ast.Name) else "iterator"
        return cls(
            fresh_name(script, f"{step}s" if step.endswith("step") else f"{step}_loop"),
            fresh_name(script, data),
            fresh_name(script, f"{step}_results"),
            fresh_name(script, "result"),
        )


def device_loops(port: Port) -> Iterator[MovedLoop | KeptOnHost]:
    """Yield what becomes of the host loops of a script, in order."""
    taken = set[str]()
    for loop in host_loops_of(port.script):
        if isinstance(loop, KeptOnHost):
            yield loop
        elif kept := kept_on_host(port, loop):
            yield kept
        else:
            names = _Names.of(port.script, loop)
            own = {names.function, names.iterator}
            if (
                own & taken
            ):  # of two loops that run one step, or read one dataset, the other follows in the next round
                continue
            taken |= own
            edits = tuple(_edits(port.script, loop, names))
            yield MovedLoop(loop.node, ast.unparse(loop.step), not loop.drops_result, edits=edits)


def _edits(script: Script, loop: HostLoop, names: _Names) -> Iterator[Edit]:
    file = script.file_of(loop.node)
    facts = facts_of(file)
    tf, imports = module_alias(file, facts, "tensorflow", "tf")
    yield from imports
    if not imported_ipu(facts):
        yield ipu_import(file, facts)
    yield from _static_shapes(script, facts_of(script).value(loop.dataset))
    data, strategy = script.source(loop.dataset), script.source(loop.strategy)
    made = [f"{names.iterator} = iter({{data}}{'.repeat()' if loop.is_repeated else ''})"]
    fed = data
    if not _is_typed(facts.value(loop.dataset)):
        helper = batches_without_int64(file, facts)
        yield from helper.edits
        fed = f"{helper.name}({data})"
    if not loop.drops_result:
        made.append(f"{names.queue} = {ipu_name(facts)}.ipu_outfeed_queue.IPUOutfeedQueue()")
    gap = "\n" if loop.outermost.col_offset else "\n\n"
    block = "".join(f"\n    {line}" for line in made).replace("{data}", fed)
    function = _function(script, loop, names, tf)
    yield Insert(script.span(loop.outermost), f"{gap}{function}{gap}with {strategy}.scope():{block}{gap[1:]}")
    run = f"{strategy}.run({names.function}, args=({names.iterator}, len({data})))"
    yield from _of_host(script, loop, names, run)


def _static_shapes(script: Script, dataset: Value) -> Iterator[Edit]:
    """The edits by which batches that are full as it is get a static shape."""
    for call in origins_of(dataset) if remainder_of(dataset) == 0 else ():
        if (
            isinstance(call, ast.Call)
            and isinstance(dataset, Dataset)
            and dataset.batching is Batching.PARTIAL
        ):
            yield AddArgument(script.span(call), "drop_remainder", "True")


def _is_typed(value: Value) -> bool:
    """True if the type of each part of a dataset's elements is known; a rule of its own casts what has to be."""
    parts = [leaf for part in value.parts for leaf in _leaves(part)] if isinstance(value, Dataset) else []
    return bool(parts) and all(part.dtype for part in parts)


def _leaves(value: Value) -> Iterator[Value]:
    items = items_in(value)
    if not items:
        yield value
    for item in items:
        yield from _leaves(item)


def _function(script: Script, loop: HostLoop, names: _Names, tf: str) -> str:
    """The program: it gives the step one batch after the other."""
    given = [script.source(each) for each in loop.arguments]
    given += [f"{name}={script.source(value)}" for name, value in loop.named_arguments]
    element = _unparenthesized(script, loop.element)
    iterator, steps = _parameters(names.function, element, *given)
    call = f"{script.source(loop.step)}({', '.join(given)})"
    if not loop.drops_result:
        call = f"{names.queue}.enqueue({call})"
    body = f"    for _ in {tf}.range({steps}):\n        {element} = next({iterator})\n        {call}\n"
    return f"@{tf}.function(jit_compile=True)\ndef {names.function}({iterator}, {steps}):\n{body}"


def _unparenthesized(script: Script, element: ast.expr) -> str:
    """The code of what a loop names the batch, as an assignment has it."""
    text = script.source(element)
    return text[1:-1] if text.startswith("(") and text.endswith(")") and "\n" not in text else text


def _parameters(*texts: str) -> tuple[str, str]:
    """Return names for the iterator and for the number of steps, which some code does not use."""
    used = {node.id for text in texts for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
    iterator = "iterator" if "iterator" not in used else "batches"
    return iterator, "steps" if "steps" not in used else "number_of_steps"


def _of_host(script: Script, loop: HostLoop, names: _Names, run: str) -> Iterator[Edit]:
    """What becomes of the loop itself: the call of the program, and the loop over its results."""
    whole, result = script.span(loop.node), loop.result
    if not loop.rest:
        yield Unwrap(whole)
        if loop.index is not None and _is_read_later(script, loop, loop.index):
            run = f"{run}\n{script.source(loop.index)} = {_last_number(script, loop)}"
        if result is None:
            yield Replace(script.span(loop.statement), run)
            return
        last = f"{names.queue}.dequeue()"
        last = f"(each[-1] for each in {last})" if isinstance(result, ast.Tuple) else f"{last}[-1]"
        yield Replace(script.span(loop.statement), f"{run}\n{script.source(result)} = {last}")
        return
    yield Insert(whole, run)
    if loop.drops_result:
        yield Remove(script.span(loop.statement))
        yield Replace(script.span(loop.node.iter), f"range({_numbers(script, loop)})")
        yield Replace(script.span(loop.node.target), "_" if loop.index is None else script.source(loop.index))
        return
    yield Replace(script.span(loop.dataset), names.queue)
    if result is not None:
        yield Remove(script.span(loop.statement))
        yield Replace(script.span(loop.element), script.source(result))
    else:
        yield Replace(script.span(loop.run), names.result)
        yield Replace(script.span(loop.element), names.result)


def _is_read_later(script: Script, loop: HostLoop, index: ast.expr) -> bool:
    """True if code outside of the loop may read the number of its last batch."""
    names, inside = bindings_of(script), set(ast.walk(loop.node))
    variable = names.variable(index)
    own = [] if variable is None else [each for each in variable.bindings if each.node is index]
    reads = [read for each in own for read in names.reads(each) if read not in inside]
    return any(names.reaches(each, read) for each in own for read in reads)


def _numbers(script: Script, loop: HostLoop) -> str:
    """The arguments of a `range` over the numbers of the batches."""
    length = f"len({script.source(loop.dataset)})"
    if loop.start is None:
        return length
    start = script.source(loop.start)
    return f"{start}, {length} + {start}"


def _last_number(script: Script, loop: HostLoop) -> str:
    length = f"len({script.source(loop.dataset)})"
    if loop.start is None:
        return f"{length} - 1"
    is_one = isinstance(loop.start, ast.Constant) and loop.start.value == 1
    return length if is_one else f"{script.source(loop.start)} + {length} - 1"
