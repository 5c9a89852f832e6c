"""A function that only set up GPUs goes with its calls; one that is used in another way stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text
from gpu2ipu.rules import all_rules

REMOVES = [rule for rule in all_rules() if rule.id in ("IPU501", "IPU502", "IPU505")]
HEAD = "import tensorflow as tf\nm = tf.keras.Sequential()\n"
GROW = "tf.config.experimental.set_memory_growth(gpu, True)\n"
BODY = f"    gpu = tf.config.list_physical_devices('GPU')[0]\n    {GROW}"
DEEP = "".join(f"    {line}" for line in BODY.splitlines(keepends=True))


def ported(code: str) -> str:
    return convert_text(Path("train.py"), HEAD + code, Config(format=False), REMOVES).text.removeprefix(HEAD)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"def f():\n{BODY}f()\n", ""),
        (f"def f():\n    '''Grow.'''\n{BODY}f()\nf()\n", ""),
        (f"def f(number=0):\n{BODY}f(3)\nprint()\n", "print()\n"),
        (
            f"def f():\n{BODY}def main():\n    f()\n    print(m)\nmain()\n",
            "def main():\n    print(m)\nmain()\n",
        ),
        (
            f"def main():\n    def f():\n{DEEP}    f()\n    print(m)\n",
            "def main():\n    print(m)\n",
        ),
        (f"def f():\n    import logging\n{BODY}    logging.info(gpu)\nf()\n", ""),
    ],
)
def test_functions_that_go(before: str, after: str) -> None:
    assert ported(before).strip("\n") == after.strip("\n")


@pytest.mark.parametrize(
    "code",
    [
        f"def f():\n{BODY}",  # perhaps others call it
        f"def f():\n{BODY}    return 3\nf()\n",
        f"def f():\n{BODY}print(f())\n",
        f"def f():\n{BODY}g = f\nf()\n",
        f"def f():\n{BODY}if m:\n    f()\n",
        f"@tf.function\ndef f():\n{BODY}f()\n",
        f"class A:\n    def f(self):\n{DEEP}f = A().f()\n",
        f"def f():\n{BODY}f()\nglobals()['f']()\n",
        f"def f():\n{BODY}f(m.fit(1))\n",
        f"def f():\n{BODY}f()\nf = 3\n",
        f"def f():\n    import logging\n{BODY}    logging.info(m)\nf()\n",
        f"def f():\n{BODY}f()  # gpu2ipu: ignore[IPU505]\n",
    ],
)
def test_functions_that_stay(code: str) -> None:
    assert "def f(" in ported(code)
    assert GROW not in ported(code)
