"""Which statements are only about GPUs: what is removed, as which matter, and what is left."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.port.gpu_code.statements import device_names, gpu_proposals_of, is_pure_talk
from gpu2ipu.port.port import Port
from gpu2ipu.rewrite import apply
from tests.analysis.evaluated import facts
from tests.port.proposed import expression, script_of

IMPORTS = "import logging, os, sys\nimport tensorflow as tf\nm = tf.keras.Sequential()\n"
GPUS = "gpus = tf.config.list_physical_devices('GPU')\n"
GROW = "tf.config.experimental.set_memory_growth(gpus[0], True)\n"


def outcome(code: str) -> tuple[str, list[str]]:
    """What is left of the code, and the rules that had something to say."""
    script = script_of(code, IMPORTS)
    found = gpu_proposals_of(Port(script))
    edits = [edit for proposal in found for edit in proposal.edits]
    return apply(script.text, edits).removeprefix(IMPORTS), [proposal.rule for proposal in found]


@pytest.mark.parametrize(
    ("code", "rules"),
    [
        (GPUS, ["IPU501"]),
        (GPUS + "print(gpus)\n", ["IPU501"]),
        (GPUS + "logging.info('GPUs: %s', gpus)\n", ["IPU501"]),
        (GPUS + "for g in gpus:\n    print('name', g.name)\n", ["IPU501"]),
        (GPUS + "n_gpus = len(gpus)\nif n_gpus == 0:\n    sys.exit('no GPU')\n", ["IPU501"]),
        (GPUS + "if not gpus:\n    exit()\n", ["IPU501"]),
        ("try:\n    print(tf.test.gpu_device_name())\nexcept Exception as e:\n    raise\n", ["IPU501"]),
        ("tf.test.is_gpu_available()\n", ["IPU501"]),
        (GPUS + GROW, ["IPU502"]),
        (GPUS + GPUS + GROW, ["IPU502"]),
        ("for g in tf.config.list_physical_devices('GPU'):\n    pass\n", ["IPU501"]),
        (GPUS + "if gpus:\n    try:\n        " + GROW + "    finally:\n        pass\n", ["IPU502"]),
        ("os.environ['CUDA_VISIBLE_DEVICES'] = ','.join(map(str, range(2)))\n", ["IPU505"]),
        ("os.environ['CUDA_A'] = '1'\nos.environ['CUDA_B'] = '2'\n", ["IPU505", "IPU505"]),
        (GPUS + "if gpus:\n    os.environ['CUDA_A'] = str(len(gpus))\n", ["IPU505"]),
    ],
)
def test_removed(code: str, rules: list[str]) -> None:
    assert outcome(code) == ("", rules)


@pytest.mark.parametrize(
    "code",
    [
        GPUS + "print(gpus, m)\n",
        GPUS + "print('on', gpus or m.name)\n",
        GPUS + "def f():\n    global gpus\n    gpus = []\n",
        "gpus = open('x') if tf.test.is_gpu_available() else 1\n",
        "names = {}\nnames['gpu'] = tf.test.gpu_device_name()\n",
        "print(m.predict(1), tf.test.is_gpu_available())\n",
        "while tf.test.is_gpu_available():\n    break\n",
        "print('no question')\n",
        "print(tf.__version__, tf.test.is_gpu_available())\n",
        "from settings import EPOCHS\nprint(EPOCHS, tf.test.is_gpu_available())\n",
        "print(m.name.upper(), tf.test.is_gpu_available())\n",
        "print(unheard_of, tf.test.is_gpu_available())\n",
        "assert m\n",
        "sys.exit()\n",
        "import warnings\nwarnings.warn('slow')\n",
        "def f(gpus):\n    return gpus\n",
    ],
)
def test_stays(code: str) -> None:
    assert outcome(code) == (code, [])


@pytest.mark.parametrize(
    ("code", "rules", "rest"),
    [
        # the list is read by what stays
        (GPUS + GROW + "m.fit(gpus)\n", ["IPU502"], GPUS + "m.fit(gpus)\n"),
        (GPUS + "a = len(gpus)\nm.fit(a)\n" + GROW, ["IPU502"], GPUS + "a = len(gpus)\nm.fit(a)\n"),
        # a choice is left for a person
        (GPUS + "if gpus:\n    m.fit(1)\n", ["IPU501"], GPUS + "if gpus:\n    m.fit(1)\n"),
        ("tf.config.set_visible_devices(m.best(), 'GPU')\n", ["IPU502"],
         "tf.config.set_visible_devices(m.best(), 'GPU')\n"),
        ("os.environ['CUDA_A'] = m.best()\n", ["IPU505"], "os.environ['CUDA_A'] = m.best()\n"),
        # one part of a block goes
        ("if m:\n    os.environ['CUDA_A'] = '1'\n    m.fit(1)\n", ["IPU505"], "if m:\n    m.fit(1)\n"),
    ],
)  # fmt: skip
def test_partly(code: str, rules: list[str], rest: str) -> None:
    assert outcome(code) == (rest, rules)


def test_two_matters_are_two_findings() -> None:
    code = GPUS + GROW + "name = tf.test.gpu_device_name()\nprint(name)\nos.environ['CUDA_A'] = '1'\n"
    assert sorted(outcome(code)[1]) == ["IPU501", "IPU502", "IPU505"]


def test_a_script_without_keras_is_left_alone() -> None:
    assert gpu_proposals_of(Port(script_of(GPUS + GROW, "import tensorflow as tf\n"))) == ()


@pytest.mark.parametrize(
    ("code", "names"),
    [
        (GPUS, {"gpus"}),
        (GPUS + "a = len(gpus) > 1\nb = 'GPU' if a else 'CPU'\n", {"gpus", "a", "b"}),
        (GPUS + "for g in gpus: pass\n[h for h in gpus]\n", {"gpus", "g", "h"}),
        (GPUS + "batch = 32 * len(gpus)\n", {"gpus"}),
        (GPUS + "gpus = 3\n", set()),
        (GPUS + "gpus += [1]\n", set()),
        (GPUS + "def f(gpus): pass\n", set()),
        (GPUS + "m = build(gpus)\n", {"gpus"}),
    ],
)
def test_names_of_devices(code: str, names: set[str]) -> None:
    assert device_names(script_of(code, "import tensorflow as tf\n")) == names


@pytest.mark.parametrize(
    ("code", "is_pure"),
    [
        ("len(a) + 1", True),
        ("'{}'.format(str(a))", True),
        ("tf.test.gpu_device_name()", True),
        ("open('x')", False),
        ("f(a)", False),
        ("(b := 1)", False),
        ("[f(a) for a in b]", False),
    ],
)
def test_expressions_without_effect(code: str, is_pure: bool) -> None:
    found = facts(code, "import tensorflow as tf\n")
    assert is_pure_talk(found, expression(found.script, ast.unparse(ast.parse(code)))) is is_pure
