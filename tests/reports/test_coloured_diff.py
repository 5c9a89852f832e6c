"""Diffs in colours."""

from __future__ import annotations

import difflib
import re

from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.reports.coloured_diff import coloured

CODES = re.compile(r"\x1b\[\d+m")
RED, GREEN, END = "\x1b[31m", "\x1b[32m", "\x1b[0m"


def diff(before: str, after: str) -> str:
    return "".join(
        difflib.unified_diff(
            before.splitlines(keepends=True), after.splitlines(keepends=True), "a.py", "b.py"
        )
    )


def test_the_words_that_changed_stand_out() -> None:
    lines = coloured(diff("x = 1\ny.batch(32)\n", "x = 1\ny.batch(32, drop_remainder=True)\n")).splitlines()
    assert lines[:4] == [
        "\x1b[1m--- a.py\x1b[0m",
        "\x1b[1m+++ b.py\x1b[0m",
        "\x1b[36m@@ -1,2 +1,2 @@\x1b[0m",
        " x = 1",
    ]
    assert lines[4] == f"{RED}-y.batch(32){END}"
    assert lines[5] == f"{GREEN}+y.batch(32\x1b[7m, drop_remainder=True\x1b[27m){END}"


def test_lines_that_have_little_in_common_are_whole() -> None:
    lines = coloured(diff("model.fit(x)\n", "with strategy.scope():\n    model.compile(a)\n")).splitlines()
    assert lines[3:] == [
        f"{RED}-model.fit(x){END}",
        f"{GREEN}+with strategy.scope():{END}",
        f"{GREEN}+    model.compile(a){END}",
    ]


def test_a_missing_line_break_is_told() -> None:
    lines = coloured("--- a\n+++ b\n@@ -1 +1 @@\n-f(1)\n\\ No newline at end of file\n+f(2)\n").splitlines()
    assert lines[3:] == [
        f"{RED}-f(\x1b[7m1\x1b[27m){END}",
        "\\ No newline at end of file",
        f"{GREEN}+f(\x1b[7m2\x1b[27m){END}",
    ]


def test_what_a_terminal_would_obey_is_escaped() -> None:
    shown = coloured('--- a\n+++ b\n@@ -1 +1 @@\n-x = "\x1b[2J\x0c"\r\n+y = 1\r\n')
    assert '"\\x1b[2J\\x0c"' in CODES.sub("", shown)
    assert shown.count("\r") == 2
    assert "\x1b[2J" not in shown


TEXTS = st.lists(st.text(st.sampled_from("ab(-+\\ \t"), max_size=8), max_size=6).map(
    lambda lines: "".join(f"{line}\n" for line in lines)
)


@given(TEXTS, TEXTS)
def test_without_colours_it_is_the_same(before: str, after: str) -> None:
    text = diff(before, after)
    assert CODES.sub("", coloured(text)) == text
