"""Entries: where each script that is run configures the IPU, and which modules stay free of effects."""

from __future__ import annotations

import ast
from pathlib import Path

from gpu2ipu.analysis.keras.entry_points import first_models
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.scope_blocks import scopes_of
from tests.projects_in_memory import whole

BUILDER = "from tensorflow import keras\n\n\ndef build():\n    return keras.Sequential()\n"


def places(folder: Path, files: dict[str, str]) -> dict[str, str]:
    """The statements before which files configure the IPU."""
    configurations = scopes_of(Port(whole(folder, files))).configurations
    return {file.path.name: ast.unparse(one.place) for file, one in configurations.items()}


def test_the_script_that_is_run_configures(tmp_path: Path) -> None:
    code = "import models\nx = 1\nm = models.build()\n"
    assert places(tmp_path, {"train.py": code, "models.py": BUILDER}) == {"train.py": "x = 1"}


def test_each_script_that_is_run_configures(tmp_path: Path) -> None:
    guarded = "from models import build\nif __name__ == '__main__':\n    m = build()\n"
    function = "import models\ndef main():\n    m = models.build()\n    m.fit(x)\nmain()\n"
    files = {"train.py": guarded, "other.py": function, "models.py": BUILDER}
    assert places(tmp_path, files) == {"train.py": "m = build()", "other.py": "m = models.build()"}


def test_where_a_module_trains_its_caller_configures(tmp_path: Path) -> None:
    module = BUILDER + "\n\ndef run(x):\n    m = build()\n    m.fit(x)\n"
    code = "import learning\ndef main():\n    learning.run(x)\nmain()\n"
    assert places(tmp_path, {"train.py": code, "learning.py": module}) == {"train.py": "learning.run(x)"}


def test_a_model_made_at_import_has_no_run(tmp_path: Path) -> None:
    files = {"train.py": "import zoo\nzoo.m.fit(x)\n", "zoo.py": BUILDER + "m = build()\n"}
    scopes = scopes_of(Port(whole(tmp_path, files)))
    assert (scopes.blocks, dict(scopes.configurations)) == ((), {})
    assert {ast.unparse(construction.stack[0].call) for construction in scopes.at_import} == {"build()"}


def test_a_script_that_trains_is_run_even_if_another_imports_it(tmp_path: Path) -> None:
    trains = BUILDER + "m = build()\nm.fit(x)\n"
    files = {"train.py": trains, "other.py": "import train\np = train.m.predict(x)\n"}
    assert list(places(tmp_path, files)) == ["train.py"]


def test_the_first_model_of_each_script(tmp_path: Path) -> None:
    code = "from models import build\na = build()\nb = build()\n"
    found = first_models(whole(tmp_path, {"train.py": code, "models.py": BUILDER}))
    assert [(file.path.name, node.lineno) for file, node in found.items()] == [("train.py", 2)]


def test_what_a_timer_calls_may_run_several_times(tmp_path: Path) -> None:
    main = "import timeit, atexit\nimport models\ndef main():\n    m = models.build()\n    m.fit(x)\n"
    for call, is_inside in (("timeit.timeit(main)", False), ("atexit.register(main)", True)):
        found = places(tmp_path, {"train.py": f"{main}{call}\n", "models.py": BUILDER})
        assert (found["train.py"] == "m = models.build()") is is_inside
