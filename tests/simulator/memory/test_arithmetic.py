"""FLOPs of HLO instructions against counts by hand."""

from __future__ import annotations

import pytest

from gpu2ipu.simulator.memory.arithmetic import of_instruction


@pytest.mark.parametrize(
    ("opcode", "result", "operands", "line", "flops"),
    [
        ("dot", [16, 10], [[16, 64], [64, 10]], "lhs_contracting_dims={1}", 2 * 16 * 64 * 10),
        ("dot", [5, 4, 6], [[5, 3, 4], [5, 3, 6]], "lhs_batch_dims={0}, lhs_contracting_dims={1}", 720),
        ("reduce", [4], [[4, 9], []], "dimensions={1}, to_apply=%sum", 36),
        ("reduce-window", [1, 2, 2, 3], [[1, 4, 4, 3], []], "window={size=1x2x2x1 stride=1x2x2x1}", 48),
        ("select-and-scatter", [1, 4, 4, 3], [[1, 4, 4, 3], [1, 2, 2, 3]], "window={size=1x2x2x1}", 48),
        ("gather", [8, 4], [[100, 4], [8, 1]], "", 0),
        # without padding: each of 6 x 6 positions has 3 x 3 products a channel
        (
            "convolution",
            [2, 6, 6, 5],
            [[2, 8, 8, 4], [3, 3, 4, 5]],
            "window={size=3x3}, dim_labels=b01f_01io->b01f",
            2 * 2 * 36 * 9 * 4 * 5,
        ),
        # with padding: at the edges, two of the three products
        (
            "convolution",
            [1, 4, 1],
            [[1, 4, 1], [3, 1, 1]],
            "window={size=3 pad=1_1}, dim_labels=b0f_0io->b0f",
            2 * (3 + 3 + 2 + 2),
        ),
        # the gradient of a convolution with stride 2: zeros between the data do not count
        (
            "convolution",
            [1, 7, 1],
            [[1, 3, 1], [3, 1, 1]],
            "window={size=3 pad=2_2 lhs_dilate=2 rhs_reversal=1}, dim_labels=b0f_0oi->b0f",
            2 * 9,
        ),
        # depthwise
        (
            "convolution",
            [1, 6, 6, 8],
            [[1, 6, 6, 8], [1, 1, 1, 8]],
            "window={size=1x1}, dim_labels=b01f_01io->b01f, feature_group_count=8",
            2 * 36 * 8,
        ),
    ],
)
def test_instructions(
    opcode: str, result: list[int], operands: list[list[int]], line: str, flops: int
) -> None:
    assert of_instruction(opcode, result, operands, line) == flops
