"""Dicts of the script: what they hold after they were made, merged and changed."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.values.containers import Dict
from gpu2ipu.analysis.values.dicts import is_known, may_change
from gpu2ipu.analysis.values.library_objects import KerasModel
from tests.analysis.evaluated import value_of

UNSURE = "?"


def held(value: Dict) -> dict[object, object]:
    """The constants of a dict by their keys; `?` marks what may be missing."""
    return {
        f"{key}{UNSURE}" if key in value.optional else key: item.constant
        for key, item in value.entries.items()
    }


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("{'a': 1, 'b': 2}", {"a": 1, "b": 2}),
        ("{}", {}),
        ("{0: 1.5, 1: 2.5}", {0: 1.5, 1: 2.5}),
        ("dict(a=1)", {"a": 1}),
        ("dict({'a': 1}, a=2, b=3)", {"a": 2, "b": 3}),
        ("{**{'a': 1, 'b': 1}, 'a': 2}", {"a": 2, "b": 1}),
        ("{'a': 2, **{'a': 1}}", {"a": 1}),
        ("dict(**{'a': 1})", {"a": 1}),
        ("{'a': 1} | {'b': 2}", {"a": 1, "b": 2}),
        ("d = {'a': 1}\nd |= dict(a=2)\nd", {"a": 2}),
        ("d = {'a': 1}\nd['b'] = 2\nd", {"a": 1, "b": 2}),
        ("d = {'a': 1}\nd.update(a=2, b=3)\nd", {"a": 2, "b": 3}),
        ("d = {'a': 1}\nd.update({'b': 3}, c=4)\nd", {"a": 1, "b": 3, "c": 4}),
        ("d = {'a': 1}\nd.setdefault('a', 2)\nd.setdefault('b', 2)\nd", {"a": 1, "b": 2}),
        ("d = {'a': 1, 'b': 2}\nd.pop('a')\nd", {"b": 2}),
        ("d = {'a': 1, 'b': 2}\ndel d['a']\nd", {"b": 2}),
        ("d = {'a': 1}\nd.clear()\nd", {}),
        ("d = {'a': 1}\nd.get('a')\nd", {"a": 1}),
        ("d = {'a': 1}\nif n:\n    d['b'] = 2\nd", {"a": 1, "b?": 2}),
        ("d = {'a': 1}\nif n:\n    d['a'] = 2\nd", {"a": None}),
        ("d = {'a': 1} if n else {}\n{'a': 3, **d}", {"a": None}),
        ("d = {'a': 1}\nfor i in range(3):\n    d['b'] = 2\nd", {"a": 1, "b?": 2}),
        ("d = {'a': 1}\ne = d\ne['a'] = 2\nd", {"a": 2}),
        ("d = {'a': 1}\ne = d.copy()\ne['a'] = 2\nd", {"a": 1}),
        ("d = {'a': 1}\ne = dict(d)\ne['a'] = 2\nd", {"a": 1}),
        ("import copy\nd = {'a': 1}\ne = copy.deepcopy(d)\ne['a'] = 2\nd", {"a": 1}),
        ("d = {'in': {'a': 1}}\nd['in']['a'] = 2\nd['in']", {"a": 2}),
        ("d = {'a': 1}\nwhole = {'in': d}\nd['a'] = 2\nwhole['in']", {"a": 2}),
        ("d = {'a': 1}\ndef f(e):\n    e['a'] = 2\nf(d)\nd", {"a": None}),
        ("d = {'a': 1}\ndef f():\n    d['b'] = 2\nf()\nd", {"a": 1, "b?": 2}),
        (
            "d = {'a': 1}\ndef f(e):\n    e['b'] = 2\n    e['c'] = 3\nf(d)\nd",
            {"a": 1, "b?": 2, "c?": 3},
        ),
        ("def f(e={'a': 1}):\n    return e\nf()", {"a": 1}),
        ("def f(e={'a': 1}):\n    e['b'] = 2\n    return e\nf()\nf()", {"a": 1, "b": 2}),
        (
            "def f(e={'a': 1}):\n    c = dict(e)\n    e['b'] = 2\n    e['c'] = 3\n    return c\nf()\nf()",
            {"a": 1, "b?": 2, "c?": 3},
        ),
        ("d = {'a': 1}\ndef f(e=d):\n    return e\nd['b'] = 2\nf()", {"a": 1, "b?": 2}),
        ("d = {'a': 1}\ndef f(e=d):\n    return e\nd = {'a': 2}\nf()", {"a": 1}),
        ("d = {'a': 1}\ndef f(*, e=d):\n    return e\nd = {'a': 2}\nf()", {"a": 1}),
        ("class A:\n    o = {'a': 1}\nA.o['b'] = 2\nA.o", {"a": 1, "b?": 2}),
        ("def f(**options):\n    return options\nf(a=1, b=2)", {"a": 1, "b": 2}),
        ("def f(a, **options):\n    return options\nf(a=1, b=2)", {"b": 2}),
        ("d = {'a': 1}\nprint(d)\nd", {"a": 1}),
        ("import json\nd = {'a': 1}\njson.dumps(d)\nd", {"a": 1}),
    ],
)
def test_items(code: str, expected: dict[object, object]) -> None:
    value = value_of(code)
    assert is_known(value)
    assert held(value) == expected


@pytest.mark.parametrize(
    "code",
    [
        "{n: 1}",
        "{'a': 1, **unheard_of}",
        "dict(unheard_of)",
        "dict(unheard_of, a=1)",
        "dict(**unheard_of)",
        "{k: 1 for k in 'ab'}",
        "d = {'a': 1}\nd[n] = 2\nd",
        "d = {'a': 1}\nd.update(unheard_of)\nd",
        "d = {'a': 1}\nd.update(**unheard_of)\nd",
        "d = {'a': 1}\nd.popitem()\nd",
        "d = {'a': 1}\ndel d[n]\nd",
        "d = {'a': 1} if n else unheard_of\nd",
        "from settings import overrule\nd = {'a': 1}\noverrule(d)\nd",
        "from .settings import overrule\nd = {'a': 1}\noverrule(options=d)\nd",
        "def f(**options):\n    return options\nf(**unheard_of)",
    ],
)
def test_unknown_items(code: str) -> None:
    assert not is_known(value_of(code))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("d['a']", 1),
        ("d.get('a')", 1),
        ("d.get('c', 7)", 7),
        ("d.pop('b')", 2),
        ("d.setdefault('a', 7)", 1),
        ("d[n]", None),
        ("d['c']", None),
        ("list(d.values())[0]", 1),
    ],
)
def test_one_item(code: str, expected: int | None) -> None:
    assert value_of("d = {'a': 1, 'b': 2}\n" + code).constant == expected


def test_a_loop_over_a_dict() -> None:
    code = "models = {'a': keras.Sequential(), 'b': keras.Sequential()}\nfor name, m in models.items():\n    pass\n"
    assert isinstance(value_of(code + "m"), KerasModel)
    assert value_of(code + "name").dtype == "str"


@pytest.mark.parametrize(
    ("name", "expected"),
    [("builtins.print", False), ("json.dump", False), ("settings.overrule", True), (".settings.f", True)],
)
def test_who_may_change_a_dict(name: str, expected: bool) -> None:
    assert may_change(name) is expected
