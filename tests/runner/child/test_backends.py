"""Which backend is taken, what is refused, and the variables that the SDK reads."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.errors import Trouble
from gpu2ipu.runner.child.backends import Backend, choose
from gpu2ipu.runner.child.interpreters import Interpreter

STOCK = Interpreter(Path("/stock/python"), "3.8.18", tensorflow="2.6.5", keras="2.6.0")
NOT_ENABLED = Interpreter(Path("/sdk/python"), "3.8.10", tensorflow="2.6.3", keras="2.6.0", graphcore=True)
IDLE = replace(NOT_ENABLED, gc_info="/bin/gc-info", ipus=0)
SDK = replace(IDLE, sdk="3.4", ipus=4)
KERAS3 = replace(STOCK, tensorflow="2.16.1", keras=None)
OLD = replace(STOCK, tensorflow="2.5.2", keras=None)


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TF_POPLAR_FLAGS", raising=False)
    monkeypatch.delenv("POPLAR_ENGINE_OPTIONS", raising=False)


@pytest.mark.parametrize(
    ("python", "flags", "name", "place"),
    [
        (
            STOCK,
            "--use_ipu_model",
            "simulator",
            "on the simulator, as TensorFlow 2.6.5 of /stock/python is not that of Graphcore's SDK",
        ),
        (SDK, "", "ipu", "on the IPU, as /sdk/python has Graphcore's SDK 3.4 and gc-info lists 4 IPUs"),
        (
            IDLE,
            "--allow_nans --use_ipu_model",
            "ipu-model",
            "on the IPU Model, as /sdk/python has Graphcore's SDK (of unknown version) and TF_POPLAR_FLAGS says "
            "--use_ipu_model",
        ),
    ],
)
def test_auto(monkeypatch: pytest.MonkeyPatch, python: Any, flags: Any, name: Any, place: Any) -> None:
    monkeypatch.setenv("TF_POPLAR_FLAGS", flags)
    backend = choose("auto", python)
    assert (backend.name, backend.place, backend.variables) == (name, place, {})
    assert backend.simulated is (name == "simulator")


@pytest.mark.parametrize("python", [IDLE, NOT_ENABLED])
def test_auto_does_not_take_the_ipu_model_by_itself(python: Any) -> None:
    with pytest.raises(
        Trouble, match="no IPU is found: choose --backend ipu-model, or name an interpreter with"
    ):
        choose("auto", python)


def test_a_backend_that_was_asked_for_needs_no_reason() -> None:
    assert choose("simulator", STOCK) == Backend("simulator")
    assert choose("ipu", SDK) == Backend("ipu")
    assert choose("ipu-model", NOT_ENABLED).place == "on the IPU Model"


@pytest.mark.parametrize(
    ("name", "python", "flags", "words"),
    [
        (
            "ipu",
            STOCK,
            "",
            "--backend ipu needs the TensorFlow of Graphcore's SDK, which /stock/python does not",
        ),
        ("ipu-model", STOCK, "", "--backend ipu-model needs the TensorFlow of Graphcore's SDK"),
        ("simulator", SDK, "", "cannot replace: choose --backend ipu, or name"),
        (
            "auto",
            KERAS3,
            "",
            "TensorFlow 2.16.1 without Keras 2, with which IPUs are programmed: install tf_keras",
        ),
        ("auto", OLD, "", "/stock/python has TensorFlow 2.5.2; the simulator needs 2.6 or newer"),
        ("ipu", IDLE, "", "/bin/gc-info lists no IPU on this machine"),
        ("ipu", NOT_ENABLED, "", "no gc-info is on the PATH to list IPUs: enable the Poplar SDK"),
        ("ipu", SDK, "--use_ipu_model=true", "TF_POPLAR_FLAGS says --use_ipu_model: unset that"),
        ("ipu-model", SDK, "/etc/flags", "TF_POPLAR_FLAGS names a file of flags"),
    ],
)
def test_what_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: Any, python: Any, flags: Any, words: Any
) -> None:
    monkeypatch.setenv("TF_POPLAR_FLAGS", flags)
    with pytest.raises(Trouble, match=words) as trouble:
        choose(name, python)
    assert "\n" not in str(trouble.value)


@pytest.mark.parametrize("option", ["cache", "profile"])
@pytest.mark.parametrize("name", ["auto", "simulator"])
def test_the_simulator_makes_no_executables(tmp_path: Path, name: Any, option: Any) -> None:
    with pytest.raises(
        Trouble, match="is for --backend ipu and ipu-model; the simulator makes no executables"
    ):
        choose(name, STOCK, **{option: tmp_path / "out"})
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "--use_ipu_model"),
        ("  ", "--use_ipu_model"),
        ("--show_progress_bar=false", "--show_progress_bar=false --use_ipu_model"),
        ("--use_ipu_model=false --allow_nans", "--allow_nans --use_ipu_model"),
        ("--executable_cache_path='/a  b'", "--executable_cache_path='/a  b' --use_ipu_model"),
        ("--use_ipu_models=1", "--use_ipu_models=1 --use_ipu_model"),
    ],
)
def test_the_ipu_model_is_added_to_the_flags(
    monkeypatch: pytest.MonkeyPatch, before: Any, after: Any
) -> None:
    monkeypatch.setenv("TF_POPLAR_FLAGS", before)
    assert choose("ipu-model", SDK).variables == {"TF_POPLAR_FLAGS": after}


@pytest.mark.parametrize("flags", ["--use_ipu_model", "--allow_nans  --use_ipu_model=true"])
def test_the_ipu_model_is_never_added_twice(monkeypatch: pytest.MonkeyPatch, flags: Any) -> None:
    monkeypatch.setenv("TF_POPLAR_FLAGS", flags)
    assert choose("ipu-model", SDK).variables == {}


def test_an_executable_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TF_POPLAR_FLAGS", "--executable_cache_path=/old --allow_nans")
    monkeypatch.chdir(tmp_path)
    flags = choose("ipu-model", SDK, cache=Path("a/b")).variables["TF_POPLAR_FLAGS"]
    assert flags == f"--allow_nans --use_ipu_model --executable_cache_path={tmp_path}/a/b"
    assert (tmp_path / "a" / "b").is_dir()
    assert choose("ipu", SDK, cache=Path("a/b")).variables == {
        "TF_POPLAR_FLAGS": f"--allow_nans --executable_cache_path={tmp_path}/a/b"
    }


@pytest.mark.parametrize(("name", "quoted"), [("a b", "'{}/a b'"), ("a'b\"c", '"{}/a\'b\\"c"')])
def test_folders_whose_names_need_quotes(tmp_path: Path, name: Any, quoted: Any) -> None:
    flags = choose("ipu", SDK, cache=tmp_path / name).variables["TF_POPLAR_FLAGS"]
    assert flags == "--executable_cache_path=" + quoted.format(tmp_path)


def test_reports(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The keys that --profile is about are its own; all others stay those of the user."""
    theirs = {"autoReport.directory": "/theirs", "debug.allowOutOfMemory": "true"}
    monkeypatch.setenv("POPLAR_ENGINE_OPTIONS", json.dumps(theirs))
    variables = choose("ipu", SDK, profile=tmp_path / "out").variables
    assert variables.keys() == {"POPLAR_ENGINE_OPTIONS"}
    assert json.loads(variables["POPLAR_ENGINE_OPTIONS"]) == {
        "autoReport.all": "true",
        "autoReport.directory": str(tmp_path / "out"),
        "debug.allowOutOfMemory": "true",
    }
    assert (tmp_path / "out").is_dir()


@pytest.mark.parametrize("text", ["{'a':\n 1}", "[1]", "autoReport.all=true"])
def test_engine_options_that_are_no_json_object(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: Any
) -> None:
    monkeypatch.setenv("POPLAR_ENGINE_OPTIONS", text)
    with pytest.raises(
        Trouble, match="POPLAR_ENGINE_OPTIONS in the environment is not a JSON object"
    ) as trouble:
        choose("ipu", SDK, profile=tmp_path)
    assert "\n" not in str(trouble.value)
    assert choose("ipu", SDK).variables == {}  # nothing is to be added


@pytest.mark.parametrize(("option", "named"), [("cache", "--executable-cache"), ("profile", "--profile")])
def test_folders_that_cannot_be_used(tmp_path: Path, option: Any, named: Any) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(Trouble, match=f"{named} {path} cannot be used: "):
            choose("ipu", SDK, **{option: path})
