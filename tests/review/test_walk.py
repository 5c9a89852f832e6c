"""The walk through the changes of a script: what it shows, what keys do, and the real thing on a terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import subprocess
import sys
import termios
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from gpu2ipu.analysis.syntax.script import CELL_SIGN
from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text
from gpu2ipu.review.changes import Review
from gpu2ipu.review.decisions import Decisions, kept, state_file
from gpu2ipu.review.proposal import review_of
from gpu2ipu.review.walk import Terminal, walk
from gpu2ipu.source.notebook import Notebook
from tests.reports.found import notebook
from tests.review.reviews import TRAINING, port_of, reviewed


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    Path("train.py").write_text(TRAINING)


@pytest.fixture(scope="module")
def review() -> Review:
    """Changes 1, 2, 3 that needs both, 4 that needs 2, and 5."""
    return reviewed(TRAINING)


class Typist:
    """A terminal on which somebody presses keys."""

    def __init__(self, keys: str) -> None:
        self._keys, self.said, self.asked = iter(keys), list[str](), list[str]()
        self.terminal = Terminal(lambda text: self.said.append(str(text)), self._key)

    def _key(self, question: str) -> str:
        self.asked += re.findall(r"\d+", question)
        return next(self._keys)

    @property
    def text(self) -> str:
        return "\n".join(self.said)


@pytest.mark.parametrize(
    ("keys", "asked", "accepted", "rejected"),
    [
        ("yyyyy", "12345", {1, 2, 3, 4, 5}, set()),
        ("nyyy", "1245", {2, 4, 5}, {1, 3}),
        ("ynn", "125", {1}, {2, 3, 4, 5}),
        ("a", "1", {1, 2, 3, 4, 5}, set()),
        ("na", "12", {2, 4, 5}, {1, 3}),
        ("q", "1", set(), set()),
        ("yq", "12", {1}, set()),
        ("\n\ny\nq", "12345", {1, 2, 3}, set()),
        ("yb\nyynn", "1212345", {1, 2, 3}, {4, 5}),
        ("yyybnyn", "1234345", {1, 2, 4}, {3, 5}),
        ("Y?x+q", "12222", {1}, set()),
        ("bq", "11", set(), set()),
    ],
)
def test_keys(review: Review, keys: str, asked: str, accepted: set[int], rejected: set[int]) -> None:
    typist = Typist(keys)
    made = walk(review, Decisions(), typist.terminal)
    assert "".join(typist.asked) == asked
    assert made == Decisions(frozenset(accepted), frozenset(rejected))
    assert kept(review) == made
    review.text_with(made.accepted)


def test_what_goes_along_is_said(review: Review) -> None:
    typist = Typist("\n\nybbnq")
    walk(review, Decisions(), typist.terminal)
    assert "accepted with it: changes 1, 2" in typist.said
    assert "rejected with it: changes 3, 4" in typist.said


def test_a_change_is_shown_with_its_reasons_and_their_source(review: Review) -> None:
    typist = Typist("yyyq")
    walk(review, Decisions(), typist.terminal)
    assert "change 4 of 5 (review; needs change 2)" in typist.text
    assert "  line 7: IPU202 train on full batches: the remainder is dropped (`fit` ends" in typist.text
    assert "[review: it may drop data or change numbers]" in typist.text
    assert typist.text.count("IPU202 uneven-array: ") == 1  # once is enough
    assert (
        "@@ line 7 @@\n x, y = np.zeros((1000, 4)), np.zeros((1000, 1))\n"
        " model = keras.Sequential([keras.layers.Dense(1)])\n"
        ' model.compile("adam", "mse")\n-model.fit(x, y, batch_size=32)\n'
        "+model.fit(x[:train_size], y[:train_size], batch_size=32)\n print(model.evaluate(x, y))"
    ) in typist.text


def test_more_lines_around_a_change(review: Review) -> None:
    typist = Typist("yyy+q")
    walk(review, Decisions(), typist.terminal)
    assert "@@ line 7 @@\n import numpy as np\n" in typist.text


def test_a_decision_is_shown_on_the_way_back(review: Review) -> None:
    typist = Typist("ybq")
    walk(review, Decisions(), typist.terminal)
    assert "change 1 of 5 (safe; accepted)" in typist.text


def test_a_script_does_not_talk_to_the_terminal() -> None:
    review = reviewed(TRAINING.replace("model.fit(x", "model.fit('\x1b[2J\u202e' and x"))
    typist = Typist("yyyyq")
    walk(review, Decisions(), typist.terminal)
    assert "\x1b" not in typist.text and "\u202e" not in typist.text and "\\x1b[2J\\u202e" in typist.text


def test_colours_are_those_of_diffs(review: Review) -> None:
    typist = Typist("q")
    terminal = Terminal(typist.terminal.say, typist.terminal.key, has_colours=True)
    walk(review, Decisions(), terminal)
    assert "\x1b[32m+from tensorflow.python import ipu\x1b[0m" in typist.text


# on a terminal


def on_terminal(keys: Iterable[str], *arguments: str) -> tuple[int, str]:
    """Run the command on a terminal, press a key at each question, and return its exit code and what was seen."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "gpu2ipu", "review", "train.py", *arguments]
    child = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # whose Ctrl-C it hears
    )
    os.close(theirs)
    seen, pending = b"", list(keys)
    while part := _read(ours):
        seen += part
        if seen.endswith(b"[y,n,a,b,q,+,?] ") and pending:
            os.write(ours, pending.pop(0).encode())
    os.close(ours)
    assert not pending
    return child.wait(), seen.decode().replace("\r\n", "\n")


def _read(end: int) -> bytes:
    assert select.select([end], [], [], 60)[0], "nothing is shown, and nothing asked"
    try:
        return os.read(end, 1 << 16)
    except OSError:  # how a terminal ends on Linux
        return b""


@pytest.fixture
def press(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent.parent.parent))
    monkeypatch.setenv("NO_COLOR", "1")
    return on_terminal


def test_a_review_is_left_and_resumed(press: Callable[..., tuple[int, str]]) -> None:
    code, seen = press("yyq")
    assert code == 1 and "change 3 of 5 (safe; needs changes 1, 2)" in seen
    assert "changes 3, 4, 5 not decided: the next `gpu2ipu review` of train.py goes on there" in seen
    assert f"(kept in {state_file(Path('train.py'))})" in seen
    assert not Path("train_ipu.py").exists()
    code, seen = press("yyy")
    assert seen.startswith("2 of 5 changes decided before; b goes back to them\n\nchange 3 of 5")
    assert code == 0 and seen.endswith("train.py -> train_ipu.py (written): 5 of 5 changes accepted\n")
    assert Path("train_ipu.py").read_text() == port_of(TRAINING)
    assert not state_file(Path("train.py")).exists()


def test_after_a_change_of_the_script_a_review_begins_anew(press: Callable[..., tuple[int, str]]) -> None:
    press("yyq")
    Path("train.py").write_text(TRAINING.replace("32", "16"))
    _, seen = press("q")
    assert seen.startswith(
        "script, options or gpu2ipu have changed since the last review: this one begins anew\n"
    )
    assert "change 1 of 5" in seen


def test_a_file_in_the_way_is_told_before_the_questions(press: Callable[..., tuple[int, str]]) -> None:
    Path("train_ipu.py").touch()
    assert press("") == (
        2,
        "train_ipu.py: is there already; --force writes over it, -o FILE writes elsewhere\n",
    )
    assert press("a", "--patch", "out.patch")[0] == 0
    assert Path("out.patch").exists() and Path("train_ipu.py").read_bytes() == b""
    assert press("a", "--force")[0] == 0
    assert Path("train_ipu.py").read_text() == port_of(TRAINING)


def test_an_interrupt_keeps_what_was_decided(press: Callable[..., tuple[int, str]]) -> None:
    code, seen = press("yn\x03")
    assert code == 130 and seen.endswith("gpu2ipu: interrupted\n")
    assert kept(reviewed(TRAINING)).open(reviewed(TRAINING)) == [5]


def test_an_arrow_is_one_key_and_asks_for_nothing(press: Callable[..., tuple[int, str]]) -> None:
    _, seen = press(["\x1b[A", "ü", "\x04"])
    assert seen.count("these keys") == 2 and "changes 1, 2, 3, 4, 5 not decided" in seen


def test_a_cache_that_cannot_be_written_stops_nobody(press: Callable[..., tuple[int, str]]) -> None:
    Path("cache").write_text("")
    code, seen = press("yq")
    assert code == 1 and f"{state_file(Path('train.py'))} cannot be written, and keeps nothing" in seen
    assert press("a")[0] == 0 and Path("train_ipu.py").read_text() == port_of(TRAINING)


def test_a_patch_of_what_was_accepted(press: Callable[..., tuple[int, str]]) -> None:
    code, _ = press("yynyn", "--patch", "out.patch")
    subprocess.run(["git", "apply", "out.patch"], check=True)
    assert code == 1 and Path("train.py").read_text() == reviewed(TRAINING).text_with({1, 2, 4})


def test_a_notebook_is_shown_as_people_know_it() -> None:
    cells = (
        "import numpy as np\nfrom tensorflow import keras\nx = np.zeros((9, 4))",
        "%matplotlib inline",
        "keras.Sequential([keras.layers.Dense(1)]).predict(x)",
    )
    source = Notebook.decode(Path("a.ipynb"), notebook(*cells).encode())
    converted = convert_text(source.path, source.text, Config())
    review = review_of(source, converted.text, converted.applied, converted.left)
    typist = Typist("nq")
    walk(review, Decisions(), typist.terminal)
    assert "cell 3, line 1: IPU" in typist.text
    assert re.search(r"^@@ cell [13](:\d)? @@$", typist.text, re.MULTILINE)
    assert (
        " # cell 2" in typist.text and " %matplotlib inline" in typist.text and CELL_SIGN not in typist.text
    )
