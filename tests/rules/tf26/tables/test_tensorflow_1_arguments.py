"""The arguments of TensorFlow 1 and Keras 1: TensorFlow 2.6 does not have them, and has those that took their place."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.library import public_api
from gpu2ipu.rules.tf26.tables.older_keras import OLDER_ARGUMENTS
from gpu2ipu.rules.tf26.tables.tensorflow_1_arguments import TENSORFLOW_1_ARGUMENTS


@pytest.mark.parametrize("name", [*TENSORFLOW_1_ARGUMENTS, *OLDER_ARGUMENTS])
def test_names_of_today(name: str) -> None:
    found = public_api.find(name)
    assert found is not None and found.is_in_sdk
    given = found.changes[0]
    taken = {parameter.name for parameter in given.parameters or ()}
    arguments = {**TENSORFLOW_1_ARGUMENTS, **OLDER_ARGUMENTS}[name]
    if not given.takes_all_keywords:
        assert taken.isdisjoint(arguments)
        assert taken >= {renamed.name for renamed in arguments.values()}
