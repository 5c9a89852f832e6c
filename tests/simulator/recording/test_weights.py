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


def test_nan_on_both_sides_is_the_same() -> None:
    nan, inf = np.full(3, np.nan), np.array([np.inf, 1.0])
    assert weights.distance([nan, inf], [nan, inf]) == 0
    assert weights.distance([np.ones(3)], [nan]) == np.inf
    diverged = kept(([np.nan, 4, 8, 8, 8], [np.nan, 0.1]))
    assert weights.distances_of_updates(diverged, diverged)[0][0] == 0
    assert weights.distances_of_updates(diverged, kept(([3, 4, 8, 8, 8], [0.1, 0.1])))[0][0] == np.inf


def kept(*updates: tuple[list[float], list[float]]) -> list[Any]:
    """What `tally` keeps of an array of two elements and of one of 200, of which there are three sums."""
    sums, gradients = zip(*updates)
    return [
        np.array(sums, "float32"),
        np.array(gradients, "float32"),
        np.array([0, 0, 1, 1, 1]),
        np.array([2, 200]),
    ]


def test_distances_of_updates() -> None:
    theirs = kept(([3, 4, 8, 8, 8], [0.1, 0.1]), ([3, 4, 8, 8, 8], [0.1, 0.1]))
    mine = kept(([3, 4, 8, 8, 8], [0.1, 0.1]), ([3, 4, 8, 8, 9], [0.1, 0.1]))
    (first, _), (second, array) = weights.distances_of_updates(mine, theirs)
    assert (first, array) == (0.0, 1) and second == pytest.approx(1 / np.sqrt(217 * 200 / 202))
    assert weights.distances_of_updates(mine, [*theirs[:3], np.array([2])]) == []
    small = kept(([1e-9, 0, 8, 8, 8], [0.1, 0.1]))  # against an array of typical weights
    ((gap, _),) = weights.distances_of_updates(small, kept(([0, 0, 8, 8, 8], [0.1, 0.1])))
    assert 0 < gap < 1e-8
    ((gap, _),) = weights.distances_of_updates(kept(([np.nan, 0, 8, 8, 8], [0.1, 0.1])), small)
    assert not gap <= 1.0


def test_what_has_no_gradient_but_rounding_is_not_compared() -> None:
    theirs = kept(([3, 4, 8, 8, 8], [1e-9, 0.1]), ([3, 4, 8, 8, 8], [1e-9, 0.1]))
    mine = kept(([3, 5, 8, 8, 8], [1e-9, 0.1]), ([3, 5, 8, 8, 8], [1e-2, 0.1]))
    assert weights.distances_of_updates(mine, theirs) == [(0.0, 0), (0.0, 0)]
    theirs[1][1, 0] = 1e-2
    gap, array = weights.distances_of_updates(mine, theirs)[1]
    assert gap == pytest.approx(0.2) and array == 0


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
