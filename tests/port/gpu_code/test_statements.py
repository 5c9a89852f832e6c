"""Which statements are only about GPUs: what is removed, as which matter, and what is left."""

from __future__ import annotations

import pytest

from gpu2ipu.port.gpu_code.outcomes import (
    CudaVariable,
    GpuBranch,
    GpuCount,
    GpuQuery,
    GpuSetting,
    GpuTool,
)
from gpu2ipu.port.gpu_code.statements import gpu_code_of
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port
from tests.port.gpu_code.outcomes import GPUS, GROW, outcome
from tests.port.proposed import script_of


@pytest.mark.parametrize(
    ("code", "kinds"),
    [
        (GPUS, [GpuQuery]),
        (GPUS + "print(gpus)\n", [GpuQuery]),
        (GPUS + "logging.info('GPUs: %s', gpus)\n", [GpuQuery]),
        (GPUS + "for g in gpus:\n    print('name', g.name)\n", [GpuQuery]),
        (GPUS + "n_gpus = len(gpus)\nif n_gpus == 0:\n    sys.exit('no GPU')\n", [GpuQuery]),
        (GPUS + "if not gpus:\n    exit()\n", [GpuQuery]),
        ("try:\n    print(tf.test.gpu_device_name())\nexcept Exception as e:\n    raise\n", [GpuQuery]),
        ("tf.test.is_gpu_available()\n", [GpuQuery]),
        (GPUS + GROW, [GpuSetting]),
        (GPUS + GPUS + GROW, [GpuSetting]),
        ("for g in tf.config.list_physical_devices('GPU'):\n    pass\n", [GpuQuery]),
        (GPUS + "if gpus:\n    try:\n        " + GROW + "    finally:\n        pass\n", [GpuSetting]),
        ("os.environ['CUDA_VISIBLE_DEVICES'] = ','.join(map(str, range(2)))\n", [CudaVariable]),
        ("os.environ['CUDA_A'] = '1'\nos.environ['CUDA_B'] = '2'\n", [CudaVariable, CudaVariable]),
        (GPUS + "if gpus:\n    os.environ['CUDA_A'] = str(len(gpus))\n", [CudaVariable]),
    ],
)
def test_removed(code: str, kinds: list[type[Outcome]]) -> None:
    assert outcome(code) == ("", kinds)


@pytest.mark.parametrize(
    "code",
    [
        GPUS + "print(gpus, m)\n",
        GPUS + "print('on', gpus or m.name)\n",
        GPUS + "def f():\n    global gpus\n    gpus = []\n",
        "names = {}\nnames['gpu'] = tf.test.gpu_device_name()\n",
        "print(m.predict(1), tf.test.is_gpu_available())\n",
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
    ("code", "kinds", "rest"),
    [
        # the list is read by what stays
        (GPUS + GROW + "m.fit(gpus)\n", [GpuSetting], GPUS + "m.fit(gpus)\n"),
        (GPUS + "a = len(gpus), 1\nm.fit(a)\n" + GROW, [GpuSetting, GpuCount], GPUS + "a = 1, 1\nm.fit(a)\n"),
        # a choice is left for a person
        (GPUS + "if gpus:\n    m.fit(1)\n", [GpuBranch], GPUS + "if gpus:\n    m.fit(1)\n"),
        ("n = 64 if tf.test.is_gpu_available() else 32\nm.fit(n)\n", [GpuBranch],
         "n = 64 if tf.test.is_gpu_available() else 32\nm.fit(n)\n"),
        ("gpus = open('x') if tf.test.is_gpu_available() else 1\n", [GpuBranch],
         "gpus = open('x') if tf.test.is_gpu_available() else 1\n"),
        ("while tf.test.is_gpu_available():\n    break\n", [GpuBranch],
         "while tf.test.is_gpu_available():\n    break\n"),
        ("import pynvml\n", [GpuTool], "import pynvml\n"),
        ("tf.config.set_visible_devices(m.best(), 'GPU')\n", [GpuSetting],
         "tf.config.set_visible_devices(m.best(), 'GPU')\n"),
        ("os.environ['CUDA_A'] = m.best()\n", [CudaVariable], "os.environ['CUDA_A'] = m.best()\n"),
        # one part of a block goes
        ("if m:\n    os.environ['CUDA_A'] = '1'\n    m.fit(1)\n", [CudaVariable], "if m:\n    m.fit(1)\n"),
    ],
)  # fmt: skip
def test_partly(code: str, kinds: list[type[Outcome]], rest: str) -> None:
    assert outcome(code) == (rest, kinds)


def test_two_matters_are_two_findings() -> None:
    code = GPUS + GROW + "name = tf.test.gpu_device_name()\nprint(name)\nos.environ['CUDA_A'] = '1'\n"
    assert set(outcome(code)[1]) == {GpuQuery, GpuSetting, CudaVariable}


@pytest.mark.parametrize(
    ("off", "kinds", "rest"),
    [
        (GpuSetting, [GpuQuery, CudaVariable, GpuSetting], GPUS + GROW),
        (GpuQuery, [GpuSetting, CudaVariable], "name = tf.test.gpu_device_name()\nprint(name)\n"),
        (CudaVariable, [GpuSetting, GpuQuery, CudaVariable], "os.environ['CUDA_A'] = '1'\n"),
    ],
)
def test_what_is_switched_off_stays_with_all_that_it_reads(
    off: type[Outcome], kinds: list[type[Outcome]], rest: str
) -> None:
    code = GPUS + GROW + "name = tf.test.gpu_device_name()\nprint(name)\nos.environ['CUDA_A'] = '1'\n"
    assert outcome(code, frozenset({off})) == (rest, kinds)


def test_a_script_without_keras_is_left_alone() -> None:
    assert gpu_code_of(Port(script_of(GPUS + GROW, "import tensorflow as tf\n"))) == ()
