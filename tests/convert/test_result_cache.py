"""The cache of `check`: as quick as it is worth, and never wrong, whatever is edited, broken or run at once."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gpu2ipu
from gpu2ipu.config import Config
from gpu2ipu.convert import batch, checking, engine, result_cache
from gpu2ipu.convert.checking import Checked, check_paths
from gpu2ipu.convert.result_cache import DAY, UNUSED, ResultCache
from tests.examples import examples
from tests.projects_in_memory import write
from tests.reports.found import notebook

TRAIN = """
import numpy as np
from data import BATCH, rows
from net import build
x = rows()
build().fit(x, x, batch_size=BATCH)
"""
NET = """
from tensorflow import keras
def build():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse")
    return model
"""
DATA = """
import numpy as np
BATCH = {}
def rows():
    return np.ones((96, 4), "float32")
"""
MODEL = "from tensorflow import keras\nmodel = keras.Sequential()\n"
TREE = {"train.py": TRAIN, "net.py": NET, "data.py": DATA.format(32)}
TEXTS = (
    TRAIN,
    TRAIN.replace("from net", "from pkg.net"),
    TRAIN.replace("import numpy as np", "import sys; sys.path.insert(0, 'pkg')"),
    NET,
    NET.replace('"sgd"', 'loss="mse", optimizer="sgd", steps_per_execution=3'),
    NET.replace("return model", "return model  # gpu2ipu: ignore"),
    DATA.format(32),
    DATA.format(36),
    "",
    "x = (\n",
    "from tensorflow import keras\nfrom .data import BATCH\n",
)
PLACES = ("train.py", "net.py", "data.py", "pkg/__init__.py", "pkg/net.py", "pkg/data.py", "data/__init__.py")

Edits = list[tuple[str, str | None]]


def cached(folder: Path, config: Config | None = None) -> ResultCache:
    return ResultCache(folder, config or Config(jobs=1))


def checked(top: Path, cache: ResultCache | None, config: Config | None = None) -> Checked:
    return check_paths([top], config or Config(jobs=1), cache)


@pytest.fixture
def works(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many projects were checked and not found in the cache: one number, which counts up."""
    count, check = [0], engine.check_project

    def counted(*args: object) -> object:
        count[0] += 1
        return check(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(batch, "check_project", counted)
    return count


def test_what_has_not_changed_is_not_checked_again(tmp_path: Path, works: list[int]) -> None:
    top, cache = tmp_path / "project", cached(tmp_path / "cache")
    write(
        top,
        {**TREE, "alone.py": MODEL, "n.ipynb": notebook(MODEL)},
    )
    cold = checked(top, cache)
    assert works == [3]
    assert len([finding for result in cold.results for finding in result.findings]) > 3
    assert checked(top, cache) == cold == checked(top, None)
    assert works == [3 + 3]  # those without a cache
    (top / "data.py").write_text(DATA.format(36))
    assert checked(top, cache) == checked(top, None) != cold
    assert works == [3 + 3 + 1 + 3]


@given(
    start=st.dictionaries(st.sampled_from(PLACES), st.sampled_from(TEXTS), max_size=4),
    changes=st.lists(
        st.tuples(st.sampled_from(PLACES), st.none() | st.sampled_from(TEXTS)), min_size=1, max_size=5
    ),
)
@examples(60)
def test_it_is_never_wrong_after_an_edit(start: dict[str, str], changes: Edits) -> None:
    """Files change without a trace in time or size, come, go, and stand before others."""
    with tempfile.TemporaryDirectory() as name:
        top, cache = Path(name) / "project", cached(Path(name) / "cache")
        for place, text in [*TREE.items(), *start.items(), *changes]:
            path = top / place
            if text is None:
                path.unlink(missing_ok=True)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
                os.utime(path, (0, 0))
            for paths in ([top], [path] if text else []):
                warm = check_paths(paths, Config(jobs=1), cache)
                assert warm == check_paths(paths, Config(jobs=1))
                assert check_paths(paths, Config(jobs=1), cache) == warm


def test_a_module_that_comes_later_counts(tmp_path: Path) -> None:
    top, cache = tmp_path / "project", cached(tmp_path / "cache")
    (train,) = write(top, {"train.py": TRAIN})
    before = check_paths([train], Config(), cache)
    write(top, {name: text for name, text in TREE.items() if name != "train.py"})
    after = check_paths([train], Config(), cache)
    assert after == check_paths([train], Config()) != before


def test_an_edit_while_a_file_is_checked_is_seen_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (path,) = write(tmp_path / "project", {"a.py": MODEL})
    cache, check = cached(tmp_path / "cache"), engine.check_project

    def edited_before(*args: object) -> object:
        path.write_text(MODEL.replace("\n", "\n\n"))
        return check(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(batch, "check_project", edited_before)
    check_paths([path], Config(), cache)
    monkeypatch.undo()
    (result,) = check_paths([path], Config(), cache).results
    assert {finding.span.line for finding in result.findings} == {3}


@pytest.mark.parametrize(
    "other",
    [
        lambda patch: patch.setattr(gpu2ipu, "__version__", "0.0.0"),
        lambda patch: patch.setattr(sys, "version", "3.99.0 (main)"),
        lambda patch: patch.setattr(result_cache, "_source", lambda _: iter([("engine.py", 1, 1)])),
        lambda patch: patch.chdir("/"),
    ],
    ids=["version", "python", "source", "folder"],
)
def test_it_is_of_one_tool_in_one_python(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    works: list[int],
    other: Callable[[pytest.MonkeyPatch], None],
) -> None:
    (path,) = write(tmp_path / "project", {"a.py": MODEL})
    check_paths([path], Config(), cached(tmp_path / "cache"))
    other(monkeypatch)
    check_paths([path], Config(), cached(tmp_path / "cache"))
    assert works == [2]


@pytest.mark.parametrize(
    ("config", "is_other"),
    [
        (Config(sdk="3.3"), True),
        (Config(ignore=("IPU102",)), True),
        (Config(replicas=2), True),
        (Config(jobs=2), False),
        (Config(exclude=("b.py",), force_exclude=True), False),
    ],
)
def test_options_that_change_results_are_told_apart(
    tmp_path: Path, works: list[int], config: Config, is_other: bool
) -> None:
    (path,) = write(tmp_path / "project", {"a.py": MODEL})
    check_paths([path], Config(), cached(tmp_path / "cache", Config()))
    check_paths([path], config, cached(tmp_path / "cache", config))
    assert works == [1 + is_other]


def test_an_edit_of_the_tool_itself_counts(tmp_path: Path) -> None:
    rule = tmp_path / "rules" / "rule.py"
    rule.parent.mkdir()
    rule.write_text("a")
    before = list(result_cache._source(tmp_path))
    assert list(result_cache._source(tmp_path)) == before
    (tmp_path / "rules" / "__pycache__").mkdir()
    (tmp_path / "rules" / "__pycache__" / "rule.pyc").touch()
    assert list(result_cache._source(tmp_path)) == before
    rule.write_text("b")
    os.utime(rule, ns=(1, 1))
    assert list(result_cache._source(tmp_path)) != before


def spoil_half(entry: Path) -> None:
    entry.write_bytes(entry.read_bytes()[: entry.stat().st_size // 2])


def spoil_word(entry: Path) -> None:
    entry.write_text(entry.read_text().replace("IPU10", "IPU20"))


def spoil_bytes(entry: Path) -> None:
    entry.write_bytes(b"\xff\x00\n" * 9)


def spoil_file(entry: Path) -> None:
    entry.unlink()
    entry.mkdir()


def spoil_count(entry: Path) -> None:
    entry.write_text(f"{result_cache._checksum('[]')}\n[]")


@pytest.mark.parametrize("spoil", [Path.unlink, spoil_half, spoil_word, spoil_bytes, spoil_file, spoil_count])
def test_a_spoilt_entry_is_as_good_as_none(
    tmp_path: Path, works: list[int], spoil: Callable[[Path], None]
) -> None:
    (path,) = write(tmp_path / "project", {"a.py": MODEL})
    folder = tmp_path / "cache"
    right = check_paths([path], Config(), cached(folder))
    (entry,) = folder.glob("*.json")
    spoil(entry)
    assert check_paths([path], Config(), cached(folder)) == right
    assert works == [2]
    assert check_paths([path], Config(), cached(folder)) == right
    assert works == [3 if spoil is spoil_file else 2]  # a folder in its place stays
    assert not list(folder.glob("*.tmp"))


def test_a_folder_that_cannot_be_written_is_no_cache(tmp_path: Path, works: list[int]) -> None:
    (path,) = write(tmp_path / "project", {"a.py": MODEL})
    (tmp_path / "file").touch()
    for _ in range(2):
        assert check_paths([path], Config(), cached(tmp_path / "file" / "check")).results[0].findings
    assert works == [2]


def test_what_a_bug_says_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, works: list[int]
) -> None:
    paths = write(tmp_path / "project", {"a.py": MODEL, "b.py": "import keras\nx = (\n"})
    monkeypatch.setattr(engine, "Port", None)
    for _ in range(2):
        errors = check_paths(paths, Config(jobs=1), cached(tmp_path / "cache")).errors
        assert ["internal error" in error for error in errors] == [True, False]
    assert works == [2 + 1]  # a script that is no Python stays one


def test_entries_that_nobody_uses_go(tmp_path: Path, works: list[int]) -> None:
    folder, now = tmp_path / "cache", time.time()
    paths = write(tmp_path / "project", {f"{name}.py": MODEL + f"{name} = 1\n" for name in "ab"})
    check_paths(paths, Config(jobs=1), cached(folder))
    old, used = sorted(folder.glob("*.json"))
    for entry, age in ((old, UNUSED + DAY), (used, UNUSED - DAY)):
        os.utime(entry, (now - age, now - age))
    kept = next(path for path in paths if entry_of(path, folder) == used)
    check_paths([kept], Config(jobs=1), cached(folder))
    assert used.stat().st_mtime > now - DAY  # it is in use
    assert old.exists()  # nobody has looked today
    os.utime(folder / "CACHEDIR.TAG", (now - 2 * DAY, now - 2 * DAY))
    check_paths([kept], Config(jobs=1), cached(folder))
    assert list(folder.glob("*.json")) == [used]
    assert (folder / ".gitignore").read_text() == "*\n"


def entry_of(path: Path, folder: Path) -> Path:
    cache = cached(folder)
    (project,) = batch.projects_of([path], around=True)
    question = cache.question(project)
    assert question
    return cache._entry(question)


def test_where_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert result_cache.folder() == tmp_path / "gpu2ipu" / "check"
    monkeypatch.setenv(result_cache.VARIABLE, str(tmp_path / "mine"))
    assert result_cache.folder() == tmp_path / "mine" / "check"
    monkeypatch.delenv(result_cache.VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for system, inner in (("linux", ".cache"), ("darwin", "Library/Caches")):
        monkeypatch.setattr(sys, "platform", system)
        assert result_cache.folder() == tmp_path / inner / "gpu2ipu" / "check"

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    assert result_cache.folder() is None
    assert checking.cache_of(Config()) is None


@pytest.fixture
def command(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts Python in a folder with some scripts, with a cache of their own."""
    write(
        tmp_path / "project",
        TREE | {f"s{number}.py": MODEL + f"a = {number}\n" for number in range(9)},
    )
    environment = {**os.environ, result_cache.VARIABLE: str(tmp_path / "cache")}
    children = list[subprocess.Popen[str]]()

    def start(*arguments: str) -> subprocess.Popen[str]:
        child = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=tmp_path / "project",
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        children.append(child)
        return child

    yield start
    for child in children:
        child.kill()
        child.communicate()


CHECK = ("-m", "gpu2ipu", "check", "-j1", ".")


def test_processes_at_once_do_each_other_no_harm(
    command: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    children = [command(*CHECK) for _ in range(4)]
    told = {child.communicate(timeout=60)[0] for child in children}
    assert told == {command(*CHECK, "--no-cache").communicate(timeout=60)[0]}
    assert told == {command(*CHECK).communicate(timeout=60)[0]}
    assert len(list((tmp_path / "cache" / "check").glob("*.json"))) == 10
    assert not list((tmp_path / "cache" / "check").glob("*.tmp"))


def test_no_cache_leaves_no_trace(command: Callable[..., subprocess.Popen[str]], tmp_path: Path) -> None:
    assert command(*CHECK, "--no-cache").wait(60) == 1
    assert not (tmp_path / "cache").exists()


SHOW = """
import sys
from gpu2ipu.cli import main
main(["check", "-q", "."])
print(sorted({"libcst", "black", "gpu2ipu.rules.rule", "gpu2ipu.analysis.interpreter.run"} & sys.modules.keys()))
"""


def test_what_is_known_needs_no_rules(command: Callable[..., subprocess.Popen[str]]) -> None:
    cold, warm = (command("-c", SHOW).communicate(timeout=60)[0].splitlines() for _ in range(2))
    assert "gpu2ipu.rules.rule" in cold[-1]
    assert warm == [*cold[:-1], "[]"]
