"""Each part of an SDK that is not emulated has a reason, and each reason a part."""

from __future__ import annotations

import pytest

from gpu2ipu.simulator.sdk import older, releases
from gpu2ipu.simulator.sdk.public_names import PUBLIC_NAMES
from gpu2ipu.simulator.sdk.refusals import REASONS, full_name, why

#: What `older` puts back into the SDKs that had it.
PUT_BACK = {
    *older._DELETED,
    *PUBLIC_NAMES["keras.ipu.extensions"].split(),
    *("ALSOptimizer", "GradientAccumulationReductionMethod", "all_gather", "all_reduce"),
    *("PopDistExtendedV1", "PopDistStrategy"),
}


@pytest.mark.parametrize(
    "name, reason",
    [
        ("tensorflow.python.ipu.serving", "Poplar executable"),
        ("tensorflow.python.ipu.serving.export_keras", "Poplar executable"),
        ("tensorflow.python.ipu.ops.custom_ops.precompiled_user_op", "compiled against Poplar"),
        ("tensorflow.python.ipu.ops.custom_ops.codelet_expression_op", "own operations compute the same"),
        ("tensorflow.python.ipu.distributed.popdist_strategy.IPUMirroredVariable", "PopDistStrategy"),
        ("tensorflow.python.ipu.keras.layers.rnn.PopnnLSTM", "cell of Keras"),
        ("tensorflow.python.ipu.config.IPUConfig", ""),
        ("tensorflow.python.ipu", ""),
        ("json", ""),
    ],
)
def test_why(name: str, reason: str) -> None:
    assert reason in why(name)
    assert bool(reason) == bool(why(name))


@pytest.mark.parametrize("release", releases.GONE)
def test_what_went_has_a_reason_or_is_put_back(release: str) -> None:
    gone = [(module, name) for module, names in releases.GONE[release].items() for name in names.split()]
    known = [name for module, name in gone if name in PUT_BACK or why(f"{module}.{name}")]
    assert known == [name for _, name in gone]


def test_each_reason_is_a_sentence_about_something_of_the_sdk() -> None:
    tables = [PUBLIC_NAMES, *releases.GONE.values()]
    names = {module for table in tables for module in table}
    names.add("tensorflow.compiler.plugin")
    names |= {f"{module}.{name}" for table in tables for module in table for name in table[module].split()}
    for reason, parts in REASONS.items():
        assert "; " in reason and not reason.endswith("."), reason
        for part in parts:
            assert any((name + ".").startswith(full_name(part) + ".") for name in names), part
