"""Each file in `cases/<ID>/`: a script, a line `# output`, its port; without that line it must stay as it is.

Only the rule of the folder is used, and lines are not formatted. The first line may be `# flags: …` with
options of `convert` (`--select`, `--ignore`, `--sdk`, `--pipeline-stages`, `--micro-batch`, `--precision`, `--inspect`,
`--gradient-accumulation`, `--replicas`, `--addons`, `--device-loop`, `--both-devices`, `--no-annotate`), or
`--all-rules`, `--format`.
`--notes 4,9` says in which lines of the file `check` notes something in the script; without it, the rules that only
note must be silent.
"""

from __future__ import annotations

import argparse
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import check_text, convert_text
from gpu2ipu.findings import Severity
from gpu2ipu.rules import all_rules
from gpu2ipu.rules.rule import Rule

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.glob("*/*.py"))
NUMBERS = ("pipeline_stages", "micro_batch", "gradient_accumulation", "replicas")
NOTING = {rule.id for rule in all_rules() if rule.severity is Severity.NOTE}
FLAGS, OUTPUT = "# flags:", "# output\n"


@dataclass(frozen=True)
class Case:
    """A script, its port, and the options of the conversion."""

    script: str
    port: str
    config: Config
    notes: tuple[int, ...] | None  # the lines with a note, counted in the script; None: any may have one


def read(path: Path) -> Case:
    text, flags = path.read_text(encoding="utf-8"), ""
    if text.startswith(FLAGS):
        flags, _, text = text[len(FLAGS) :].partition("\n")
    script, mark, port = text.partition(OUTPUT)
    given = _flags(path.parent.name, shlex.split(flags))
    notes = tuple(int(line) - bool(flags) for line in given.notes.split(",")) if given.notes else None
    if notes is None and path.parent.name in NOTING:
        notes = ()
    return Case(script, port if mark else script, _config(given), notes)


def _flags(rule: str, flags: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("--select", default=rule)
    parser.add_argument("--ignore", default="")
    parser.add_argument("--sdk", default=Config.sdk)
    parser.add_argument("--schedule", default=Config.schedule)
    parser.add_argument("--precision", default=Config.precision)
    parser.add_argument("--evaluation", default=Config.evaluation)
    parser.add_argument("--inspect", default="")
    parser.add_argument("--notes", default="")
    for number in NUMBERS:
        parser.add_argument(f"--{number.replace('_', '-')}", type=int, default=getattr(Config, number))
    for flag in (
        "--no-annotate",
        "--all-rules",
        "--format",
        "--recompute",
        "--addons",
        "--device-loop",
        "--both-devices",
    ):
        parser.add_argument(flag, action="store_true")
    return parser.parse_args(flags)


def _config(given: argparse.Namespace) -> Config:
    return Config(
        sdk=given.sdk,
        schedule=given.schedule,
        precision=given.precision,
        evaluation=given.evaluation,
        inspect=tuple(filter(None, given.inspect.split(","))),
        recompute=given.recompute,
        addons=given.addons,
        device_loop=given.device_loop,
        both_devices=given.both_devices,
        **{number: getattr(given, number) for number in NUMBERS},
        select=() if given.all_rules else tuple(given.select.split(",")),
        ignore=tuple(filter(None, given.ignore.split(","))),
        annotate=not given.no_annotate,
        format=given.format,
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case(path: Path) -> None:
    case = read(path)
    converted = convert_text(path, case.script, case.config)
    assert converted.text == case.port
    again = convert_text(path, case.port, case.config)
    assert (again.text, again.applied) == (case.port, ())
    assert not [finding for finding in check_text(path, case.port, case.config) if finding.fix]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_notes(path: Path) -> None:
    case = read(path)
    if case.notes is not None:
        findings = check_text(path, case.script, case.config)
        assert tuple(finding.lines[0] for finding in findings if not finding.asks) == case.notes


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.id)
def test_each_rule_has_cases_that_it_reports_and_cases_that_stay(rule: Rule) -> None:
    cases = [read(path) for path in FILES if path.parent.name == rule.id]
    is_noting = rule.id in NOTING
    assert any(case.script != case.port or (is_noting and case.notes) for case in cases)
    assert any(case.script == case.port and not (is_noting and case.notes) for case in cases)


def test_each_folder_is_a_rule() -> None:
    assert {path.parent.name for path in FILES} <= {rule.id for rule in all_rules()}
