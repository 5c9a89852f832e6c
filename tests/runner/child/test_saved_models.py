"""Models that one run saves are out of the way of the next, and in their place in the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.runner.child.saved_models import kept_apart


def write(path: Path, text: str = "first") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    "name",
    ["model.h5", "weights.hdf5", "m.keras", "cp.ckpt.index", "cp.ckpt.data-00000-of-00001", "checkpoint"],
)
def test_a_model_is_moved_away_and_put_back(tmp_path: Path, name: str) -> None:
    write(tmp_path / "train.py")
    with kept_apart(tmp_path) as move_away:
        model = write(tmp_path / name)
        move_away()
        assert not model.exists()
    assert model.read_text() == "first"


def test_a_new_folder_is_moved_as_a_whole(tmp_path: Path) -> None:
    write(tmp_path / "train.py")
    with kept_apart(tmp_path) as move_away:
        write(tmp_path / "saved/model/saved_model.pb")
        move_away()
        assert not (tmp_path / "saved").exists()
    assert (tmp_path / "saved/model/saved_model.pb").exists()


def test_a_folder_that_was_there_keeps_what_it_had(tmp_path: Path) -> None:
    old = write(tmp_path / "models/old.h5")
    with kept_apart(tmp_path) as move_away:
        new = write(tmp_path / "models/new.h5")
        move_away()
        assert old.exists() and not new.exists()
    assert old.exists() and new.exists()


def test_what_is_no_model_stays(tmp_path: Path) -> None:
    write(tmp_path / "train.py")
    with kept_apart(tmp_path) as move_away:
        plot = write(tmp_path / "plot.png")
        move_away()
        assert plot.exists()


def test_what_the_last_run_saved_stays(tmp_path: Path) -> None:
    write(tmp_path / "train.py")
    with kept_apart(tmp_path) as move_away:
        model = write(tmp_path / "model.h5")
        move_away()
        write(model, "second")
    assert model.read_text() == "second"


def test_each_run_starts_without_models(tmp_path: Path) -> None:
    write(tmp_path / "train.py")
    with kept_apart(tmp_path) as move_away:
        for run in ("first", "second"):
            model = tmp_path / "model.h5"
            assert not model.exists()
            write(model, run)
            move_away()
    assert model.read_text() == "second"


def test_all_is_put_back_after_an_error(tmp_path: Path) -> None:
    write(tmp_path / "train.py")
    with pytest.raises(KeyboardInterrupt), kept_apart(tmp_path) as move_away:
        model = write(tmp_path / "model.h5")
        move_away()
        raise KeyboardInterrupt
    assert model.exists()
