"""Which models of a script get stages: all that run, or none."""

from __future__ import annotations

import pytest

from gpu2ipu.port.pipeline.outcomes import StagedModel, UnstagedModel, Why
from gpu2ipu.port.pipeline.pipelines import has_stages, pipelines_of, target_of
from gpu2ipu.port.port import Port
from gpu2ipu.target import Target
from tests.analysis.evaluated import script_of
from tests.port.pipeline.staged import COMPILE, INPUT, in_scope, outcomes, staged

CHAIN = INPUT + "x = layers.Dense(8)(i)\nx = layers.Dense(8)(x)\nm = keras.Model(i, x)\n"
LISTED = "m = keras.Sequential([layers.Dense(8), layers.Dense(8)])\n"
SHORT = "k = keras.Sequential([layers.Dense(8)])\n"
TWO = Target(ipus=2, stages=2)


@pytest.mark.parametrize("code", [CHAIN + COMPILE, LISTED + COMPILE, LISTED + "m.fit(n, n)"])
def test_a_model_gets_stages(code: str) -> None:
    (outcome,) = outcomes(in_scope(code))
    assert isinstance(outcome, StagedModel) and outcome.is_done
    (later,) = outcomes(code)
    assert isinstance(later, StagedModel) and not later.is_done  # the scope comes first


@pytest.mark.parametrize(
    "code",
    [
        "m = keras.models.load_model('a')\n",
        "m = keras.applications.VGG16()\n",
        "b = keras.applications.VGG16()\nm = keras.Sequential([b, layers.Dense(1)])\n",
        "b = keras.applications.VGG16()\nx = layers.Dense(1)(b.output)\nm = keras.Model(b.input, x)\n",
        "b = keras.applications.VGG16()\n" + INPUT + "x = layers.Dense(1)(b(i))\nm = keras.Model(i, x)\n",
    ],
)
def test_layers_that_are_not_written_here_are_assigned_when_the_script_runs(code: str) -> None:
    (outcome,) = outcomes(in_scope(code + COMPILE))
    assert isinstance(outcome, StagedModel) and outcome.is_computed and outcome.is_done
    assert "    assign_stages(m, 2)\n" in staged(in_scope(code + COMPILE))


@pytest.mark.parametrize("code", ["a = 1", CHAIN, LISTED])
def test_what_does_not_run_gets_none(code: str) -> None:
    assert outcomes(in_scope(code)) == ()


def test_without_the_option_nothing_happens() -> None:
    assert outcomes(in_scope(CHAIN + COMPILE), stages=1) == ()


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (SHORT + "k.compile('sgd')", Why.TOO_FEW_LAYERS),
        (INPUT + "m = keras.Model(i, layers.Dense(1)(i))\n" + COMPILE, Why.TOO_FEW),
        (INPUT + "d = layers.Dense(4)\nx = d(i)\nx = d(x)\nm = keras.Model(i, x)\n" + COMPILE, Why.SHARED),
        ("keras.models.load_model('a').fit(n, n)", Why.NO_NAME),
        (LISTED + COMPILE + "m.train_on_batch(n, n)", Why.ON_BATCH),
        ("e = keras.Sequential([layers.Dense(4)])\nm = keras.Model(n, e(e(n)))\n" + COMPILE, Why.SHARED),
        ("m = keras.Sequential([block(n)])\n" + COMPILE, Why.UNKNOWN_LAYERS),
        (
            "class M(keras.Sequential):\n    def call(self, x): return x\nm = M()\n" + COMPILE,
            Why.SUBCLASS,
        ),
        (
            "def step(x):\n    with tf.GradientTape() as tape: loss = m(x)\n"
            "    o.apply_gradients(zip(tape.gradient(loss, m.weights), m.weights))\n"
            "o = keras.optimizers.SGD()\n" + LISTED + COMPILE + "for x in n: step(x)",
            Why.CUSTOM_LOOP,
        ),
    ],
)
def test_reasons(code: str, why: Why) -> None:
    (outcome,) = outcomes(in_scope(code))
    assert isinstance(outcome, UnstagedModel) and outcome.why is why


def test_one_model_without_stages_leaves_all_without() -> None:
    first, second = outcomes(in_scope(LISTED + COMPILE + SHORT + "k.compile('sgd')"))
    assert isinstance(first, UnstagedModel) and isinstance(second, UnstagedModel)
    assert (first.why, first.other, second.why) == (Why.OTHER_MODEL, "k", Why.TOO_FEW_LAYERS)


@pytest.mark.parametrize(
    "code",
    [
        "with keras.ipu.PipelineStage(0): pass",
        "from keras.ipu import PipelineStage\nwith PipelineStage(0): pass",
        "with ipu.keras.PipelineStage(0): pass",
        "m.set_pipeline_stage_assignment([0, 1])",
    ],
)
def test_a_script_with_stages_of_its_own(code: str) -> None:
    whole = in_scope(LISTED + COMPILE + code)
    assert has_stages(script_of(whole)) and outcomes(whole) == ()
    assert target_of(Port(script_of(whole), TWO)).ipus == 2


def test_ipus_are_selected_for_a_pipeline_only() -> None:
    assert target_of(Port(script_of(CHAIN + COMPILE), TWO)).ipus == 2
    assert target_of(Port(script_of(SHORT + "k.compile('sgd')"), TWO)).ipus == 1
    assert target_of(Port(script_of(CHAIN + COMPILE), TWO, frozenset({StagedModel}))).ipus == 1


def test_a_builder_that_is_called_twice_is_changed_once() -> None:
    body = "".join(f"    {line}\n" for line in CHAIN.splitlines())
    code = f"def build():\n{body}    return m\n" + in_scope("a = build()\nb = build()\na.fit(n)\nb.fit(n)")
    assert len(outcomes(code)) == 2
    assert staged(code).count("PipelineStage") == 2
    assert not pipelines_of(Port(script_of(staged(code)), TWO))
