"""A configuration of the script's own selects as many IPUs as a pipeline needs."""

from __future__ import annotations

import pytest

from gpu2ipu.port.pipeline.selected_ipus import more_ipus, recomputing
from gpu2ipu.port.port import Port
from gpu2ipu.rewrite import apply
from gpu2ipu.target import Target
from tests.analysis.evaluated import script_of


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("c = ipu.config.IPUConfig()\nc.auto_select_ipus = 1", "4"),
        ("c = ipu.config.IPUConfig()\nc.auto_select_ipus = 8", "8"),
        ("c = ipu.config.IPUConfig()\nc.auto_select_ipus = n", "n"),
        ("c = ipu.config.IPUConfig()\nk = 1\nc.auto_select_ipus = k", "4"),
        ("c = ipu.config.IPUConfig()\nc.auto_select_ipus = [1, 1]", "[1, 1]"),
        ("c.auto_select_ipus = 1", "1"),
    ],
)
def test_more_ipus(code: str, expected: str) -> None:
    script = script_of(code)
    edits = list(more_ipus(Port(script), 4))
    assert apply(script.text, edits).rpartition(" = ")[2] == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("c = ipu.config.IPUConfig()\nx = 1", "c = ipu.config.IPUConfig()\nc.allow_recompute = True\nx = 1"),
        (
            "c = ipu.config.IPUConfig()\nc.allow_recompute = False",
            "c = ipu.config.IPUConfig()\nc.allow_recompute = True",
        ),
        ("c = n()\nc.allow_recompute = False", "c = n()\nc.allow_recompute = False"),
    ],
)
def test_recomputing(code: str, expected: str) -> None:
    script = script_of(code)
    edits = list(recomputing(Port(script, Target(ipus=4, stages=3, recompute=True))))
    assert apply(script.text, edits).endswith(expected)
    assert not list(recomputing(Port(script, Target(ipus=4, stages=3))))
