"""Functions of the script that libraries call: entry points of command lines, timers, profilers."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.values.scalars import Number
from tests.analysis.evaluated import facts

MAIN = """
import atexit, click, fire, timeit, typer, wandb
from absl import app
from cProfile import run
from sacred import Experiment
tool, ex = typer.Typer(), Experiment()
def main(*argv, epochs=3):
    keras.Sequential()
    epochs
"""


@pytest.mark.parametrize(
    ("code", "called"),
    [
        ("app.run(main)", 1),
        ("app.run()", 1),
        ("tf.compat.v1.app.run(main=main)", 1),
        ("typer.run(main)", 1),
        ("fire.Fire({'train': main})", 1),
        ("fire.Fire()", 0),
        ("run('main()')", 1),
        ("run('main() or 1')", 0),
        ("timeit.timeit(stmt=main, number=1)", 1),
        ("wandb.agent(sweep, main)", 1),
        ("atexit.register(main, epochs=4)", 1),
        ("@tool.command()\ndef train():\n    main()\ntool()", 1),
        ("@tool.command()\ndef train():\n    main()", 0),
        ("@click.group()\ndef cli():\n    pass\n@cli.command('a')\ndef train():\n    main()\ncli()", 1),
        ("@ex.automain\ndef train(_run):\n    main()", 1),
        ("@ex.main\ndef train(_run):\n    main()\nex.run_commandline()", 1),
    ],
)
def test_what_libraries_call(code: str, called: int) -> None:
    ways = [construction.stack for construction in facts(MAIN + code).models]
    assert len([way for way in ways if way[0].function is None]) == called


@pytest.mark.parametrize(
    ("code", "epochs"),
    [
        ("atexit.register(main, epochs=4)", 4),
        ("timeit.timeit(main)", 3),
        ("typer.run(main)", None),  # what the command line says
    ],
)
def test_arguments(code: str, epochs: int | None) -> None:
    found = facts(MAIN + code)
    last = next(
        node for node in found.script.nodes if isinstance(node, ast.Expr) and ast.unparse(node) == "epochs"
    )
    value = found.value(last.value)
    assert (value.number if isinstance(value, Number) else None) == epochs
