"""Tools of NVIDIA's driver that end a script on an IPU host."""

from __future__ import annotations

import pytest

from gpu2ipu.port.gpu_code.gpu_tools import gpu_tools
from gpu2ipu.port.port import Port
from tests.port.proposed import script_of

IMPORTS = "import os\nimport subprocess\nimport tensorflow as tf\nm = tf.keras.Sequential()\n"


def told(code: str) -> list[str]:
    return [each.tool for each in gpu_tools(Port(script_of(code, IMPORTS)))]


@pytest.mark.parametrize(
    ("code", "tools"),
    [
        ("import pynvml\npynvml.nvmlInit()", ["pynvml"]),
        ("from pynvml import nvmlInit\nnvmlInit()", ["pynvml"]),
        ("import GPUtil as gpu, json\nprint(gpu.getGPUs()[0])", ["GPUtil"]),
        ("subprocess.run(['nvidia-smi', '-L'])", ["nvidia-smi"]),
        ("subprocess.check_output('nvidia-smi -L', shell=True)", ["nvidia-smi"]),
        ("subprocess.run('nvidia-smi', shell=True, check=True)", ["nvidia-smi"]),
        ("def f():\n    return subprocess.Popen(('nvidia-smi',))\nimport gpustat", ["nvidia-smi", "gpustat"]),
    ],
)
def test_what_ends_the_script_is_told_once(code: str, tools: list[str]) -> None:
    assert sorted(told(code)) == sorted(tools)


@pytest.mark.parametrize(
    "code",
    [
        "try:\n    import pynvml\nexcept ImportError:\n    pynvml = None",
        "try:\n    subprocess.run(['nvidia-smi'])\nexcept FileNotFoundError:\n    pass",
        "os.system('nvidia-smi')",
        "subprocess.run('nvidia-smi', shell=True)",
        "subprocess.run(['ls'])",
        "print('nvidia-smi')",
        "from .pynvml import x",
    ],
)
def test_what_goes_on_without_it_is_not(code: str) -> None:
    assert told(code) == []
