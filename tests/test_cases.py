"""The scripts of `tests/cases`: each is reported, ported and trained as its header says (README there).

What later work has to make true stands in tables of expected failures, until it is true.
"""

from __future__ import annotations

import ast
import functools
import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.cli import main

CASES = Path(__file__).parent / "cases"

# case -> why it fails; what cannot be read fails everywhere
REAL_SCRIPTS = "Real scripts: whatever people write, the port is right or says what is left"
NOT_YET_READ: dict[str, str] = {}
NOT_YET_REPORTED = dict.fromkeys(
    (
        "fit_with_star_kwargs.py",
        "gradient_tape_loop.py",
        "multi_file_project",
    ),
    REAL_SCRIPTS,
)
NOT_YET_TRAINED = dict.fromkeys(
    (
        "fit_with_star_kwargs.py",
        "gradient_tape_loop.py",
    ),
    REAL_SCRIPTS,
)
# the recorder does not see the second copy of Keras inside TensorFlow 2.6
NOT_YET_COMPARED = {"private_keras_imports.py": REAL_SCRIPTS}
NOT_YET_PORTED = NOT_YET_TRAINED | {"multi_file_project": REAL_SCRIPTS}

# Originals that run in TensorFlow 2.6 only, and whose port runs in both.
RUNS_IN_BOTH_ONCE_PORTED = ("private_keras_imports.py",)

# What the simulator says where it must refuse the port of a case that leaves something for a person.
REFUSALS = {
    "text_vectorization_strings.py": "string",
    "train_step_override.py": "train_step",
}

MINUTES = 60
WHOLE_RUN = 10 * MINUTES

KEYS = ("case", "rules", "port", "must")


@dataclass(frozen=True)
class Case:
    """A script, a notebook or a folder of scripts, with its header and with where its original runs."""

    name: str
    rules: tuple[str, ...]
    port: str
    runs_in: str

    @property
    def path(self) -> Path:
        return CASES / self.name

    @property
    def entry(self) -> str:
        """The file to run, relative to the folder that holds the case."""
        return f"{self.name}/train.py" if self.path.is_dir() else self.name

    @property
    def left(self) -> tuple[str, ...]:
        """Patterns of the rules that are left for a person."""
        return tuple(self.port.split()[1:]) if self.port.startswith("left ") else ()


def header(path: Path) -> dict[str, list[str]]:
    """The `# key: value` lines at the top of a script, or the same keys in a notebook's metadata."""
    if path.suffix == ".ipynb":
        written = json.loads(path.read_text())["metadata"]["gpu2ipu_case"]
        return {key: [value] if isinstance(value, str) else value for key, value in written.items()}
    found: dict[str, list[str]] = {key: [] for key in KEYS}
    for line in path.read_bytes().decode("latin-1").splitlines():
        if match := re.match(r"\S{0,3}# (case|rules|port|must): (.*)", line):
            found[match[1]].append(match[2].strip())
    return found


def table() -> Iterator[tuple[str, str]]:
    """Name and last column of the README's table: the case and where its original runs."""
    for line in (CASES / "README.md").read_text().splitlines():
        if match := re.match(r"\| `([\w./]+)` \|.*\| ([^|]+) \|$", line):
            yield match[1].rstrip("/"), match[2]


def case(name: str, runs_in: str) -> Case:
    path = CASES / name
    written = header(path / "train.py" if path.is_dir() else path)
    return Case(name, tuple(" ".join(written["rules"]).split()), written["port"][0], runs_in)


ALL = tuple(case(*row) for row in table())


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
    return sorted(path.glob("*.py")) if path.is_dir() else [path]


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


def stands_for(pattern: str) -> re.Pattern[str]:
    """`IPU50x` is one of IPU501 to IPU509, anything else itself."""
    return re.compile(pattern.replace("x", "[1-9]"))


def unmatched(patterns: tuple[str, ...], rules: set[str]) -> list[str]:
    return [pattern for pattern in patterns if not any(map(stands_for(pattern).fullmatch, rules))]


def convert_in_place(path: Path) -> bool:
    """Port a case where it is; whether nothing is left for a person."""
    code, _ = command("convert", "--jobs=1", "--in-place", str(path))
    return code == 0


@dataclass(frozen=True)
class Port:
    """A ported copy of a case."""

    path: Path
    complete: bool


@pytest.fixture(scope="module")
def ported(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A function from a case to its port; each case is ported once."""

    @functools.cache
    def port(each: Case) -> Port:
        copy = tmp_path_factory.mktemp("port") / each.name
        if each.path.is_dir():
            shutil.copytree(each.path, copy)
        else:
            shutil.copyfile(each.path, copy)
        return Port(copy, convert_in_place(copy))

    return port


def contents(path: Path) -> list[bytes]:
    return [script.read_bytes() for script in scripts(path)]


def code(script: Path) -> list[bytes]:
    """What must parse: a script as it is, a notebook cell by cell without magics and shell lines."""
    if script.suffix != ".ipynb":
        return [script.read_bytes()]
    cells = [cell for cell in json.loads(script.read_text())["cells"] if cell["cell_type"] == "code"]
    sources = ["".join(cell["source"]) for cell in cells]
    plain = [source for source in sources if not source.startswith(("%%bash", "%%sh", "%%html"))]
    return [re.sub(r"(?m)^\s*[%!].*$", "", source).encode() for source in plain]


def test_readme_lists_every_case() -> None:
    names = {path.name for path in CASES.iterdir()} - {"README.md"}
    assert {each.name for each in ALL} == names


@pytest.mark.parametrize(
    "failing", [NOT_YET_READ, NOT_YET_REPORTED, NOT_YET_PORTED, NOT_YET_TRAINED, REFUSALS]
)
def test_tables_name_cases_that_are_there(failing: dict[str, str]) -> None:
    assert set(failing) <= {each.name for each in ALL}


@parametrize(iter(ALL), NOT_YET_READ | NOT_YET_REPORTED)
def test_check_reports_the_rules(each: Case) -> None:
    found = reported(each.path)
    if each.rules == ("none",):
        assert found == set()
    else:
        assert unmatched(each.rules, found) == []


@parametrize(iter(ALL), NOT_YET_READ | NOT_YET_PORTED)
def test_port_is_what_the_header_says(each: Case, ported: Any) -> None:
    port = ported(each)
    found = reported(port.path)
    assert unmatched(each.left, found) == []
    assert [rule for rule in found if not any(stands_for(left).fullmatch(rule) for left in each.left)] == []
    assert port.complete is (each.left == ())
    assert (contents(port.path) == contents(each.path)) is (each.port == "unchanged")
    for source in [source for script in scripts(port.path) for source in code(script)]:
        ast.parse(source, feature_version=(3, 8))


@parametrize(iter(ALL), NOT_YET_READ)
def test_converting_a_port_changes_nothing(each: Case, ported: Any) -> None:
    port = ported(each)
    before = contents(port.path)
    convert_in_place(port.path)
    assert contents(port.path) == before


def gpu2ipu(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command as users start it, in an empty folder: scripts may write files."""
    command = [sys.executable, "-m", "gpu2ipu", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=WHOLE_RUN)


def assert_trains_alike(each: Case, port: Port, folder: Path, *interpreters: str) -> None:
    target = folder / "comparison.json"
    sides = (str(CASES / each.entry), str(port.path.parent / each.entry))
    child = gpu2ipu(folder, "compare", *sides, f"--json={target}", *interpreters)
    said = child.stdout + child.stderr
    assert target.is_file(), said
    report = json.loads(target.read_text())
    if each.name in REFUSALS:
        assert (report["verdict"], child.returncode) == ("error", 2), said
        assert REFUSALS[each.name] in said
    else:
        assert (report["verdict"], child.returncode) == ("agree", 0), said
        assert report["calls"], "nothing was compared"


def assert_runs(each: Case, port: Port, folder: Path, *interpreter: str) -> None:
    child = gpu2ipu(folder, "run", *interpreter, str(port.path.parent / each.entry))
    assert child.returncode == 0, child.stdout + child.stderr


def trained(runs_in: str) -> Iterator[Case]:
    """Cases whose original runs there and is changed by the port."""
    return (each for each in ALL if each.port != "unchanged" and each.runs_in.startswith(runs_in))


@pytest.mark.tensorflow
@parametrize(chain(trained("both"), trained("2.21")), NOT_YET_READ | NOT_YET_TRAINED)
def test_port_trains_like_the_original(each: Case, ported: Any, tmp_path: Path) -> None:
    assert_trains_alike(each, ported(each), tmp_path)


@pytest.mark.tf26
@parametrize(trained("2.6"), NOT_YET_READ | NOT_YET_TRAINED | NOT_YET_COMPARED)
def test_port_trains_like_the_original_on_tensorflow_2_6(
    each: Case, ported: Any, tmp_path: Path, python38: str
) -> None:
    interpreters = (f"--python={python38}", f"--original-python={python38}")
    assert_trains_alike(each, ported(each), tmp_path, *interpreters)


@pytest.mark.tensorflow
@parametrize(
    (each for each in ALL if each.runs_in.startswith("simulator") or each.name in RUNS_IN_BOTH_ONCE_PORTED),
    NOT_YET_READ | NOT_YET_TRAINED,
)
def test_port_runs_where_the_original_cannot(each: Case, ported: Any, tmp_path: Path) -> None:
    assert_runs(each, ported(each), tmp_path)


@pytest.mark.tf26
@parametrize(trained("2.21"), NOT_YET_READ | NOT_YET_TRAINED)
def test_port_runs_on_tensorflow_2_6(each: Case, ported: Any, tmp_path: Path, python38: str) -> None:
    assert_runs(each, ported(each), tmp_path, f"--python={python38}")
