"""The picture of a terminal: what it shows, and that it loads nothing."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from tests.tools.loading import tool

terminal_picture = tool("terminal_picture")


def test_a_picture_shows_what_was_typed_and_printed() -> None:
    made = terminal_picture.picture("gpu2ipu check a.py", "\x1b[32m1 finding\x1b[0m & <more>\n")
    texts = "".join(ET.fromstring(made).itertext()).replace("\xa0", " ")
    assert "$ gpu2ipu check a.py" in texts
    assert "1 finding" in texts
    assert "& <more>" in texts
    assert "\x1b" not in made


def test_the_picture_of_the_documentation_loads_nothing() -> None:
    text = terminal_picture.PICTURE.read_text(encoding="utf-8")
    assert "verdict" in text
    assert "url(http" not in text
    assert "href" not in text
