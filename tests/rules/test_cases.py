"""Each file in `cases/<ID>/`: a script, a line `# output`, its port; without that line it must stay as it is.

Only the rule of the folder is used, and lines are not formatted. The first line may be `# flags: …` with
options of `convert` (`--select`, `--ignore`, `--sdk`, `--pipeline-stages`, `--micro-batch`, `--precision`, `--inspect`,
`--gradient-accumulation`, `--replicas`, `--addons`, `--both-devices`, `--no-annotate`), or `--all-rules`, `--format`.
"""

from __future__ import annotations

import argparse
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import check_text, convert_text
from gpu2ipu.rules import all_rules

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.glob("*/*.py"))
NUMBERS = ("pipeline_stages", "micro_batch", "gradient_accumulation", "replicas")
FLAGS, OUTPUT = "# flags:", "# output\n"


@dataclass(frozen=True)
class Case:
    """A script, its port, and the options of the conversion."""

    script: str
    port: str
    config: Config


def read(path: Path) -> Case:
    text, flags = path.read_text(encoding="utf-8"), ""
    if text.startswith(FLAGS):
        flags, _, text = text[len(FLAGS) :].partition("\n")
    script, mark, port = text.partition(OUTPUT)
    return Case(script, port if mark else script, _config(path.parent.name, shlex.split(flags)))


def _config(rule: str, flags: list[str]) -> Config:
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("--select", default=rule)
    parser.add_argument("--ignore", default="")
    parser.add_argument("--sdk", default=Config.sdk)
    parser.add_argument("--schedule", default=Config.schedule)
    parser.add_argument("--precision", default=Config.precision)
    parser.add_argument("--evaluation", default=Config.evaluation)
    parser.add_argument("--inspect", default="")
    for number in NUMBERS:
        parser.add_argument(f"--{number.replace('_', '-')}", type=int, default=getattr(Config, number))
    for flag in ("--no-annotate", "--all-rules", "--format", "--recompute", "--addons", "--both-devices"):
        parser.add_argument(flag, action="store_true")
    given = parser.parse_args(flags)
    return Config(
        sdk=given.sdk,
        schedule=given.schedule,
        precision=given.precision,
        evaluation=given.evaluation,
        inspect=tuple(filter(None, given.inspect.split(","))),
        recompute=given.recompute,
        addons=given.addons,
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


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.id)
def test_each_rule_has_cases_that_change_and_cases_that_stay(rule: object) -> None:
    cases = [read(path) for path in FILES if path.parent.name == getattr(rule, "id", None)]
    # what is wrong with a comment is told by `check` only
    assert any(case.script != case.port for case in cases) is (getattr(rule, "id", None) != "IPU001")
    assert any(case.script == case.port for case in cases)


def test_each_folder_is_a_rule() -> None:
    assert {path.parent.name for path in FILES} <= {rule.id for rule in all_rules()}
