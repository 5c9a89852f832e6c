"""Pages that load nothing, and run only the script that belongs to them."""

from __future__ import annotations

import base64
import hashlib

import pytest

from gpu2ipu.reports.html_page import mark, page, with_code


def test_a_page_runs_its_own_script_only() -> None:
    text = page("A <title>", "b {}", ["<p>body</p>"], "run()")
    digest = base64.b64encode(hashlib.sha256(b"run()").digest()).decode()
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'" in text
    assert "<title>A &lt;title&gt;</title>" in text and "b {}" in text and "<p>body</p>" in text
    assert text.endswith("<script>run()</script>\n</body>\n</html>\n")


def test_a_page_without_a_script_runs_none() -> None:
    text = page("title", "", [])
    assert "script-src 'none'" in text and "<script" not in text


def test_a_mark() -> None:
    assert mark("left", "a < b") == ' <span class="mark left">a &lt; b</span>'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a <b>", "a &lt;b&gt;"),
        ("use `x < 1` here", "use <code>x &lt; 1</code> here"),
        ("one ` only", "one ` only"),
    ],
)
def test_backticks_are_code(text: str, expected: str) -> None:
    assert with_code(text) == expected
