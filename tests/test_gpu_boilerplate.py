"""Code for GPUs as scripts and notebooks have it: in a port nothing of it is left, and nothing else is lost.

What a port must keep ends in `# keep`, or `# keep: CODE` where it is written otherwise there.
"""

from __future__ import annotations

import ast
import json
import re
import textwrap
from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_file, convert_text
from tests.gpu_snippets import RARER_SNIPPETS

IMPORTS = """\
import os
import sys

import numpy as np
import tensorflow as tf
from tensorflow import keras

x = np.random.rand(640, 4).astype("float32")
y = x.sum(axis=1)
"""
TRAINING = """\
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=32)
"""
OF_GPUS = re.compile(r"gpu(?!2ipu)|cuda|nccl|cudnn|nvidia|\btpu|memory_growth", re.IGNORECASE)
KEEP = re.compile(r"[ ]*# keep(?:: (.*))?$")

SNIPPETS = {
    "one line": 'os.environ["CUDA_VISIBLE_DEVICES"] = "0"',
    "two on a line": 'os.environ["CUDA_DEVICE_ORDER"] = "PCI_BUS_ID"; os.environ["CUDA_VISIBLE_DEVICES"] = "0"',
    "one of two on a line": 'os.environ["CUDA_VISIBLE_DEVICES"] = "0"; seed = 3  # keep: seed = 3',
    "update": 'os.environ.update({"CUDA_VISIBLE_DEVICES": "0", "TF_FORCE_GPU_ALLOW_GROWTH": "true"})',
    "update by keywords": 'os.environ.update(CUDA_VISIBLE_DEVICES="0", TF_GPU_THREAD_MODE="gpu_private")',
    "update with others": """
        os.environ.update({"CUDA_VISIBLE_DEVICES": "0", "OMP_NUM_THREADS": "4"})  # keep: "OMP_NUM_THREADS": "4"
    """,
    "update with others by keywords": """
        os.environ.update(CUDA_VISIBLE_DEVICES="0", OMP_NUM_THREADS="4")  # keep: OMP_NUM_THREADS="4"
    """,
    "in place": 'os.environ |= {"CUDA_VISIBLE_DEVICES": "0"}',
    "setdefault": 'os.environ.setdefault("TF_FORCE_GPU_ALLOW_GROWTH", "true")',
    "putenv": 'os.putenv("CUDA_VISIBLE_DEVICES", "1")',
    "deleted": 'os.environ.pop("CUDA_VISIBLE_DEVICES", None)',
    "computed": """
        cards = [0, 1]
        os.environ["CUDA_VISIBLE_DEVICES"] = ",".join(str(card) for card in cards)
    """,
    "from the command line": """
        card = sys.argv[1] if len(sys.argv) > 1 else "0"
        os.environ["CUDA_VISIBLE_DEVICES"] = card
    """,
    "formatted": """
        rank = int(os.environ.get("RANK", 0))  # keep
        os.environ["CUDA_VISIBLE_DEVICES"] = f"{rank % 4}"
        print(rank)  # keep
    """,
    "the guide": """
        gpus = tf.config.list_physical_devices("GPU")
        if gpus:
            try:
                for gpu in gpus:
                    tf.config.experimental.set_memory_growth(gpu, True)
                logical_gpus = tf.config.list_logical_devices("GPU")
                print(len(gpus), "Physical GPUs,", len(logical_gpus), "Logical GPUs")
            except RuntimeError as error:
                print(error)
    """,
    "nested guards": """
        try:
            if tf.config.list_physical_devices("GPU"):
                if "--growth" in sys.argv:
                    for gpu in tf.config.list_physical_devices("GPU"):
                        tf.config.experimental.set_memory_growth(gpu, True)
        except Exception as error:
            print("no GPU", error)
    """,
    "a comprehension": """
        [tf.config.experimental.set_memory_growth(g, True) for g in tf.config.list_physical_devices("GPU")]
    """,
    "a loop on one line": """
        for gpu in tf.config.list_physical_devices("GPU"): tf.config.experimental.set_memory_growth(gpu, True)
    """,
    "an assertion": 'assert tf.config.list_physical_devices("GPU"), "no GPU"',
    "an exit": """
        if not tf.test.is_gpu_available():
            sys.exit("a GPU is needed")
    """,
    "a warning": """
        if not tf.config.list_physical_devices("GPU"):
            print("training on the CPU, which is slow")
    """,
    "a function": """
        def set_up_gpu():
            gpus = tf.config.list_physical_devices("GPU")
            for gpu in gpus:
                tf.config.experimental.set_memory_growth(gpu, True)


        set_up_gpu()
    """,
    "a function that does more": """
        def set_up(seed):  # keep
            tf.random.set_seed(seed)  # keep
            for gpu in tf.config.list_physical_devices("GPU"):
                tf.config.experimental.set_memory_growth(gpu, True)


        set_up(1)  # keep
    """,
    "a limit": """
        gpus = tf.config.experimental.list_physical_devices("GPU")
        tf.config.experimental.set_virtual_device_configuration(
            gpus[0], [tf.config.experimental.VirtualDeviceConfiguration(memory_limit=2048)]
        )
    """,
    "a session": """
        config = tf.compat.v1.ConfigProto(gpu_options=tf.compat.v1.GPUOptions(per_process_gpu_memory_fraction=0.5))
        tf.compat.v1.keras.backend.set_session(tf.compat.v1.Session(config=config))
    """,
    "a session of its own": """
        config = tf.compat.v1.ConfigProto()
        config.gpu_options.allow_growth = True
        session = tf.compat.v1.Session(config=config)
        tf.compat.v1.keras.backend.set_session(session)
    """,
    "an interactive session": """
        config = tf.compat.v1.ConfigProto(gpu_options=tf.compat.v1.GPUOptions(allow_growth=True))
        session = tf.compat.v1.InteractiveSession(config=config)
    """,
    "a list of devices": """
        from tensorflow.python.client import device_lib
        print(device_lib.list_local_devices())
    """,
    "a print in an f-string": """
        print(f"GPUs: {len(tf.config.list_physical_devices('GPU'))}, TensorFlow {tf.__version__}")  # keep
    """,
    "Kaggle's TPU": """
        try:
            tpu = tf.distribute.cluster_resolver.TPUClusterResolver()
            tf.config.experimental_connect_to_cluster(tpu)
            tf.tpu.experimental.initialize_tpu_system(tpu)
            strategy = tf.distribute.experimental.TPUStrategy(tpu)
        except ValueError:
            strategy = tf.distribute.get_strategy()
        print("replicas:", strategy.num_replicas_in_sync)  # keep: print("replicas:"
    """,
    "Kaggle's other TPU": """
        try:
            tpu = tf.distribute.cluster_resolver.TPUClusterResolver.connect()
            strategy = tf.distribute.TPUStrategy(tpu)
        except Exception:
            tpu = None
            strategy = tf.distribute.MirroredStrategy()
    """,
    "Colab's TPU": """
        tpu = None
        try:
            tpu = tf.distribute.cluster_resolver.TPUClusterResolver()
            print("Device:", tpu.master())
        except ValueError:
            tpu = None
        if tpu:
            tf.config.experimental_connect_to_cluster(tpu)
            tf.tpu.experimental.initialize_tpu_system(tpu)
            strategy = tf.distribute.experimental.TPUStrategy(tpu)
        else:
            strategy = tf.distribute.get_strategy()
    """,
    "a strategy behind else": """
        gpus = tf.config.list_physical_devices("GPU")
        if len(gpus) < 2:
            strategy = tf.distribute.get_strategy()
        else:
            strategy = tf.distribute.MirroredStrategy()
    """,
    "a strategy behind elif": """
        gpus = tf.config.list_logical_devices("GPU")
        if len(gpus) > 1:
            strategy = tf.distribute.MirroredStrategy([gpu.name for gpu in gpus])
        elif len(gpus) == 1:
            strategy = tf.distribute.get_strategy()
        else:
            strategy = tf.distribute.get_strategy()
    """,
    "a strategy in one expression": """
        strategy = tf.distribute.MirroredStrategy() if tf.config.list_physical_devices("GPU") else (
            tf.distribute.get_strategy()
        )
    """,
    "a main guard": """
        if __name__ == "__main__":
            os.environ["CUDA_VISIBLE_DEVICES"] = "0"
    """,
    "a branch that is emptied": """
        if len(sys.argv) > 5:
            os.environ["CUDA_VISIBLE_DEVICES"] = "0"
        else:
            print("as usual")  # keep
    """,
    "a with block that is emptied": """
        with open(os.devnull) as file:  # keep
            os.environ["CUDA_VISIBLE_DEVICES"] = "0"
    """,
    "a class": """
        class Options:  # keep
            gpus = tf.config.list_physical_devices("GPU")
            rate = 0.1  # keep


        print(Options.rate)  # keep
    """,
    "a scope of a device": """
        with tf.device("/GPU:0"):
            z = tf.constant(1.0)  # keep: z = tf.constant(1.0)
        print(z)  # keep
    """,
    "visible devices": """
        gpus = tf.config.list_physical_devices("GPU")
        tf.config.set_visible_devices(gpus[:1], "GPU")
    """,
    "numba": """
        from numba import cuda
        cuda.select_device(0)
        cuda.close()
    """,
    **RARER_SNIPPETS,
}


def assert_ported(snippet: str, port: str) -> None:
    """Look for what may not be there, and for what has to be."""
    ast.parse(port)
    lines = port.splitlines()
    left = [line for line in lines if OF_GPUS.search(KEEP.sub("", line)) and "# keep" not in line]
    assert not left, port
    for line in snippet.splitlines():
        found = KEEP.search(line)
        if found:
            kept = found[1] or KEEP.sub("", line).strip().lstrip("!%")
            assert any(kept in each for each in lines), (kept, port)


@pytest.mark.parametrize("name", SNIPPETS)
def test_nothing_is_left_and_nothing_is_lost(name: str) -> None:
    snippet = textwrap.dedent(SNIPPETS[name]).strip("\n") + "\n"
    path = Path("train.py")
    converted = convert_text(path, f"{IMPORTS}\n{snippet}\n{TRAINING}", Config())
    assert_ported(snippet, converted.text)
    again = convert_text(path, converted.text, Config())
    assert again.text == converted.text


NOTEBOOKS = {
    "installs TensorFlow": ["!pip install tensorflow-gpu==2.4", IMPORTS],
    "installs other things": ["!pip install -q pandas  # keep", IMPORTS],
    "shows the cards": [IMPORTS, "!nvidia-smi  # keep", 'print(tf.config.list_physical_devices("GPU"))'],
    "asks on the last line": [IMPORTS, 'tf.config.list_physical_devices("GPU")'],
    "Colab's question": [
        IMPORTS,
        """
        device_name = tf.test.gpu_device_name()
        if device_name != "/device:GPU:0":
            raise SystemError("GPU device not found")
        print("Found GPU at: {}".format(device_name))
        """,
    ],
    "in a cell with others": [
        IMPORTS,
        """
        seed = 3  # keep
        os.environ["CUDA_VISIBLE_DEVICES"] = "0"
        print(seed)  # keep
        """,
    ],
    "a cell that is emptied": [
        IMPORTS,
        """
        for gpu in tf.config.list_physical_devices("GPU"):
            tf.config.experimental.set_memory_growth(gpu, True)
        """,
    ],
    "a magic among statements": [
        IMPORTS,
        """
        %matplotlib inline  # keep
        os.environ["CUDA_VISIBLE_DEVICES"] = "0"
        seed = 3  # keep
        """,
    ],
    "an environment magic": [IMPORTS, "%matplotlib inline  # keep", 'os.environ["NCCL_DEBUG"] = "INFO"'],
}


def notebook(cells: list[str]) -> str:
    code = [
        {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [], "source": cell}
        for cell in cells
    ]
    return json.dumps({"cells": code, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_nothing_is_left_of_a_notebook(name: str, tmp_path: Path) -> None:
    cells = [textwrap.dedent(cell).strip("\n") for cell in NOTEBOOKS[name]]
    path = tmp_path / "train.ipynb"
    path.write_text(notebook([*cells, TRAINING]))
    result = convert_file(path, Config())
    assert result.source is not None and result.converted is not None, result.error
    document = json.loads(result.source.encode(result.converted.text))
    port = "\n".join("".join(cell["source"]) for cell in document["cells"])
    assert len(document["cells"]) == len(cells) + 1
    python = re.sub(r"^[!%]", "# ", port, flags=re.MULTILINE)
    assert_ported("\n".join(cells), python)


def test_there_are_seventy() -> None:
    assert len(SNIPPETS) + len(NOTEBOOKS) >= 70
