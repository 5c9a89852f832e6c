"""Options: where they come from, and what is said about bad ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gpu2ipu import config
from gpu2ipu.config import Config
from gpu2ipu.errors import Trouble
from gpu2ipu.plan import plan_file
from gpu2ipu.plan.plan_file import Plan, PlannedModel, PlannedStage
from gpu2ipu.target import Target
from tests.sample_rules import SAMPLES


def load(path: Path, overrides: dict[str, object]) -> Config:
    return config.load(path, overrides, lambda: {rule.id: rule.name for rule in SAMPLES})


def project(folder: Path, table: str) -> Path:
    (folder / "pyproject.toml").write_text(f"[project]\nname = 'x'\n[tool.gpu2ipu]\n{table}\n")
    (folder / "a" / "b").mkdir(parents=True, exist_ok=True)
    return folder


def test_the_nearest_pyproject_speaks(tmp_path: Path) -> None:
    project(tmp_path, 'sdk = "2.6"\nignore = ["IPU201"]\nannotate = false')
    loaded = load(tmp_path / "a" / "b" / "train.py", {})
    assert loaded == Config(sdk="2.6", ignore=("IPU201",), annotate=False, root=tmp_path)


def test_a_nearer_pyproject_hides_one_above_it(tmp_path: Path) -> None:
    project(tmp_path, 'sdk = "2.6"')
    (tmp_path / "a" / "pyproject.toml").write_text("[project]\nname = 'y'\n")
    assert load(tmp_path / "a" / "b", {}).sdk == "3.4"


def test_the_command_line_wins_where_it_says_something(tmp_path: Path) -> None:
    project(tmp_path, 'sdk = "2.6"\njobs = 2')
    loaded = load(tmp_path, {"sdk": "3.0", "jobs": None, "select": ("IPU304",)})
    assert (loaded.sdk, loaded.jobs, loaded.select) == ("3.0", 2, ("IPU304",))


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("IPU304",), ("IPU304",)),
        (("partial-batch", "IPU201"), ("IPU201",)),
        (("IPU", "IPU201"), ("IPU201", "IPU304", "IPU909")),
        (("IPU9", "IPU2"), ("IPU909", "IPU201")),
    ],
)
def test_rules_are_named_by_id_name_or_the_beginning_of_ids(
    tmp_path: Path, words: tuple[str, ...], meant: tuple[str, ...]
) -> None:
    assert load(tmp_path, {"select": words}).select == meant
    (tmp_path / "pyproject.toml").write_text(f"[tool.gpu2ipu]\nignore = {list(words)}\n")
    assert load(tmp_path, {}).ignore == meant


def test_names_of_several_words_are_written_with_dashes(tmp_path: Path) -> None:
    project(tmp_path, "pipeline-stages = 2")
    assert load(tmp_path, {}).pipeline_stages == 2
    assert load(tmp_path, {"pipeline_stages": 4}).pipeline_stages == 4


@pytest.mark.parametrize("text", ["[project]\nname = 'x'\n", "not = toml = at all\n"])
def test_a_pyproject_that_does_not_speak_to_us_changes_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    assert load(tmp_path, {}) == Config(root=tmp_path)


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ('sdkk = "3.4"', "[tool.gpu2ipu] sdkk: no such option; did you mean sdk?"),
        ('root = "/"', "[tool.gpu2ipu] root: no such option"),
        ('sdk = "3.5"', "sdk: unknown SDK '3.5'; did you mean 3.4?"),
        ("sdk = 3.4", "sdk: must be a string, not 3.4"),
        (
            'format = "json"',
            "format: must be true or false (whether black formats changed lines; how findings",
        ),
        ("jobs = true", "jobs: must be a whole number, not True"),
        ("jobs = -1", "jobs: must be 0 or more, not -1"),
        ("pipeline-stages = 0", "pipeline-stages: must be 1 or more, not 0"),
        ('evaluation = "half"', "evaluation: unknown value 'half'; known: exact, full-batches"),
        ('precision = "half"', "precision: unknown precision 'half'; known: float32, float16, mixed"),
        ('precision = "float"', "precision: unknown precision 'float'; did you mean float32?"),
        ("replicas = 0", "replicas: must be 1 or more, not 0"),
        ("replicas = 6", "replicas: must be a power of two, as the IPUs of a device are, not 6"),
        ("pipeline_stages = 2", "pipeline_stages: no such option; did you mean pipeline-stages?"),
        ('schedule = "serial"', "schedule: unknown schedule 'serial'; did you mean sequential?"),
        ('recompute = "yes"', "recompute: must be true or false, not 'yes'"),
        ('select = "IPU201"', "select: must be a list of strings, not 'IPU201'"),
        ("ignore = [201]", "ignore: must be a list of strings, not (201,)"),
        (
            'ignore = ["partial-batches"]',
            "ignore: unknown rule 'partial-batches'; did you mean partial-batch?",
        ),
        ('ignore = ["IPU210"]', "ignore: unknown rule 'IPU210'; did you mean IPU201?"),
        ('select = ["xyz"]', "select: unknown rule 'xyz'; `gpu2ipu rules` lists them"),
        ("= 1", "cannot be read as TOML"),
    ],
)
def test_bad_options_are_one_sentence_that_names_the_file(tmp_path: Path, table: str, sentence: str) -> None:
    with pytest.raises(Trouble) as trouble:
        load(project(tmp_path, table), {})
    assert str(trouble.value).startswith(f"{tmp_path / 'pyproject.toml'}: ")
    assert sentence in str(trouble.value)
    assert "\n" not in str(trouble.value)


def test_the_table_must_be_a_table(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool]\ngpu2ipu = 3\n")
    with pytest.raises(Trouble, match=r"tool\.gpu2ipu must be a table"):
        load(tmp_path, {})


def test_a_bad_option_on_the_command_line_is_named_as_such(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"option --sdk: unknown SDK '9'; known: 2\.5"):
        load(tmp_path, {"sdk": "9"})


def test_layers_for_ipus_are_not_for_both_devices(tmp_path: Path) -> None:
    assert load(tmp_path, {"addons": True}).addons
    with pytest.raises(Trouble, match="addons: the layers of ipu_tensorflow_addons run on IPUs only"):
        load(tmp_path, {"addons": True, "both_devices": True})


def test_loops_on_the_ipu_are_not_for_both_devices(tmp_path: Path) -> None:
    project(tmp_path, "device-loop = true")
    assert load(tmp_path, {}).device_loop
    with pytest.raises(Trouble, match="device-loop: only an IPU has feeds and outfeeds"):
        load(tmp_path, {"both_devices": True})


def test_options_of_a_pipeline(tmp_path: Path) -> None:
    project(tmp_path, 'pipeline-stages = 2\nschedule = "interleaved"\nrecompute = true')
    config = load(tmp_path, {"gradient_accumulation": 6})
    assert (config.schedule, config.recompute, config.accumulated_by) == ("interleaved", True, 2)
    assert load(tmp_path, {"schedule": "sequential"}).accumulated_by == 1


@pytest.mark.parametrize("given", [{"schedule": "grouped"}, {"recompute": True}])
def test_options_of_a_pipeline_need_one(tmp_path: Path, given: dict[str, object]) -> None:
    (key,) = given
    with pytest.raises(
        Trouble, match=f"^{key}: this is for pipelines; give --pipeline-stages 2 or more, too$"
    ):
        load(tmp_path, given)


def test_an_accumulation_suits_the_schedule(tmp_path: Path) -> None:
    given: dict[str, object] = {"pipeline_stages": 2, "gradient_accumulation": 6}
    with pytest.raises(Trouble, match="stages needs a multiple of 4 in the grouped schedule, not 6"):
        load(tmp_path, given)
    assert load(tmp_path, {**given, "schedule": "interleaved"}).gradient_accumulation == 6


def plan_of(folder: Path, *stages: int, micro_batch: int = 8, schedule: str = "grouped") -> str:
    """The file of a plan with models of so many stages, for batches of 8."""
    stage = PlannedStage((), *(0,) * 11)
    models = (PlannedModel("net", "Model", 8, micro_batch, count, True, (stage,) * count) for count in stages)
    plan = Plan("train.py", "2.6.5", "mk2", 1000, schedule, False, tuple(models))
    (folder / "plan.json").write_text(json.dumps(plan_file.as_json(plan)))
    return str(folder / "plan.json")


def test_a_plan_says_what_it_was_made_for(tmp_path: Path) -> None:
    loaded = load(tmp_path, {"plan": plan_of(tmp_path, 2, 2, schedule="interleaved")})
    assert (loaded.pipeline_stages, loaded.schedule, loaded.micro_batch) == (2, "interleaved", 0)
    assert loaded.planned is not None and len(loaded.planned.models) == 2
    assert Target.of(loaded).plan == loaded.planned
    assert load(tmp_path, {"plan": plan_of(tmp_path, 4, micro_batch=2)}).micro_batch == 2
    assert load(tmp_path, {"plan": plan_of(tmp_path, 1)}).pipeline_stages == 1
    # from a pyproject.toml, beside which it is
    project(tmp_path, 'plan = "plan.json"')
    assert load(tmp_path / "a" / "b" / "train.py", {"gradient_accumulation": 4}).planned is not None


@pytest.mark.parametrize(
    ("stages", "given", "sentence"),
    [
        ((2,), {"pipeline_stages": 4}, r"pipeline-stages: the plan .*plan.json is for 2, not 4"),
        ((2,), {"schedule": "sequential"}, "schedule: the plan .* is for grouped, not sequential"),
        ((2,), {"micro_batch": 1}, "micro-batch: the plan .* is for 4, not 1"),
        ((1,), {"schedule": "grouped"}, "schedule: this is for pipelines"),
        ((1, 4), {}, "has models of 1 and 4 stages, .*; plan again with --stages 4"),
    ],
)
def test_options_that_contradict_a_plan(
    tmp_path: Path, stages: tuple[int, ...], given: dict[str, object], sentence: str
) -> None:
    with pytest.raises(Trouble, match=sentence):
        load(tmp_path, {"plan": plan_of(tmp_path, *stages, micro_batch=4), **given})
