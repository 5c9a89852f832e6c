"""Training on whole batches: what is cut, under which name, and where it is defined."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.findings import Safety
from gpu2ipu.port.batching.fit import TrimmingNames
from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.planner import calls_of_models
from gpu2ipu.rewrite import apply
from tests.port.proposed import DATA, expression, fit_call, last_lines, outcome, proposals, script_of


def ported(code: str, lines: int) -> list[str]:
    """The last lines after all edits of IPU202."""
    edits = [edit for proposal in proposals(code, "IPU202") for edit in proposal.edits]
    return last_lines(fit_call(code).facts.script, tuple(edits), lines).splitlines()


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        (
            "model.fit(x, y)",
            ["train_size = len(x) // 32 * 32", "model.fit(x[:train_size], y[:train_size])"],
        ),
        (
            "model.fit(u, v, n, sample_weight=v)",
            [
                "train_size = len(u) // n * n",
                "model.fit(u[:train_size], v[:train_size], n, sample_weight=v[:train_size])",
            ],
        ),
        (
            "b = 64 if n else None\nmodel.fit(x, y, batch_size=b)",
            [
                "train_size = len(x) // (b or 32) * (b or 32)",
                "model.fit(x[:train_size], y[:train_size], batch_size=b)",
            ],
        ),
        ("model.fit(x[:20], y[:20])", ["model.fit(x[:20], y[:20], batch_size=20)"]),
        ("model.fit(x[:20], y[:20], 64)", ["model.fit(x[:20], y[:20], 20)"]),
        (
            "train = lambda a: model.fit(a, a)\ntrain(u)",
            ["train = lambda a: model.fit(a[:len(a) // 32 * 32], a[:len(a) // 32 * 32])", "train(u)"],
        ),
        (
            "[model.fit(a, a) for a in (u, v)]",
            ["[model.fit(a[:len(a) // 32 * 32], a[:len(a) // 32 * 32]) for a in (u, v)]"],
        ),
    ],
)
def test_what_is_cut(code: str, lines: list[str]) -> None:
    assert ported(code, len(lines)) == lines


@pytest.mark.parametrize(
    ("code", "safety"),
    [("model.fit(x, y)", Safety.REVIEW), ("model.fit(x[:20], y[:20])", Safety.SAFE)],
)
def test_dropping_rows_is_for_review(code: str, safety: Safety) -> None:
    assert [proposal.safety for proposal in proposals(code, "IPU202")] == [safety]


@pytest.mark.parametrize(
    ("code", "number", "text"),
    [
        ("model.fit(x, y)", 31, "len(x) // 32"),
        ("model.fit(x[:960], y[:960])", 30, "len(x[:960]) // 32"),
        ("model.fit(u, v, batch_size=n)", None, "len(u) // n"),
        ("model.fit(x[:20], y[:20])", 1, "1"),
        ("model.fit(np.load('u.npy'), np.load('v.npy'))", None, None),
    ],
)
def test_steps(code: str, number: int | None, text: str | None) -> None:
    steps = outcome(code).steps
    assert (steps.number, steps.expression and ast.unparse(steps.expression)) == (number, text)


def test_what_cannot_be_written_twice_is_left_for_a_person() -> None:
    (proposal,) = proposals("model.fit(np.load('u.npy'), np.load('v.npy'))", "IPU202")
    assert proposal.fix is None


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("model.fit(u, u)\nmodel.fit(u, u)", ["train_size", "train_size"]),
        ("model.fit(u, u)\nmodel.fit(v, v)", ["train_size", "train_size_2"]),
        ("model.fit(u, u)\nmodel.fit(u, u, batch_size=8)", ["train_size", "train_size_2"]),
        ("model.fit(u, u)\nu = v\nmodel.fit(u, u)", ["train_size", "train_size_2"]),
        ("if n:\n    model.fit(u, u)\nmodel.fit(u, u)", ["train_size", "train_size_2"]),
        ("model.fit(u, u)\nnet.fit(v, v)", ["train_size", "net_train_size"]),
        ("model.fit(u, u)\nNet.fit(v, v)\nNet.fit(u, v)", ["train_size", "net_train_size", "train_size"]),
        (
            "model.fit(u, u)\nnet.fit(v, v)\nu = v\nnet.fit(u, u)",
            ["train_size", "net_train_size", "train_size_3"],
        ),
        ("model.fit(u, u)\nmodels[0].fit(v, v)", ["train_size", "train_size_2"]),
        ("net_train_size = 3\nmodel.fit(u, u)\nnet.fit(v, v)", ["train_size", "ipu_train_size_2"]),
        (
            "def f(u):\n    model.fit(u, u)\n    model.fit(v, v)\ndef g(u):\n    net.fit(u, u)\nmodel.fit(u, u)",
            ["train_size", "train_size_2", "train_size", "train_size"],
        ),
        ("train_size = 3\nmodel.fit(u, u)", ["ipu_train_size"]),
        ("train_size = ipu_train_size = 3\nmodel.fit(u, u)", ["ipu_train_size_2"]),
    ],
)
def test_names_of_trimmed_sizes(code: str, names: list[str]) -> None:
    script = script_of(DATA + code)
    namer = TrimmingNames(script, facts_of(script))
    calls = [node for node in ast.walk(script.tree) if isinstance(node, ast.Call)]
    fits = [call for call in calls if ast.unparse(call.func).endswith(".fit")]
    found = []
    for call in sorted(fits, key=lambda node: node.lineno):
        batch = call.keywords[0].value if call.keywords else ast.Constant(32)
        found.append(namer.of_trimming(call, ast.BinOp(call.args[0], ast.FloorDiv(), batch))[1])
    assert found == names


def test_new_names_are_numbered() -> None:
    script = script_of("train_rows_2 = 1\nmodel.fit(u, u)")
    namer, call = TrimmingNames(script, facts_of(script)), expression(script, "model.fit(u, u)")
    assert isinstance(call, ast.Call)
    names = [namer.new("train_rows", call) for _ in range(3)]
    assert names == ["train_rows", "ipu_train_rows_2", "train_rows_3"]


def test_a_name_stands_for_the_size_of_its_own_function() -> None:
    code = """
def first(data):
    model.compile("adam", "mse")
    model.fit(data, data)
def second(data, size):
    model.compile("sgd", "mse")
    model.fit(data, data, batch_size=size)
first(u)
second(u, n)
"""
    script = script_of(DATA + code)
    edits = [edit for outcome in calls_of_models(Port(script)) for edit in outcome.edits]
    lines = apply(script.text, edits).splitlines()
    assert [line.strip() for line in lines if " = " in line and "train_" in line.partition("=")[0]] == [
        "train_steps = len(data) // 32",
        "train_size = train_steps * 32",
        "train_steps = len(data) // size",
        "train_size = train_steps * size",
    ]
