"""Findings for people: lines and code frames."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert import batch
from gpu2ipu.convert.checking import Checked
from gpu2ipu.edits import Span
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.reports.findings_text import frame, written
from tests.reports.found import checked, notebook


def test_the_code_stands_below_with_its_number(tmp_path: Path) -> None:
    lines = written(checked(tmp_path, "import keras\nx = y.batch(8)\n")).splitlines()
    assert lines[1:] == ["  |", "2 | x = y.batch(8)", "  |     ^^^^^^^^^^"]


def test_the_number_of_a_line_in_a_notebook_is_that_in_its_cell(tmp_path: Path) -> None:
    found = checked(tmp_path, notebook("import keras\n", "z = 1\nx.batch(8)\n"), "n.ipynb")
    lines = written(found).splitlines()
    assert lines[1:] == ["  |", "2 | x.batch(8)", "  | ^^^^^^^^^^"]


@pytest.mark.parametrize(
    ("cell", "shown", "carets"),
    [
        ("%time x.batch(8)", "%time x.batch(8)", "      ^^^^^^^^^^"),
        ("if x:\n    %time x.batch(8)", "    %time x.batch(8)", "          ^^^^^^^^^^"),
    ],
)
def test_magics_are_shown_as_they_are(tmp_path: Path, cell: str, shown: str, carets: str) -> None:
    found = checked(tmp_path, notebook("import keras\n", cell), "n.ipynb")
    assert [line[4:] for line in written(found).splitlines()[2:]] == [shown, carets]


@pytest.mark.parametrize(
    ("cell", "carets"),
    [
        ("!pip install -q tensorflow matplotlib", "^" * 37),
        ("!pip install \\\n tensorflow keras h5py", "^" * 14),
        ("for x in y:\n    !pip install tensorflow keras h5py", "    " + "^" * 34),
    ],
)
def test_commands_of_the_shell_are_shown_as_they_are(tmp_path: Path, cell: str, carets: str) -> None:
    path = tmp_path / "n.ipynb"
    path.write_text(notebook("import keras\nkeras.Sequential()\n", cell))
    config = Config(select=("IPU514",))
    (result,) = batch.check_files([path], config)
    code, below = written(Checked((result,))).splitlines()[-2:]
    assert code[4:] in cell and below[4:] == carets


@pytest.mark.parametrize(
    ("line", "span", "carets"),
    [
        ("x = a.batch(8)", Span(1, 4, 1, 14), "    ^^^^^^^^^^"),
        ("for x in a.batch(  ", Span(1, 9, 3, 1), "         ^^^^^^^^"),  # over several lines
        ("\tx.batch(8)", Span(1, 1, 1, 11), "\t^^^^^^^^^^"),
        ("s = '数据'; x.batch(8)", Span(1, 10, 1, 20), "            ^^^^^^^^^^"),  # two columns each
        ("x = '数据'.batch", Span(1, 4, 1, 8), "    ^^^^^^"),
        ("s = 'e\u0301'; x.batch(8)", Span(1, 10, 1, 20), "         ^^^^^^^^^^"),  # a combining accent
        ("x", Span(1, 1, 1, 1), " ^"),
    ],
)
def test_carets_are_under_what_is_meant(line: str, span: Span, carets: str) -> None:
    assert list(frame(f"{line}\r\n", at(span)))[1:] == [f"1 | {line.rstrip()}", f"  | {carets}"]


def test_a_long_line_is_cut_around_what_is_meant() -> None:
    line = f"{'a' * 300}.batch(8){'b' * 300}"
    _, code, carets = frame(line, at(Span(1, 300, 1, 309)))
    assert code == f"1 | …{'a' * 20}.batch(8){'b' * 71}…"
    assert carets == f"  | {' ' * 21}^^^^^^^^^"
    _, code, carets = frame(line, at(Span(1, 0, 1, 609)))
    assert code == f"1 | {'a' * 100}…"
    assert carets == f"  | {'^' * 101}"


def at(span: Span) -> Finding:
    return Finding("IPU201", "partial-batch", Severity.ERROR, span, "may be partial")
