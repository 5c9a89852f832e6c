"""The ports of the MNIST script for one and for several IPUs, and what `check` says if a part is taken out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import check_text, convert_text
from tests.tools.loading import tool

# the options of `tools/several_ipus.py`
CONFIGS = {
    "one IPU": Config(ignore=("IPU301",)),
    "steps_per_execution": Config(),
    "2 replicas": Config(replicas=2),
    "2 stages": Config(pipeline_stages=2),
    "2 stages x 2 replicas": Config(pipeline_stages=2, replicas=2),
}
MEAN = '        gradient_accumulation_reduction_method="mean",\n'
SHARE = "average_over_replicas(optimizer_of(name))"
STAGES = "set_pipeline_stage_assignment([0, 0, 0, 0, 1])"
TEST_BATCH = "verbose=0, batch_size=25)"


@pytest.fixture(scope="module")
def several_ipus() -> Any:
    return tool("several_ipus")


def port_of(several_ipus: Any, name: str) -> str:
    converted = convert_text(Path("mnist.py"), several_ipus.SCRIPT, CONFIGS[name])
    assert converted.complete
    return converted.text


@pytest.mark.parametrize("name", CONFIGS)
def test_each_port_is_made_by_options_alone(several_ipus: Any, name: str) -> None:
    assert list(several_ipus.PORTS) == list(CONFIGS)
    port = port_of(several_ipus, name)
    assert not check_text(Path("port.py"), port, CONFIGS[name])
    assert ("steps_per_execution" in port) == (name != "one IPU")
    assert (SHARE in port) == ("replicas" in name)
    assert (MEAN in port and STAGES in port) == ("stages" in name)


@pytest.mark.parametrize(
    ("name", "old", "new", "rule"),
    [
        ("2 stages", MEAN, "", "IPU308"),
        ("2 stages x 2 replicas", MEAN, "", "IPU308"),
        ("2 replicas", SHARE, "optimizer_of(name)", "IPU308"),
        ("2 stages x 2 replicas", SHARE, "optimizer_of(name)", "IPU308"),
        ("2 stages", STAGES, STAGES.replace("0, 0, 1", "1, 1, 0"), "IPU404"),
        ("2 stages x 2 replicas", STAGES, STAGES.replace("[0, 0", "[1, 0"), "IPU404"),
        ("2 replicas", TEST_BATCH, TEST_BATCH.replace("25", "16"), "IPU202"),
        ("2 stages", TEST_BATCH, TEST_BATCH.replace("25", "16"), "IPU202"),
        ("2 stages x 2 replicas", TEST_BATCH, TEST_BATCH.replace("25", "1000"), "IPU202"),
    ],
)
def test_what_is_taken_out_by_hand_is_flagged(
    several_ipus: Any, name: str, old: str, new: str, rule: str
) -> None:
    port = port_of(several_ipus, name)
    assert port.count(old) == 1
    # how many batches an evaluation takes together is an option
    for config in (CONFIGS[name], *([Config()] if rule != "IPU202" else [])):
        findings = check_text(Path("port.py"), port.replace(old, new), config)
        assert [finding.rule for finding in findings] == [rule]


def test_arguments(several_ipus: Any) -> None:
    with pytest.raises(SystemExit):
        several_ipus.main(["3 stages"])
    call = {"weights_after_updates": [{"relative_difference": 1e-7}, {"relative_difference": 3e-7}]}
    assert several_ipus.apart(call) == 3e-7
