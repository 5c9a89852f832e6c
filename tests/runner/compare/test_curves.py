"""Loss curves: what is drawn, and that it is well-formed whatever the values are."""

from __future__ import annotations

import math
from xml.etree import ElementTree

import pytest

from gpu2ipu.runner.compare.compare import compare
from gpu2ipu.runner.compare.curves import Chart, charts_of, svg, svg_file
from gpu2ipu.runner.compare.tolerance import Tolerance

from .records import evaluate, fit, loop, record


def lines(chart: Chart, name: str) -> list[list[tuple[float, float]]]:
    root = ElementTree.fromstring(svg(chart))
    found = [each.get("points", "") for each in root.iter("polyline") if each.get("class") == name]
    return [[tuple(map(float, point.split(","))) for point in each.split()] for each in found]  # type: ignore[misc]


def test_the_charts_of_a_comparison() -> None:
    logs = ({"loss": 0.6, "val_loss": 0.7}, {"loss": 0.13, "val_loss": 0.2})
    mine = record(fit(epochs=logs), evaluate(), loop(), fit(losses=()))
    charts = list(charts_of(compare(mine, mine, Tolerance())))
    assert [chart.title for chart in charts] == [
        "call 1 (fit): loss of each step",
        "call 1 (fit): val_loss of each epoch",
        "call 3 (loop): loss of each step",
        "call 4 (fit): loss of each epoch",
    ]
    assert charts[1].port == (0.7, 0.2) and charts[0].apart == (0.0,) * 20


def test_a_call_that_only_one_side_has_is_not_drawn() -> None:
    assert not list(charts_of(compare(record(fit()), record(), Tolerance())))


def test_higher_values_are_higher_and_later_ones_further_right() -> None:
    chart = Chart("loss", "step", (3.0, 2.0, 1.0), (3.0, 2.0, 1.5))
    ((first, second, third),) = lines(chart, "original")
    assert first[0] < second[0] < third[0] and first[1] < second[1] < third[1]
    ((*_, port),) = lines(chart, "port")
    assert port[1] < third[1]
    ((same, _, apart),) = lines(chart, "apart")
    assert apart[1] < same[1]


def test_values_that_agree_to_rounding_are_drawn_at_one_place() -> None:
    text = svg(Chart("val_loss", "epoch", (1.5044600,), (1.5044602,)))
    root = ElementTree.fromstring(text)
    heights = [each.get("cy") for each in root.iter("circle") if each.get("class") != "apart"]
    assert heights[0] == heights[1]
    labels = [each.text for each in root.iter("text")]
    assert len(labels) == len(set(labels))


def test_what_is_not_finite_interrupts_a_line() -> None:
    chart = Chart("loss", "step", (3.0, 2.0, math.nan, 1.0, 0.5, math.inf, 1.0), (1.0,) * 7)
    assert [len(each) for each in lines(chart, "original")] == [2, 2]
    assert svg(chart).count('<circle class="original"') == 1


@pytest.mark.parametrize("values", [(0.0,), (5.0, 5.0), (math.nan,), (-2.0, 3e20), (1e-30, 2e-30), ()])
def test_any_values_give_a_drawing(values: tuple[float, ...]) -> None:
    text = svg(Chart("loss", "step", values, values))
    ElementTree.fromstring(text)
    assert "nan" not in text and "inf" not in text


def test_a_file_has_all_charts_and_says_if_there_is_none() -> None:
    chart = Chart("<b>&", "step", (1.0, 2.0), (1.0, 2.0))
    root = ElementTree.fromstring(svg_file([chart, chart]))
    assert root.get("height") == "760" and len(list(root)) == 3
    assert "nothing was trained on both sides" in svg_file([])
