"""Which names and functions stand for GPUs, and which expressions for their number."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.port.gpu_code.devices import devices_of
from tests.port.proposed import script_of

IMPORTS = "import tensorflow as tf\nfrom tensorflow.python.client import device_lib\n"
GPUS = "gpus = tf.config.list_physical_devices('GPU')\n"
LISTED = """\
def available():
    devices = device_lib.list_local_devices()
    return [each.name for each in devices if each.device_type == "GPU"]
"""


@pytest.mark.parametrize(
    ("code", "names"),
    [
        (GPUS, {"gpus"}),
        (GPUS + "a = len(gpus) > 1\nb = 'GPU' if a else 'CPU'\n", {"gpus", "a", "b"}),
        (GPUS + "for g in gpus: pass\n[h for h in gpus]\n", {"gpus", "g", "h"}),
        (GPUS + "batch = 32 * len(gpus)\n", {"gpus"}),
        (GPUS + "gpus = 3\n", set()),
        (GPUS + "gpus += [1]\n", set()),
        (GPUS + "def f(gpus): pass\n", {"gpus"}),
        ("def f():\n    " + GPUS + "gpus = 3\n", {"gpus"}),
        (GPUS + "m = build(gpus)\n", {"gpus"}),
    ],
)
def test_names_of_devices(code: str, names: set[str]) -> None:
    found = devices_of(script_of(code, IMPORTS))
    assert {variable.name for variable in found.variables} == names


@pytest.mark.parametrize(
    ("code", "is_known"),
    [
        (LISTED, True),
        (LISTED.replace("    return", "    print(devices)\n    return"), False),
        (LISTED.replace("return [", "return [1] + ["), False),
        ("def available():\n    return tf.config.list_physical_devices('GPU')\n", True),
        ("def available():\n    return tf.config.list_physical_devices('CPU')\n", False),
        ("def available(gpus):\n    return gpus\n", False),
        ("available = lambda: len(tf.config.list_physical_devices('GPU')) > 0\n", True),
        ("available = lambda: print(tf.config.list_physical_devices('GPU')) or 3\n", True),
        ("available = lambda: open('gpus')\n", False),
    ],
)
def test_functions_that_return_devices(code: str, is_known: bool) -> None:
    found = devices_of(script_of(code + GPUS + "n = available()\n", IMPORTS))
    assert bool(found.functions) is is_known
    assert ("n" in {variable.name for variable in found.variables}) is is_known


@pytest.mark.parametrize(
    ("code", "is_number"),
    [
        ("n = len(gpus)", True),
        ("n = len(tf.config.list_logical_devices('GPU'))", True),
        ("n = len(available())", True),
        ("n = max(1, len(gpus))", True),
        ("n = len(gpus) or 1", True),
        ("n = len(gpus) if gpus else 1", True),
        ("n = int(len(gpus))", True),
        ("m = len(gpus)\nn = max(m, 1)", True),
        ("n = 1\nn = len(gpus)\nm = n", True),
        ("n = units\nn = len(gpus)\nm = n", False),
        ("n = sum(1 for _ in gpus)", True),
        ("tf.gpus = gpus\nn = len(tf.gpus)", True),
        ("tf.n = len(gpus)\nn = tf.n", True),
        ("tf.n = len(gpus)\ntf.n = units\nn = tf.n", False),
        ("n = sum(2 for _ in gpus)", False),
        ("n = gpus", False),
        ("n = len(gpus) > 1", False),
        ("n = 2 * len(gpus)", False),
        ("n = len(gpus) if gpus else None", False),
        ("n = max(len(gpus), units)", False),
        ("n = len(device_lib.list_local_devices())", False),
        ("n = len(rows)", False),
    ],
)
def test_numbers_of_devices(code: str, is_number: bool) -> None:
    script = script_of(LISTED + GPUS + code + "\n", IMPORTS)
    assigned = script.tree.body[-1]
    assert isinstance(assigned, ast.Assign)
    assert devices_of(script).counts(assigned.value) is is_number
