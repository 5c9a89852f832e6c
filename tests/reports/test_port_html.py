"""What `convert` did, as a page."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

from gpu2ipu.reports.port_html import written
from gpu2ipu.reports.port_report import PortReport
from tests.reports.test_port_report import ports, report

__all__ = ["ports", "report"]

VOID = {"input", "meta"}


class Page(HTMLParser):
    """The elements of a page, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def test_each_script_has_a_row_that_leads_to_its_section(report: PortReport) -> None:
    page = Page(written(report))
    assert page.open == []
    links = [attributes["href"] for tag, attributes in page.tags if tag == "a"]
    sections = {
        f"#{attributes['id']}": "open" in attributes for tag, attributes in page.tags if tag == "details"
    }
    assert links == list(sections)
    assert list(sections.values()) == [True, False, True, True]  # what needs a look is open
    assert (
        "4 scripts: 1 change, 1 to review, 1 for manual work (effort: 1 medium); 50 % settled." in page.words
    )
    assert "line 5: IPU304 train_step is refused: move it into call effort: medium" in page.words
    assert (
        "line 2: IPU201 add drop_remainder=True (the last batch may be partial) review: it may" in page.words
    )


def test_nothing_of_a_script_becomes_part_of_the_page(report: PortReport) -> None:
    attack = "</script><img src=x onerror=alert(1)>\"'&"
    (finding,) = report.scripts[0].left
    odd = replace(finding, message=f"{attack} `{attack}` `")
    script = replace(report.scripts[0], script=attack, port=attack, left=(odd,))
    error = replace(report.scripts[2], script=attack, error=attack)
    page = Page(written(replace(report, scripts=(script, error))))
    assert page.open == []
    assert {tag for tag, _ in page.tags} <= {tag for tag, _ in Page(written(report)).tags}
    assert page.words.count(attack) >= 6


def test_nothing_is_loaded_from_elsewhere(report: PortReport) -> None:
    text = written(report)
    assert not any(
        word in text for word in ("http:", "https:", "src=", "url(", "@import", "<script", "<link")
    )
