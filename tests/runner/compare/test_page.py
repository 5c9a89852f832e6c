"""The page of a comparison: what is on it, and that nothing of a script is more than text."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

from gpu2ipu.runner.compare.compare import Comparison, compare
from gpu2ipu.runner.compare.page import FilePair, written
from gpu2ipu.runner.compare.record import Data
from gpu2ipu.runner.compare.tolerance import Tolerance

from .records import HEADER, evaluate, fit, record

EVIL = '</script></pre><img src=x onerror="alert(1)">'
VOID = ("meta", "line", "circle", "polyline")
MEMORY = {"capacity": 1 << 20, "stages": [{"ipu": 0, "total": 1 << 19}, {"ipu": 0, "total": 1 << 20}]}


class Tags(HTMLParser):
    """The elements of a page, its text, and those that are not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags, self.text, self.open = set[str](), "", list[str]()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert not any(name.startswith("on") or name in ("src", "href") for name, _ in attributes)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert tag in VOID or self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def page_of(comparison: Comparison, *files: FilePair, title: str = "train.py") -> Tags:
    tags = Tags(written(title, comparison, files))
    assert not tags.open
    return tags


def test_a_comparison_that_differs() -> None:
    port = record(
        fit(losses=(*fit().losses[:5], 9.0, *fit().losses[6:]), micro_batches=2, steps_per_execution=20),
        evaluate(),
    )
    page = page_of(compare(record(fit(), evaluate()), port, Tolerance()))
    assert "verdict: differ, the port does not learn" in page.text
    assert "first difference: call 1 (fit), epoch 1, step 6: loss" in page.text
    assert "call 1 (fit): loss of each step" in page.text and "polyline" in page.tags
    for words in ("samples an epoch", "executions", "learning rate", "TensorFlow", "2.6.5"):
        assert words.lower() in page.text.lower()


def test_memory_dropped_samples_and_what_is_without_an_ipu() -> None:
    mine = record(fit(data=fit().data.__class__("arrays", 650, 64)), memories=((0, MEMORY), (None, MEMORY)))
    comparison = compare(mine, mine, Tolerance())
    page = page_of(comparison.with_other_device(comparison))
    assert "1,536.0" in page.text and "150%" in page.text and "outside of calls" in page.text
    assert "Without an IPU" in page.text and "dropped" in page.text


def test_what_steps_leave_out_is_not_dropped() -> None:
    given = Data("arrays", 54_000, 64)
    comparison = compare(
        record(fit(data=given)), record(fit(data=replace(given, shortened=True))), Tolerance()
    )
    assert "53,360" not in page_of(comparison).text
    dropped = compare(record(fit(data=given)), record(fit(data=given)), Tolerance())
    assert page_of(dropped).text.count("53,360") == 2


def test_the_diff_of_all_files_that_differ() -> None:
    same = FilePair("same.py", "a", "a")
    page = page_of(
        compare(record(fit()), record(fit()), Tolerance()), FilePair("train.py", "a\nb", "a\nc"), same
    )
    assert "-b" in page.text and "+c" in page.text and "same.py" not in page.text


def test_nothing_that_was_compared() -> None:
    page = page_of(Comparison("error", "simulator", notes=("it `failed`",)))
    assert "the port could not be judged" in page.text and "failed" in page.text


def test_what_scripts_hold_is_text() -> None:
    header = {**HEADER, "script": EVIL, "interpreter": EVIL}
    call = fit(name=EVIL, epochs=({EVIL: 0.5, "loss": 1.0},), dtype=EVIL)
    mine = record(call, header=header, notes=(EVIL,))
    port = record(fit(name=EVIL, epochs=({"loss": 1.0},)), header=header)
    page = page_of(compare(mine, port, Tolerance()), FilePair(EVIL, EVIL, f"{EVIL}\n"), title=EVIL)
    assert {"img", "script"}.isdisjoint(page.tags)
    assert page.text.count(EVIL) >= 6
