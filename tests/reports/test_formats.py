"""The table of formats."""

from __future__ import annotations

import pytest

from gpu2ipu.convert.checking import Checked
from gpu2ipu.errors import Trouble
from gpu2ipu.reports.formats import FOR_PEOPLE, FORMATS, statistics, summary, written
from tests.reports.found import CHECKED


@pytest.mark.parametrize("form", FORMATS)
def test_each_format_has_all_findings(form: str) -> None:
    report = written(CHECKED, form)
    assert all(word in report for word in ("IPU201", "IPU304", "IPU909", "a.py", "n.ipynb"))
    assert bool(written(Checked(()), form)) is (form in ("json", "sarif", "gitlab", "junit"))


@pytest.mark.parametrize("form", FORMATS)
def test_only_people_get_a_last_line(form: str) -> None:
    assert bool(summary(CHECKED, form)) is (form in FOR_PEOPLE)


def test_statistics_in_a_format_without_a_place_for_them() -> None:
    assert statistics(CHECKED, "text") == statistics(CHECKED, "concise")
    with pytest.raises(Trouble, match="--statistics: there is none in the format junit; choose text or json"):
        statistics(CHECKED, "junit")
