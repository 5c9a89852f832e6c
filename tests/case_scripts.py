"""The scripts of `tests/cases` and `tests/variants`: their headers, their ports and what is asked of these.

A case of `tests/cases` speaks to people, too: its `must` lines are prose. A variant is the same difficulty in
another dress, `tests/variants/CASE/NAME.py` (or `.ipynb`); its `must` lines are of the forms in `MUST`.
"""

from __future__ import annotations

import io
import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.cli import main
from gpu2ipu.source.reading import read_source

CASES = Path(__file__).parent / "cases"
VARIANTS = Path(__file__).parent / "variants"

# Originals that run in TensorFlow 2.6 only, as those of their variants do, and whose port runs in both.
RUNS_IN_BOTH_ONCE_PORTED = ("private_keras_imports.py",)

KEYS = ("case", "rules", "port", "args", "must")
HEADER_LINE = re.compile(rf"^\S{{0,3}}# ({'|'.join(KEYS)}): (.*)", re.MULTILINE)


@dataclass(frozen=True)
class Case:
    """A script, a notebook or a folder of scripts, with its header and with where its original runs."""

    path: Path
    # the file of `tests/cases` whose difficulty this has
    case: str
    rules: tuple[str, ...]
    port: str
    # what the script is started with
    arguments: tuple[str, ...]
    must: tuple[str, ...]
    runs_in: str

    @property
    def name(self) -> str:
        """The path in `tests/cases` or `tests/variants`."""
        return self.path.name if self.path.parent == CASES else f"{self.case}/{self.path.name}"

    @property
    def entry(self) -> str:
        """The file to run, relative to the folder that holds the case."""
        return f"{self.path.name}/train.py" if self.path.is_dir() else self.path.name

    @property
    def trains_on_cpu(self) -> bool:
        """True if nothing that the port trains is on an IPU before its manual work is done."""
        return "trains on the CPU" in self.must

    @property
    def left(self) -> tuple[str, ...]:
        """Patterns of the rules that are left for manual work."""
        return tuple(self.port.split()[1:]) if self.port.startswith("left ") else ()


@dataclass(frozen=True)
class Port:
    """A ported copy of a case."""

    path: Path
    complete: bool


@dataclass(frozen=True)
class Trained:
    """What `compare` says of a port, and what the port printed last."""

    report: dict[str, Any]
    output: str


def header(path: Path) -> dict[str, list[str]]:
    """The `# key: value` lines at the top of a script, or the same keys in a notebook's metadata."""
    if path.suffix == ".ipynb":
        written = json.loads(path.read_text(encoding="utf-8"))["metadata"]["gpu2ipu_case"]
        return {key: [value] if isinstance(value, str) else value for key, value in written.items()}
    found: dict[str, list[str]] = {key: [] for key in KEYS}
    for line in path.read_bytes().decode("latin-1").splitlines():
        if match := HEADER_LINE.match(line):
            found[match[1]].append(match[2].strip())
    return found


def table() -> Iterator[tuple[str, str]]:
    """Name and last column of the README's table: the case and where its original runs."""
    for line in (CASES / "README.md").read_text().splitlines():
        if match := re.match(r"\| `([\w./]+)` \|.*\| ([^|]+) \|$", line):
            yield match[1].rstrip("/"), match[2]


def read(path: Path, case: str, runs_in: str) -> Case:
    """A case with what its header says."""
    written = header(path / "train.py" if path.is_dir() else path)
    rules, arguments = (tuple(" ".join(written.get(key, [])).split()) for key in ("rules", "args"))
    return Case(path, case, rules, written["port"][0], arguments, tuple(written["must"]), runs_in)


def variants() -> Iterator[Case]:
    """The variants of all cases; most of their originals run in the current TensorFlow."""
    for name, runs_in in table():
        if runs_in.startswith("2.6") and name not in RUNS_IN_BOTH_ONCE_PORTED:
            runs_in = "2.21"
        for path in sorted((VARIANTS / Path(name).stem).glob("*")):
            if path.is_dir() or path.suffix in (".py", ".ipynb"):
                yield read(path, name, runs_in)


ALL = tuple(read(CASES / name, name, runs_in) for name, runs_in in table())
OWN = tuple(variants())


def parametrize(cases: Iterator[Case], failing: dict[str, str]) -> pytest.MarkDecorator:
    """One test a case, named after it; those of the table must fail."""
    params = [
        pytest.param(
            each,
            id=each.name,
            marks=[pytest.mark.xfail(reason=failing[each.name])] if each.name in failing else [],
        )
        for each in cases
    ]
    return pytest.mark.parametrize("each", params)


def scripts(path: Path) -> list[Path]:
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


def text(path: Path) -> str:
    """What is asked for words, without the header: all scripts of a folder, the code of a notebook."""
    return "\n".join(HEADER_LINE.sub("", read_source(script).text) for script in scripts(path))


def command(*arguments: str) -> tuple[int, str]:
    """Exit code and output of a command that met no trouble."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        code = main(arguments)
    assert code in (0, 1), out.getvalue() + err.getvalue()
    return code, out.getvalue()


def reported(path: Path) -> set[str]:
    """The rules with a finding in a script, a notebook or any script of a folder."""
    _, said = command("check", "--jobs=1", "--format=json", str(path))
    files = json.loads(said)["files"]
    return {finding["rule"] for file in files for finding in file["findings"]}


def convert_in_place(path: Path) -> bool:
    """Port a case where it is; whether nothing is left for manual work."""
    code, _ = command("convert", "--jobs=1", "--in-place", str(path))
    return code == 0


def port_of(each: Case, folder: Path) -> Port:
    """Port a copy of a case in a folder."""
    copy = folder / each.path.name
    if each.path.is_dir():
        shutil.copytree(each.path, copy)
    else:
        shutil.copyfile(each.path, copy)
    return Port(copy, convert_in_place(copy))


def _contains(port: Port, words: str) -> bool:
    return words in text(port.path)


def _lacks(port: Port, words: str) -> bool:
    return words not in text(port.path)


def _prints(trained: Trained, words: str) -> bool:
    return words in trained.output


def _sees(trained: Trained, words: str) -> bool:
    """`fit 992`, `evaluate 250`: a call of the port sees so many rows, of training in each epoch."""
    kind, rows = words.split()
    calls = [call["port"] for call in trained.report["calls"] if call["kind"] == kind]
    return int(rows) in [call["rows"] // max(1, len(call["epochs"])) for call in calls]


def _trains(trained: Trained, words: str) -> bool:
    """`on the CPU`: what is left for manual work is all that trains, so that `compare` has nothing to judge."""
    return any(f"the port trains {words}" in note for note in trained.report["notes"])


# the first word of a `must` line -> what it asks for, of the text of the port or of its training
ASKED_OF_TEXT: dict[str, Callable[[Port, str], bool]] = {"contains": _contains, "lacks": _lacks}
ASKED_OF_TRAINING: dict[str, Callable[[Trained, str], bool]] = {
    "prints": _prints,
    "sees": _sees,
    "trains": _trains,
}


def unmet(each: Case, asked: dict[str, Callable[[Any, str], bool]], of: Port | Trained) -> list[str]:
    """The `must` lines that the port does not meet."""
    split = [(line, *line.split(" ", 1)) for line in each.must]
    return [line for line, form, words in split if form in asked and not asked[form](of, words)]
