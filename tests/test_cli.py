"""The command line: options, exit codes, what goes where, and how little `check` imports."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import ShellComplete

import gpu2ipu
from gpu2ipu import cli
from gpu2ipu.cli.examples import EXAMPLES, START
from gpu2ipu.plan import command as plan_command
from gpu2ipu.plan.measuring import PlanOptions
from gpu2ipu.reports.formats import FORMATS
from gpu2ipu.runner import commands
from gpu2ipu.runner.options import CompareOptions, RunOptions
from tests.sample_rules import SAMPLES, Crash, use

BATCHED, PORTED = "import keras\nx.batch(1)\n", "import keras\nx.batch(1, drop_remainder=True)\n"
OWN_STEP = "import keras\ndef train_step(): pass\n"
CLEAN = "import numpy\n"
NO_KERAS = "nothing to port: it does not use Keras"

Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _scripts_and_sample_rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    use(monkeypatch, *SAMPLES)
    monkeypatch.chdir(tmp_path)
    for name, text in {"batched": BATCHED, "own": OWN_STEP, "clean": CLEAN, "broken": "x = (\n"}.items():
        Path(f"{name}.py").write_text(text)


def gpu2ipu_(*arguments: str) -> int:
    return cli.main(arguments)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["convert", "batched.py"], 0),
        (["convert", "clean.py"], 0),
        (["convert", "own.py"], 1),
        (["convert", "broken.py"], 2),
        (["convert", "batched.py", "broken.py", "own.py"], 2),
        (["convert", "--diff", "batched.py"], 0),
        (["convert", "--diff", "own.py"], 1),
        (["convert", "--check", "clean.py"], 0),
        (["convert", "--check", "batched.py"], 1),
        (["convert", "--check", "own.py"], 1),
        (["convert", "--check", "--diff", "batched.py"], 1),
        (["convert", "--check", "broken.py", "batched.py"], 2),
        (["convert", "--ignore", "IPU304", "own.py"], 0),
        (["convert", "missing.py", "batched.py"], 2),
        (["check", "clean.py"], 0),
        (["check", "batched.py"], 1),
        (["check", "--select", "IPU304,IPU909", "batched.py"], 0),
        (["check", "--select", "IPU304", "--select", "IPU201", "batched.py"], 1),
        (["check", "--exit-zero", "batched.py"], 0),
        (["check", "--exit-zero", "broken.py", "batched.py"], 2),
        (["check", "broken.py", "batched.py"], 2),
        (["check", "missing.py", "clean.py"], 2),
        (["check", "--fix", "batched.py"], 0),
        (["check", "--fix", "own.py"], 1),
        (["check", "--add-ignore", "own.py"], 0),
        (["check", "--add-ignore", "own.py", "broken.py"], 2),
        (["rules"], 0),
        (["explain", "ipu201"], 0),
        (["--version"], 0),
        (["--help"], 0),
        (["convert", "--help"], 0),
        ([], 2),
    ],
)
def test_exit_codes(arguments: list[str], code: int) -> None:
    assert gpu2ipu_(*arguments) == code


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["check", "missing.py"], "missing.py: no such file or folder"),
        (["check", "broken.py"], "broken.py:1: cannot be parsed: '(' was never closed"),
        (["convert", "broken.py"], "broken.py:1: cannot be parsed: '(' was never closed"),
        (["check", "--format", "jsn", "clean.py"], "unknown value 'jsn'; did you mean json?"),
        (["check", "--sdk", "3.5", "clean.py"], "option --sdk: unknown SDK '3.5'; did you mean 3.4?"),
        (["check", "--select", "IPU21", "clean.py"], "unknown rule 'IPU21'; did you mean IPU201?"),
        (["check", "-j", "-1", "clean.py"], "option --jobs: must be 0 or more, not -1"),
        (["check", "-j", "x", "clean.py"], "'x' is not a valid integer"),
        (["check", "--fromat", "json", "clean.py"], "--format"),
        (["check"], "Missing argument 'PATH…'. For example: gpu2ipu check ports/"),
        (["compare"], "Missing argument 'SCRIPT'. For example: gpu2ipu compare train.py"),
        (["train.py"], "A command goes before train.py. For example: gpu2ipu convert --diff train.py"),
        (["run", "--lr", "1", "a.py"], "What is the script's own goes behind it: gpu2ipu run SCRIPT --lr"),
        (["compare", "a.py", "b.py", "1"], "extra argument (1). What is the script's own goes after --:"),
        (
            ["my train.py"],
            "A command goes before my train.py. For example: gpu2ipu convert --diff 'my train.py'",
        ),
        (["explain", "my train.py"], "`gpu2ipu check 'my train.py'` lists"),
        (["explain", "train.py"], "a rule or a name; `gpu2ipu check train.py` lists what is found in a file"),
        (["convert", "--in-place", "-o", "x.py", "clean.py"], "choose one of -o and --in-place"),
        (["check", ""], "the path is empty; name a script, a notebook or a folder"),
        (["convert", "", "clean.py"], "the path is empty"),
        (["run", ""], "the path is empty"),
        (["compare", "clean.py", ""], "the path is empty"),
        (["check", "-", "clean.py"], "- is a script on standard input, which is checked alone"),
        (["check", "--fix", "-"], "a script on standard input cannot be written: name its file"),
        (["check", "--stdin-filename", "a.py", "clean.py"], "give - as PATH"),
        (["convert", "--report", "r.txt", "clean.py"], "r.txt: a report ends in .json, .md, .html"),
        (["convert", "-o", "clean.py", "clean.py"], "clean.py: the output would overwrite the input"),
        (["explain", "IPU202"], "unknown rule 'IPU202'; did you mean IPU201?"),
        (["explain", "partial-batches"], "unknown rule 'partial-batches'; did you mean partial-batch?"),
        (
            ["explain", "tf.keras.optimizers.AdamWW"],
            "name of TensorFlow or Keras; did you mean tf.keras.optimizers.AdamW",
        ),
        (["run", "--backend", "simulato", "clean.py"], "unknown value 'simulato'; did you mean simulator?"),
        (["compare", "--epochs", "0", "clean.py"], "0 is not in the range x>=1"),
        (["compare", "--timeout", "0", "clean.py"], "0.0 is not in the range x>0"),
    ],
)
def test_trouble_is_one_sentence_on_stderr(capsys: Printed, arguments: list[str], sentence: str) -> None:
    assert gpu2ipu_(*arguments) == 2
    out, err = capsys.readouterr()
    assert sentence in err
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert sentence not in out


def test_a_bad_pyproject_is_trouble(capsys: Printed) -> None:
    Path("pyproject.toml").write_text("[tool.gpu2ipu]\nsdkk = '3.4'\n")
    assert gpu2ipu_("check", "clean.py") == 2
    assert "sdkk: no such option; did you mean sdk?" in capsys.readouterr().err


def test_options_of_the_pyproject_are_used(capsys: Printed) -> None:
    Path("pyproject.toml").write_text("[tool.gpu2ipu]\nignore = ['IPU201']\n")
    assert gpu2ipu_("check", "batched.py") == 0
    assert gpu2ipu_("check", "--ignore", "IPU304", "batched.py") == 1


def test_convert_tells_what_it_did(capsys: Printed) -> None:
    gpu2ipu_("convert", "batched.py", "own.py", "clean.py")
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "batched.py -> batched_ipu.py (written)",
        "  line 2: IPU201 add drop_remainder=True (the last batch may be partial)"
        " [review: it may drop data or change numbers]",
        "own.py -> own_ipu.py (written)",
        "  needs manual work (lines of the port):",
        "  line 3: IPU304 train_step is refused: move it into call",
        f"clean.py: {NO_KERAS}",
        "3 scripts: 1 change, 1 to review, 1 for manual work",
    ]
    assert err == ""
    assert Path("batched_ipu.py").read_text() == PORTED
    assert not Path("clean_ipu.py").exists()


def test_a_diff_is_in_colours_on_a_terminal(capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    gpu2ipu_("convert", "--diff", "batched.py")
    plain = capsys.readouterr().out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    gpu2ipu_("convert", "--diff", "batched.py")
    assert "\x1b[32m+x.batch(1\x1b[7m, drop_remainder=True\x1b[27m)\x1b[0m\n" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    gpu2ipu_("convert", "--diff", "batched.py")
    assert capsys.readouterr().out == plain


@pytest.mark.parametrize("options", [[], ["--diff"], ["--check"]])
def test_convert_writes_a_report(options: list[str]) -> None:
    assert gpu2ipu_("convert", *options, "--report", "r.json", "batched.py", "own.py", "broken.py") == 2
    total = json.loads(Path("r.json").read_text())["total"]
    assert (total["scripts"], total["errors"], total["changes"], total["manual_work"]) == (3, 1, 1, 1)


def test_convert_with_an_output(capsys: Printed) -> None:
    assert gpu2ipu_("convert", "batched.py", "-o", "out.py") == 0
    assert Path("out.py").read_text() == PORTED


def test_convert_in_place_goes_on_after_trouble(capsys: Printed) -> None:
    assert gpu2ipu_("convert", "--in-place", "broken.py", "batched.py") == 2
    assert Path("batched.py").read_text() == PORTED
    assert Path("broken.py").read_text() == "x = (\n"
    assert "batched.py (rewritten)" in capsys.readouterr().out


def test_a_diff_and_a_check_are_those_of_the_destination(capsys: Printed) -> None:
    Path("train.py").write_text("import keras\nimport rows\n")
    Path("rows.py").write_text(BATCHED)
    for options in (["--in-place"], ["-o", "out"]):
        assert gpu2ipu_("convert", "--diff", *options, "train.py", "rows.py") == 0
        printed = capsys.readouterr()
        assert "+++ out/rows.py" in printed.out if "-o" in options else "+++ rows.py" in printed.out
        assert "rows.py: would change" in printed.err
        assert gpu2ipu_("convert", "--check", *options, "train.py", "rows.py") == 1
        assert Path("rows.py").read_text() == BATCHED and not Path("out").exists()


def test_a_diff_says_what_is_in_the_way(capsys: Printed) -> None:
    Path("batched_ipu.py").write_text("# mine\n")
    assert gpu2ipu_("convert", "--diff", "batched.py") == 0
    printed = capsys.readouterr()
    assert "batched.py: would change, but batched_ipu.py: is there already and differs" in printed.err
    assert "+++ batched_ipu.py" in printed.out


def test_a_diff_is_all_there_is_on_stdout(capsys: Printed) -> None:
    gpu2ipu_("convert", "--diff", "batched.py", "clean.py")
    out, err = capsys.readouterr()
    assert out == (
        "--- batched.py\n+++ batched_ipu.py\n@@ -1,2 +1,2 @@\n"
        " import keras\n-x.batch(1)\n+x.batch(1, drop_remainder=True)\n"
    )
    assert "batched.py: would change" in err
    assert not Path("batched_ipu.py").exists()


def test_check_only_writes_nothing(capsys: Printed) -> None:
    gpu2ipu_("convert", "--check", "batched.py", "own.py")
    assert not Path("batched_ipu.py").exists()
    assert not Path("own_ipu.py").exists()


def test_no_annotate_leaves_no_comment() -> None:
    gpu2ipu_("convert", "--no-annotate", "own.py")
    assert not Path("own_ipu.py").exists()
    gpu2ipu_("convert", "own.py")
    assert "# gpu2ipu: IPU304" in Path("own_ipu.py").read_text()


def test_no_format_leaves_long_lines() -> None:
    Path("long.py").write_text(f"import keras\nx.batch({'a' * 100})\n")
    gpu2ipu_("convert", "--no-format", "long.py")
    assert Path("long_ipu.py").read_text() == f"import keras\nx.batch({'a' * 100}, drop_remainder=True)\n"


def test_check_as_text(capsys: Printed) -> None:
    gpu2ipu_("check", "own.py", "batched.py")
    assert capsys.readouterr().out.splitlines() == [
        "own.py:2:1: IPU304 train_step is refused: move it into call",
        "  |",
        "2 | def train_step(): pass",
        "  | ^^^^^^^^^^^^^^^^^^^^^^",
        "batched.py:2:1: IPU201 [*] the last batch may be partial",
        "  |",
        "2 | x.batch(1)",
        "  | ^^^^^^^^^^",
        "2 findings in 2 files; `gpu2ipu convert` settles 1 ([*])",
    ]


@pytest.mark.parametrize("form", FORMATS)
def test_check_in_each_format(capsys: Printed, form: str) -> None:
    assert gpu2ipu_("check", "--format", form, "own.py", "clean.py") == 1
    out, err = capsys.readouterr()
    assert "IPU304" in out and "own.py" in out
    assert err == ""


def test_check_quietly(capsys: Printed) -> None:
    assert gpu2ipu_("check", "-q", "--format", "concise", "own.py") == 1
    assert capsys.readouterr().out == "own.py:2:1: IPU304 train_step is refused: move it into call\n"


def test_check_of_standard_input(capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(BATCHED.encode())))
    assert gpu2ipu_("check", "--stdin-filename", "sub/train.py", "--format", "concise", "-") == 1
    assert capsys.readouterr().out.startswith("sub/train.py:2:1: IPU201 [*] the last batch may be partial\n")


def test_check_fixes_and_silences(capsys: Printed) -> None:
    gpu2ipu_("check", "--fix", "batched.py")
    assert Path("batched.py").read_text() == PORTED
    assert capsys.readouterr() == ("", "batched.py (rewritten): 1 change, 1 to review (IPU201)\n")
    gpu2ipu_("check", "--fix", "batched.py")
    assert capsys.readouterr() == ("", "")
    gpu2ipu_("check", "--add-ignore", "own.py")
    assert capsys.readouterr().out == "own.py: comments silence 1 of its findings\n"
    assert gpu2ipu_("check", "own.py") == 0


@pytest.mark.parametrize("command", ["check", "convert"])
def test_excluded_files_are_left_out_by_force(capsys: Printed, command: str) -> None:
    Path("pyproject.toml").write_text("[tool.gpu2ipu]\nexclude = ['own.py']\n")
    assert gpu2ipu_(command, "own.py") == 1
    capsys.readouterr()
    assert gpu2ipu_(command, "--force-exclude", "own.py") == 0
    assert capsys.readouterr() == ("", "")


def test_check_counts_by_rule(capsys: Printed) -> None:
    Path("batched.py").write_text(f"{BATCHED}x.batch(2)\n")
    assert gpu2ipu_("check", "--statistics", "batched.py", "own.py") == 1
    assert capsys.readouterr().out.splitlines() == [
        "2  IPU201  [*]  partial-batch",
        "1  IPU304  [ ]  overridden-train-step",
    ]
    gpu2ipu_("check", "--statistics", "--format", "json", "own.py")
    counted = {"rule": "IPU304", "name": "overridden-train-step", "count": 1, "fixable": 0}
    assert json.loads(capsys.readouterr().out) == [counted]
    assert gpu2ipu_("check", "--statistics", "--format", "sarif", "own.py") == 2
    assert "choose text or json" in capsys.readouterr().err


def test_check_is_silent_where_there_is_nothing_to_say(capsys: Printed) -> None:
    gpu2ipu_("check", "clean.py")
    assert capsys.readouterr() == ("", "")


def test_check_as_json_holds_errors_too(capsys: Printed) -> None:
    assert gpu2ipu_("check", "--format", "json", "batched.py", "broken.py", "missing.py") == 2
    report = json.loads(capsys.readouterr().out)
    assert report["version"] == 1
    assert [(file["path"], file["error"], len(file["findings"])) for file in report["files"]] == [
        (None, "missing.py: no such file or folder", 0),
        ("batched.py", None, 1),
        ("broken.py", "broken.py:1: cannot be parsed: '(' was never closed", 0),
    ]


def test_rules_and_explain_print_texts_of_rules(capsys: Printed) -> None:
    gpu2ipu_("rules")
    assert capsys.readouterr().out.startswith("IPU201  partial-batch")
    gpu2ipu_("rules", "--markdown")
    assert "| IPU201 | partial-batch | error |" in capsys.readouterr().out
    for name in ("IPU201", "partial-batch"):
        gpu2ipu_("explain", name)
        assert "Why: it is a | sample" in capsys.readouterr().out


def test_explain_prints_what_is_known_of_a_name(capsys: Printed) -> None:
    assert gpu2ipu_("explain", "keras.optimizers.AdamW") == 0
    assert "it came with TensorFlow 2.12" in capsys.readouterr().out


def test_a_defect_of_the_tool_is_one_line_that_asks_for_a_report(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Crash())
    assert gpu2ipu_("check", "batched.py") == 2
    assert capsys.readouterr().err.startswith("batched.py: internal error: KeyError in sample_rules.py:")
    monkeypatch.setattr("gpu2ipu.reports.formats.summary", lambda *_: 1 / 0)
    assert gpu2ipu_("check", "clean.py") == 2
    assert "internal error: ZeroDivisionError in test_cli.py:" in capsys.readouterr().err


def called(monkeypatch: pytest.MonkeyPatch, command: str) -> list[tuple[Any, ...]]:
    calls: list[tuple[Any, ...]] = []

    def record(*arguments: object) -> int:
        calls.append(arguments)
        return 7

    monkeypatch.setattr(commands, command, record)
    return calls


def test_run_hands_over_what_stands_after_the_script(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = called(monkeypatch, "run")
    assert (
        gpu2ipu_(
            "run", "--synthetic-data", "--python", "py", "a.py", "--epochs", "3", "--python=x", "--", "b"
        )
        == 7
    )
    script, arguments, options = calls[0]
    assert script == Path("a.py")
    assert arguments == ("--epochs", "3", "--python=x", "--", "b")
    assert options == RunOptions(python=Path("py"), synthetic_data=True)


def test_plan_takes_what_the_pyproject_states_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[PlanOptions] = []

    def plan(script: Path, arguments: tuple[str, ...], options: PlanOptions) -> int:
        calls.append(options)
        return 0

    monkeypatch.setattr(plan_command, "plan", plan)
    assert gpu2ipu_("plan", "clean.py") == 0
    stated = "schedule = 'interleaved'\nrecompute = true\nmicro-batch = 4\npipeline-stages = 'auto'\n"
    Path("pyproject.toml").write_text(f"[tool.gpu2ipu]\n{stated}")
    assert gpu2ipu_("plan", "clean.py") == 0
    assert gpu2ipu_("plan", "clean.py", "--schedule", "sequential", "--micro-batch", "8") == 0
    assert calls == [
        PlanOptions(),
        PlanOptions(schedule="interleaved", recompute=True, micro_batch=4),
        PlanOptions(schedule="sequential", recompute=True, micro_batch=8),
    ]


def test_a_module_may_be_named_for_a_script(monkeypatch: pytest.MonkeyPatch) -> None:
    runs, comparisons = called(monkeypatch, "run"), called(monkeypatch, "compare")
    gpu2ipu_("run", "-m", "pkg.train", "-m", "x")
    assert runs == [(Path("pkg.train"), ("-m", "x"), RunOptions(module=True))]
    gpu2ipu_("compare", "pkg.train", "-m", "pkg.port", "--", "-m")
    assert comparisons == [(Path("pkg.train"), Path("pkg.port"), ("-m",), CompareOptions(module=True))]


@pytest.mark.parametrize(
    ("arguments", "port", "handed_over"),
    [
        (["compare", "a.py"], None, ()),
        (["compare", "a.py", "b.py"], Path("b.py"), ()),
        (["compare", "a.py", "--", "b.py", "--epochs", "3"], None, ("b.py", "--epochs", "3")),
        (["compare", "a.py", "b.py", "--", "--", "x"], Path("b.py"), ("--", "x")),
        (["compare", "a.py", "--"], None, ()),
    ],
)
def test_compare_tells_port_and_arguments_apart(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], port: Path | None, handed_over: tuple[str, ...]
) -> None:
    calls = called(monkeypatch, "compare")
    assert gpu2ipu_(*arguments) == 7
    assert calls == [(Path("a.py"), port, handed_over, CompareOptions())]


def test_options_of_compare_stand_anywhere_before_the_dashes(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = called(monkeypatch, "compare")
    gpu2ipu_(
        *[
            "compare",
            "--epochs=2",
            "a.py",
            "--json",
            "x.json",
            "--steps",
            "5",
            "--samples",
            "640",
            "--timeout",
            "9",
        ],
        *["--seed", "3", "--original-python", "p", "--synthetic-data", "--", "--epochs", "1"],
    )
    assert calls[0][3] == CompareOptions(
        original_python=Path("p"),
        epochs=2,
        steps=5,
        samples=640,
        synthetic_data=True,
        json=Path("x.json"),
        timeout=9.0,
        seed=3,
    )
    assert calls[0][2] == ("--epochs", "1")


def child(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **environment},
    )


def test_check_of_one_file_imports_nothing_heavy() -> None:
    result = child("-X", "importtime", "-m", "gpu2ipu", "check", "batched.py")
    imported = {line.rpartition("|")[2].strip().partition(".")[0] for line in result.stderr.splitlines()}
    assert {"gpu2ipu", "click"} <= imported
    assert result.returncode != 2
    assert not imported & {
        "libcst",
        "tensorflow",
        "black",
        "rich",
        "concurrent",
        "multiprocessing",
        "pathspec",
    }


def test_the_module_and_its_version() -> None:
    result = child("-m", "gpu2ipu", "--version")
    assert result.stdout == f"gpu2ipu, version {gpu2ipu.__version__}\n"


def test_output_that_the_terminal_cannot_show_is_escaped() -> None:
    Path("ω.py").write_text("import keras\nx.batch('ω')\n", encoding="utf-8")
    result = child("-m", "gpu2ipu", "convert", "--diff", "ω.py", PYTHONIOENCODING="latin-1")
    assert result.returncode != 2
    assert "\\u03c9.py" in result.stderr


@pytest.mark.parametrize("command", ["compare", "plan"])
@pytest.mark.parametrize(
    ("given", "words"), [(["--lr", "1"], "SCRIPT -- --lr"), (["b.py", "c.py"], "SCRIPT -- ARGS")]
)
def test_what_is_the_scripts_own_goes_behind_two_dashes(
    capsys: pytest.CaptureFixture[str], command: str, given: list[str], words: str
) -> None:
    assert cli.main([command, "train.py", *given]) == 2
    assert f"gpu2ipu {command} {words}" in capsys.readouterr().err
    assert cli.main([command, "--help"]) == 0
    assert "[-- ARGS…]" in capsys.readouterr().out


def test_help_lists_the_commands_in_the_order_of_their_use(capsys: Printed) -> None:
    assert gpu2ipu_("--help") == 0
    shown = capsys.readouterr().out
    listed = [line.split()[0] for line in shown.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()]
    assert listed == list(cli.gpu2ipu.commands)
    assert listed[:4] == ["convert", "review", "check", "run"]
    assert "..." not in shown.partition("Commands:")[2]
    for example in START[2:]:
        assert example in shown
        cli.gpu2ipu.commands[shlex.split(example)[1]].make_context("x", shlex.split(example)[2:])


@pytest.mark.parametrize("name", EXAMPLES)
def test_help_ends_with_examples_that_can_be_typed(name: str, capsys: Printed) -> None:
    assert gpu2ipu_(name, "--help") == 0
    shown = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert shown[-len(EXAMPLES[name]) :] == list(EXAMPLES[name])
    for example in EXAMPLES[name]:
        words = shlex.split(example.partition(" > ")[0])
        assert words[:2] == ["gpu2ipu", name]
        command = cli.gpu2ipu.commands[name]
        command.make_context(name, words[2:])


def test_all_commands_for_people_have_examples() -> None:
    assert set(cli.gpu2ipu.commands) - set(EXAMPLES) == {"rules", "server"}


@pytest.mark.parametrize(
    ("line", "proposed"),
    [
        ("check --select IPU20", {"IPU201"}),
        ("check --select IPU304,IPU2", {"IPU304,IPU201"}),
        ("check --format g", {"github", "gitlab"}),
        ("convert --precision f", {"float32", "float16"}),
        ("convert --evaluation e", {"exact"}),
        ("plan --schedule s", {"sequential"}),
        ("run --sdk 3.4", {"3.4"}),
        ("compare --backend ipu-", {"ipu-model"}),
        ("explain ipu2", {"IPU201"}),
        ("explain keras.optimizers.AdamW", {"keras.optimizers.AdamW"}),
        ("explain keras.la", {"keras.layers"}),
    ],
)
def test_a_shell_completes_values(line: str, proposed: set[str]) -> None:
    *words, begun = line.split()
    completion = ShellComplete(cli.gpu2ipu, {}, "gpu2ipu", "_GPU2IPU_COMPLETE")
    assert {item.value for item in completion.get_completions(words, begun)} == proposed


@pytest.mark.parametrize(
    "line",
    [
        "check d",
        "convert --plan d",
        "convert --report d",
        "doctor --setup-simulator d",
        "run train.py --data d",
        "compare train.py train_ipu.py -- --data d",
        "plan train.py -- d",
    ],
)
def test_a_shell_completes_files(line: str) -> None:
    *words, begun = line.split()
    completion = ShellComplete(cli.gpu2ipu, {}, "gpu2ipu", "_GPU2IPU_COMPLETE")
    assert [item.type for item in completion.get_completions(words, begun)] == ["file"]


needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")


@needs_full
@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "batched.py"],
        ["check", "--format", "json", "batched.py"],
        ["convert", "--diff", "batched.py"],
        ["convert", "-o", "port.py", "batched.py"],
        ["explain", "IPU201"],
        ["--help"],
    ],
    ids=" ".join,
)
def test_an_output_that_cannot_be_written_is_one_sentence(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "gpu2ipu", *arguments], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 2
    assert done.stderr == "gpu2ipu: the output cannot be written: No space left on device\n"
    if "-o" in arguments:
        assert Path("port.py").read_text().startswith("from tensorflow import keras\n")


def test_an_output_that_nobody_reads() -> None:
    """A closed one is no trouble, and `| head` ends quietly."""
    command = f"{shlex.quote(sys.executable)} -m gpu2ipu check batched.py"
    closed = subprocess.run(f"{command} >&- 2>&-", shell=True, capture_output=True, check=False)
    assert (closed.returncode, closed.stdout, closed.stderr) == (1, b"", b"")
    pipe = subprocess.run(f"{command} | true", shell=True, capture_output=True, check=False)
    assert (pipe.stdout, pipe.stderr) == (b"", b"")
