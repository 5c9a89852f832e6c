"""Where ports go, and what is never overwritten."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert import batch
from gpu2ipu.convert.destinations import Destination, Mode, PortedScript, port
from gpu2ipu.convert.engine import ConvertResult
from gpu2ipu.errors import Trouble
from tests.sample_rules import SAMPLES, use

BATCHED, PORTED, CLEAN = (
    "import keras\nx.batch(1)\n",
    "import keras\nx.batch(1, drop_remainder=True)\n",
    "import numpy\n",
)
BESIDE, IN_PLACE, PREVIEW = Destination(), Destination(Mode.IN_PLACE), Destination(preview=True)


@pytest.fixture(autouse=True)
def _sample_rules_in_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    use(monkeypatch, *SAMPLES)
    monkeypatch.chdir(tmp_path)


def make(**files: str) -> None:
    """Make files; two underscores in a name are a folder."""
    for name, text in files.items():
        file = Path(name.replace("__", "/") + ".py")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def to(output: str) -> Destination:
    return Destination(Mode.OUTPUT, Path(output))


def convert(*paths: str, destination: Destination = BESIDE) -> list[PortedScript]:
    """Port; a path that stands for no script fails the test."""
    ports = list(port([Path(path) for path in paths], destination, Config(jobs=1)))
    assert all(isinstance(each, PortedScript) for each in ports)
    return [each for each in ports if isinstance(each, PortedScript)]


def tree(top: str = ".") -> dict[str, str]:
    return {
        file.relative_to(top).as_posix(): file.read_text()
        for file in sorted(Path(top).rglob("*"))
        if file.is_file()
    }


def test_beside(tmp_path: Path) -> None:
    make(a=BATCHED)
    assert [each.deed for each in convert("a.py")] == ["written"]
    assert tree() == {"a.py": BATCHED, "a_ipu.py": PORTED}
    assert [each.deed for each in convert("a.py")] == ["rewritten"]


def test_beside_a_script_with_nothing_to_port_there_is_nothing() -> None:
    make(a=CLEAN)
    assert [each.deed for each in convert("a.py")] == [None]
    assert tree() == {"a.py": CLEAN}


def test_earlier_ports_in_a_folder_are_passed_over_and_named_ones_are_not() -> None:
    make(a=BATCHED, a_ipu=BATCHED)
    assert [each.result.path for each in convert(".")] == [Path("a.py")]
    assert [each.target for each in convert("a_ipu.py")] == [Path("a_ipu_ipu.py")]


def test_in_place() -> None:
    make(a=BATCHED, b=CLEAN)
    assert [each.deed for each in convert("a.py", "b.py", destination=IN_PLACE)] == ["rewritten", None]
    assert tree() == {"a.py": PORTED, "b.py": CLEAN}


def test_a_preview_writes_nothing() -> None:
    make(a=BATCHED)
    assert [(each.changed, each.deed) for each in convert("a.py", destination=PREVIEW)] == [(True, None)]
    assert tree() == {"a.py": BATCHED}


def test_a_file_into_a_file_whose_folder_is_made() -> None:
    make(a=BATCHED)
    convert("a.py", destination=to("new/b.py"))
    assert tree("new") == {"b.py": PORTED}


def test_a_file_without_anything_to_port_is_copied_to_where_it_is_wanted() -> None:
    make(a=CLEAN)
    assert [each.deed for each in convert("a.py", destination=to("b.py"))] == ["copied"]
    assert tree() == {"a.py": CLEAN, "b.py": CLEAN}


@pytest.mark.parametrize("output", ["new", "old", "old.py"])
def test_files_into_a_folder(output: str) -> None:
    make(a=BATCHED, sub__b=BATCHED)
    Path("old").mkdir()
    Path("old.py").mkdir()
    convert("a.py", "sub/b.py", destination=to(output))
    assert tree(output) == {"a.py": PORTED, "b.py": PORTED}


def test_a_folder_into_a_folder_is_the_whole_tree() -> None:
    make(src__a=BATCHED, src__sub__b=CLEAN, src__bad="x = (\n", src__a_ipu=CLEAN)
    Path("src/data.bin").write_text("data")
    Path("src/.git").mkdir()
    Path("src/.git/config").write_text("secret")
    Path("src/__pycache__").mkdir()
    Path("src/__pycache__/a.pyc").write_text("cache")
    ports = convert("src", destination=to("out"))
    assert tree("out") == {
        "a.py": PORTED,
        "a_ipu.py": CLEAN,
        "bad.py": "x = (\n",
        "data.bin": "data",
        "sub/b.py": CLEAN,
    }
    assert {each.target.as_posix(): each.deed for each in ports if not each.error} == {
        "out/a.py": "written",
        "out/a_ipu.py": "copied",
        "out/sub/b.py": "copied",
    }
    assert {each.deed for each in convert("src", destination=to("out"))} == {"rewritten", "copied", None}


def test_several_folders_each_get_their_own() -> None:
    make(one__a=BATCHED, two__a=CLEAN, c=BATCHED)
    convert("one", "two", "c.py", destination=to("out"))
    assert tree("out") == {"one/a.py": PORTED, "two/a.py": CLEAN, "c.py": PORTED}


def test_links_in_a_tree_never_lead_back_into_the_input() -> None:
    make(src__a=BATCHED, elsewhere__b=BATCHED)
    Path("src/link.py").symlink_to("a.py")
    Path("src/other.py").symlink_to(Path("elsewhere/b.py").absolute())
    Path("src/folder").symlink_to(Path("elsewhere").absolute())
    convert("src", destination=to("out"))
    assert Path("src/a.py").read_text() == BATCHED
    assert Path("elsewhere/b.py").read_text() == BATCHED
    assert Path("out/other.py").read_text() == PORTED
    assert Path("out/folder").is_symlink()
    convert("src", destination=to("out"))
    assert Path("elsewhere/b.py").read_text() == BATCHED


def test_in_place_a_file_that_somebody_saves_meanwhile_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    make(a=BATCHED, b=BATCHED)
    files = batch.convert_files

    def slow(*given: Any) -> Iterator[ConvertResult]:
        for result in files(*given):
            if result.path.name == "a.py":
                result.path.write_text(CLEAN)
            yield result

    monkeypatch.setattr(batch, "convert_files", slow)
    first, second = convert("a.py", "b.py", destination=IN_PLACE)
    assert first.error == "a.py: has changed since it was read; run the command again" and first.deed is None
    assert second.deed == "rewritten"
    assert tree() == {"a.py": CLEAN, "b.py": PORTED}


def test_in_place_a_link_stays_a_link() -> None:
    make(a=BATCHED)
    Path("link.py").symlink_to("a.py")
    convert("link.py", destination=IN_PLACE)
    assert Path("link.py").is_symlink()
    assert Path("a.py").read_text() == PORTED


def test_an_executable_script_gives_an_executable_port() -> None:
    make(a=BATCHED)
    Path("a.py").chmod(0o755)
    convert("a.py")
    assert os.access("a_ipu.py", os.X_OK)


def test_a_script_named_twice_is_ported_once() -> None:
    make(a=BATCHED)
    assert len(convert("a.py", "./a.py", ".", str(Path("a.py").absolute()))) == 1


@pytest.mark.parametrize(
    ("paths", "output", "sentence"),
    [
        (["a.py"], "a.py", "a.py: the output would overwrite the input; use --in-place"),
        (["a.py"], "link.py", "link.py: the output would overwrite the input; use --in-place"),
        (["src"], "src", "src: the output would overwrite the input; use --in-place"),
        (["src"], "src/new", "src/new: the output folder is inside the input folder src"),
        (["."], "new", "new: the output folder is inside the input folder ."),
        (["src"], "src/../src/new/", "is inside the input folder src"),
        (["src"], "a.py", "a.py: the output must be a folder here"),
        (["src"], "new.py", "new.py: the output must be a folder here"),
        (["a.py", "b.py"], "c.py", "c.py: the output must be a folder here"),
        (["a.py", "src/a.py"], "new", "new/a.py: both a.py and src/a.py would be written there"),
        (["a.py"], "/dev/null", "/dev/null: the output must be a folder here"),
        (["a.py"], "folder.py", "folder.py/a.py: cannot be written, it is not an ordinary file"),
    ],
)
def test_refused_before_anything_is_written(paths: list[str], output: str, sentence: str) -> None:
    make(a=BATCHED, b=BATCHED, src__a=BATCHED)
    Path("link.py").symlink_to("a.py")
    Path("folder.py/a.py").mkdir(parents=True)
    before = tree()
    with pytest.raises(Trouble) as trouble:
        convert(*paths, destination=to(output))
    assert sentence in str(trouble.value)
    assert tree() == before


def test_ports_beside_their_scripts_are_not_ported_again() -> None:
    make(a=BATCHED, b=BATCHED)
    convert("a.py", "b.py")
    before = tree()
    for destination in (BESIDE, PREVIEW):
        ports = convert("a.py", "a_ipu.py", "b.py", "b_ipu.py", destination=destination)
        assert [(port.result.path.name, port.error) for port in ports] == [("a.py", None), ("b.py", None)]
    assert tree() == before


def test_beside_never_writes_onto_another_input() -> None:
    make(a=BATCHED, a_ipu=BATCHED)
    (port,) = convert("a.py", "a_ipu.py")
    assert port.error and "a_ipu.py: is there already and differs" in port.error
    assert tree() == {"a.py": BATCHED, "a_ipu.py": BATCHED}


def test_a_target_that_cannot_be_written_is_trouble_of_that_file_only() -> None:
    make(a=BATCHED, b=BATCHED, out="a file, not a folder")
    Path("out.py").rename("out")
    ports = list(port([Path("a.py")], to("out/x.py"), Config(jobs=1)))
    assert [each.error for each in ports if isinstance(each, PortedScript)] == [
        "out/x.py: cannot be written: File exists"
    ]


def test_a_read_only_target_is_left_alone_and_the_others_go_on() -> None:
    make(a=BATCHED, b=BATCHED, a_ipu=PORTED)
    Path("a_ipu.py").chmod(0o444)
    ports = convert("a.py", "b.py")
    assert [each.deed for each in ports] == [None, "written"]
    assert (ports[0].error or "").startswith("a_ipu.py: is read-only")
    assert Path("a_ipu.py").read_text() == PORTED


def test_a_path_without_a_script_is_a_sentence_and_the_others_go_on() -> None:
    make(a=BATCHED)
    ports = list(port([Path("missing.py"), Path("a.py")], BESIDE, Config(jobs=1)))
    assert ports[0] == "missing.py: no such file or folder"
    assert tree()["a_ipu.py"] == PORTED


def test_what_somebody_has_changed_in_an_earlier_port_is_not_lost() -> None:
    make(a=BATCHED)
    Path("a_ipu.py").write_text("# mine\n")
    (only,) = convert("a.py")
    assert only.error == "a_ipu.py: is there already and differs; --force writes over it"
    assert Path("a_ipu.py").read_text() == "# mine\n"
    assert [each.deed for each in convert("a.py", destination=to("a_ipu.py"))] == ["rewritten"]
    assert Path("a_ipu.py").read_text() == PORTED
    Path("a_ipu.py").write_text("# mine\n")
    assert [each.deed for each in convert("a.py", destination=Destination(force=True))] == ["rewritten"]
    assert Path("a_ipu.py").read_text() == PORTED


@pytest.mark.parametrize(
    ("paths", "target"),
    [
        (["a.py"], "out/a.py"),
        (["a.py", "b.py"], "out/b.py"),
        (["src"], "out/sub/c.py"),
        (["src"], "out/d.py"),
    ],
)
def test_what_lies_in_a_folder_already_is_not_lost(paths: list[str], target: str) -> None:
    make(
        a=BATCHED,
        b=BATCHED,
        src__sub__c=BATCHED,
        src__d=CLEAN,
        **{target[:-3].replace("/", "__"): "# mine\n"},
    )
    refused = [each.error for each in convert(*paths, destination=to("out")) if each.error]
    assert refused == [f"{target}: is there already and differs; --force writes over it"]
    assert Path(target).read_text() == "# mine\n"
    assert len(tree("out")) == len(convert(*paths, destination=PREVIEW))  # the others went on
    forced = Destination(Mode.OUTPUT, Path("out"), force=True)
    assert [each.error for each in convert(*paths, destination=forced) if each.error] == []
    assert Path(target).read_text() in (PORTED, CLEAN)


def test_a_module_that_goes_along_is_not_written_over_another() -> None:
    make(train="import keras\nimport rows\nx.batch(1)\n", rows=BATCHED, out__rows="# mine\n")
    ports = {each.result.path.name: each for each in convert("train.py", destination=to("out"))}
    assert ports["rows.py"].error == "out/rows.py: is there already and differs; --force writes over it"
    assert (ports["train.py"].deed, Path("out/rows.py").read_text()) == ("written", "# mine\n")


def test_data_in_a_folder_already_is_not_lost() -> None:
    make(src__a=BATCHED, out__a=PORTED, out__link="# mine\n")
    for folder, text in (("src", "new"), ("out", "mine")):
        Path(folder, "data.bin").write_text(text)
        Path(folder, "same.bin").write_text("same")
    Path("src/link.py").symlink_to("nowhere")
    out = to("out")
    said = list(port([Path("src")], out, Config(jobs=1)))
    assert sorted(each for each in said if isinstance(each, str)) == [
        f"out/{name}: is there already and differs; --force writes over it"
        for name in ("data.bin", "link.py")
    ]
    assert tree("out") == {"a.py": PORTED, "data.bin": "mine", "link.py": "# mine\n", "same.bin": "same"}
    forced = Destination(Mode.OUTPUT, Path("out"), force=True)
    assert [each for each in port([Path("src")], forced, Config(jobs=1)) if isinstance(each, str)] == []
    assert Path("out/data.bin").read_text() == "new" and Path("out/link.py").is_symlink()


PROJECT = {"train": "import keras\nimport rows\n", "rows": BATCHED, "other": BATCHED}


def texts(folder: str, *names: str) -> list[str]:
    return [(Path(folder) / f"{name}.py").read_text() for name in names]


def test_an_entry_takes_its_modules_along_and_leaves_the_others(tmp_path: Path) -> None:
    make(**{f"a__{name}": text for name, text in PROJECT.items()})
    done = list(port([Path("a")], to("out"), Config(), [Path("train.py")]))
    assert [one.result.path.name for one in done if isinstance(one, PortedScript)] == ["rows.py", "train.py"]
    assert texts("out", *PROJECT) == [PROJECT["train"], PORTED, BATCHED]


@pytest.mark.parametrize("entry", ["a/train.py", "train.py"])
def test_an_entry_may_be_named_as_it_stands_or_below_the_folder(tmp_path: Path, entry: str) -> None:
    make(**{f"a__{name}": text for name, text in PROJECT.items()})
    assert len(list(port([Path("a")], IN_PLACE, Config(), [Path(entry)]))) == 2
    assert texts("a", "rows", "other") == [PORTED, BATCHED]


def test_an_entry_that_is_not_there(tmp_path: Path) -> None:
    make(a__train=BATCHED)
    with pytest.raises(Trouble, match=r"other\.py: is not among the scripts to convert"):
        list(port([Path("a")], to("out"), Config(), [Path("other.py")]))
    assert not Path("out").exists()
    with pytest.raises(
        Trouble, match=r"trian\.py: is not among the scripts to convert; did you mean a/train\.py\?"
    ):
        list(port([Path("a")], to("out"), Config(), [Path("trian.py")]))


def test_beside_its_modules_a_script_is_ported_alone(tmp_path: Path) -> None:
    make(**{f"a__{name}": text for name, text in PROJECT.items()})
    done = {
        one.result.path.name: one
        for one in port([Path("a")], BESIDE, Config())
        if isinstance(one, PortedScript)
    }
    assert sorted(done) == ["other.py", "train.py"]
    assert sorted(path.name for path in Path("a").glob("*_ipu.py")) == ["other_ipu.py", "train_ipu.py"]
    converted = done["train.py"].result.converted
    assert converted
    (left,) = converted.left
    assert left.message.startswith("rows.py, line 2: ") and "--entry train.py" in left.message


def test_files_that_lose_sight_of_each_other_are_ported_alone(tmp_path: Path) -> None:
    make(a__train="import keras\nimport far\n", far=BATCHED)
    Path("pyproject.toml").touch()  # so that `far` is found
    done = [one for one in port([Path("a/train.py"), Path("far.py")], to("out"), Config())]
    assert [(one.result.path.name, one.complete) for one in done if isinstance(one, PortedScript)] == [
        ("train.py", False)
    ]


@pytest.mark.parametrize("text", [BATCHED, "ROWS = 8\n"])
@pytest.mark.parametrize("is_first", [True, False])
def test_modules_that_are_named_go_where_their_script_finds_them(
    tmp_path: Path, text: str, is_first: bool
) -> None:
    make(
        a__train="import keras\nimport lib.rows\n",
        a__lib__rows=f"from . import more\n{text}",
        a__lib__more="x = 1\n",
    )
    paths = [Path("a/train.py"), Path("a/lib/rows.py")]
    done = [one for one in port(paths if is_first else paths[::-1], to("out"), Config())]
    assert sorted(
        one.target.as_posix() for one in done if isinstance(one, PortedScript) and one.complete
    ) == [
        "out/lib/more.py",
        "out/lib/rows.py",
        "out/train.py",
    ]
    assert all(Path("out", name).is_file() for name in ("train.py", "lib/rows.py", "lib/more.py"))


def test_a_script_takes_its_modules_along_to_another_folder(tmp_path: Path) -> None:
    make(
        a__train="import keras\nimport rows, lib.more\nimport far\n",
        a__rows=BATCHED,
        a__lib__more=BATCHED,
        a__other=BATCHED,
        far=BATCHED,
    )
    Path("pyproject.toml").touch()  # so that `far` is found
    done = [one for one in port([Path("a/train.py")], to("out"), Config()) if isinstance(one, PortedScript)]
    assert [one.target.as_posix() for one in done] == ["out/train.py", "out/rows.py", "out/lib/more.py"]
    assert texts("out", "rows", "lib/more") == [PORTED, PORTED]
    assert not Path("out/other.py").exists() and not Path("out/far.py").exists()
    assert texts("a", "rows") == [BATCHED]


def test_a_script_keeps_the_package_that_it_imports_from(tmp_path: Path) -> None:
    make(p__ex__train="import keras\nfrom ex.rows import y\n", p__ex__rows=BATCHED)
    Path("p/ex/__init__.py").touch()
    done = [
        one for one in port([Path("p/ex/train.py")], to("out"), Config()) if isinstance(one, PortedScript)
    ]
    targets = {one.target.as_posix() for one in done}
    assert {"out/ex/rows.py", "out/ex/train.py"} <= targets


@pytest.mark.parametrize(
    "destination", [BESIDE, IN_PLACE, to("out"), to("../out")], ids=["beside", "in place", "inside", "output"]
)
@pytest.mark.parametrize("paths", [["."], ["train.py"], ["train.py", "rows.py"]], ids=" ".join)
def test_a_preview_is_what_is_written(paths: list[str], destination: Destination) -> None:
    make(p__train="import keras\nimport rows\n", p__rows=BATCHED, p__clean=CLEAN)
    os.chdir("p")
    before = tree("..")

    def ported(destination: Destination) -> list[tuple[Path, str, bool]] | str:
        try:
            ports = convert(*paths, destination=destination)
        except Trouble as trouble:
            return str(trouble)
        texts = [each.result.converted.text for each in ports if each.result.converted]
        return [(each.target, text, each.changed) for each, text in zip(ports, texts, strict=True)]

    preview = ported(replace(destination, preview=True))
    assert tree("..") == before
    assert preview == ported(destination)
    if not isinstance(preview, str):
        written = {target.resolve(): text for target, text, changed in preview if changed}
        assert {path: path.read_text() for path in written} == written


def test_a_preview_says_what_is_in_the_way() -> None:
    make(a=BATCHED, a_ipu="# mine\n", b=BATCHED)
    sentence = "a_ipu.py: is there already and differs; --force writes over it"
    assert [each.obstacle for each in convert("a.py", "b.py", destination=PREVIEW)] == [sentence, None]
    forced = Destination(force=True, preview=True)
    assert [each.obstacle for each in convert("a.py", "b.py", destination=forced)] == [None, None]


def test_a_preview_of_a_folder_says_what_would_not_be_copied() -> None:
    make(src__a=BATCHED)
    for folder, text in (("src", "new"), ("out", "mine")):
        Path(folder).mkdir(exist_ok=True)
        Path(folder, "data.bin").write_text(text)
    said = list(port([Path("src")], replace(to("out"), preview=True), Config(jobs=1)))
    assert [each for each in said if isinstance(each, str)] == [
        "out/data.bin: is there already and differs; --force writes over it"
    ]
    assert tree("out") == {"data.bin": "mine"}


def test_a_script_that_stays_in_its_folder_leaves_its_modules(tmp_path: Path) -> None:
    make(**{f"a__{name}": text for name, text in PROJECT.items()})
    for output in ("a/port.py", "a/../a/port.py"):
        (done,) = port([Path("a/train.py")], to(output), Config())
        assert isinstance(done, PortedScript) and not done.complete
    assert texts("a", "rows") == [BATCHED]
