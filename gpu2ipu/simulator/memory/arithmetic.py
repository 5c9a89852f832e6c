"""Count the floating-point operations of an HLO instruction, or of an operation of a TensorFlow graph.

A multiplication with an addition counts as two. Positions of a convolution that lie in its padding, or in the holes of
a dilation, do not count, as in XLA's own cost analysis. Operations that only move data count nothing.
"""

from __future__ import annotations

import functools
import re
from typing import Any, Iterable, Sequence

Dimensions = Sequence[int]

_CONTRACTED = re.compile(r"lhs_contracting_dims=\{([\d,]*)\}")
_WINDOW = re.compile(r"window=\{([^}]*)\}")
_LABELS = re.compile(r"dim_labels=(\w+)_(\w+)->(\w+)")
_GROUPS = re.compile(r"\b(feature|batch)_group_count=(\d+)")

#: Operations for each element: mean and variance, normalisation and scale; and the gradients of these.
_NORMALISATIONS = {"batch-norm-training": 7, "batch-norm-inference": 4, "batch-norm-grad": 11}

#: Operations of TensorFlow whose last two dimensions are multiplied as matrices -> the attribute that transposes the
#: first one.
_PRODUCTS = {
    "MatMul": "transpose_a",
    "BatchMatMul": "adj_x",
    "BatchMatMulV2": "adj_x",
    "BatchMatMulV3": "adj_x",
}
#: Convolutions of TensorFlow -> which input has the shape of the kernel, and which one that of what it gives; None is
#: the result.
_CONVOLUTIONS = {
    "Conv2D": (1, None),
    "Conv2DBackpropInput": (1, 2),
    "Conv2DBackpropFilter": (None, 2),
    "Conv3D": (1, None),
    "Conv3DBackpropInputV2": (1, 2),
    "Conv3DBackpropFilterV2": (None, 2),
    "DepthwiseConv2dNative": (1, None),
    "DepthwiseConv2dNativeBackpropInput": (1, 2),
    "DepthwiseConv2dNativeBackpropFilter": (None, 2),
}


def elements(dimensions: Iterable[int]) -> int:
    """Return the number of elements of an array."""
    number = 1
    for dimension in dimensions:
        number *= dimension
    return number


def of_instruction(opcode: str, result: Dimensions, operands: Sequence[Dimensions], line: str) -> int:
    """Return the operations of an HLO instruction that is no elementwise one and calls no computation."""
    if opcode == "dot" and operands:
        found = _CONTRACTED.search(line)
        contracted = [operands[0][int(each)] for each in _numbers(found.group(1), ",")] if found else []
        return 2 * elements(result) * elements(contracted)
    if opcode == "convolution" and len(operands) > 1:
        return _convolution(result, operands[0], operands[1], line)
    if opcode in _NORMALISATIONS and operands:
        return _NORMALISATIONS[opcode] * elements(operands[0])
    if opcode in ("reduce", "select-and-scatter") and operands:
        return elements(operands[0])
    if opcode == "reduce-window":
        return elements(result) * elements(_window(line, "size") or [1])
    return 0


def of_operation(op: Any) -> int:
    """Return the operations of a product or a convolution of TensorFlow, 0 for others."""
    if op.type in _PRODUCTS:
        rows, columns = _shape(op.inputs[0])[-2:]
        contracted = rows if op.get_attr(_PRODUCTS[op.type]) else columns
        return 2 * contracted * elements(_shape(op.outputs[0]))
    if op.type in _CONVOLUTIONS:
        kernel, given = (
            _shape(op.outputs[0] if place is None else op.inputs[place]) for place in _CONVOLUTIONS[op.type]
        )
        channels = 1 if "Depthwise" not in op.type else kernel[-2]
        return 2 * elements(given) * elements(kernel) // (kernel[-1] * channels)
    return 0


def _shape(tensor: Any) -> list[int]:
    return [dimension or 1 for dimension in tensor.shape.as_list()]


def _convolution(result: Dimensions, data: Dimensions, kernel: Dimensions, line: str) -> int:
    labels = _LABELS.search(line)
    if labels is None:
        return 0
    of_data, of_kernel, of_result = labels.groups()
    groups = {name: int(number) for name, number in _GROUPS.findall(line)}
    products = data[of_data.index("f")] // groups.get("feature", 1)
    products *= data[of_data.index("b")] // groups.get("batch", 1)
    products *= kernel[of_kernel.index("o")]
    sizes = _window(line, "size")
    ones, none = [1] * len(sizes), [(0, 0)] * len(sizes)
    strides, holes = _window(line, "stride") or ones, _window(line, "rhs_dilate") or ones
    spread, padding = _window(line, "lhs_dilate") or ones, _padding(line) or none
    for axis, size in enumerate(sizes):
        here = data[of_data.index(str(axis))], result[of_result.index(str(axis))]
        products *= _positions(size, *here, strides[axis], padding[axis][0], holes[axis], spread[axis])
    return 2 * products


@functools.lru_cache(maxsize=None)
def _positions(size: int, data: int, result: int, stride: int, padding: int, hole: int, spread: int) -> int:
    """Return how often an element of the kernel meets one of the data, along one axis."""
    found = 0
    for element in range(size):
        start = element * hole - padding
        for step in range(result):
            place = start + step * stride
            found += place >= 0 and not place % spread and place // spread < data
    return found


def _window(line: str, name: str) -> list[int]:
    """Return the numbers of a property of a window, one for each axis; none if they have their defaults."""
    found = _WINDOW.search(line)
    value = re.search(rf"\b{name}=([\dx]+)", found.group(1)) if found else None
    return _numbers(value.group(1), "x") if value else []


def _padding(line: str) -> list[tuple[int, int]]:
    found = _WINDOW.search(line)
    value = re.search(r"\bpad=([-\dx_]+)", found.group(1)) if found else None
    pairs = [pair.split("_") for pair in value.group(1).split("x")] if value else []
    return [(int(low), int(high)) for low, high in pairs]


def _numbers(text: str, separator: str) -> list[int]:
    return [int(each) for each in text.split(separator) if each]
