"""The table of the original's names, against what is emulated."""

from __future__ import annotations

import importlib
import re
from typing import Any

import pytest

from gpu2ipu.simulator.sdk.public_names import PUBLIC_NAMES, is_public
from gpu2ipu.simulator.sdk.refusals import why

NAMES = [f"{module}.{name}" for module, names in PUBLIC_NAMES.items() for name in names.split()]


@pytest.mark.parametrize(
    "module, name, public",
    [
        ("tensorflow.python.ipu.config", "IPUConfig", True),
        ("tensorflow.python.ipu", "scopes", True),
        ("keras.ipu", "PipelineStage", True),
        ("tensorflow.python.ipu.config", "IpuConfig", False),
        ("tensorflow.python.ipu", "_errors", False),
        ("json", "dumps", False),
    ],
)
def test_is_public(module: str, name: str, public: bool) -> None:
    assert is_public(module, name) is public


def test_each_name_stands_once() -> None:
    assert len(NAMES) == len(set(NAMES))


@pytest.mark.tensorflow
def test_each_public_name_is_emulated_or_refused(tf: Any) -> None:
    emulated, refused = [], []
    for full in NAMES:
        module, _, name = full.rpartition(".")
        found = getattr(importlib.import_module(module), name)
        if type(found).__name__ == "Refused":
            refused.append(full)
            with pytest.raises(NotImplementedError, match=f"{re.escape(full)} is part of .*: ") as caught:
                found()
            assert str(caught.value).endswith(f": {why(full)}.")
        else:
            emulated.append(full)
    assert len(emulated) + len(refused) == len(NAMES)
    assert "tensorflow.python.ipu.ipu_strategy.IPUStrategy" in emulated
