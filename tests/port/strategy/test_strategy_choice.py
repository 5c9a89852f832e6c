"""Which statements only choose a strategy, by a condition or by whether there is a TPU."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.distribution_strategies import replaced_strategies
from gpu2ipu.port.strategy.strategy_choice import chosen_name
from tests.port.proposed import script_of

RESOLVER = "tf.distribute.cluster_resolver.TPUClusterResolver()"
TPU = "tf.distribute.TPUStrategy(tpu)"
MIRRORED = "tf.distribute.MirroredStrategy()"


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (f"try:\n    tpu = {RESOLVER}\n    s = {TPU}\nexcept ValueError:\n    s = {MIRRORED}", "s"),
        (
            f"try:\n    s = tf.distribute.TPUStrategy({RESOLVER})\nexcept:\n    s = tf.distribute.get_strategy()",
            "s",
        ),
        (f"try:\n    tpu = {RESOLVER}\n    print(tpu.master())\n    s = {TPU}\nfinally:\n    pass", "s"),
        (
            f"try:\n    tpu = {RESOLVER}\n    s = {TPU}\nexcept ValueError:\n    s = {MIRRORED}\nprint(tpu)",
            None,
        ),
        (f"try:\n    tpu = {RESOLVER}\n    s = {TPU}\nexcept ValueError:\n    t = {MIRRORED}", None),
        (f"try:\n    tpu = {RESOLVER}\n    s = {TPU}\nexcept ValueError:\n    n = 1", None),
        (
            f"try:\n    tpu = {RESOLVER}\n    s = {TPU}\n    n = 8\nexcept ValueError:\n    s = {MIRRORED}",
            None,
        ),
        (f"try:\n    s = {MIRRORED}\nexcept ValueError:\n    s = tf.distribute.get_strategy()", None),
        (
            f"if n:\n    tf.tpu.experimental.initialize_tpu_system()\n    s = {TPU}\nelif m():\n    s = {MIRRORED}\n"
            "else:\n    s = tf.distribute.get_strategy()",
            None,
        ),
        (
            f"if n:\n    tf.tpu.experimental.initialize_tpu_system()\n    s = {TPU}\nelif m:\n    s = {MIRRORED}\n"
            "else:\n    s = tf.distribute.get_strategy()",
            "s",
        ),
        (f"if n:\n    tf.tpu.experimental.initialize_tpu_system()\n    s = {TPU}", None),
        (f"s = tf.distribute.TPUStrategy({RESOLVER})", None),
        (f"if n > 1:\n    s = {MIRRORED}\nelse:\n    s = tf.distribute.get_strategy()", "s"),
        (f"if n > 1:\n    print('several')\n    s = {MIRRORED}\nelse:\n    s = None", "s"),
        (f"if n > 1:\n    s = {MIRRORED}\n    n = 2\nelse:\n    s = tf.distribute.get_strategy()", None),
        (f"if m():\n    s = {MIRRORED}\nelse:\n    s = tf.distribute.get_strategy()", None),
        (f"if n > 1:\n    s = {MIRRORED}\nelse:\n    t = None", None),
    ],
)
def test_choices(code: str, name: str | None) -> None:
    script = script_of(code)
    facts = facts_of(script)
    others = replaced_strategies(Port(script))
    statement = next(n for n in script.tree.body if any(node in others for node in ast.walk(n)))
    assert chosen_name(script, facts, statement, others) == name
