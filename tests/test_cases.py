"""The scripts of `tests/cases` and `tests/variants`: each is reported, ported and trained as its header says.

What later work has to make true stands in tables of expected failures, until it is true.
"""

from __future__ import annotations

import ast
import functools
import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.runner import commands, compared_runs
from gpu2ipu.runner.child.process import ProcessOutcome, Request
from gpu2ipu.runner.options import CompareOptions
from tests import warm_simulator
from tests.case_scripts import (
    ALL,
    ASKED_OF_TEXT,
    ASKED_OF_TRAINING,
    CASES,
    OWN,
    RUNS_IN_BOTH_ONCE_PORTED,
    Case,
    Port,
    Trained,
    convert_in_place,
    parametrize,
    port_of,
    reported,
    scripts,
    unmet,
)

# case -> why it fails; what cannot be read fails everywhere
REAL_SCRIPTS = "Real scripts: whatever people write, the port is right or says what is left"
NOT_YET_READ: dict[str, str] = {}
NOT_YET_REPORTED: dict[str, str] = {}
NOT_YET_TRAINED: dict[str, str] = {}
NOT_YET_PORTED = NOT_YET_TRAINED

# What the simulator says where it must refuse the port of a case that leaves something for a person.
REFUSALS = {
    "text_vectorization_strings.py": "string",
}

MINUTES = 60
WHOLE_RUN = 10 * MINUTES

# A difficulty shows in one script; that it is met, in how it is met in others.
ENOUGH = 3
NOT_YET_VARIED: set[str] = set()


def stands_for(pattern: str) -> re.Pattern[str]:
    """`IPU50x` is one of IPU501 to IPU509, anything else itself."""
    return re.compile(pattern.replace("x", "[1-9]"))


def unmatched(patterns: tuple[str, ...], rules: set[str]) -> list[str]:
    return [pattern for pattern in patterns if not any(map(stands_for(pattern).fullmatch, rules))]


@pytest.fixture(scope="module")
def ported(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A function from a case to its port; each case is ported once."""

    @functools.cache
    def port(each: Case) -> Port:
        return port_of(each, tmp_path_factory.mktemp("port"))

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


def test_each_case_has_variants() -> None:
    written = Counter(each.case for each in OWN)
    assert {each.name for each in ALL if written[each.name] < ENOUGH} == NOT_YET_VARIED


def test_variants_ask_for_what_can_be_checked() -> None:
    forms = {*ASKED_OF_TEXT, *ASKED_OF_TRAINING}
    assert [line for each in OWN for line in each.must if line.split()[0] not in forms] == []


@parametrize(chain(ALL, OWN), NOT_YET_READ | NOT_YET_REPORTED)
def test_check_reports_the_rules(each: Case) -> None:
    found = reported(each.path)
    if each.rules == ("none",):
        assert found == set()
    else:
        assert unmatched(each.rules, found) == []


@parametrize(chain(ALL, OWN), NOT_YET_READ | NOT_YET_PORTED)
def test_port_is_what_the_header_says(each: Case, ported: Any) -> None:
    port = ported(each)
    found = reported(port.path)
    assert unmatched(each.left, found) == []
    assert [rule for rule in found if not any(stands_for(left).fullmatch(rule) for left in each.left)] == []
    assert port.complete is (each.left == ())
    assert (contents(port.path) == contents(each.path)) is (each.port == "unchanged")
    for source in [source for script in scripts(port.path) for source in code(script)]:
        ast.parse(source, feature_version=(3, 8))
    assert unmet(each, ASKED_OF_TEXT, port) == []


@parametrize(chain(ALL, OWN), NOT_YET_READ)
def test_converting_a_port_changes_nothing(each: Case, ported: Any) -> None:
    port = ported(each)
    before = contents(port.path)
    convert_in_place(port.path)
    assert contents(port.path) == before


def assert_trains_alike(each: Case, port: Port, command: Any, *interpreters: str) -> None:
    sides = (str(each.path.parent / each.entry), str(port.path.parent / each.entry))
    done = command("compare", *sides, "--json=comparison.json", f"--timeout={WHOLE_RUN}", *interpreters)
    said = done.out + done.err
    assert Path("comparison.json").is_file(), said
    report = json.loads(Path("comparison.json").read_text())
    if each.name in REFUSALS:
        assert (report["verdict"], done.code) == ("error", 2), said
        assert REFUSALS[each.name] in said
    else:
        assert (report["verdict"], done.code) == ("agree", 0), said
        assert report["calls"], "nothing was compared"
    assert unmet(each, {"sees": ASKED_OF_TRAINING["sees"]}, Trained(report, said)) == [], said


@pytest.fixture
def train(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function from a case and its port to what `compare` says of them."""
    outcomes: list[ProcessOutcome] = []

    def run(request: Request) -> ProcessOutcome:
        outcomes.append(warm_simulator.run(request))
        return outcomes[-1]

    def compare(each: Case, port: Port) -> Trained:
        target = tmp_path / "comparison.json"
        sides = (each.path.parent / each.entry, port.path.parent / each.entry)
        commands.compare(*sides, each.arguments, CompareOptions(json=target, timeout=WHOLE_RUN))
        return Trained(json.loads(target.read_text()), outcomes[0].output)

    monkeypatch.setattr(compared_runs, "run_process", run)
    monkeypatch.chdir(tmp_path)
    return compare


def assert_runs(each: Case, port: Port, command: Any, *interpreter: str) -> None:
    done = command("run", *interpreter, str(port.path.parent / each.entry), *each.arguments)
    said = done.out + done.err
    if each.case in REFUSALS:
        assert done.code != 0 and REFUSALS[each.case] in said, said
    else:
        assert done.code == 0, said
    assert unmet(each, {"prints": ASKED_OF_TRAINING["prints"]}, Trained({}, said)) == [], said


def trained(runs_in: str, among: tuple[Case, ...] = ALL) -> Iterator[Case]:
    """Cases whose original runs there and is changed by the port."""
    return (each for each in among if each.port != "unchanged" and each.runs_in.startswith(runs_in))


@pytest.mark.tensorflow
@parametrize(chain(trained("both"), trained("2.21")), NOT_YET_READ | NOT_YET_TRAINED)
def test_port_trains_like_the_original(each: Case, ported: Any, command: Any) -> None:
    assert_trains_alike(each, ported(each), command)


@pytest.mark.tensorflow
@parametrize(chain(trained("both", OWN), trained("2.21", OWN)), {})
def test_port_of_a_variant_trains_like_the_original(
    each: Case, ported: Any, train: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    trained = train(each, ported(each))
    said = capfd.readouterr().out + trained.output
    if each.case in REFUSALS:
        assert trained.report["verdict"] == "error", said
        assert REFUSALS[each.case] in said
    else:
        assert trained.report["verdict"] == ("error" if each.trains_on_cpu else "agree"), said
        assert trained.report["calls"], "nothing was compared"
    assert unmet(each, ASKED_OF_TRAINING, trained) == [], said


@pytest.mark.tf26
@parametrize(chain(trained("2.6"), trained("2.6", OWN)), NOT_YET_READ | NOT_YET_TRAINED)
def test_port_trains_like_the_original_on_tensorflow_2_6(
    each: Case, ported: Any, command: Any, python38: str
) -> None:
    interpreters = (f"--python={python38}", f"--original-python={python38}")
    assert_trains_alike(each, ported(each), command, *interpreters)


@pytest.mark.tensorflow
@parametrize(
    (
        each
        for each in chain(ALL, OWN)
        if each.runs_in.startswith("simulator") or each.case in RUNS_IN_BOTH_ONCE_PORTED
    ),
    NOT_YET_READ | NOT_YET_TRAINED,
)
def test_port_runs_where_the_original_cannot(each: Case, ported: Any, command: Any) -> None:
    assert_runs(each, ported(each), command)


@pytest.mark.tf26
@parametrize(
    (each for each in chain(ALL, OWN) if not each.runs_in.startswith("2.6")),  # those are compared there
    NOT_YET_READ | NOT_YET_TRAINED,
)
def test_port_runs_on_tensorflow_2_6(each: Case, ported: Any, command: Any, python38: str) -> None:
    assert_runs(each, ported(each), command, f"--python={python38}")
