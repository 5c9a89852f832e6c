"""Which calls ask for GPUs, and which set them up."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.port.gpu_code.api_calls import (
    is_pure_talk,
    is_query,
    is_setting,
    set_device,
)
from tests.analysis.evaluated import facts
from tests.port.proposed import expression

IMPORTS = """\
import os
import tensorflow as tf
from tensorflow.python.client import device_lib
"""


@pytest.mark.parametrize(
    ("code", "asks"),
    [
        ("tf.test.is_gpu_available()", True),
        ("tf.test.is_gpu_available(cuda_only=True)", True),
        ("tf.test.gpu_device_name()", True),
        ("tf.test.is_built_with_cuda()", True),
        ("device_lib.list_local_devices()", True),
        ("tf.config.list_physical_devices('GPU')", True),
        ("tf.config.experimental.list_physical_devices(device_type='GPU')", True),
        ("tf.config.list_logical_devices('GPU')", True),
        ("tf.config.list_logical_devices('TPU')", True),
        ("tf.distribute.cluster_resolver.TPUClusterResolver()", True),
        ("tf.distribute.TPUStrategy(tf.distribute.cluster_resolver.TPUClusterResolver())", False),
        ("tf.config.list_physical_devices('CPU')", False),
        ("tf.config.list_physical_devices()", False),
        ("tf.test.main()", False),
        ("list_physical_devices('GPU')", False),
    ],
)
def test_queries(code: str, asks: bool) -> None:
    found = facts(code, IMPORTS)
    call = found.script.tree.body[-1]
    assert isinstance(call, ast.Expr)
    assert is_query(found, call.value) is asks
    assert not is_setting(found, call.value)
    assert not is_query(found, call)


@pytest.mark.parametrize(
    ("code", "sets", "device"),
    [
        ("tf.config.experimental.set_memory_growth(d, True)", True, None),
        ("tf.config.set_visible_devices([], 'GPU')", True, None),
        ("tf.config.set_visible_devices(d)", True, None),
        ("tf.config.set_visible_devices(d, device_type='CPU')", False, None),
        ("tf.config.set_logical_device_configuration(d, [])", False, "d"),
        ("tf.config.experimental.set_virtual_device_configuration(device=d, logical_devices=[])", False, "d"),
        ("tf.config.set_soft_device_placement(d)", False, None),
    ],
)
def test_settings(code: str, sets: bool, device: str | None) -> None:
    found = facts(code, IMPORTS)
    call = found.script.tree.body[-1]
    assert isinstance(call, ast.Expr)
    assert is_setting(found, call.value) is sets
    node = set_device(found, call.value)
    assert (node and ast.unparse(node)) == device


@pytest.mark.parametrize(
    ("code", "is_pure"),
    [
        ("len(a) + 1", True),
        ("'{}'.format(str(a))", True),
        ("tf.test.gpu_device_name()", True),
        ("open('x')", False),
        ("f(a)", False),
        ("(b := 1)", False),
        ("[f(a) for a in b]", False),
    ],
)
def test_expressions_without_effect(code: str, is_pure: bool) -> None:
    found = facts(code, "import tensorflow as tf\n")
    assert is_pure_talk(found, expression(found.script, ast.unparse(ast.parse(code)))) is is_pure
