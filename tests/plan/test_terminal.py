"""A plan for the terminal, 80 columns wide."""

from __future__ import annotations

import io

from rich.console import Console

from gpu2ipu.plan import terminal
from gpu2ipu.plan.layers import HandedValue, KeptValue, LayerCall, Layers
from gpu2ipu.plan.measured import MeasuredModel
from gpu2ipu.plan.plan_file import Plan
from gpu2ipu.plan.proposal import propose

MIB = 1 << 20


def shown(stages: int | None, unit: int = MIB, flops: int = 100, recompute: bool = False) -> list[str]:
    calls = tuple(
        LayerCall(f"layer_{n}/conv[{n}]", n or None, None, None, 1, 100 * unit, 0, 0, n * unit, n * flops)
        for n in range(4)
    )
    kept = tuple(KeptValue(5 * unit, (n,)) for n in range(4))
    layers = Layers(calls, kept, handed=(HandedValue(unit, -1, (0,)),))
    console = Console(width=80, file=io.StringIO(), record=True)
    proposal = propose(
        MeasuredModel("net", "Sequential", 32, 16, layers), "grouped", recompute, 500 * MIB, stages
    )
    plan = Plan("train.py", "2.6.5", "mk1", 500 * MIB, "grouped", recompute, (proposal.model,))
    terminal.show(proposal, plan, console)
    return console.export_text().splitlines()


def test_a_pipeline() -> None:
    lines = shown(2)
    assert max(map(len, lines[:-1])) <= 80
    title = " ".join(" ".join(lines[:2]).split())
    assert title == (
        "net: 2 stages, grouped schedule, micro-batch 16, memory of an Mk1 IPU in MiB (an estimate)"
    )
    text = "\n".join(lines)
    assert "x stash depth" in text and "15.0 x 3" in text and "5.0 x 1" in text
    assert "to layer_2/conv[2], call 3 (3)" in " ".join(text.replace("│", " ").split())
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in lines if line.startswith("│")]
    assert rows[0] == ["0", "layer_0/conv[0]", "300.0", "15.0 x 3", "50%", "69%"]
    assert lines[-1].startswith("one IPU is too small for net: 2 stages on 2 IPUs fit, the fullest takes")


def test_recomputation() -> None:
    """Of the micro-batches on their way a stage has only what it was handed."""
    text = "\n".join(shown(2, recompute=True))
    assert "+ stashed inputs" in text and "15.0 + 2.0" in text and "5.0 + -" in text


def test_one_stage() -> None:
    lines = shown(1, unit=1 << 10, flops=0)
    text = "\n".join(lines)
    assert "one stage" in text and "in KiB" in text and "x 1" not in text
    assert "20.0" in text and "< 1%" in text
    assert lines[-1] == "one IPU is enough for net: it takes 0% of its memory by this estimate"


def test_what_does_not_fit_is_marked() -> None:
    lines = shown(1)
    assert "85%" in "\n".join(lines)
    assert "one IPU is too few for net: the fullest takes 423 MiB" in lines[-1]
