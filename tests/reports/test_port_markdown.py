"""What `convert` did, as Markdown."""

from __future__ import annotations

from dataclasses import replace

from gpu2ipu.reports.port_markdown import written
from gpu2ipu.reports.port_report import PortReport
from tests.reports.test_port_report import ports, report

__all__ = ["ports", "report"]


def test_a_row_and_a_section_for_each_script(report: PortReport) -> None:
    lines = written(report).splitlines()
    assert "| `a<b>.py` | 50 % | 1 | 1 | 1 | medium |" in lines
    assert "| `b.py` | – | 0 | 0 | 0 |  |" in lines
    assert "| `c.py` | error |  |  |  |  |" in lines
    start = lines.index("## `a<b>.py` → `a<b>.ipu.py`")
    assert lines[start + 2 : start + 9] == [
        "### Manual work (lines of the port)",
        "",
        "* line 5: **IPU304** train\\_step is refused: move it into call – effort: medium",
        "",
        "### Changes (lines of the script)",
        "",
        "* line 2: **IPU201** add drop\\_remainder=True (the last batch may be partial) – **review**: it may drop data"
        " or change numbers",
    ]


def test_signs_of_markdown_are_escaped_and_code_is_code(report: PortReport) -> None:
    (finding,) = report.scripts[0].left
    odd = replace(finding, message="*a* <img> `b_c` [x](y) | `")
    script = replace(report.scripts[0], script="a`|`.py", left=(odd,))
    text = written(replace(report, scripts=(script,)))
    assert "**IPU304** \\*a\\* \\<img\\> `b_c` \\[x\\](y) \\| ` – effort" in text
    assert "| `` a`\\|`.py `` |" in text
