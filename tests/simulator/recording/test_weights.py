"""Files of arrays, and how far two sets of them are apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpu2ipu.simulator.recording import weights

A, B = np.arange(6, dtype="float32").reshape(2, 3), np.array([1, 2], "int32")


def test_files_keep_order_shape_and_type(tmp_path: Path) -> None:
    path = str(tmp_path / "arrays.npz")
    many = [
        np.full(index, index) for index in range(12)
    ]  # more than nine: their names must not be sorted as text
    weights.save(path, [A, B, *many])
    loaded = weights.load(path)
    assert weights.digest(loaded) == weights.digest([A, B, *many])
    assert weights.describe(loaded[:2]) == [
        {"shape": [2, 3], "dtype": "float32"},
        {"shape": [2], "dtype": "int32"},
    ]


def test_digests_tell_values_shapes_and_types_apart() -> None:
    variants = [[A], [A + 1], [A.reshape(3, 2)], [A.astype("int32")], [A, B], [A.T.copy()]]
    assert len({weights.digest(arrays) for arrays in variants}) == len(variants)


def test_distance() -> None:
    assert weights.distance([A, B], [A, B]) == 0
    assert weights.distance([A * 1.5], [A]) == pytest.approx(0.5)
    assert weights.distance([A], [B]) is None
    assert weights.distance([], []) == 0


@pytest.mark.parametrize(
    ("mine", "theirs", "gap", "scale", "rows"),
    [
        (A, A, 0.0, 5.0, 2),
        (A[:1], A, 0.0, 2.0, 1),
        (A + np.float32(0.5), A, 0.5, 5.0, 2),
        (np.array([0.0, 3.0, 2.0, 2.0]), np.array([0.0, 1.0, 2.0, 2.0]), 2.0, 2.0, 4),
        (np.array([np.nan, np.inf, 1.0]), np.array([np.nan, np.inf, 1.0]), 0.0, 1.0, 3),
        (A[:0], A[:0], 0.0, 0.0, 0),
    ],
)
def test_difference_of_rows(mine: Any, theirs: Any, gap: Any, scale: Any, rows: Any) -> None:
    expected = {"difference": gap, "scale": scale, "rows": rows}
    assert weights.difference_of_rows([mine], [theirs]) == expected


def test_predictions_of_other_shapes_have_no_difference() -> None:
    assert weights.difference_of_rows([A], [A[:, :2]]) is None
    assert weights.difference_of_rows([A], [A, A]) is None


def test_a_number_against_none_is_infinitely_far() -> None:
    gap = weights.difference_of_rows([np.array([np.nan, 1.0])], [np.array([0.0, 1.0])])
    assert gap is not None and gap["difference"] == np.inf
