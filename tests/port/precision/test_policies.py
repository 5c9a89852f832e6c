"""Which policies of a script are others than the one that is asked for, and what a script lacks for float16."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.port.port import Port
from gpu2ipu.port.precision.outcomes import Setting
from gpu2ipu.port.precision.policies import missing_settings, other_policies
from gpu2ipu.target import Target
from tests.port.proposed import script_of

MIXED = "tf.keras.mixed_precision.set_global_policy('mixed_float16')\n"
CONFIG = "c = ipu.config.IPUConfig()\nc.configure_ipu_system()\n"
MODEL = "m = keras.Sequential()\n"
POLICY, EPSILON, ROUNDING, SAME = Setting


@pytest.mark.parametrize(
    ("code", "precision", "found"),
    [
        (MIXED, "", []),
        (MIXED, "mixed", []),
        (MIXED, "float16", [("mixed_float16", "'float16'")]),
        (MIXED, "float32", [("mixed_float16", "'float32'")]),
        (MIXED.replace("float", "bfloat"), "", [("mixed_bfloat16", None)]),
        (MIXED.replace("float", "bfloat"), "mixed", [("mixed_bfloat16", "'mixed_float16'")]),
        (
            "p = 'float32'\n" + MIXED.replace("'mixed_float16'", "p"),
            "mixed",
            [("float32", "'mixed_float16'")],
        ),
        (MIXED.replace("'mixed_float16'", "read()"), "mixed", [("", None)]),
        (MIXED.replace("'mixed_float16'", "read()"), "", []),
        ("keras.backend.set_floatx('float16')", "float16", []),
        ("keras.backend.set_floatx('float16')", "mixed", [("float16", "'float32'")]),
        ("keras.backend.set_floatx('float64')", "float16", [("float64", "'float32'")]),
    ],
)
def test_other_policies(code: str, precision: str, found: list[tuple[str, str | None]]) -> None:
    outcomes = list(other_policies(Port(script_of(code), Target(precision=precision))))
    texts = [
        next((edit.template for edit in each.edits if hasattr(edit, "template")), None) for each in outcomes
    ]
    assert [(each.given, text) for each, text in zip(outcomes, texts)] == found
    assert all(each.precision == precision for each in outcomes)


@pytest.mark.parametrize(
    ("code", "precision", "settings"),
    [
        (CONFIG + MODEL, "", None),
        (CONFIG + MODEL, "float32", None),
        (CONFIG + MODEL, "mixed", (POLICY, ROUNDING)),
        (CONFIG + MODEL, "float16", (POLICY, EPSILON, ROUNDING)),
        (CONFIG + MIXED + MODEL, "mixed", (ROUNDING,)),
        (CONFIG + "keras.backend.set_floatx('float16')\n" + MODEL, "float16", (EPSILON, ROUNDING)),
        (CONFIG + "keras.backend.set_epsilon(1e-3)\n" + MODEL, "float16", (POLICY, ROUNDING)),
        ("c.floating_point_behaviour.set_all = True\n" + CONFIG + MIXED + MODEL, "mixed", None),
        (MODEL, "mixed", (POLICY, ROUNDING)),
    ],
)
def test_missing_settings(code: str, precision: str, settings: tuple[Setting, ...] | None) -> None:
    outcomes = list(missing_settings(Port(script_of(code), Target(precision=precision))))
    assert [each.settings for each in outcomes] == ([settings] if settings else [])
    assert all(each.is_done is (CONFIG in code) for each in outcomes)
    assert all(isinstance(each.node, ast.Call) for each in outcomes)


def test_replicas_round_alike() -> None:
    fitted = CONFIG.replace("()\nc.", "()\nc.auto_select_ipus = 2\nc.") + MODEL
    port = Port(script_of(fitted), Target(precision="mixed", replicas=2, ipus=2))
    assert [each.settings for each in missing_settings(port)] == [(POLICY, ROUNDING, SAME)]
