"""Options of a command line without a value."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gpu2ipu.analysis.library.command_line import options_without_value, parameters_without_value
from gpu2ipu.analysis.syntax.script import parse


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("p.add_argument('--batch', type=int)", {"batch"}),
        ("p.add_argument('-b', '--batch-size', type=int, default=None)", {"batch_size"}),
        ("p.add_argument('-b', dest='batch')", {"batch"}),
        ("p.add_argument('batch', nargs='?')", {"batch"}),
        ("flags.DEFINE_integer('batch', None, 'size')", {"batch"}),
        ("p.add_argument('--batch', default=32)", set()),
        ("p.add_argument('--batch', type=int, required=True)", set()),
        ("p.add_argument('--fast', action='store_true')", set()),
        ("p.add_argument('--batch', **options)", set()),
        ("p.add_argument('batch', type=int)", set()),
        ("flags.DEFINE_integer('batch', 32, 'size')", set()),
    ],
)
def test_options_of_argparse_and_absl(code: str, names: set[str]) -> None:
    assert options_without_value(parse(Path("script.py"), code)) == names


def test_options_of_click() -> None:
    code = """\
@click.option("--batch-size", type=int)
@click.option("-s", "--split", "share", type=float)
@click.option("--epochs", default=3)
@click.option("--path", required=True)
@click.argument("data")
def main(batch_size, share, epochs, path, data): pass
"""
    function = ast.parse(code).body[0]
    assert isinstance(function, ast.FunctionDef)
    assert parameters_without_value(function) == {"batch_size", "share"}
