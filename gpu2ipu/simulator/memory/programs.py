"""Estimate and report the memory of each program that this process compiles for IPUs, and refuse those too large."""

from __future__ import annotations

import contextlib
import threading
from dataclasses import fields
from typing import Any, Callable, Iterator, Mapping, Sequence

import tensorflow as tf

from gpu2ipu.simulator import events

from . import graph, hlo_text, liveness, variables
from .estimate import Estimate, Placement, ProgramPart, as_json, estimate
from .limits import LIMITS, MIB
from .values import Body

_local = threading.local()

#: Attribute of the graph of a program: its placement, noted while it was traced.
_PLACEMENT = "_ipu_placement"

_OFFLOADS = tuple(
    each.name for each in fields(Placement) if each.name.startswith(("offload_", "replicated_"))
)


def placement_of(
    devices: Sequence[int],
    schedule: str,
    options: Mapping[str, Any],
    config: Mapping[str, Any],
    replicas: int,
) -> Placement:
    """Return the placement for the options of a pipeline or of gradient accumulation, and the configuration."""
    chosen = {name: options.get(name) for name in _OFFLOADS}
    return Placement(
        tuple(devices),
        schedule,
        replicas,
        bool(config.get("allow_recompute")),
        int(config.get("io_tiles.num_io_tiles") or 0),
        **chosen,
    )


@contextlib.contextmanager
def placed(placement: Callable[[], Placement]) -> Iterator[None]:
    """Give programs that are compiled in this context the placement that the function returns."""
    outer, _local.placement = getattr(_local, "placement", None), placement
    try:
        yield
    finally:
        _local.placement = outer


def note_placement(traced: Any, placement: Placement) -> None:
    """Give the program that is being traced, to which a graph belongs, a placement."""
    while traced is not None:
        setattr(traced, _PLACEMENT, placement)
        traced = getattr(traced, "outer_graph", None)


@contextlib.contextmanager
def collected() -> Iterator[list[ProgramPart]]:
    """Collect the programs that are compiled in this context, as parts of one that `judge` gets later."""
    outer, _local.parts = getattr(_local, "parts", None), []
    try:
        yield _local.parts
    finally:
        _local.parts = outer


def analyse(concrete: Any, text: str | None) -> liveness.Analysis:
    """Analyse the values of a program with this HLO."""
    return liveness.analyse(read(concrete, text))


def read(concrete: Any, text: str | None) -> Body:
    """Read the values of a program in its HLO, or in its graph if XLA for the CPU cannot compile it."""
    if text is None:
        return graph.read(concrete)
    resources = sum(tensor.dtype == tf.resource for tensor in concrete.captured_inputs)
    return hlo_text.read(text, resources)


def compiled(concrete: Any, analysis: liveness.Analysis) -> None:
    """Estimate and report a program that has passed the checks of the compiler.

    Raises ResourceExhaustedError if it is too large for an IPU.
    """
    inputs = concrete.inputs[: len(concrete.inputs) - len(concrete.captured_inputs)]
    received, sent = graph.size_of(inputs), graph.size_of(concrete.outputs)
    part = ProgramPart(
        variables.of_program(concrete), analysis, received + analysis.fed, sent + analysis.sent
    )
    parts: list[ProgramPart] | None = getattr(_local, "parts", None)
    if parts is not None:
        parts.append(part)
    else:
        judge([part], getattr(concrete.graph, _PLACEMENT, None))


def judge(
    parts: Sequence[ProgramPart],
    placement: Placement | None = None,
    accumulators: Sequence[variables.Variable] = (),
) -> None:
    """Report the memory of a program. Raises ResourceExhaustedError if it is too large for an IPU."""
    ask = getattr(_local, "placement", None)
    placement = placement or (ask() if ask is not None else Placement())
    found = estimate(parts, placement, accumulators)
    events.tell("program", memory=as_json(found))
    ipu, needed = found.fullest()
    if needed > found.capacity and not LIMITS.allow_oom:
        raise tf.errors.ResourceExhaustedError(None, None, _refusal(found, ipu, needed))


def _refusal(found: Estimate, ipu: int, needed: int) -> str:
    """Return the message for a program that is too large for an IPU: its largest parts, and workarounds."""
    rows = [row for row in found.rows if row.ipu == ipu]
    parts = {
        name: sum(getattr(row, name) for row in rows)
        for name in ("weights", "optimizer", "accumulators", "activations", "working", "feeds")
    }
    largest = sorted(parts, key=lambda name: -parts[name])[:3]
    where = "Out of memory" if len(found.of_ipus()) == 1 else f"Out of memory on IPU {ipu}"
    shares = ", ".join(f"{name} {parts[name] / MIB:,.0f} MiB" for name in largest)
    return (
        f"{where}: Poplar would end with a memory allocation error, 'Out of memory on tile ...'. By gpu2ipu's estimate "
        f"the program needs {needed / MIB:,.0f} MiB ({shares}); a {LIMITS.chip.title} IPU has "
        f"{found.capacity / MIB:,.0f} MiB. Make the micro-batch smaller and accumulate gradients, set "
        "`allow_recompute`, spread the model over more IPUs with pipeline stages, or let gpu2ipu run it all the "
        "same with --allow-oom."
    )
