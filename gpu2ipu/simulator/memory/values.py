"""What a program computes, as the estimate of its memory sees it: values, their sizes and who reads whom.

The HLO of a program (`hlo_text`) and, for programs that have none, its TensorFlow graph (`graph`) both become a
list of these, in an order in which they could be computed.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass, field

#: In the name of an operation: which stage of a pipeline it belongs to. `stage_scope` puts it there.
_STAGE = re.compile(r"ipu_stage_(\d+)")

#: In the name of an operation: it computes a gradient (of `tf.GradientTape`, of `tf.gradients`).
_BACKWARD = re.compile(r"(^|/)(gradient_tape|gradients(_\d+)?)/")

#: Bytes of an element on an IPU. 64-bit integers are stored as 32-bit ones.
ELEMENT_BYTES = {
    **{"bool": 1, "pred": 1, "int8": 1, "uint8": 1, "s8": 1, "u8": 1},
    **{"int16": 2, "uint16": 2, "float16": 2, "bfloat16": 2, "half": 2},
    **{"s16": 2, "u16": 2, "f16": 2, "bf16": 2},
    **{"int64": 4, "uint64": 4, "s64": 4, "u64": 4, "complex64": 8, "c64": 8},
    **{"float64": 8, "f64": 8, "double": 8, "complex128": 16, "c128": 16},
}


class Kind(enum.Enum):
    """How a value comes to be, which decides whether it takes memory of its own."""

    #: There before the program runs: a variable's, or a constant.
    STATIC = 1
    #: Comes from the host, or from the program around this one.
    DATA = 2
    #: Another look at its operands: a reshape, a broadcast, a tuple.
    VIEW = 3
    #: Each element from the elements at the same place of its operands: may be written over one of them.
    ELEMENTWISE = 4
    #: Everything else.
    COMPUTED = 5
    #: Drawn at random.
    RANDOM = 6


@dataclass
class Value:
    """One value of a program: the name of its operation, its bytes, and the places of its operands in the list."""

    name: str
    size: int
    kind: Kind
    operands: list[int] = field(default_factory=list)
    #: Memory that computing it takes besides: the bodies of loops, the branches of conditions.
    inner: int = 0
    #: The part of `inner` that waits for a backward pass inside.
    inner_kept: int = 0

    @property
    def stage(self) -> int | None:
        """The stage of a pipeline that its name tells."""
        return stage_in(self.name)

    @property
    def is_backward(self) -> bool:
        """Whether its name tells that it is part of a gradient."""
        return _BACKWARD.search(self.name) is not None


@dataclass
class Body:
    """The values of a program, or of the body of a loop: which are its results, which those of variables."""

    values: list[Value]
    results: list[int]
    variables: list[int] = field(default_factory=list)
    #: Bytes of an element that comes from an infeed, or goes to an outfeed, inside the program.
    fed: int = 0
    sent: int = 0


def stage_in(name: str) -> int | None:
    """The stage of a pipeline that the name of an operation tells."""
    found = _STAGE.search(name)
    return int(found.group(1)) if found else None


def stage_scope(stage: int) -> str:
    """The name scope for the operations of a pipeline's stage."""
    return f"ipu_stage_{stage}"


def bytes_of(elements: int, dtype: str) -> int:
    """The bytes that so many elements of a type take."""
    return elements * ELEMENT_BYTES.get(dtype, 4)
