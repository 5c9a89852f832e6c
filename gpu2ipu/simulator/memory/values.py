"""The values that a program computes, with their sizes and operands, as the estimate of its memory needs them.

The HLO of a program (`hlo_text`) or, without any, its TensorFlow graph (`graph`) is converted to a list of values in
topological order.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass, field

#: In the name of an operation: its pipeline stage, from `stage_scope`.
_STAGE = re.compile(r"ipu_stage_(\d+)")

#: In the name of an operation that computes a gradient (of `tf.GradientTape` or `tf.gradients`).
_BACKWARD = re.compile(r"(^|/)(gradient_tape|gradients(_\d+)?)/")

#: The name scope of operations and variables with which this tool records losses and weights; an IPU has none of them.
RECORDED = "gpu2ipu_recorded"

#: Bytes of an element on an IPU. 64-bit integers are stored as 32-bit ones.
ELEMENT_BYTES = {
    **{"bool": 1, "pred": 1, "int8": 1, "uint8": 1, "s8": 1, "u8": 1},
    **{"int16": 2, "uint16": 2, "float16": 2, "bfloat16": 2, "half": 2},
    **{"s16": 2, "u16": 2, "f16": 2, "bf16": 2},
    **{"int64": 4, "uint64": 4, "s64": 4, "u64": 4, "complex64": 8, "c64": 8},
    **{"float64": 8, "f64": 8, "double": 8, "complex128": 16, "c128": 16},
}


class Kind(enum.Enum):
    """How a value is computed, which decides whether it needs memory of its own."""

    #: Exists before the program runs: a variable or a constant.
    STATIC = 1
    #: From the host, or from the enclosing program.
    DATA = 2
    #: A view of its operands: a reshape, a broadcast, a tuple.
    VIEW = 3
    #: Computed element by element: it may be written over one of its operands.
    ELEMENTWISE = 4
    #: Any other operation.
    COMPUTED = 5
    #: Random numbers.
    RANDOM = 6


@dataclass
class Value:
    """One value of a program: the name of its operation, its bytes, and the indices of its operands in the list."""

    name: str
    size: int
    kind: Kind
    operands: list[int] = field(default_factory=list)
    #: The bytes that computing it needs in addition: for the bodies of loops and the branches of conditionals.
    inner: int = 0
    #: The part of `inner` that is kept for a backward pass inside.
    inner_kept: int = 0
    #: Floating-point operations that compute it.
    flops: int = 0

    @property
    def stage(self) -> int | None:
        """The pipeline stage in its name, None if there is none."""
        return stage_in(self.name)

    @property
    def is_recorded(self) -> bool:
        """True if only this tool computes it, to record it."""
        return RECORDED in self.name

    @property
    def is_backward(self) -> bool:
        """True if its name is that of an operation of a gradient."""
        return _BACKWARD.search(self.name) is not None


@dataclass
class Body:
    """The values of a program or of the body of a loop, and the indices of its results and its variables."""

    values: list[Value]
    results: list[int]
    variables: list[int] = field(default_factory=list)
    #: The bytes of an element that the program dequeues from an infeed, or enqueues into an outfeed.
    fed: int = 0
    sent: int = 0


def stage_in(name: str) -> int | None:
    """Return the pipeline stage in the name of an operation, None if there is none."""
    found = _STAGE.search(name)
    return int(found.group(1)) if found else None


def stage_scope(stage: int) -> str:
    """Return the name scope for the operations of a pipeline stage."""
    return f"ipu_stage_{stage}"


def bytes_of(elements: int, dtype: str) -> int:
    """Return the bytes of so many elements of a type."""
    return elements * ELEMENT_BYTES.get(dtype, 4)
