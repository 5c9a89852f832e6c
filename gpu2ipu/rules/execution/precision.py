"""IPU313: a precision is asked for, and the script computes in another one.

keras/mixed_precision of the SDK's Keras: policies as in TensorFlow 2.6, for float16; IPUs do not have bfloat16.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gpu2ipu.findings import Finding, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.precision.graph_rewrites import graph_rewrites
from gpu2ipu.port.precision.optimizers import SCALE, optimizers
from gpu2ipu.port.precision.outcomes import (
    GraphRewrite,
    HalfOutput,
    KeptPolicy,
    MissingSettings,
    OtherPolicy,
    SmallEpsilon,
    UnscaledLoss,
)
from gpu2ipu.port.precision.outputs import half_outputs
from gpu2ipu.port.precision.policies import EPSILON, kept_policies, missing_settings, other_policies
from gpu2ipu.rules.rule import SET_UP, Rule, Words


def _of_settings(outcome: MissingSettings) -> Words:
    settings = [setting.value for setting in outcome.settings]
    words = " and ".join(filter(None, (", ".join(settings[:-1]), settings[-1])))
    message = f"the script lacks {words} for {_named(outcome.precision)}"
    if not outcome.edits:
        return Words(f"{message}: configure an IPU in the script that is run, and set them there")
    return Words(message, f"add {words}", Safety.REVIEW)


def _of_policy(outcome: OtherPolicy) -> Words:
    if not outcome.precision:
        return Words(
            f"no kernel of an IPU takes bfloat16, the type of `{outcome.given}`: --precision mixed sets float16 with a "
            "scaled loss instead, --precision float32 computes as precisely as without the policy"
        )
    if not outcome.edits:
        return Words(f"cannot determine the policy that is set here: set that of {_named(outcome.precision)}")
    return Words(f"the script sets `{outcome.given}`", f"set {_named(outcome.precision)}", Safety.REVIEW)


def _of_kept(outcome: KeptPolicy) -> Words:
    return Words(
        f"`{outcome.given}` stays, but an IPU computes it otherwise than a GPU: float16 ends at 65504 and does not "
        "overflow, so that a dynamic scale of the loss grows without end, and small updates are rounded away; "
        "--precision mixed sets a fixed scale and stochastic rounding"
    )


def _of_rewrite(_: GraphRewrite) -> Words:
    message = (
        "automatic mixed precision rewrites graphs for the tensor cores of GPUs; an IPU computes them in float32, "
        "unless --precision mixed is given"
    )
    return Words(message, "remove it", Safety.REVIEW)


def _of_loss(outcome: UnscaledLoss) -> Words:
    message = (
        "the scale of the loss grows until float16 overflows, which it does not on an IPU"
        if outcome.is_dynamic
        else "`compile` scales the loss of a mixed precision until float16 overflows, which it does not on an IPU"
    )
    if not outcome.edits:
        return Words(f"{message}: use a `LossScaleOptimizer` with `dynamic=False`")
    return Words(message, f"scale the loss by {SCALE}; choose the number for your model", Safety.REVIEW)


def _of_epsilon(outcome: SmallEpsilon) -> Words:
    message = "the optimizer divides by an epsilon that float16 may round to 0"
    if not outcome.edits:
        return Words(f"{message}: make sure that it is {EPSILON} or more")
    return Words(message, f"epsilon={EPSILON}", Safety.REVIEW)


def _of_output(_: HalfOutput) -> Words:
    return Words("the loss is computed of outputs in float16", "outputs in float32", Safety.REVIEW)


def _named(precision: str) -> str:
    return "mixed precision" if precision == "mixed" else precision


class Precision(Rule):
    """The layers are to compute in another number format."""

    id = "IPU313"
    name = "precision"
    severity = Severity.WARNING
    prepares = True
    words = (
        (MissingSettings, _of_settings),
        (OtherPolicy, _of_policy),
        (KeptPolicy, _of_kept),
        (GraphRewrite, _of_rewrite),
        (UnscaledLoss, _of_loss),
        (SmallEpsilon, _of_epsilon),
        (HalfOutput, _of_output),
    )
    what = (
        "`--precision` is given, and a script computes in another one; or a policy asks for bfloat16, or the script "
        "for the automatic mixed precision of GPUs."
    )
    why = (
        "float16 halves the memory of activations, and of weights unless the precision is mixed, and IPUs multiply it "
        "several times as fast. Its numbers end at 65504 and 6e-8: small gradients and updates are lost without a "
        "scaled loss and stochastic rounding. It saturates on an IPU instead of overflowing, so that a dynamic scale "
        "finds no end. No kernel of an IPU takes bfloat16."
    )
    fix = "a policy, stochastic rounding, and a fixed scale of the loss or a larger epsilon"
    before = (
        SET_UP.replace(
            "from tensorflow import keras\n", "import tensorflow as tf\nfrom tensorflow import keras\n"
        )
        + """
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(8), keras.layers.Dense(1)])
    model.compile(keras.optimizers.SGD(0.1), "mse", steps_per_execution=8)
"""
    )
    after = (
        before.replace(
            "ipu_config.configure_ipu_system()\n",
            """ipu_config.floating_point_behaviour.esr = ipu.config.StochasticRoundingBehaviour.ON
ipu_config.configure_ipu_system()
tf.keras.mixed_precision.set_global_policy("mixed_float16")
""",
        )
        .replace("Dense(1)", 'Dense(1, dtype="float32")')
        .replace(
            "keras.optimizers.SGD(0.1)",
            "tf.keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(0.1), dynamic=False, "
            f"initial_scale={SCALE})",
        )
    )
    options = (("precision", "mixed"),)

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each script that is run, policy, optimizer and output."""
        yield from self.reported(port, other_policies(port))
        for found in self.reported(port, kept_policies(port)):
            yield replace(found, severity=Severity.NOTE)
        yield from self.reported(port, graph_rewrites(port))
        yield from self.reported(port, missing_settings(port))
        yield from self.reported(port, optimizers(port))
        yield from self.reported(port, half_outputs(port))
