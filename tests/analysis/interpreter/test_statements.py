"""Statements: what holds after branches, loops, calls, definitions and imports."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.values.data import Generator
from gpu2ipu.analysis.values.definitions import Instance
from gpu2ipu.analysis.values.library_objects import KerasLayer, KerasModel
from gpu2ipu.analysis.values.value import Constant, Unknown, Value
from tests.analysis.evaluated import facts, value_of


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # branches
        ("if n:\n    a = 1\nelse:\n    a = 1", 1),
        ("if n:\n    a = 1\nelse:\n    a = 2", None),
        ("a = 1\nif n:\n    a = 2", None),
        ("a = 1\nif n:\n    b = 2", 1),
        ("if n:\n    a = 1\nelse:\n    raise E", 1),
        ("if n:\n    a = 1\nelse:\n    a = None", 1),
        ("a = 1\nif n:\n    a = 2\n    raise E\nelse:\n    pass", 1),
        ("if __name__ == '__main__':\n    a = 1\nelse:\n    a = 2", 1),
        ("match n:\n    case 1:\n        a = 1\n    case _:\n        a = 1", 1),
        ("a = 2\nmatch n:\n    case 1:\n        a = 1", None),
        # try
        ("try:\n    import foo\n    a = 1\nexcept ImportError:\n    a = 2", None),
        ("try:\n    a = 1\nexcept E:\n    raise", 1),
        ("a = 2\ntry:\n    a = 1\nexcept E:\n    pass", None),
        ("try:\n    a = 3\nexcept E:\n    a = 1\nelse:\n    a = 1", 1),
        ("try:\n    a = 2\nfinally:\n    a = 1", 1),
        # branches that are switched off
        ("a = 1\nif 0:\n    a = 2", 1),
        ("if True:\n    a = 1\nelse:\n    a = 2", 1),
        ("if not 0:\n    a = 1\nelse:\n    a = 2", None),
        ("a = 1\nif not getattr(n, 'shape', ()):\n    a = 2", None),
        # loops
        ("a = 1\nfor i in range(3):\n    a = a + 1", None),
        ("a = 1\nwhile a < 5:\n    a *= 2", None),
        ("a = 1\nfor i in range(3):\n    b = a", 1),
        ("for a in (1, 1):\n    pass", 1),
        ("a = 2\nfor i in (1, 1):\n    if n:\n        break\n    a = 1", None),
        ("a = 2\nfor i in ():\n    pass\nelse:\n    a = 1", 1),
        ("a = 2\nwhile n:\n    continue\nelse:\n    a = 1", 1),
        # with
        ("with open('f') as f:\n    a = 1", 1),
        ("with n as a:\n    a = 1", 1),
        # assignments
        ("a = b = 1", 1),
        ("a: int = 1", 1),
        ("a: int\na = 1", 1),
        ("a = 3\na -= 2", 1),
        ("np.k = 3\nnp.k -= 2\na = 1", 1),
        ("a = [3]\na[0] += 2\na = 1", 1),
        ("a, b = 1, 2", 1),
        ("[b, a] = 2, 1", 1),
        ("(b, (c, a)) = 2, (3, 1)", 1),
        ("b, a = {'x': 1, 'y': 1}, 1", 1),
        ("b, *a = 1, 1, 1", None),
        ("*b, a = 1, 1, 1", 1),
        ("a, b = n", None),
        ("a = 1\ndel a", 1),
        ("a = [2]\na[0] = 1\na = 1", 1),
    ],
)
def test_what_holds_afterwards(code: str, expected: Constant | None) -> None:
    assert value_of(f"{code}\na").constant == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("A.size", 3),
        ("A().size", 3),
        ("A(2).k + 1", 3),
        ("A(3).get()", 3),
        ("A(2).get_later()", None),
        ("B(3).get()", 3),
        ("B.size", 3),
        ("A.plus(1, 2)", 3),
        ("A().plus(1, 2)", 3),
        ("A().plus_of_self()", 3),
        ("A.take(3)", 3),
        ("A().take(3)", 3),
        ("A.unheard_of", None),
        ("C().k", None),
    ],
)
def test_classes(code: str, expected: Constant | None) -> None:
    classes = """
class A:
    size = 3
    def __init__(self, k=0):
        self.k = k
    def get(self):
        return self.k
    def get_later(self):
        return self.later
    @staticmethod
    def plus(a, b):
        return a + b
    def plus_of_self(self):
        return self.plus(1, 2)
    @classmethod
    def take(cls, a):
        return a
class B(A):
    pass
class C:
    def set(self):
        self.k = 3
    def set_again(self):
        self.k = 4
"""
    assert value_of(classes + code).constant == expected


@pytest.mark.parametrize(
    ("base", "kind", "name"),
    [
        ("keras.Model", KerasModel, "keras.Model"),
        ("tf.keras.models.Sequential", KerasModel, "keras.Sequential"),
        ("keras.layers.Layer", KerasLayer, "keras.layers.Layer"),
        ("keras.utils.Sequence", Generator, "keras.utils.Sequence"),
        ("keras.callbacks.Callback", Instance, ""),
        ("object", Instance, ""),
    ],
)
def test_what_instances_are(base: str, kind: type[Value], name: str) -> None:
    value = value_of(f"class A({base}):\n    pass\nclass B(A):\n    pass\nB()")
    assert isinstance(value, kind)
    assert value.name == name


def test_a_class_may_inherit_from_whatever_a_function_gives() -> None:
    code = "def base():\n    return keras.Model\nclass A(base):\n    pass\nclass B(base()):\n    pass\n"
    assert isinstance(value_of(code + "A()"), Instance)
    assert isinstance(value_of(code + "B()"), KerasModel)


def test_a_class_that_inherits_from_itself_ends() -> None:
    assert isinstance(value_of("class A:\n    pass\nclass A(A):\n    pass\nA()"), Instance)


def test_attributes_of_modules_and_of_what_is_unknown() -> None:
    assert value_of("np.size_of_batch = 3\nnp.size_of_batch").number == 3
    assert value_of("n.a = 3\nn.a").number is None


@pytest.mark.parametrize(
    ("code", "imports"),
    [
        ("import numpy as np", [("np", "numpy")]),
        ("from keras.layers import *", [("*", "keras.layers")]),
        ("def f():\n    import a.b", [("a", "a")]),
    ],
)
def test_imports_are_noted_as_written(code: str, imports: list[tuple[str, str]]) -> None:
    assert [found[1:] for found in facts(code, imports="").imports] == imports


def test_functions_that_nothing_calls_are_evaluated_with_unknown_arguments() -> None:
    found = facts("def f(a=1):\n    return a + 2\nclass A:\n    def g(self, b):\n        return self.h(b)\n")
    values = {ast.unparse(node): value for node, value in found.values.items()}
    assert values["a + 2"].constant is None
    assert isinstance(values["self"], Instance)


def test_functions_that_are_never_reached_are_evaluated_too() -> None:
    found = facts("def f():\n    return 1\n    def g():\n        return keras.Sequential()\n")
    assert [type(construction.value) for construction in found.constructions] == [KerasModel]


def test_a_function_in_a_loop_body_sees_what_the_loop_binds() -> None:
    assert value_of("for i in (3, 3):\n    def f():\n        return i\nf()").number == 3


def test_nothing_is_executed() -> None:
    assert isinstance(value_of("import sys\nsys.exit(3)\n1 // 0\nopen('/nowhere')"), Unknown)


FLAGGED = """
def f(flag, other=False):
    {body}
    return 1


{call}
"""


@pytest.mark.parametrize(
    ("body", "call", "expected"),
    [
        ("if flag:\n        return 2", "a = f(False)", 1),
        ("if flag:\n        return 2", "a = f(True)", 2),
        ("if not flag:\n        return 2", "a = f(True)", 1),
        ("if not flag:\n        return 2", "a = f(False)", 2),
        ("if other:\n        return 2", "a = f(True)", 1),
        ("if other:\n        return 2", "a = f(True, other=True)", 2),
        ("if flag:\n        pass\n    else:\n        return 2", "a = f(False)", 2),
        ("if flag:\n        return 2", "a = f(n)", None),
        ("if flag:\n        return 2", "a = f(0)", None),
        ("flag = n or flag\n    if flag:\n        return 2", "a = f(False)", None),
        ("for flag in (True, False):\n        pass\n    if flag:\n        return 2", "a = f(False)", None),
        ("if flag:\n        return 2", "a = f(True)\nif n:\n    a = f(False)", None),
    ],
)
def test_a_flag_is_what_a_call_passes(body: str, call: str, expected: Constant | None) -> None:
    assert value_of(f"{FLAGGED.format(body=body, call=call)}\na").constant == expected


def test_what_a_flag_switches_off_is_evaluated_all_the_same() -> None:
    found = facts("def f(flag=False):\n    if flag:\n        keras.backend.clear_session()\n\n\nf()\n")
    assert "keras.backend.clear_session" in found.qualified.values()
