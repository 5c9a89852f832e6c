"""The changes of ports: what is in each, why, and that any choice of them is a script."""

from __future__ import annotations

import ast
import builtins
import random
from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.review.changes import Review, compiles
from gpu2ipu.review.groups import Groups
from tests.review.reviews import TRAINING, port_of, reviewed, with_those_needed

FIXTURES = sorted((Path(__file__).parent.parent.parent / "fixtures").glob("*/gpu.py"))
MANUAL = f"{TRAINING}for _ in range(3):\n    model.train_on_batch(x[:32], y[:32])\n"


def rules(review: Review) -> list[str]:
    return [" ".join(sorted({finding.rule for finding in change.findings})) for change in review.changes]


def test_each_change_has_its_findings() -> None:
    review = reviewed(TRAINING)
    assert rules(review) == ["IPU101 IPU102 IPU103", "IPU202 IPU301", "IPU103 IPU301", "IPU202", "IPU202"]
    assert [change.needs for change in review.changes] == [set(), set(), {1, 2}, {2}, set()]
    assert [change.safety for change in review.changes] == ["safe", "review", "safe", "review", "safe"]


def test_lines_are_those_of_both_texts() -> None:
    review = reviewed(TRAINING)
    for text, line in ((TRAINING, "old"), (port_of(TRAINING), "new")):
        for segment in review.segments:
            part, first = getattr(segment, line), getattr(segment, f"{line}_line")
            assert text.split("\n")[first - 1 :][: part.count("\n")] == part.split("\n")[:-1]


def test_a_comment_on_manual_work_is_a_change() -> None:
    review = reviewed(MANUAL)
    (manual,) = (change for change in review.changes if change.safety == "manual")
    assert [finding.rule for finding in manual.findings] == ["IPU307"]
    (segment,) = (each for each in review.segments if each.change == manual.number)
    assert segment.old == "" and segment.new.lstrip().startswith("# gpu2ipu: IPU307 ")


def test_without_comments_manual_work_is_told_beside_the_changes() -> None:
    review = reviewed(MANUAL, Config(annotate=False))
    assert [finding.rule for finding in review.others] == ["IPU307"]


def test_what_splits_a_batch_over_replicas_is_one_change() -> None:
    review = reviewed(TRAINING, Config(replicas=2))
    selects, splits, reduces = (
        {each.change for each in review.segments if each.change is not None and code in each.new}
        for code in ("auto_select_ipus = 2", "batch_size=16", "average_over_replicas(")
    )
    assert splits and splits <= selects and splits <= reduces


def test_gradients_are_accumulated_with_the_batch_that_is_split() -> None:
    review = reviewed(TRAINING, Config(gradient_accumulation=4))
    (segment,) = (each for each in review.segments if "set_gradient_accumulation_options" in each.new)
    assert [each.change for each in review.segments if "batch_size=8" in each.new] == [segment.change]


def test_what_is_no_python_alone_goes_with_its_neighbour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the grammar overlooks: here the lines of a new block would be changes of their own."""
    monkeypatch.setattr(Groups, "_join_blocks", lambda *_: None)
    review = reviewed(TRAINING)
    assert len(review.changes) > 1
    for change in review.changes:
        assert compiles(review.text_with({change.number, *change.needs}))
        assert compiles(review.text_with(review.numbers - {change.number, *review.needing(change.number)}))


def test_a_digest_is_that_of_both_texts() -> None:
    one, other = reviewed(TRAINING), reviewed(TRAINING.replace("32", "16"))
    assert one.digest == reviewed(TRAINING).digest != other.digest
    assert one.digest != reviewed(TRAINING, Config(gradient_accumulation=4)).digest


def test_cells_stay_comments() -> None:
    text = f"# %%\n{TRAINING}"
    review = reviewed(text)
    assert review.text_with(()) == text
    assert review.source.encode(review.text_with(review.numbers)).startswith(b"# %%\nimport numpy")


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.parent.name)
def test_any_choice_is_a_script_that_defines_its_names(path: Path) -> None:
    """Of each change alone, all others, and some by chance, each with what they need."""
    text = path.read_text()
    review, numbers = reviewed(text, path=path), random.Random(path.parent.name)
    assert all(change.findings for change in review.changes)
    known = unbound(text)
    choices = [[number] for number in review.numbers]
    choices += [
        numbers.sample(sorted(review.numbers), numbers.randint(0, len(review.numbers))) for _ in range(5)
    ]
    for choice in choices:
        accepted = with_those_needed(review, *choice)
        for some in (
            accepted,
            review.numbers - {each for one in choice for each in (one, *review.needing(one))},
        ):
            part = review.text_with(some)
            assert compiles(part) and unbound(part) <= known


def unbound(text: str) -> set[str]:
    """Names that a script uses and binds nowhere."""
    nodes = list(ast.walk(ast.parse(text)))
    bound = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    bound |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    bound |= {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    bound |= {
        (alias.asname or alias.name).partition(".")[0]
        for node in nodes
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    return used - bound - set(dir(builtins))
