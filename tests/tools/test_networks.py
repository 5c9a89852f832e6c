"""The table of networks: its figures, and that the ports of three of them learn the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.plan.layers import KeptValue, LayerCall, Layers
from gpu2ipu.plan.measured import Measured, MeasuredModel
from tests.tools.loading import tool

MIB = 1 << 20


@pytest.fixture(scope="module")
def networks() -> Any:
    return tool("networks")


def measured(rows: int) -> Measured:
    """Four layers of 100 MiB, each of which keeps 3 MiB for a row."""
    calls = tuple(LayerCall(name, None, None, None, 1, 100 * MIB, 0, 0, 0, 1) for name in "abcd")
    kept = tuple(KeptValue(3 * MIB * rows, (number,)) for number in range(4))
    model = MeasuredModel("net", "Functional", rows, rows, Layers(calls, kept))
    return Measured({"capacity": 800 * MIB}, {0: model})


def test_figures(networks: Any) -> None:
    row = networks.figures("Net", measured(1), measured(32))
    assert row == ["Net", "400", "412", "(784)", "218 + 206", "121 + 115 + 109 + 103", "1", "2"]
    assert len(row) == len(networks.HEADS["memory"])


def test_arguments(networks: Any) -> None:
    for arguments in ([], ["measure"], ["memory", "AlexNet"]):
        with pytest.raises(SystemExit, match="Twenty networks"):
            networks.main(arguments)
    assert len(networks.NETWORKS) == 20


@pytest.mark.tensorflow
@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize(("name", "batches"), [("MobileNet", (32,)), ("MobileNetV3Small", (1,))])
def test_ports_learn_the_same(networks: Any, tmp_path: Path, name: str, batches: tuple[int, ...]) -> None:
    path = networks.script(tmp_path, name, networks.NETWORKS[name], *batches)
    assert networks.agreements(path, {"": ()}) == [["agrees"] * len(batches)]


@pytest.mark.tensorflow
@pytest.mark.usefixtures("warm")
def test_pipelines_learn_the_same(networks: Any, tmp_path: Path) -> None:
    path = networks.script(tmp_path, "VGG16", networks.NETWORKS["VGG16"], 32)
    assert networks.pipelines(path, [2, 4]) == [["agrees"], ["agrees"]]
