"""An argument gets another value, wherever it is written."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.keras.fit_calls import fit_calls_of
from gpu2ipu.edits import AddArgument, Replace
from gpu2ipu.port.code.call_arguments import remove_keyword, rewritten, set_argument, set_argument_of
from tests.port.proposed import DATA, fit_call, last_lines, script_of


def changed(code: str, name: str, text: str, lines: int = 1) -> str:
    script = script_of(DATA + code)
    fit_call = fit_calls_of(script)[0]
    edit = set_argument(script, fit_call.facts, fit_call.node, name, fit_call.arguments.get(name), text)
    return last_lines(script, (edit,), lines)


@pytest.mark.parametrize(
    ("code", "after"),
    [
        ("model.fit(x)", "model.fit(x, batch_size=8)"),
        ("model.fit(x, batch_size=2)", "model.fit(x, batch_size=8)"),
        ("model.fit(x, y, 2)", "model.fit(x, y, 8)"),
        ("model.fit(*(x, y, 2))", "model.fit(*(x, y, 8))"),
        ("model.fit(x, **{'batch_size': 2})", "model.fit(x, **{'batch_size': 8})"),
        ("model.fit(x, **dict(batch_size=2))", "model.fit(x, **dict(batch_size=8))"),
        ("d = {'verbose': 0}\nmodel.fit(x, **d)", "model.fit(x, **d, batch_size=8)"),
        ("a = (x, y, 2)\nmodel.fit(*a)", "model.fit(a[0], a[1], 8)"),
        (
            "d = {'batch_size': 2}\nprint(d)\nmodel.fit(x, **d)",
            'model.fit(x, **{**d, "batch_size": 8})',
        ),
    ],
)
def test_in_its_own_place(code: str, after: str) -> None:
    assert changed(code, "batch_size", "8") == after


@pytest.mark.parametrize("made", ["{'batch_size': SIZE, 'verbose': 0}", "dict(batch_size=SIZE, verbose=0)"])
def test_where_a_dict_of_the_call_alone_is_written_out(made: str) -> None:
    code = f"d = {made}\nmodel.fit(x, **d)"
    after = f"d = {made}\nmodel.fit(x, **d)".replace("SIZE", "8")
    assert changed(code.replace("SIZE", "2"), "batch_size", "8", lines=2) == after


@pytest.mark.parametrize(
    "code",
    [
        "d = {'batch_size': 2}\nd['batch_size'] = 4\nmodel.fit(x, **d)",
        "d = {**{'batch_size': 2}}\nmodel.fit(x, **d)",
        "d = e = {'batch_size': 2}\nmodel.fit(x, **d)",
        "d = {'batch_size': 2}\nd |= {}\nmodel.fit(x, **d)",
        "d = {'batch_size': 2}\ndef show():\n    print(d)\nmodel.fit(x, **d)",
        "d = {'batch_size': 2}.copy()\nmodel.fit(x, **d)",
    ],
)
def test_a_dict_that_is_changed_or_made_of_others_stays(code: str) -> None:
    assert changed(code, "batch_size", "8") == 'model.fit(x, **{**d, "batch_size": 8})'


def test_a_name_of_another_scope_is_another_dict() -> None:
    code = "d = {'batch_size': 2}\ndef show(d):\n    print(d)\nmodel.fit(x, **d)"
    assert changed(code, "batch_size", "8") == "model.fit(x, **d)"


def test_a_size_that_is_computed_is_written_at_the_call() -> None:
    code = "d = {'batch_size': 2}\nmodel.fit(x, **d)"
    assert changed(code, "batch_size", "len(x)") == 'model.fit(x, **{**d, "batch_size": len(x)})'


def test_rewritten() -> None:
    script = script_of(DATA + "d = {'x': x}\nmodel.fit(**d, y=y)")
    fit_call = fit_calls_of(script)[0]
    edits = tuple(
        rewritten(script, fit_call.facts, fit_call.arguments[name], "{item}[:n]") for name in ("x", "y")
    )
    assert last_lines(script, edits) == 'model.fit(**{**d, "x": d["x"][:n]}, y=y[:n])'


def test_removed() -> None:
    script = script_of(DATA + "d = {'validation_split': 0.1}\nmodel.fit(x, **d, verbose=0)")
    call = fit_calls_of(script)[0].node
    assert remove_keyword(script, call, "validation_split") is None
    removal = remove_keyword(script, call, "verbose")
    assert removal is not None
    assert last_lines(script, (removal,)) == "model.fit(x, **d)"


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ("model.evaluate(x, y, 64)", "model.evaluate(x, y, 25)"),
        ("model.evaluate(x, y, batch_size=64)", "model.evaluate(x, y, batch_size=25)"),
        ("model.evaluate(x, y)", "model.evaluate(x, y, batch_size=25)"),
    ],
)
def test_setting_an_argument_where_it_stands(code: str, result: str) -> None:
    found = fit_call(code)
    edit = set_argument_of(found.facts.script, found, "batch_size", "25")
    assert isinstance(edit, Replace | AddArgument)
    assert last_lines(found.facts.script, (edit,)) == result
