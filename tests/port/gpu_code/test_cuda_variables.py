"""Which variables of the environment are CUDA's, and which statements set them."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.port.gpu_code.cuda_variables import (
    also_set_variables,
    is_variable,
    names_variables,
    set_variables,
    updated_variables,
)
from tests.analysis.evaluated import facts

IMPORTS = """\
import os
NAME = "CUDA_A"
ALL = {NAME: "0", "NCCL_B": "1"}
SOME = {NAME: "0", "B": "1"}
"""


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
        ("os.environ.update({NAME: a})", ["a"]),
        ("os.environ.update(ALL)", ["ALL", "ALL"]),
        ("os.environ.update(SOME)", []),
        ("os.environ |= ALL", ["ALL", "ALL"]),
        ("os.environ[NAME] = '0'", ["'0'"]),
        ("os.putenv(NAME, '0')", ["'0'"]),
        ("os.environ.update(settings)", []),
        ("os.environ |= {'CUDA_A': a}", ["a"]),
        ("os.environ += {'CUDA_A': a}", []),
        ("settings |= {'CUDA_A': a}", []),
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
    ("loop", "values", "also"),
    [
        ("for n in ('CUDA_A', 'NCCL_B'): os.environ[n] = '0'", ["'0'"], []),
        ("for n in ['CUDA_A', 'B']: os.environ[n] = '0'", [], ["'0'"]),
        ("for n in ALL: os.environ[n] = ALL[n]", ["ALL[n]"], []),
        ("for n, v in ALL.items(): os.environ[n] = v", ["v"], []),
        ("for n, v in ALL.items(): os.environ.setdefault(n, v)", ["v"], []),
        ("for n, v in SOME.items(): os.environ[n] = v", [], ["v"]),
        ("for i, (n, v) in enumerate(ALL.items()): os.environ[n] = v", ["v"], []),
        ("for n, v in [('CUDA_A', 1), ('CUDA_B', 2)]: os.environ[n] = str(v)", ["str(v)"], []),
        ("for n in ('CUDA_A', 'CUDA_B'): os.environ.pop(n, None)", ["None"], []),
        ("for n in ('CUDA_A', 'CUDA_B'): del os.environ[n]", ["os.environ[n]"], []),
        ("for n in sys.argv: os.environ[n] = '0'", [], []),
        ("for n in ('CUDA_A', f()): os.environ[n] = '0'", [], []),
        ("for v in '01': os.environ[n] = v", [], []),
        ("for n in ('A', 'B'): os.environ[n] = '0'", [], []),
    ],
)
def test_names_from_loops(loop: str, values: list[str], also: list[str]) -> None:
    found = facts(loop, IMPORTS)
    outer = found.script.tree.body[-1]
    assert isinstance(outer, ast.For)
    assert [ast.unparse(each) for each in set_variables(found, outer.body[0])] == values
    assert [ast.unparse(each) for each in also_set_variables(found, outer.body[0])] == also


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("'CUDA_VISIBLE_DEVICES'", True),
        ("{'CUDA_A': '0', 'B': 1}", True),
        ("[('NCCL_A', '0')]", True),
        ("{'A': '0'}", False),
        ("{'CUDA_A': f()}", False),
        ("0", False),
    ],
)
def test_literals_that_name_variables(code: str, names: bool) -> None:
    assert names_variables(ast.parse(code, mode="eval").body) is names
