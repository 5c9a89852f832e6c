"""Expressions that have another value where there is no GPU."""

from __future__ import annotations

import pytest

from gpu2ipu.port.gpu_code.outcomes import GpuBranch
from gpu2ipu.port.gpu_code.statements import gpu_code_of
from gpu2ipu.port.port import Port
from tests.port.gpu_code.outcomes import GPUS, IMPORTS
from tests.port.proposed import script_of


def told(code: str) -> list[str]:
    """What chooses in a script, as it is written."""
    script = script_of(f"{GPUS}{code}\nm.fit(n, gpus)\n", IMPORTS)
    found = [each.node for each in gpu_code_of(Port(script)) if isinstance(each, GpuBranch)]
    return [
        script.text.splitlines()[node.lineno - 1][node.col_offset : node.end_col_offset] for node in found
    ]


@pytest.mark.parametrize(
    ("code", "asking"),
    [
        ("n = 64 if gpus else 32", "gpus"),
        ("n = [32, 64][bool(gpus)]", "bool(gpus)"),
        ("m.fit(64 if len(gpus) > 1 else 32)\nn = 1", "len(gpus) > 1"),
        ("has_gpu = lambda: bool(gpus)\nn = 64 if has_gpu() else 32", "has_gpu()"),
        ("def has_gpu():\n    return bool(gpus)\nn = 64 if has_gpu() else 32", "has_gpu()"),
        ("n = {'GPU': 64, 'CPU': 32}['GPU' if gpus else 'CPU']", "'GPU' if gpus else 'CPU'"),
        ("kind = 'GPU' if gpus else 'CPU'\nn = {'GPU': 64, 'CPU': 32}[kind]", "kind"),
        ("n = 'mixed_float16' if gpus else 'float32'", "gpus"),
    ],
)
def test_what_chooses_a_value_is_told(code: str, asking: str) -> None:
    assert told(code) == [asking]


@pytest.mark.parametrize(
    "code",
    [
        "n = '/GPU:0' if gpus else '/CPU:0'",
        "n = 64 if m else 32",
        "n = gpus[0]",
        "print(m, 'fast' if gpus else 'slow')\nn = 1",
        "n = f'model_{1 if gpus else 0}'",
        "n = 32 if gpus else 32",
        "n = 1\nwith open('a') if gpus else open('b'):\n    pass",
    ],
)
def test_what_names_a_device_or_makes_a_text_is_not(code: str) -> None:
    assert told(code) == []
