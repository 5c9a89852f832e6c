"""Links become copies before a script writes to them; in a process of its own, which an audit hook cannot leave."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gpu2ipu.simulator import copy_on_write

START = """
import importlib.util, os, shutil, sys
spec = importlib.util.spec_from_file_location("copy_on_write", {module!r})
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
{imports}
files = module.CopyOnWrite({root!r})
files.install()
files.wrap_libraries()
os.chdir({root!r})
{code}
"""


class Folders:
    """A scratch copy of two links: a file and a folder of the user's."""

    def __init__(self, top: Path) -> None:
        self.user, self.copy = top / "user", top / "copy"
        (self.user / "data/deep").mkdir(parents=True)
        self.copy.mkdir()
        (self.user / "rows.csv").write_text("old")
        (self.user / "data/x.txt").write_text("x")
        (self.copy / "rows.csv").symlink_to(self.user / "rows.csv")
        (self.copy / "data").symlink_to(self.user / "data")

    def run(self, code: str, imports: str = "", python: str = sys.executable) -> str:
        program = START.format(module=copy_on_write.__file__, root=str(self.copy), imports=imports, code=code)
        done = subprocess.run([python, "-c", program], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def is_untouched(self) -> bool:
        files = {path.relative_to(self.user).as_posix() for path in self.user.rglob("*") if path.is_file()}
        texts = [(self.user / name).read_text() for name in ("rows.csv", "data/x.txt")]
        return files == {"rows.csv", "data/x.txt"} and texts == ["old", "x"]


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return Folders(tmp_path)


@pytest.mark.parametrize(
    ("code", "content"),
    [
        ("open('rows.csv', 'a').write(' new')", "old new"),
        ("open('rows.csv', 'w').write('new')", "new"),
        ("open('rows.csv', 'r+').write('n')", "nld"),
        ("os.write(os.open('rows.csv', os.O_RDWR), b'N')", "Nld"),
        ("os.truncate('rows.csv', 1)", "o"),
        ("os.utime('rows.csv', (1, 1))", "old"),
        ("os.replace('rows.csv', 'b'); os.rename('b', 'rows.csv'); open('rows.csv', 'a').write('!')", "old!"),
        ("os.remove('rows.csv'); open('rows.csv', 'w').write('again')", "again"),
        ("open(os.path.abspath('rows.csv'), 'ab').write(b'!')", "old!"),
    ],
)
def test_a_file_is_copied_before_it_changes(folders: Folders, code: str, content: str) -> None:
    folders.run(code)
    assert (folders.copy / "rows.csv").read_text() == content
    assert folders.is_untouched()


def test_a_file_that_is_read_stays_a_link(folders: Folders) -> None:
    assert folders.run("print(open('rows.csv').read(), os.listdir('data'))").startswith("old ")
    assert (folders.copy / "rows.csv").is_symlink() and (folders.copy / "data").is_symlink()


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("open('data/new.txt', 'w').write('1')", {"deep", "x.txt", "new.txt"}),
        ("os.makedirs('data/out')", {"deep", "x.txt", "out"}),
        ("os.makedirs('data/deep/out'); assert os.path.isdir('data/deep/out')", {"deep", "x.txt"}),
        ("open('data/x.txt', 'a').write('1')", {"deep", "x.txt"}),
        ("os.remove('data/x.txt')", {"deep"}),
        ("os.rename('data/x.txt', 'data/y.txt')", {"deep", "y.txt"}),
        ("os.symlink('x.txt', 'data/z.txt')", {"deep", "x.txt", "z.txt"}),
        ("shutil.copy('rows.csv', 'data/')", {"deep", "x.txt", "rows.csv"}),
    ],
)
def test_a_folder_becomes_one_of_links(folders: Folders, code: str, names: set[str]) -> None:
    folders.run(code)
    assert {path.name for path in (folders.copy / "data").iterdir()} == names
    assert folders.is_untouched()


def test_a_folder_is_removed_from_the_copy_only(folders: Folders) -> None:
    folders.run("shutil.rmtree('data'); assert not os.path.lexists('data')")
    assert folders.is_untouched()


def test_links_within_the_copy_are_followed(folders: Folders) -> None:
    (folders.copy / "inner").symlink_to("rows.csv")
    (folders.copy / "more").symlink_to(folders.copy / "data")
    folders.run("open('inner', 'a').write('!'); open('more/x.txt', 'a').write('!')")
    assert (folders.copy / "rows.csv").read_text() == "old!" and (folders.copy / "inner").is_symlink()
    assert (folders.copy / "data/x.txt").read_text() == "x!"
    assert folders.is_untouched()


def test_what_lies_elsewhere_is_let_be(folders: Folders, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folders.user / "rows.csv")
    folders.run(f"open({str(tmp_path / 'link')!r}, 'a').write('!')")
    assert (folders.user / "rows.csv").read_text() == "old!"


@pytest.mark.tensorflow
@pytest.mark.tf26
def test_files_that_hdf5_and_tensorflow_open_in_python_38(folders: Folders, python38: str) -> None:
    check_libraries(folders, python38)


@pytest.mark.tensorflow
def test_files_that_hdf5_and_tensorflow_open(folders: Folders) -> None:
    check_libraries(folders, sys.executable)


def check_libraries(folders: Folders, python: str) -> None:
    for name in ("b", "c", "d"):
        (folders.copy / name).symlink_to(folders.user / "rows.csv")
    code = """
h5py.File("rows.csv", "w").close()
with tf.io.gfile.GFile("b", "a") as file:
    file.write("!")
tf.io.gfile.copy("data/x.txt", "c", overwrite=True)
tf.io.TFRecordWriter("d").close()
tf.io.gfile.makedirs("data/deep/new")
print(tf.io.gfile.GFile("b").read())
"""
    assert folders.run(code, "import h5py\nimport tensorflow as tf", python) == "old!\n"
    assert folders.is_untouched()
