"""How the elements of a feed reach the body of a loop."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


@pytest.mark.parametrize(
    "element, args, kwargs",
    [
        (1, [1], {}),
        ((1, 2), [1, 2], {}),
        ([1, (2, 3)], [1, (2, 3)], {}),
        ({"x": 1, "y": 2}, [], {"x": 1, "y": 2}),
        (({"x": 1},), [], {"x": 1}),
        (({"x": 1}, 2), [{"x": 1}, 2], {}),  # by position where there is more
        ({1: 2}, [{1: 2}], {}),  # no names
        ([], [], {}),
    ],
)
def test_an_element_as_arguments(ipu: Any, element: Any, args: Any, kwargs: Any) -> None:
    arguments = importlib.import_module("tensorflow.python.ipu._arguments")
    assert arguments.of_element(element) == (args, kwargs)
