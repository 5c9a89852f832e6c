"""Laws of what a port learns and answers: generated scripts on stand-ins for Keras and the IPU."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import Converted, convert_text
from gpu2ipu.findings import Safety
from gpu2ipu.schedules import SCHEDULES
from tests.examples import examples
from tests.keras_scripts import Style, scripts, write
from tests.stub_keras import Call, Refused, joined, run

laws = examples(60)

PLAIN = Config()

PORT = """
import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

config = ipu.config.IPUConfig()
config.auto_select_ipus = 1
config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x = np.arange(64, dtype="float32").reshape(32, 2)
y = np.arange(32, dtype="int32")
data = tf.data.Dataset.from_tensor_slices((x, y)).batch(5, drop_remainder=True)

with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("adam", "mse", steps_per_execution=2)
model.fit(x, y, batch_size=8, epochs=2)
model.fit(data, epochs=2)
print(model.predict(x, batch_size=16)[-1])
"""

# a slip, and what the device says
SLIPS = {
    ("config.configure_ipu_system()", "pass"): "before the IPU system is configured",
    ("with strategy.scope()", "if strategy"): "made outside of the scope",
    ("    model.compile", "model.compile"): "compiled outside of the scope",
    ("batch_size=8", "batch_size=7"): "fit: 32 rows in batches of 7",
    (", drop_remainder=True", ""): "not fully defined",
    ('dtype="int32"', 'dtype="int64"'): "a feed of int64",
    ("execution=2", "execution=3"): "4 steps, 3 an execution",
    ("batch_size=16", ""): None,  # 32 rows, and 32 is the default
    (".batch(5,", ".batch(50,"): "not one whole batch",
}


@st.composite
def several_ipus(draw: st.DrawFn) -> Config:
    """Options that spread a training over micro-batches and pipeline stages."""
    stages = draw(st.integers(1, 4))
    schedule = draw(st.sampled_from(sorted(SCHEDULES))) if stages > 1 else Config.schedule
    return Config(
        gradient_accumulation=draw(st.integers(0, 6)) * SCHEDULES[schedule].accumulated_by(stages),
        micro_batch=draw(st.just(0) | st.integers(1, 40)),
        pipeline_stages=stages,
        schedule=schedule,
        recompute=stages > 1 and draw(st.booleans()),
        replicas=draw(st.sampled_from([1, 2, 4])),
    )


def both(style: Style, config: Config = PLAIN) -> tuple[list[Call], list[Call], Converted]:
    """The calls of a script and of its port, which must print the same; a port that is not whole is not run."""
    text = write(style)
    converted = convert_text(Path("train.py"), text, config)
    assume(config is PLAIN or converted.complete)
    original_calls, original_says = run(text, ipu=False)
    try:
        calls, says = run(converted.text, ipu=True)
    except Refused as refused:
        pytest.fail(f"{refused}\n{converted.text}")
    assert says == original_says, converted.text
    return original_calls, joined(original_calls, calls), converted


def asks_for_review(converted: Converted) -> bool:
    """True if something says that data may be lost, or numbers change."""
    return any(found.fix and found.fix.safety is Safety.REVIEW for found in converted.applied)


def dropped(original: Call, ported: Call) -> int:
    """How many of the last rows a call lost; the others must be the same, in the same order."""
    assert ported.rows == original.rows[: len(ported.rows)]
    return len(original.rows) - len(ported.rows)


@pytest.mark.parametrize(("slip", "said"), SLIPS.items(), ids=lambda value: str(value)[:40])
def test_the_stand_in_refuses_what_an_ipu_refuses(slip: tuple[str, str], said: str | None) -> None:
    run(PORT, ipu=True)
    before, after = slip
    assert PORT.count(before) == 1
    wrong = PORT.replace(before, after)
    if said is None:
        run(wrong, ipu=True)
    else:
        with pytest.raises(Refused, match=said):
            run(wrong, ipu=True)


@laws
@given(scripts())
def test_training_keeps_its_batches_and_drops_less_than_one(style: Style) -> None:
    originals, ports, converted = both(style)
    for original, ported in zip_longest(originals, ports):
        assert original.kind == ported.kind
        if original.kind == "fit":
            assert ported.batch == original.batch
            assert dropped(original, ported) == len(original.rows) % original.batch, converted.text


@laws
@given(scripts())
def test_every_row_is_predicted(style: Style) -> None:
    originals, ports, converted = both(style)  # which print their predictions
    for original, ported in zip_longest(originals, ports):
        if original.kind == "predict":
            assert ported.rows[: len(original.rows)] == original.rows
            assert len(ported.rows) - len(original.rows) < ported.batch, converted.text  # padding


@laws
@given(scripts())
def test_evaluation_loses_rows_only_where_it_says_so(style: Style) -> None:
    originals, ports, converted = both(style)
    lost = 0
    for original, ported in zip_longest(originals, ports):
        if original.kind in ("evaluate", "validation"):
            lost = max(lost, dropped(original, ported))
            assert dropped(original, ported) < original.batch
    assert asks_for_review(converted) or not lost, converted.text


@laws
@given(scripts(), several_ipus())
def test_an_update_sees_the_rows_of_a_batch_on_several_ipus(style: Style, config: Config) -> None:
    # fewer samples than stages and replicas cannot be shared out
    assume(style.test_rows >= config.pipeline_stages * config.replicas)
    originals, ports, converted = both(style, config)
    for original, ported in zip_longest(originals, ports):
        assert original.kind == ported.kind
        if original.kind == "fit":
            assert dropped(original, ported) == len(original.rows) % ported.batch, converted.text
            assert ported.batch == original.batch or asks_for_review(converted), converted.text
        elif original.kind == "predict":
            assert ported.rows[: len(original.rows)] == original.rows
        else:
            assert not dropped(original, ported) or asks_for_review(converted), converted.text
