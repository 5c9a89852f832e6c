"""The engine: text to findings, text to port, and what becomes of errors in a file."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import check_file, check_text, convert_file, convert_text
from gpu2ipu.errors import InternalError
from gpu2ipu.rules.rule import Rule
from tests.sample_rules import SAMPLES, Crash, Renamed, use

PATH = Path("train.py")
PLAIN = Config(format=False)

SCRIPT = """\
import keras

def train_step(self, data):
    return data.batch(2)

print(1)
x.batch(3)
"""

PORT = """\
import keras

# gpu2ipu: IPU304 train_step is refused: move it into call
def train_step(self, data):
    return data.batch(2, drop_remainder=True)

print(1)
x.batch(3, drop_remainder=True)
"""


@pytest.fixture(autouse=True)
def _sample_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, *SAMPLES)


def ids(text: str, config: Config = PLAIN, rules: tuple[Rule, ...] = SAMPLES) -> list[str]:
    return [finding.rule for finding in check_text(PATH, text, config, rules)]


def test_findings_stand_in_the_order_of_their_places() -> None:
    assert ids(SCRIPT) == ["IPU304", "IPU201", "IPU909", "IPU201"]


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (Config(select=("IPU201",)), ["IPU201", "IPU201"]),
        (Config(ignore=("IPU201",)), ["IPU304", "IPU909"]),
        (Config(select=("IPU201", "IPU304"), ignore=("IPU304",)), ["IPU201", "IPU201"]),
    ],
)
def test_select_and_ignore(config: Config, expected: list[str]) -> None:
    assert ids(SCRIPT, config) == expected


def test_rules_do_not_look_at_a_script_that_never_says_keras() -> None:
    assert ids("x.batch(3)\n", rules=(Crash(),)) == []


def test_a_script_that_never_says_keras_is_still_parsed() -> None:
    with pytest.raises(SyntaxError):
        ids("x.batch(3\n")


def test_convert_applies_the_fixes_and_marks_the_rest() -> None:
    converted = convert_text(PATH, SCRIPT, PLAIN, SAMPLES)
    assert converted.text == PORT
    assert [(finding.rule, finding.span.line) for finding in converted.applied] == [
        ("IPU201", 4),
        ("IPU201", 7),
    ]
    assert [(finding.rule, finding.span.line) for finding in converted.left] == [("IPU304", 4), ("IPU909", 7)]
    assert not converted.complete


def test_converting_a_port_changes_nothing() -> None:
    again = convert_text(PATH, PORT, PLAIN, SAMPLES)
    assert again.text == PORT
    assert again.applied == ()
    assert [finding.rule for finding in again.left] == ["IPU304", "IPU909"]


def test_without_annotations_only_the_fixes_change_the_text() -> None:
    config = Config(format=False, annotate=False)
    assert "# gpu2ipu" not in convert_text(PATH, SCRIPT, config, SAMPLES).text


def test_notes_are_not_marked_and_leave_the_port_complete() -> None:
    converted = convert_text(PATH, "import keras\nprint(1)\n", PLAIN, SAMPLES)
    assert converted.text == "import keras\nprint(1)\n"
    assert [finding.rule for finding in converted.left] == ["IPU909"]
    assert converted.complete


def test_what_a_comment_silences_is_not_fixed() -> None:
    text = "import keras\nx.batch(3)  # gpu2ipu: ignore[IPU201]\n"
    assert convert_text(PATH, text, PLAIN, SAMPLES).text == text


def test_a_long_changed_line_is_formatted_unless_told_otherwise() -> None:
    text = f"import keras\nx.batch({'a' * 40}, {'b' * 40})\n"
    assert "x.batch(\n" in convert_text(PATH, text, Config(), SAMPLES).text
    assert f"{'b' * 40}, drop_remainder=True)\n" in convert_text(PATH, text, PLAIN, SAMPLES).text


def test_a_fix_that_calls_for_another_is_followed_up() -> None:
    rules = (Renamed("first", "second()", "IPU1"), Renamed("second", "third()", "IPU2"))
    converted = convert_text(PATH, "import keras\nfirst()\n", PLAIN, rules)
    assert converted.text == "import keras\nthird()\n"
    assert [finding.rule for finding in converted.applied] == ["IPU1", "IPU2"]


def test_fixes_of_all_rounds_are_at_lines_of_the_script() -> None:
    rules = (Renamed("first", "second(\n1,\n)", "IPU1"), Renamed("second", "third()", "IPU2"))
    text = "import keras\nx = first()\n\ny = second()\nz = first()\n"
    converted = convert_text(PATH, text, PLAIN, rules)
    assert converted.text == "import keras\nx = third()\n\ny = third()\nz = third()\n"
    assert [(finding.rule, finding.span.line) for finding in converted.applied] == [
        ("IPU1", 2),
        ("IPU2", 2),
        ("IPU2", 4),
        ("IPU1", 5),
        ("IPU2", 5),
    ]


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ((Renamed("a", "b()", "IPU1"), Renamed("b", "a()", "IPU2")), "IPU2 do not settle"),
        ((Renamed("a", "a()", "IPU1"),), "IPU1 do not settle"),
        ((Renamed("a", "a(", "IPU1"),), "IPU1"),
    ],
)
def test_rules_that_cannot_agree_are_a_defect_that_names_them(rules: tuple[Rule, ...], message: str) -> None:
    with pytest.raises(InternalError, match=message):
        convert_text(PATH, "import keras\na()\n", PLAIN, rules)


@given(
    st.lists(st.sampled_from(["x.batch(1)", "def train_step(): pass", "print(1)", "# c", "", "y = 1;  z=2"]))
)
def test_convert_twice_is_convert_once(lines: list[str]) -> None:
    once = convert_text(PATH, "\n".join(["import keras", *lines]), PLAIN, SAMPLES)
    twice = convert_text(PATH, once.text, PLAIN, SAMPLES)
    assert (twice.text, twice.applied, twice.left) == (once.text, (), once.left)
    ast.parse(once.text)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"import keras\nx = (\n", "2: cannot be parsed: '(' was never closed"),
        (b"import keras\nprint 'a'\n", "2: cannot be parsed: Missing parentheses in call to 'print'"),
        (b"import keras\n\0\n", "cannot be parsed: "),
        (b"import keras\n" + b"(" * 5000 + b")" * 5000, "cannot be parsed: "),
    ],
)
def test_what_cannot_be_parsed_is_one_line(tmp_path: Path, data: bytes, error: str) -> None:
    path = tmp_path / "train.py"
    path.write_bytes(data)
    for result in (check_file(path, PLAIN), convert_file(path, PLAIN)):
        assert result.error
        assert result.error.startswith(f"{path}:")
        assert error in result.error
        assert "\n" not in result.error


def test_python_2_is_named(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    path.write_text("print 'a'\n")
    assert "Python 2" in (check_file(path, PLAIN).error or "")


def test_bytes_that_are_no_text_are_trouble(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    path.write_bytes(b"import keras\nname = '\xff'\n")
    error = check_file(path, PLAIN).error or ""
    assert str(path) in error
    assert "internal" not in error


def test_a_defect_in_a_rule_is_that_files_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Crash())
    path = tmp_path / "train.py"
    path.write_text("import keras\n")
    place = f"sample_rules.py:{_line_of_the_defect()}"
    assert check_file(path, PLAIN).error == (
        f"{path}: internal error: KeyError in {place}: 'a defect'; please report it"
    )


def _line_of_the_defect() -> int:
    lines = (Path(__file__).parents[1] / "sample_rules.py").read_text().splitlines()
    return next(number for number, line in enumerate(lines, start=1) if "raise KeyError" in line)


def test_escapes_that_the_parser_warns_of_are_the_users_business() -> None:
    assert ids('import keras\nx = "\\d"\n') == []


@pytest.mark.parametrize(
    ("text", "idle"),
    [
        ("import numpy as keras_free\n", "it does not use Keras"),
        ("import tensorflow as tf\n", "no rule has anything to change"),
        ("from keras import layers\n", "no rule has anything to change"),
        ("# gpu2ipu: ignore-file\nimport keras\nx.batch(1)\n", "ignore-file"),
    ],
)
def test_why_nothing_was_done(tmp_path: Path, text: str, idle: str) -> None:
    path = tmp_path / "train.py"
    path.write_text(text)
    result = convert_file(path, PLAIN)
    assert idle in (result.idle or "")
    assert result.converted
    assert result.converted.text == text


def test_there_is_no_reason_when_something_was_done(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    path.write_text(SCRIPT)
    assert convert_file(path, PLAIN).idle is None


@pytest.mark.parametrize("place", ["", "def main():\n    ", "if True:\n    "])
def test_check_of_an_original_does_not_call_left_what_convert_moves(place: str) -> None:
    lines = (
        "import numpy as np\nfrom tensorflow import keras\n",
        f"{place}model = keras.Sequential([keras.layers.Dense(1)])\n",
        "model.compile('sgd', 'mse')\nx = np.load('x.npy')\nmodel.fit(x, x)\n",
    )
    indented = lines[2].replace("\n", "\n    ").strip(" ") if place else lines[2]
    text = f"{lines[0]}{lines[1]}{'    ' if place else ''}{indented}{'main()' if 'def' in place else ''}\n"
    assert all(finding.fix for finding in check_text(Path("a.py"), text, Config()))
    assert convert_text(Path("a.py"), text, Config()).complete
