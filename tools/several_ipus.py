"""MNIST on one and on several IPUs: five ports of one script, by options alone, learn what it learns; no test.

    python tools/several_ipus.py [--mnist mnist.npz] [--python PYTHON] [PORT ...]

Each port is compared with the original twice: 25 updates with each of six optimizers (losses, and the weights after
each of the first 20 updates, array by array), and three epochs with Adam. A row is printed as soon as it is done; it
ends with 1 if a port differs, if weights are more than 1e-5 apart, or if the test losses of all are not within 0.02.
The data is that of `keras.datasets`, in $KERAS_HOME/datasets, or the file that `--mnist` names.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gpu2ipu.runner.child.temporary_folder import folder_for_all

SCRIPT = '''\
"""Train a small convolutional network on MNIST, with one optimizer after the other."""

import sys

import tensorflow as tf
from tensorflow import keras

EPOCHS, *NAMES = sys.argv[1:]

(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
x_train = x_train[..., None].astype("float32") / 255
x_test = x_test[..., None].astype("float32") / 255


def build():
    return keras.Sequential(
        [
            keras.layers.Conv2D(8, 3, strides=2, activation="relu", input_shape=(28, 28, 1)),
            keras.layers.Conv2D(16, 3, strides=2, activation="relu"),
            keras.layers.Flatten(),
            keras.layers.Dropout(0.5),
            keras.layers.Dense(10, activation="softmax"),
        ]
    )


def optimizer_of(name):
    if name == "sgd":
        return keras.optimizers.SGD(0.1)
    if name == "momentum":
        return keras.optimizers.SGD(0.05, momentum=0.9)
    if name == "rmsprop":
        return keras.optimizers.RMSprop(0.001)
    if name == "clipnorm":
        return keras.optimizers.Adam(0.002, clipnorm=1.0)
    if name == "schedule":
        return keras.optimizers.Adam(keras.optimizers.schedules.ExponentialDecay(0.002, 10, 0.9))
    return keras.optimizers.Adam(0.002)


for name in NAMES:
    model = build()
    model.compile(optimizer_of(name), "sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(x_train, y_train, batch_size=64, epochs=int(EPOCHS), verbose=0)
    model.evaluate(x_test, y_test, verbose=0)
'''
OPTIMIZERS = ("sgd", "momentum", "adam", "rmsprop", "clipnorm", "schedule")
# port -> the options of `convert`; without IPU301 an execution is one step
PORTS = {
    "one IPU": ("--ignore", "IPU301"),
    "steps_per_execution": (),
    "2 replicas": ("--replicas=2",),
    "2 stages": ("--pipeline-stages=2",),
    "2 stages x 2 replicas": ("--pipeline-stages=2", "--replicas=2"),
}
UPDATES = 25
# how far weights may be apart, and the test losses of all ports after three epochs
CLOSE = 1e-5
WITHIN = 0.02


def port_of(script: Path, name: str) -> Path:
    """Convert the script with the options of a port. Raises CalledProcessError if that needs manual work."""
    port = script.with_name(f"port_{list(PORTS).index(name)}.py")
    gpu2ipu("convert", script, "-o", port, *PORTS[name]).check_returncode()
    return port


def compared(script: Path, port: Path, options: Sequence[str], arguments: Sequence[str]) -> dict[str, Any]:
    """Compare a port with the script, and return the report."""
    report = port.with_suffix(".json")
    done = gpu2ipu("compare", script, port, f"--json={report}", *options, "--", *arguments)
    if done.returncode == 2:
        sys.exit(done.stdout + done.stderr)
    found: dict[str, Any] = json.loads(report.read_text())
    return found


def gpu2ipu(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    command = [sys.executable, "-m", "gpu2ipu", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def apart(fit: dict[str, Any]) -> float:
    """Return how far the weights were apart after one of the first updates, in the array that was farthest."""
    return max(float(update["relative_difference"]) for update in fit["weights_after_updates"])


def row(script: Path, name: str, options: Sequence[str]) -> tuple[list[str], bool, float]:
    """Return a row of the table, whether the port agrees, and its test loss after three epochs."""
    port = port_of(script, name)
    short = compared(script, port, [*options, f"--steps={UPDATES}"], ["1", *OPTIMIZERS])
    whole = compared(script, port, options, ["3", "adam"])
    weights = [apart(call) for call in short["calls"] if call["kind"] == "fit"]
    loss = float(whole["calls"][-1]["port"]["judged_values"]["loss"])
    verdicts = [short["verdict"], whole["verdict"]]
    agrees = verdicts == ["agree", "agree"] and max(weights) <= CLOSE
    cells = [name, *(f"{each:.0e}" for each in weights), f"{loss:.4f}", " / ".join(verdicts)]
    return cells, agrees, loss


def main(arguments: Sequence[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mnist", type=Path, help="mnist.npz of keras.datasets")
    parser.add_argument("--python", help="interpreter of both sides")
    parser.add_argument("ports", nargs="*", metavar="PORT", help=", ".join(PORTS))
    given = parser.parse_args(arguments)
    if not set(given.ports) <= PORTS.keys():
        parser.error(f"ports are {', '.join(PORTS)}")
    options = [f"--python={given.python}", f"--original-python={given.python}"] if given.python else []
    print("|", " | ".join(["port", *OPTIMIZERS, "loss after 3 epochs", "verdicts"]), "|", flush=True)
    agree, losses = True, list[float]()
    with folder_for_all("several-ipus") as folder:
        if given.mnist is not None:
            os.environ["KERAS_HOME"] = str(folder)
            (folder / "datasets").mkdir()
            (folder / "datasets" / "mnist.npz").symlink_to(given.mnist.resolve())
        script = folder / "mnist.py"
        script.write_text(SCRIPT)
        for name in given.ports or PORTS:
            cells, agrees, loss = row(script, name, options)
            print("|", " | ".join(cells), "|", flush=True)
            agree, losses = agree and agrees, [*losses, loss]
    print(f"test losses are within {max(losses) - min(losses):.4f} of each other")
    return 0 if agree and max(losses) - min(losses) <= WITHIN else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
