"""Starting the simulator: in a process, from its folder alone, and where it cannot be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import gpu2ipu.simulator
from gpu2ipu.simulator import finder
from gpu2ipu.simulator.sdk.packages import EMULATED

FOLDER = Path(gpu2ipu.simulator.__file__).parent


def run(code: str, folder: Path, *flags: str) -> subprocess.CompletedProcess:  # type: ignore[type-arg]
    return subprocess.run(
        [sys.executable, *flags, "-c", code],
        capture_output=True,
        text=True,
        cwd=str(folder),
    )


def packages(folder: Path, **sources: str) -> None:
    """Stand-ins for installed packages, in a folder that comes first on the path."""
    for name, source in sources.items():
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(source)


START = """
import sys
sys.path.insert(0, {folder!r})
import finder
del sys.path[0]
package = finder.load_package()
print(package.__name__, package.install is sys.modules["gpu2ipu.simulator"].install)
"""


def test_the_folder_alone_is_enough(tmp_path: Path) -> None:
    # -S: no site-packages, so that no installed gpu2ipu answers.
    done = run(START.format(folder=str(FOLDER)), tmp_path, "-S", "-I")
    assert (done.stdout, done.returncode) == ("gpu2ipu.simulator True\n", 0), done.stderr


def test_it_imports_neither_tensorflow_nor_keras(tmp_path: Path) -> None:
    code = "import sys, gpu2ipu.simulator; print({'tensorflow', 'keras', 'numpy'} & set(sys.modules))"
    assert (
        run(f"import sys; sys.path.insert(0, {str(FOLDER.parents[1])!r}); {code}", tmp_path).stdout
        == "set()\n"
    )


@pytest.mark.parametrize(
    "installed, message",
    [
        ({}, "TensorFlow is not installed"),
        ({"tensorflow": ""}, "install tf_keras with `pip install 'gpu2ipu[simulator]'`"),
    ],
)
def test_what_is_missing_is_named(tmp_path: Path, installed: dict[str, str], message: str) -> None:
    packages(tmp_path, **installed)
    code = START.format(folder=str(FOLDER)) + f"sys.path.insert(0, {str(tmp_path)!r})\n"
    code += "try: package.install()\nexcept package.Unavailable as error: print(error)"
    assert message in run(code, tmp_path, "-S", "-I").stdout


def test_a_loaded_keras_3_is_refused(tmp_path: Path) -> None:
    packages(
        tmp_path, tensorflow="import keras", keras="__version__ = '3.9.0'", tf_keras="__version__ = '2.19.0'"
    )
    code = START.format(folder=str(FOLDER)) + f"sys.path.insert(0, {str(tmp_path)!r})\nimport tensorflow\n"
    code += "try: package.install()\nexcept package.Unavailable as error: print(error)"
    assert "Keras 3 is already loaded in this process" in run(code, tmp_path, "-S", "-I").stdout


def test_install_asks_for_keras_2_and_says_what_keras_is(tmp_path: Path) -> None:
    packages(tmp_path, tensorflow="", tf_keras="__version__ = '2.19.0'")
    code = START.format(folder=str(FOLDER)) + f"sys.path.insert(0, {str(tmp_path)!r})\n"
    code += "package.install(); package.install()\nimport os, keras, tf_keras\n"
    code += "print(os.environ['TF_USE_LEGACY_KERAS'], keras is tf_keras, len(sys.meta_path))"
    assert run(code, tmp_path, "-S", "-I").stdout.splitlines()[-1] == "1 True 5"


def test_other_imports_are_left_alone() -> None:
    assert finder.SimulatorFinder("tf_keras", EMULATED).find_spec("json") is None
    assert finder.PrivateKerasFinder().find_spec("json.decoder") is None
