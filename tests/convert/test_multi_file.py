"""Scripts that import each other: what is found in which file, and how the ports fit together."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from gpu2ipu.analysis.syntax.script import Script, parse
from gpu2ipu.config import Config
from gpu2ipu.convert import batch, engine
from gpu2ipu.convert import destinations as ports
from tests.projects_in_memory import converted, found, write

MODELS = """
    from tensorflow import keras

    def create(units):
        model = keras.Sequential([keras.layers.Dense(units)])
        model.compile("sgd", "mse")
        return model
"""
DATA = """
    import tensorflow as tf

    def batches(x, y, size):
        return tf.data.Dataset.from_tensor_slices((x, y)).batch(size)
"""
TRAIN = """
    import numpy as np

    import data
    from models import create

    x, y = np.random.rand(100, 3), np.random.rand(100)
    rows = data.batches(x, y, 32)
    model = create(1)
    model.fit(rows)
"""
FILES = {"train.py": TRAIN, "models.py": MODELS, "data.py": DATA}
RUN = """
    from tensorflow import keras
    SIZE = 32

    def run(x, y, units=1):
        model = keras.Sequential([keras.layers.Dense(units)])
        model.compile("sgd", "mse")
        model.fit(x, y, batch_size=SIZE)
"""


def test_a_finding_belongs_to_its_file(tmp_path: Path) -> None:
    places = {(name, finding.rule, finding.span.line) for name, finding in found(write(tmp_path, FILES))}
    assert {
        ("train.py", "IPU101", 8),
        ("train.py", "IPU102", 8),
        ("train.py", "IPU103", 8),
        ("models.py", "IPU301", 5),
        ("data.py", "IPU201", 4),
    } <= places


def test_a_fix_reaches_into_several_files(tmp_path: Path) -> None:
    ports = converted(write(tmp_path, FILES))
    assert "def create(units, steps_per_execution=1):" in ports["models.py"].text
    assert "model = create(1, steps_per_execution=len(rows))" in ports["train.py"].text
    assert ".batch(size, drop_remainder=True)" in ports["data.py"].text
    assert [name for name in ports if "IPUConfig" in ports[name].text] == ["train.py"]
    assert "IPU301" in {finding.rule for finding in ports["train.py"].applied}
    assert all(port.complete for port in ports.values())


def test_a_file_that_was_not_asked_for_is_told_of_where_it_is_imported(tmp_path: Path) -> None:
    paths = write(tmp_path, FILES)
    port = converted(paths[:1])["train.py"]
    reported = {(finding.rule, finding.message.partition(":")[0]) for finding in port.left}
    assert reported == {("IPU201", "data.py, line 4"), ("IPU301", "models.py, line 5")}
    assert all("--entry train.py" in finding.message for finding in port.left)
    assert "# gpu2ipu: IPU201 data.py, line 4" in port.text.partition("import data")[0]
    assert "steps_per_execution=" not in port.text
    assert "with strategy.scope():" in port.text


def test_what_several_files_need_is_left_when_one_was_not_asked_for(tmp_path: Path) -> None:
    files = {"train.py": "from learning import run\nrun(x, y)\n", "learning.py": RUN}
    paths = write(tmp_path, files)
    (left,) = [finding for _, finding in found(paths[1:]) if finding.rule == "IPU301"]
    assert left.fix is None or left.fix.elsewhere == ()
    port = converted(paths[:1])["train.py"]
    assert {finding.rule for finding in port.left} >= {"IPU103", "IPU202"}


def test_a_function_of_a_module_is_given_the_strategy(tmp_path: Path) -> None:
    code = "import numpy as np\nimport learning\nx = np.zeros((70, 2))\nlearning.run(x, x[:, 0])\n"
    ports = converted(write(tmp_path, {"train.py": code, "learning.py": RUN}))
    assert "learning.run(x, x[:, 0], strategy=strategy)" in ports["train.py"].text
    assert "def run(x, y, units=1, strategy=None):" in ports["learning.py"].text
    assert "    with strategy.scope():\n" in ports["learning.py"].text
    assert "IPUConfig" not in ports["learning.py"].text


def test_a_strategy_that_cannot_be_handed_over_is_left(tmp_path: Path) -> None:
    code = "list(map(learning.run, [x], [x]))\n"
    begin = "import numpy as np\nimport learning\nx = np.zeros((70, 2))\n"
    ports = converted(write(tmp_path, {"train.py": begin + code, "learning.py": RUN}))
    assert "strategy.scope()" not in ports["learning.py"].text
    assert "IPU103" in {finding.rule for port in ports.values() for finding in port.left}


def test_a_model_made_at_import_is_left_with_the_way_out(tmp_path: Path) -> None:
    zoo = "from tensorflow import keras\nmodel = keras.Sequential([keras.layers.Dense(1)])\n"
    ports = converted(write(tmp_path, {"train.py": "import zoo\nzoo.model.fit(x, y)\n", "zoo.py": zoo}))
    (left,) = [finding for finding in ports["zoo.py"].left if finding.rule == "IPU103"]
    assert "create it in a function" in left.message
    assert "IPUConfig" not in ports["zoo.py"].text


def test_a_comment_in_a_module_silences_a_rule_there(tmp_path: Path) -> None:
    silent = DATA.replace(".batch(size)", ".batch(size)  # gpu2ipu: ignore[IPU201]")
    paths = write(tmp_path, FILES | {"data.py": silent})
    assert "IPU201" not in {finding.rule for _, finding in found(paths)}
    assert "IPU201" not in {finding.rule for _, finding in found(paths[:1])}


def test_a_module_that_cannot_be_parsed_stops_nobody_else(tmp_path: Path) -> None:
    paths = write(tmp_path, FILES | {"data.py": "print 1\n"})
    assert {name for name, _ in found(paths)} == {"train.py", "models.py"}


def test_two_scripts_each_get_a_configuration_and_steps_of_their_own(tmp_path: Path) -> None:
    other = TRAIN.replace("model.fit(rows)", "model.fit(x, y, batch_size=25)")
    ports = converted(write(tmp_path, FILES | {"other.py": other}))
    assert [name for name in ports if "IPUConfig" in ports[name].text] == ["train.py", "other.py"]
    assert "create(1, steps_per_execution=len(rows))" in ports["train.py"].text
    assert "create(1, steps_per_execution=len(x) // 25)" in ports["other.py"].text
    assert ports["models.py"].text.count("steps_per_execution=1") == 1


def test_rows_that_another_script_reads_are_noted(tmp_path: Path) -> None:
    reader = "import numpy as np\nimport data\nx = np.ones((70, 3))\n"
    reader += "for row in data.batches(x, x, 32):\n    print(row)\n"
    paths = write(tmp_path, FILES | {"reader.py": reader})
    (batch,) = [finding for _, finding in found(paths) if finding.rule == "IPU201"]
    assert "the dataset itself, where these samples will be missing (line 4 of reader.py)" in batch.message


def test_ports_stay_as_they_are(tmp_path: Path) -> None:
    ports = converted(write(tmp_path, FILES))
    again = converted(write(tmp_path, {name: port.text for name, port in ports.items()}))
    assert {name: port.text for name, port in again.items()} == {n: port.text for n, port in ports.items()}
    assert not [finding for port in again.values() for finding in port.left]


def test_a_module_that_is_run_by_itself_too_configures_under_its_guard(tmp_path: Path) -> None:
    demo = '\n\ndef main():\n    run(x, x)\n\n\nif __name__ == "__main__":\n    main()\n'
    code = "import learning\nlearning.main()\nlearning.run(x, x)\n"
    files = {"train.py": code, "learning.py": textwrap.dedent(RUN) + demo}
    ports = converted(write(tmp_path, files))
    module, _, guarded = ports["learning.py"].text.partition('if __name__ == "__main__":')
    assert "IPUConfig" not in module and "IPUConfig" in guarded
    assert "def main(strategy):\n    run(x, x, strategy=strategy" in module
    assert "    main(strategy=strategy)" in guarded
    assert "learning.main(strategy=strategy)\nlearning.run(x, x, strategy=strategy" in ports["train.py"].text


@pytest.mark.parametrize("asked", [["models.py"], ["data.py"], ["train.py"], ["data.py", "models.py"]])
@pytest.mark.parametrize("ported", [True, False])
def test_a_part_of_a_project_is_judged_like_the_whole(tmp_path: Path, asked: list[str], ported: bool) -> None:
    paths = write(tmp_path, FILES)
    if ported:
        for name, port in converted(paths).items():
            (tmp_path / name).write_text(port.text)
    everything = list(batch.check_files(paths, Config(jobs=1)))
    some = list(batch.check_files([tmp_path / name for name in asked], Config(jobs=1)))
    places = {(r.path, f.rule, f.span) for r in everything for f in r.findings if r.path.name in asked}
    found = {(r.path, f.rule, f.span) for r in some for f in r.findings}
    elsewhere = {(r.path, f.rule, f.span) for r in some for f in r.findings if ", line " in f.message}
    assert found - elsewhere == places
    assert bool(places) is not ported and (not ported or not elsewhere)


def test_a_module_in_its_place_is_ported_for_the_scripts_that_import_it(tmp_path: Path) -> None:
    paths = write(tmp_path, FILES)
    in_place = ports.Destination(ports.Mode.IN_PLACE)
    (alone,) = ports.port([tmp_path / "data.py"], in_place, Config(jobs=1))
    assert isinstance(alone, ports.PortedScript) and alone.changed and alone.complete
    assert "IPUConfig" not in paths[2].read_text()
    assert len(list(ports.port(paths, in_place, Config(jobs=1)))) == 3
    whole = [path.read_text() for path in paths]
    assert "IPUConfig" in whole[0]
    for path in paths:
        list(ports.port([path], in_place, Config(jobs=1)))
    assert [path.read_text() for path in paths] == whole


def test_an_iterator_is_taken_out_of_a_call_in_a_file_below(tmp_path: Path) -> None:
    files = {
        "train.py": """
            import numpy as np
            from models import fit

            fit(np.zeros((64, 8, 8, 1)), np.zeros(64))
        """,
        "models.py": """
            from tensorflow import keras

            def fit(x, y):
                model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1)])
                model.compile("sgd", "mse")
                images = keras.preprocessing.image.ImageDataGenerator()
                model.fit(images.flow(x, y,
                                      batch_size=16))
        """,
    }
    port = converted(write(tmp_path, files))["models.py"].text
    assert "train_batches = images.flow(x, y,\n" in port
    assert "model.fit(dataset_of_sequence(train_batches, len(x) // 16" in port


def test_a_module_is_told_of_once_for_each_rule(tmp_path: Path) -> None:
    files = {
        "train.py": """
            import numpy as np
            from models import create, evaluate

            evaluate(create(1), np.zeros((70, 3)), np.zeros(70))
        """,
        "models.py": MODELS
        + """
    def evaluate(model, x, y):
        model.fit(x, y)
        model.evaluate(x, y)
        model.predict(x)
        model.evaluate(x, y)
""",
    }
    train, _ = write(tmp_path, files)
    told = [finding for _, finding in found([train]) if finding.message.startswith("models.py")]
    reported = [finding.message for finding in sorted(told, key=lambda finding: finding.rule)]
    assert [message.partition(":")[0] for message in reported].count("models.py, line 9") == 1
    (uneven,) = (message for message in reported if "fit` ends" in message)
    assert " (and so on in lines 10, 12)" in uneven
    advice = "port the project as a whole: `gpu2ipu convert FOLDER --entry train.py -o PORT`"
    assert [advice in message for message in reported] == [True] + [False] * (len(reported) - 1)


def test_a_module_is_named_as_seen_from_its_importer(tmp_path: Path) -> None:
    module = "from tensorflow import keras\n\nmodel = keras.Sequential()\n"
    files = {"train.py": "from nets.small import model\n", "nets/__init__.py": "", "nets/small.py": module}
    train, *_ = write(tmp_path, files)
    assert all(finding.message.startswith("nets/small.py, line 3: ") for _, finding in found([train]))
    assert found([train])


def test_commands_name_files_as_a_shell_reads_them(tmp_path: Path) -> None:
    module = "from tensorflow import keras\n\nmodel = keras.Sequential()\n"
    train, _ = write(tmp_path, {"my train.py": "from small import model\n", "small.py": module})
    assert any("FOLDER --entry 'my train.py' -o PORT" in finding.message for _, finding in found([train]))


def test_a_change_in_another_file_is_reported_where_it_changes_code(tmp_path: Path) -> None:
    module = """
        import tensorflow as tf

        def create():
            strategy = tf.distribute.MirroredStrategy()
            with strategy.scope():
                return tf.keras.Sequential([tf.keras.layers.Dense(1)])
    """
    files = {"train.py": "from models import create\n\nmodel = create()\n", "models.py": module}
    port = converted(write(tmp_path, files))["models.py"]
    assert {(finding.rule, finding.span.line) for finding in port.applied} == {("IPU102", 4), ("IPU504", 4)}


def test_a_port_beside_its_script_is_no_entry_of_the_project(tmp_path: Path) -> None:
    script = "import numpy as np\nfrom models import fit\nfit(np.zeros((70, 3)), np.zeros(70))\n"
    module = f"{MODELS}\n    def fit(x, y):\n        create(1).fit(x, y)\n"
    files = {"other.py": script, "train.py": script, "train_ipu.py": script, "models.py": module}
    *scripts, _ = write(tmp_path, files)

    def commands(of: list[Path]) -> set[str]:
        return {part for _, finding in found(of) for part in finding.message.split("`") if "FOLDER" in part}

    assert commands(scripts) == {"gpu2ipu convert FOLDER --entry other.py --entry train.py -o PORT"}
    assert commands(scripts[1:]) == {"gpu2ipu convert FOLDER --entry train.py -o PORT"}
    assert commands(scripts[2:]) == {"gpu2ipu convert FOLDER --entry train_ipu.py -o PORT"}


def test_the_last_of_many_scripts_that_import_a_module_decides(tmp_path: Path) -> None:
    train = """
        import numpy as np
        from learning import run
        import settings_{i}

        run(np.zeros(({rows}, 3)), np.zeros({rows}))
    """
    scripts = {f"train_{i:03}.py": train.format(i=i, rows=70 if i == 149 else 64) for i in range(150)}
    settings = {f"settings_{i}.py": f"EPOCHS = {i}\n" for i in range(150)}
    paths = write(tmp_path, {"learning.py": RUN, **settings, **scripts, "pyproject.toml": ""})

    def uneven() -> list[str]:
        (module,) = batch.check_files(paths[:1], Config(jobs=1))
        return [finding.message for finding in module.findings if finding.rule == "IPU202"]

    assert len(uneven()) == 1
    paths[-2].write_text(textwrap.dedent(train).format(i=149, rows=64))
    assert uneven() == []


STRATEGIES = """
    from tensorflow.python import ipu

    class NoStrategy:
        def scope(self):
            return self
        def __enter__(self):
            return self
        def __exit__(self, *error):
            pass

    def strategy_for(on_cpu):
        if on_cpu:
            return NoStrategy()
        config = ipu.config.IPUConfig()
        config.auto_select_ipus = 1
        config.configure_ipu_system()
        return ipu.ipu_strategy.IPUStrategy()
"""


def test_a_module_imports_the_sdk_for_everyone(tmp_path: Path) -> None:
    train = """
        import sys
        from tensorflow import keras
        from strategies import strategy_for

        with strategy_for("--cpu" in sys.argv).scope():
            model = keras.Sequential([keras.layers.Dense(1)])
    """
    assert found(write(tmp_path, {"train.py": train, "strategies.py": STRATEGIES})) == []


HOROVOD_ON_HOSTS = """
    import horovod.tensorflow as hvd
    from tensorflow import keras

    print(hvd.rank(), hvd.local_size())
"""
HOROVOD_FOR_TRAINING = """
    import horovod.tensorflow.keras as hvd
    from tensorflow import keras

    optimizer = hvd.DistributedOptimizer(keras.optimizers.SGD(0.1))
"""


@pytest.mark.parametrize(
    ("starts", "module", "reported"),
    [
        ("import popdist\nhvd.init()\npopdist.init()", HOROVOD_ON_HOSTS, False),
        ("import popdist\npopdist.init()", HOROVOD_ON_HOSTS, True),
        ("hvd.init()", HOROVOD_ON_HOSTS, True),
        ("import popdist\nhvd.init()", HOROVOD_FOR_TRAINING, True),
    ],
)
def test_horovod_on_hosts_beside_popdist(tmp_path: Path, starts: str, module: str, reported: bool) -> None:
    main = f"import horovod.tensorflow as hvd\nimport part\n{starts}\n"
    findings = found(write(tmp_path, {"main.py": main, "part.py": module}))
    assert any(finding.rule == "IPU509" for name, finding in findings if name == "part.py") is reported


EDITED = """
    from tensorflow import keras

    def edited(model):
        return keras.Sequential([model, keras.layers.Dense(1)])
"""
TEST_OF_EDITED = """
    import numpy as np
    from tensorflow import keras
    from keras.optimizers import Adam
    from models import edited

    def test_edited():
        model = edited(keras.Sequential([keras.layers.Dense(1)]))
        assert model.predict(np.zeros((1, 3))).shape == (1, 1)
"""


@pytest.mark.parametrize(
    ("name", "ipu", "rules"),
    [
        ("test_models.py", "from tensorflow.python import ipu\n", {"IPU603"}),
        ("predictions.py", "from tensorflow.python import ipu\n", {"IPU203", "IPU603"}),
        ("test.py", "from tensorflow.python import ipu\n", {"IPU203", "IPU603"}),
        ("test_models.py", "", {"IPU203", "IPU603"}),
    ],
)
def test_tests_on_the_host_of_a_program_for_ipus(
    tmp_path: Path, name: str, ipu: str, rules: set[str]
) -> None:
    train = ipu + textwrap.dedent("""
        from models import edited
        from strategies import strategy_for

        with strategy_for(False).scope():
            edited(None)
    """)
    files = {name: TEST_OF_EDITED, "train.py": train, "models.py": EDITED}
    files |= {"strategies.py": STRATEGIES if ipu else "def strategy_for(on_cpu): ...\n"}
    reported = {finding.rule for where, finding in found(write(tmp_path, files)) if where == name}
    assert {"IPU203", "IPU603"} & reported == rules


def test_only_what_is_asked_for_is_parsed_where_nothing_has_keras(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"a.py": "import b\n", "b.py": "", "c.py": "import a\n", "pyproject.toml": ""}
    parsed: list[str] = []

    def noting(path: Path, text: str, above: int = 0) -> Script:
        parsed.append(path.name)
        return parse(path, text, above=above)

    monkeypatch.setattr(engine, "parse", noting)
    (alone,) = batch.check_files(write(tmp_path, files)[:1], Config(jobs=1))
    assert (alone.error, alone.findings, parsed) == (None, (), ["a.py"])


def test_a_number_of_gpus_in_a_module_is_replaced_there(tmp_path: Path) -> None:
    module = """
        import tensorflow as tf

        GPUS = len(tf.config.list_physical_devices("GPU"))
        BATCH = 32 * GPUS
        UNUSED = [gpu.name for gpu in tf.config.list_physical_devices("GPU")]
    """
    train = TRAIN.replace("import data", "import data\n    import settings").replace("32", "settings.BATCH")
    ports = converted(write(tmp_path, {**FILES, "train.py": train, "settings.py": module}))
    assert ports["settings.py"].text == "import tensorflow as tf\n\nGPUS = 1\nBATCH = 32 * GPUS\n"
    assert "settings.BATCH" in ports["train.py"].text
    assert not any(port.left for port in ports.values())


CURVES = """
    def draw(history):
        print(history.history["acc"], history.history["val_acc"])
"""


@pytest.mark.parametrize(("metrics", "name"), [("['accuracy']", "accuracy"), ("['acc']", "acc")])
def test_old_names_of_metrics_in_a_module_without_keras(tmp_path: Path, metrics: str, name: str) -> None:
    train = TRAIN.replace("model.fit(rows)", "curves.draw(model.fit(rows))").replace(
        "import data", "import curves, data"
    )
    models = MODELS.replace('"mse"', f'"mse", metrics={metrics}')
    files = {**FILES, "train.py": train, "models.py": models, "curves.py": CURVES}
    ports = converted(write(tmp_path, files))
    assert f'history.history["{name}"], history.history["val_{name}"]' in ports["curves.py"].text
