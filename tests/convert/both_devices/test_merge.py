"""One script for both devices: on an IPU it is the port, on a GPU the original, whatever the script."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.config import Config
from gpu2ipu.convert.both_devices.merge import edits_for_both
from gpu2ipu.convert.engine import check_text, convert_text
from gpu2ipu.errors import Trouble
from gpu2ipu.rewrite import apply
from gpu2ipu.rules import all_rules
from gpu2ipu.source.reading import read_source

from .sides import on_a_gpu, on_an_ipu

TESTS = Path(__file__).parents[2]
SCRIPTS = sorted([*TESTS.glob("cases/*.py"), *TESTS.glob("variants/gpu_boilerplate/*.py")])
PLAIN = Config(annotate=False, format=False)
BOTH = replace(PLAIN, both_devices=True)
FOR_BOTH = [rule for rule in all_rules() if rule.both_devices]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_on_an_ipu_it_is_the_port_and_on_a_gpu_the_original(path: Path) -> None:
    text = read_source(path).text
    port, both = convert_text(path, text, PLAIN), convert_text(path, text, BOTH)
    original = convert_text(path, text, PLAIN, FOR_BOTH)  # for an older TensorFlow, where need be
    if "USES_IPU" not in both.text:
        assert both.text == port.text
        assert port.text == original.text or "tensorflow.python" in text
        return
    one, other = on_an_ipu(both.text, port.text)
    assert one == other
    one, other = on_a_gpu(both.text, original.text)
    assert one == other
    assert [each.rule for each in both.left] == [each.rule for each in port.left]
    again = convert_text(path, both.text, BOTH)
    assert (again.text, again.applied) == (both.text, ())
    assert not [finding for finding in check_text(path, both.text, Config()) if finding.fix]


GUARD = """\
try:
    from tensorflow.python import ipu
except ImportError:
    ipu = None
"""
HEAD = """\
import tensorflow as tf

"""
MODEL = """\
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
"""


def merged(text: str, config: Config = BOTH) -> str:
    return convert_text(Path("train.py"), text, config).text


def test_gpu_code_is_for_gpus() -> None:
    text = merged(HEAD + 'with tf.device("/GPU:0"):\n    ' + MODEL + '    model.compile("sgd", "mse")\n')
    assert 'with tf.device("/GPU:0") if not USES_IPU else contextlib.nullcontext():\n' in text
    assert "import contextlib\n" in text
    assert '        model.compile("sgd", "mse")' in text


def test_variables_for_cuda_stay_above_tensorflow() -> None:
    line = 'os.environ["CUDA_VISIBLE_DEVICES"] = "0"'
    text = merged(f"import os\n\n{line}\n{HEAD}{MODEL}")
    assert f"{line}  # gpu2ipu: ignore[IPU505]\n" in text
    assert text.index("import os\n") < text.index(line) < text.index("import tensorflow as tf\n")


def test_statements_that_wait_for_the_flag() -> None:
    growth = "tf.config.experimental.set_memory_growth(tf.config.list_physical_devices('GPU')[0], True)"
    text = merged(f"import tensorflow as tf\n{growth}\nimport numpy as np\n\n{MODEL}")
    assert (
        f"import numpy as np\n\n{GUARD}\nUSES_IPU = ipu is not None\nif not USES_IPU:\n    {growth}\n\n"
        in text
    )


def test_imports_of_gpu_code_are_for_gpus() -> None:
    text = merged(
        f"{HEAD}from tensorflow.python.client import device_lib\nprint(device_lib.list_local_devices())\n{MODEL}"
    )
    assert "\n    from tensorflow.python.client import device_lib\n    print(device_lib" in text
    old = "from a import b, c\nb(c)\nb.f(2)\n"
    new = "from a import b, d\nb(d)\nb.f(3)\n"
    path = Path("train.py")
    text = apply(new, edits_for_both({path: old}, {path: new}, parse)[path])
    assert text.startswith("from a import b, d\n")
    assert "USES_IPU = ipu is not None\n\nif not USES_IPU:\n    from a import c\n" in text


def test_a_strategy_of_a_gpu_is_kept() -> None:
    mirrored = f"strategy = tf.distribute.MirroredStrategy()\nwith strategy.scope():\n    {MODEL}"
    text = merged(HEAD + mirrored)
    assert (
        "strategy = ipu.ipu_strategy.IPUStrategy() if USES_IPU else tf.distribute.MirroredStrategy()\n"
        "with strategy.scope():\n"
    ) in text


def test_what_the_sdk_does_not_take_is_another_call() -> None:
    text = merged(HEAD + MODEL + 'model.compile("sgd", "mse", jit_compile=True)\n')
    assert (
        'if USES_IPU:\n        model.compile("sgd", "mse")\n'
        '    else:\n        model.compile("sgd", "mse", jit_compile=True)\n'
    ) in text


def test_a_name_that_is_taken() -> None:
    assert "USES_IPU_2 = ipu is not None\n" in merged(f"{HEAD}USES_IPU = 'yes'\n{MODEL}")


def test_a_port_stays_one_for_ipus() -> None:
    port = merged(HEAD + MODEL, PLAIN)
    assert merged(port + "model.predict(tf.zeros([5, 4]), batch_size=2)\n") == merged(
        port + "model.predict(tf.zeros([5, 4]), batch_size=2)\n", PLAIN
    )


def test_a_line_that_is_added_later_gets_its_choice() -> None:
    text = merged(HEAD + MODEL)
    added = "\nx = tf.zeros([6, 4]).numpy()\nmodel.predict(x, batch_size=4)\n"
    assert merged(text + added) == text + added.replace("batch_size=4", "batch_size=3 if USES_IPU else 4")


def test_each_function_has_its_number_of_rows() -> None:
    function = """\
def {name}(x, y):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse")
    model.fit(x, y, batch_size={size})


"""
    calls = "a(np.load('x.npy'), np.load('y.npy'))\nb(np.load('x.npy'), np.load('y.npy'))\n"
    functions = function.format(name="a", size=16) + function.format(name="b", size=32)
    text = merged(f"import numpy as np\n{HEAD}\n{functions}{calls}")
    for size in (16, 32):
        assert f"    train_size = train_steps * {size} if USES_IPU else len(x)\n" in text
    assert text.count("    model.fit(x[:train_size], y[:train_size], batch_size=") == 2


def test_a_function_of_another_file_has_its_default() -> None:
    files = {
        Path("/p/train.py"): "from net import net\nmodel = net(3)\nmodel.fit(x, y, batch_size=4)\n",
        Path("/p/net.py"): "def net(width):\n    return compiled(width)\n",
    }
    ports = {
        Path("/p/train.py"): files[Path("/p/train.py")].replace("net(3)", "net(3, steps_per_execution=n())"),
        Path(
            "/p/net.py"
        ): "def net(width, steps_per_execution=1):\n    return compiled(width, steps_per_execution)\n",
    }
    edits = edits_for_both(files, ports, parse)
    text = apply(ports[Path("/p/train.py")], edits[Path("/p/train.py")])
    assert "model = net(3, steps_per_execution=n() if USES_IPU else 1)\n" in text


def test_what_cannot_be_chosen_is_said() -> None:
    path = Path("train.py")
    old, new = "with d(0) as a:\n    f(a)\n", "with d(0) as a:\n    f(a)\nwith d(1) as b:\n    f(b)\n"
    with pytest.raises(
        Trouble, match=r"train\.py: what the port changes cannot be made to depend on the device"
    ):
        edits_for_both({path: old}, {path: new}, parse)
