"""A comparison on two machines: each side recorded into a file, and what is judged of the two files."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu import cli
from gpu2ipu.runner.child.interpreters import Interpreter
from gpu2ipu.runner.compare import record_file
from tests.conftest import CommandOutcome
from tests.runner.compare.test_record_file import ORIGINAL as ORIGINAL_MANIFEST
from tests.runner.compare.test_record_file import PORT as PORT_MANIFEST
from tests.runner.compare.test_record_file import rewritten, with_manifest, written
from tests.runner.test_commands import ACCUMULATED, NORMALIZED, ORIGINAL, PORT

Run = Callable[..., CommandOutcome]
Printed = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["run", "--epochs", "2", "a.py"], "--epochs is for recorded runs: give --record FILE, too."),
        (["run", "--along", "x", "a.py"], "--along is for recorded runs"),
        (["run", "--keep-files", "x", "a.py"], "--keep-files is for recorded runs"),
        (["run", "--show-output", "a.py"], "--show-output is for recorded runs"),
        (["run", "--record", "r", "--json", "x", "a.py"], "--json is for plain runs"),
        (["run", "--record", "r", "--instances", "2", "a.py"], "--instances is for plain runs"),
        (["run", "--record", "r", "none.py"], "none.py does not exist"),
        (["run", "--record", "no/r", "a.py"], "no/r cannot be written: there is no folder no"),
        (["compare"], "Missing argument 'SCRIPT'"),
        (
            ["compare", "--from", "x", "y", "a.py"],
            "--from compares what was recorded and runs nothing: leave SCRIPT out",
        ),
        (["compare", "--from", "x", "y", "--epochs", "1"], "leave --epochs out"),
        (["compare", "--from", "x", "y", "-j", "2"], "leave --jobs out"),
        (["compare", "--from", "x", "y", "--", "1"], "leave 1 out"),
        (["compare", "--from", "x", "y"], "x does not exist"),
        (["compare", "--from", "x", "y", "--plot", "a.gif"], "a.gif"),
        (["compare", "--from", "x"], "--from"),
    ],
)
def test_words_that_do_not_go_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed, words: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.py").write_text("print(1)")
    assert cli.main(words) == 2
    out, err = capsys.readouterr()
    assert sentence in err and err.count("\n") == 1 and out == ""


@pytest.fixture
def any_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    def any_one(path: Path | None, option: str, launcher: tuple[str, ...] = ()) -> Interpreter:
        return Interpreter(path or Path(sys.executable), "3.10.0", tensorflow="2.16.0", keras="2.16.0")

    monkeypatch.setattr("gpu2ipu.runner.child.interpreters.interpreter", any_one)


@pytest.mark.usefixtures("any_interpreter")
@pytest.mark.parametrize(
    ("changes", "words", "sentence"),
    [
        (
            {},
            ["a.py"],
            "is of a run with other arguments: --lr 0.1, and not none; run both sides with the same",
        ),
        ({"arguments": []}, ["a.py", "--lr", "1"], "is of a run with other arguments: none, and not --lr 1"),
        (
            {"arguments": []},
            ["--seed", "1", "a.py"],
            "--seed: the port was recorded with 3; leave the option out",
        ),
        ({"arguments": []}, ["--steps", "1", "a.py"], "--steps: the port was recorded with none"),
        ({"side": "original"}, ["a.py"], "is the record of an original; name that of its port"),
        ({"failed": True}, ["a.py"], "is of a run that failed, which an original cannot follow"),
        ({}, ["p.py"], "p.py imports tensorflow.python.ipu: it is a port; --along is for its original"),
        ({"format": 9}, ["a.py"], "is a record of format 9"),
    ],
)
def test_records_that_an_original_cannot_follow(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Printed,
    changes: dict[str, object],
    words: list[str],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.py").write_text("print(1)")
    Path("p.py").write_text("from tensorflow.python import ipu")
    port = rewritten(written(tmp_path / "port", PORT_MANIFEST), with_manifest(**changes))
    assert cli.main(["run", "--record", "r", "--along", str(port), *words]) == 2
    err = capsys.readouterr().err
    assert sentence in err and err.count("\n") == 1
    assert not Path("r").exists()


ALONG = {"id": "1f", "script": "abc"}


@pytest.mark.parametrize(
    ("original", "port", "sentence"),
    [
        (
            {"side": "port"},
            {},
            "were both recorded by themselves, as ports: record the port, and then the original",
        ),
        ({}, {"side": "original"}, "were both recorded as originals"),
        ({}, {"id": "3f"}, "was recorded along another version of the port than"),
        (
            {"along": {"id": "1f", "script": record_file.digest("print('\udce9 \u00e9')\n")}},
            {"id": "3f"},
            "was recorded along another run of the port than",
        ),
        (
            {"arguments": ["--lr", "2"]},
            {"id": "3f"},
            "is of a run with other arguments: --lr 0.1, and not --lr 2",
        ),
        ({"format": 9}, {}, "is a record of format 9"),
    ],
)
def test_records_that_do_not_fit_each_other(
    tmp_path: Path, capsys: Printed, original: dict[str, object], port: dict[str, object], sentence: str
) -> None:
    mine = rewritten(written(tmp_path / "a", ORIGINAL_MANIFEST), with_manifest(**original))
    theirs = rewritten(written(tmp_path / "b", PORT_MANIFEST), with_manifest(**port))
    for pair in ((mine, theirs), (theirs, mine)):
        assert cli.main(["compare", "--from", *map(str, pair)]) == 2
        out, err = capsys.readouterr()
        assert sentence in err and err.count("\n") == 1 and out == ""


def judgement(path: Path) -> dict[str, Any]:
    """The report of a comparison, without what no two runs have alike."""
    report: dict[str, Any] = json.loads(path.read_text())
    for call in report["calls"]:
        for side in ("original", "port"):
            del call[side]["seconds"]
    return report


@pytest.mark.tensorflow
class TestTwoMachines:
    """Two folders, of which each has its script only."""

    def record(self, command: Run, original: str, port: str, *words: str) -> tuple[str, str]:
        """Record both sides in folders of their own; return the files, which have been moved."""
        for name, text in (("gpu", original), ("ipu", port)):
            Path(name).mkdir()
            Path(name, "train.py").write_text(text)
        done = command("run", "--record", "p", *words, "ipu/train.py", "--lr", "1")
        assert done.code == 0, done.err
        assert (
            "recorded in p; then, of its original: gpu2ipu run --record FILE --along p ORIGINAL --lr 1"
            in done.err
        )
        shutil.rmtree("ipu")
        Path("p").rename("port.record")
        done = command("run", "--record", "o", "--along", "port.record", "gpu/train.py", "--lr", "1")
        assert done.code == 0, done.err
        assert "recorded in o; compare: gpu2ipu compare --from o port.record" in done.err
        assert sorted(path.name for path in Path("gpu").iterdir()) == ["train.py"]
        return "o", "port.record"

    @pytest.mark.parametrize(
        ("original", "port", "verdict"),
        [
            (ORIGINAL, PORT, "agree"),
            (ORIGINAL, PORT.replace('compile("adam"', "compile(tf.keras.optimizers.Adam(0.01)"), "differ"),
            (NORMALIZED, ACCUMULATED.format("mean"), "agree"),
        ],
        ids=["agree", "differ", "untouched"],
    )
    def test_the_judgement_is_that_of_one_machine(
        self, command: Run, original: str, port: str, verdict: str
    ) -> None:
        mine, theirs = self.record(command, original, port, "--epochs", "2", "--seed", "5")
        Path("a.py").write_text(original)
        Path("b.py").write_text(port)
        code = {"agree": 0, "differ": 1}[verdict]
        reports = [f"--{kind}=two.{kind}" for kind in ("json", "html", "junit")]
        done = command("compare", "--from", theirs, mine, *reports, "--plot=two.svg")
        assert done.code == code, done.err
        assert f"verdict: {verdict}" in done.out
        live = command(
            "compare", "a.py", "b.py", "--epochs=2", "--seed=5", "--json=one.json", "--", "--lr", "1"
        )
        assert live.code == code
        assert judgement(Path("two.json")) == judgement(Path("one.json"))
        page = Path("two.html").read_text()
        assert "From the original to the port" in page and f'class="{verdict}"' in page
        assert Path("two.svg").read_text().startswith("<svg")
        assert ('failures="0"' in Path("two.junit").read_text()) == (verdict == "agree")

    def test_an_original_that_fails(self, command: Run) -> None:
        Path("port.py").write_text(PORT)
        Path("train.py").write_text(ORIGINAL.replace("model.evaluate", "1 / 0; model.evaluate"))
        assert command("run", "--record", "p", "--steps=2", "port.py").code == 0
        done = command("run", "--record", "o", "--along", "p", "train.py")
        assert done.code == 1 and "The original failed with exit code 1" in done.err
        done = command("compare", "--from", "o", "p", "--json=out.json")
        assert done.code == 2 and "verdict: error" in done.out
        assert json.loads(Path("out.json").read_text())["notes"][0].startswith(
            "The original failed with exit code 1"
        )

    def test_a_port_that_fails(self, command: Run) -> None:
        Path("port.py").write_text("import keras_that_is_not_there\n")
        done = command("run", "--record", "p", "port.py")
        assert done.code == 1 and "recorded in p, which no original can follow" in done.err
        Path("train.py").write_text("print(1)")
        done = command("run", "--record", "o", "--along", "p", "train.py")
        assert (done.code, done.out) == (2, "") and "is of a run that failed" in done.err

    def test_what_the_script_writes_and_prints(self, command: Run) -> None:
        Path("port.py").write_text(PORT + "open('log.txt', 'w').write('done')\nprint('spoken')\n")
        done = command("run", "--record", "p", "--steps=2", "--keep-files=kept", "--show-output", "port.py")
        assert done.code == 0 and "port | spoken" in done.err
        assert Path("kept/port/log.txt").read_text() == "done" and not Path("log.txt").exists()

    @pytest.mark.tf26
    def test_two_versions_of_tensorflow(self, command: Run, python38: str) -> None:
        Path("port.py").write_text(PORT)
        Path("train.py").write_text(ORIGINAL)
        assert command("run", "--record", "p", "--python", python38, "port.py").code == 0
        assert command("run", "--record", "o", "--along", "p", "train.py").code == 0
        done = command("compare", "--from", "o", "p")
        assert done.code == 0 and "verdict: agree" in done.out
