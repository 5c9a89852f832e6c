"""Which calls ask for GPUs, which set them up, and which variables of the environment are CUDA's."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.port.gpu_code.api_calls import (
    is_pure_talk,
    is_query,
    is_setting,
    is_variable,
    set_device,
    set_variables,
    updated_variables,
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
    ("code", "values"),
    [
        ("os.environ['CUDA_VISIBLE_DEVICES'] = '0'", ["'0'"]),
        ("os.environ['TF_GPU_A'] = os.environ['NCCL_B'] = b", ["b"]),
        ("os.environ.setdefault('TF_FORCE_GPU_ALLOW_GROWTH', 'true')", ["'true'"]),
        ("os.putenv('CUDA_CACHE_DISABLE', v)", ["v"]),
        ("os.environ.pop('CUDA_VISIBLE_DEVICES')", ["'CUDA_VISIBLE_DEVICES'"]),
        ("os.environ.pop('CUDA_VISIBLE_DEVICES', None)", ["None"]),
        ("os.unsetenv('CUDA_VISIBLE_DEVICES')", ["'CUDA_VISIBLE_DEVICES'"]),
        ("del os.environ['CUDA_VISIBLE_DEVICES']", ["os.environ['CUDA_VISIBLE_DEVICES']"]),
        ("os.environ.update({'CUDA_A': a, 'NCCL_B': b}, TF_GPU_C=c)", ["a", "b", "c"]),
        ("os.environ.update({'CUDA_A': a, 'B': b})", []),
        ("os.environ.update({'CUDA_A': a}, **b)", []),
        ("os.environ.update({'CUDA_A': a, **b})", []),
        ("os.environ.update({name: a})", []),
        ("os.environ.update(settings)", []),
        ("os.environ |= {'CUDA_A': a}", []),
        ("settings.update({'CUDA_A': a})", []),
        ("del os.environ['CUDA_A'], os.environ['B']", []),
        ("os.environ['PYTHONHASHSEED'] = '0'", []),
        ("os.environ['CUDA_A'] = os.environ['B'] = b", []),
        ("os.environ[name] = '0'", []),
        ("environ['CUDA_VISIBLE_DEVICES'] = '0'", []),
        ("os.environ.get('CUDA_VISIBLE_DEVICES', 0)", []),
        ("a = '0'", []),
        ("pass", []),
    ],
)
def test_variables_that_are_set(code: str, values: list[str]) -> None:
    found = facts(code, IMPORTS)
    assert [ast.unparse(each) for each in set_variables(found, found.script.tree.body[-1])] == values


@pytest.mark.parametrize(
    ("code", "of_cuda", "others"),
    [
        ("os.environ.update({'CUDA_A': a, 'B': b}, NCCL_C=c, D=d)", ["a", "c"], ["b", "d"]),
        ("os.environ.update({'B': b})", [], ["b"]),
        ("os.environ.update(read())", [], []),
        ("os.environ.get('CUDA_A')", [], []),
    ],
)
def test_several_variables_at_once(code: str, of_cuda: list[str], others: list[str]) -> None:
    found = facts(code, IMPORTS)
    both = updated_variables(found, found.script.tree.body[-1])
    assert tuple([ast.unparse(item.value) for item in items] for items in both) == (of_cuda, others)


@pytest.mark.parametrize(
    ("code", "is_one"),
    [
        ("os.environ['CUDA_VISIBLE_DEVICES']", True),
        ("os.environ.get('CUDA_VISIBLE_DEVICES')", True),
        ("os.getenv('NCCL_DEBUG', '')", True),
        ("os.getenv('HOME')", False),
        ("{'CUDA_A': 1}['CUDA_A']", False),
        ("os.getenv()", False),
        ("os", False),
    ],
)
def test_variables_that_are_read(code: str, is_one: bool) -> None:
    found = facts(code, IMPORTS)
    statement = found.script.tree.body[-1]
    assert isinstance(statement, ast.Expr)
    assert is_variable(found, statement.value) is is_one


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
