"""What a model needs, layer by layer: the calls of its layers in topological order, and the values that they keep."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """A line of the script, or of a module of its own."""

    file: str
    line: int


@dataclass(frozen=True)
class LayerCall:
    """One call of a layer in a training step, and what it needs; sizes are bytes."""

    # the names of the nested models and that of the layer, joined by slashes
    name: str
    # which call of the layer it is, from 0 on; None if there is only one
    call: int | None
    # where the script, or a module of its own, creates the layer; None where that is not known
    file: str | None
    line: int | None
    parameters: int
    weights: int
    optimizer: int
    accumulators: int
    # live at once while the layer computes, beside what is kept for the backward pass
    working: int
    # of the forward and the backward pass
    flops: int
    # the calls that lead to the line, outermost first
    callers: tuple[Place, ...] = ()
    # the number of the layer among all that were created
    created: int = 0
    # the indices of the calls whose results it takes
    inputs: tuple[int, ...] = ()


@dataclass(frozen=True)
class KeptValue:
    """A value that is kept for the backward pass, and the indices of the calls whose gradients read it."""

    size: int
    readers: tuple[int, ...]


@dataclass(frozen=True)
class HandedValue:
    """A value of the forward pass, the call that computes it (-1: data from the host), and the others that read it."""

    size: int
    origin: int
    readers: tuple[int, ...]


@dataclass(frozen=True)
class Layers:
    """The layer calls of a model in an order in which no call needs a later one."""

    calls: tuple[LayerCall, ...]
    # activations of each micro-batch
    kept: tuple[KeptValue, ...] = ()
    # the same for all micro-batches, such as weights in another type
    kept_once: tuple[KeptValue, ...] = ()
    # data from the host that the backward pass reads
    kept_data: tuple[KeptValue, ...] = ()
    # what calls get from others, and from the host
    handed: tuple[HandedValue, ...] = ()
    # first and last call of those that share a variable
    together: tuple[tuple[int, ...], ...] = ()
    # bytes that a step gets from the host, and that it sends to it
    received: int = 0
    sent: int = 0
