"""How the package hangs together: who imports whom, what the simulator uses, and how long things may be."""

from __future__ import annotations

import ast
import functools
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "gpu2ipu"
TESTS = Path(__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
SIMULATOR = [path for path in MODULES if "simulator" in path.relative_to(PACKAGE).parts]
TEST_MODULES = sorted(
    path for path in TESTS.rglob("*.py") if {"cases", "variants"}.isdisjoint(path.relative_to(TESTS).parts)
)

# The parts of the package, bottom up: each imports from itself and from parts above it in this list only.
LAYERS = (
    "errors",
    "records",
    "schedules",
    "signals",
    # What `plan` writes, and `convert` reads; and how both cut.
    "plan.partition",
    "plan.layers",
    "plan.plan_file",
    "plan.split",
    "config",
    "target",
    "edits",
    "findings",
    "analysis.values",
    "analysis.syntax",
    "analysis.library",
    "analysis.interpreter",
    "analysis.dataflow",
    "analysis.keras",
    "source",
    "analysis.project",
    "rewrite",
    "port.outcome",
    "port.port",
    "port.device_code",
    "port.code",
    "port.gpu_code",
    "port.training_loop",
    "port.pipeline",
    "port.batching.outcomes",
    "port.replicas.outcomes",
    "port.replicas.hindrances",
    "port.batching.batch_size",
    "port.batching.row_counts",
    "port.batching.generator_input",
    "port.batching.micro_batches",
    "port.replicas",
    "port.strategy",
    "port.popdist",
    "port.batching",
    "port.feed_dtypes",
    "port.named_data",
    "port.inspection",
    "port.precision",
    "port.steps_per_execution",
    "rules.rule",
    "rules.tf26",
    "rules.sdk",
    "rules.python38",
    "rules.data",
    "rules.execution",
    "rules.pipeline",
    "rules.gpu_code",
    "rules.setup",
    "rules",
    "convert",
    "reports",
    "explain",
    "review",
    "server",
    "codemod",
    "runner.installation",
    "runner.child",
    "runner.advice",
    "runner.compare",
    "runner.run",
    "runner",
    "plan.measured",
    "plan.proposal",
    "plan",
    "cli",
    "__main__",
    # The simulator runs in other interpreters: it imports nothing from above, and nothing imports it.
    "simulator.abort",
    "simulator.copy_on_write",
    "simulator.events",
    "simulator.instances",
    "simulator.keras2",
    "simulator.progress",
    "simulator.sdk",
    "simulator.finder",
    "simulator.compiler.enclosing_loop",
    "simulator.compiler.handles",
    "simulator.compiler.kernels",
    "simulator.compiler.tracing",
    "simulator.memory",
    "simulator.compiler",
    "simulator.ipu",
    "simulator.popdist",
    "simulator.keras",
    "simulator.addons",
    "simulator.probe",
    "simulator.datasets",
    "simulator.execution",
    "simulator.recording",
    "simulator.planning",
    "simulator.session",
    "simulator",
)
# part -> what it does without, although that is further down
NEVER = {
    "analysis.values": {"findings", "config"},
    "source": {"analysis.library", "analysis.interpreter", "analysis.dataflow", "analysis.keras"},
    "rewrite": {
        "analysis.library",
        "analysis.interpreter",
        "analysis.dataflow",
        "analysis.keras",
        "findings",
    },
    "runner": {"rules", "analysis", "rewrite", "port"},
    "plan": {"rules", "analysis", "rewrite", "port"},
    "analysis": {"config", "findings"},
}
# package of the SDK -> the part that emulates it, and is imported by its name
EMULATED = {
    "tensorflow.python.ipu": "gpu2ipu.simulator.ipu",
    "keras.ipu": "gpu2ipu.simulator.keras",
    "popdist": "gpu2ipu.simulator.popdist",
    "ipu_tensorflow_addons": "gpu2ipu.simulator.addons",
}
# other people's packages -> the only modules that import them
ONLY = {
    "libcst": {"rewrite", "codemod"},
    "black": {"rewrite.black_format"},
    "click": {"cli"},
    "pygls": {"server"},
    "lsprotocol": {"server"},
    "rich": {"runner", "plan"},
    "matplotlib": {"runner.compare.plot"},
    "pathspec": {"source.discovery"},
    "tensorflow": {"simulator"},
    "keras": {"simulator"},
    "tf_keras": {"simulator"},
    "numpy": {"simulator"},
    "h5py": {"simulator"},
}
SIMULATOR_MAY_USE = {"tensorflow", "keras", "tf_keras", "numpy", "h5py"} | set(sys.stdlib_module_names)
LONGEST_FUNCTION, LONGEST_MODULE, LARGEST_FOLDER = 60, 400, 20
# The SDK itself has these names twice: in `tensorflow.python.ipu` and `keras.ipu`, or for TensorFlow 1 and for Keras.
CLASSES_OF_BOTH_PACKAGES = {"GradientAccumulationOptimizer", "PopnnGRU", "PopnnLSTM"}

_OPTIMIZERS = "test_gradient_accumulation_optimizer.py"
_ADDED_OPTIMIZERS = "simulator/addons/keras/optimizers/test_ipu_optimizer_base.py"
# modules without a test file of their path -> where they are tried: as a part of what several of them make up
TESTED_WITH = {
    "cli/completion.py": "test_cli.py",
    "cli/examples.py": "test_cli.py",
    "cli/keys.py": "review/test_walk.py",
    "cli/options.py": "test_cli.py",
    "cli/runner_options.py": "test_cli.py",
    "cli/streams.py": "test_cli.py",
    "convert/both_devices/defaults.py": "convert/both_devices/test_merge.py",
    "convert/both_devices/expressions.py": "convert/both_devices/test_merge.py",
    "convert/both_devices/statements.py": "convert/both_devices/test_merge.py",
    "port/batching/outcomes.py": "port/batching/test_calls.py",
    "port/batching/counted_steps.py": "port/batching/test_evaluate.py",
    "port/batching/generator_calls.py": "rules/cases/IPU205",
    "port/batching/generator_input/image_iterators.py": "rules/cases/IPU205",
    "port/code/computed_first.py": "rules/cases/IPU210",
    "port/feed_dtypes.py": "rules/cases/IPU206",
    "port/named_data.py": "rules/cases/IPU210",
    "port/pipeline/listed_layers.py": "port/pipeline/test_stage_list.py",
    "port/pipeline/functional_units.py": "port/pipeline/test_stage_blocks.py",
    "port/pipeline/model_stages.py": "port/pipeline/test_pipelines.py",
    "port/pipeline/units.py": "port/pipeline/test_stage_blocks.py",
    "port/steps_per_execution/placement.py": "port/steps_per_execution/test_planner.py",
    "port/steps_per_execution/trimmed_sizes.py": "port/steps_per_execution/test_planner.py",
    "port/steps_per_execution/epochs_of_batches.py": "rules/cases/IPU306",
    "port/strategy/compiled_steps.py": "rules/cases/IPU305",
    "port/strategy/scoped_objects.py": "rules/cases/IPU103",
    "port/training_loop/device_loops.py": "rules/cases/IPU317",
    "port/training_loop/extracted_step.py": "rules/cases/IPU305",
    "port/training_loop/host_loops.py": "rules/cases/IPU317",
    "port/training_loop/loss_reduction.py": "rules/cases/IPU305",
    "port/training_loop/shared_state.py": "rules/cases/IPU317",
    "plan/measuring.py": "plan/test_command.py",
    "port/strategy/uncalled_builders.py": "rules/cases/IPU103",
    "rules/data/batch_words.py": "rules/cases/IPU201",
    "rules/python38/headers.py": "rules/cases/IPU604",
    "rules/python38/operands.py": "rules/cases/IPU604",
    "rules/python38/parentheses.py": "rules/cases/IPU604",
    **{
        f"rules/sdk/{name}.py": "rules/cases/IPU605"
        for name in ("changed_arguments", "config_functions", "model_classes", "tables/config_functions")
    },
    "rules/tf26/api_uses.py": "rules/cases/IPU601",
    "rules/tf26/scheduled_rates.py": "rules/cases/IPU601",
    "rules/tf26/tables/keras_operations.py": "rules/tf26/tables/test_equivalents.py",
    "rules/tf26/weight_arguments.py": "rules/cases/IPU602",
    "runner/compared_runs.py": "runner/test_commands.py",
    "runner/compare/causes.py": "runner/compare/test_compare.py",
    "simulator/abort.py": "simulator/test_main.py",
    **{
        f"simulator/addons/keras/layers/{name}.py": f"simulator/addons/keras/layers/test_{test}.py"
        for name, test in (
            ("assume_equal_across_replicas", "dropout"),
            ("recomputation", "dropout"),
            ("ipu_layer", "embedding_lookup"),
        )
    },
    **{
        f"simulator/addons/keras/optimizers/{name}_optimizer.py": _ADDED_OPTIMIZERS
        for name in ("adam", "lamb", "sgd")
    },
    "simulator/compiler/lowering.py": "simulator/compiler/test_hlo.py",
    "simulator/compiler/enclosing_loop.py": "simulator/compiler/test_tracing.py",
    "simulator/datasets/files.py": "simulator/datasets/test_synthetic.py",
    "simulator/events.py": "simulator/ipu/_device/test_embedded.py",
    "simulator/execution.py": "simulator/test_main.py",
    "simulator/ipu/eager/backprop.py": "simulator/ipu/ops/test_grad_util_ops.py",
    "simulator/ipu/gradient_accumulation.py": "simulator/ipu/_device/test_accumulation.py",
    "simulator/ipu/ops/control_flow_ops.py": "simulator/ipu/ops/test_functional_ops.py",
    "simulator/ipu/ops/op_util.py": "simulator/test_finder.py",
    "simulator/ipu/ops/replication_ops.py": "simulator/ipu/ops/test_cross_replica_ops.py",
    **{
        f"simulator/ipu/optimizers/{name}_optimizer.py": f"simulator/ipu/optimizers/{_OPTIMIZERS}"
        for name in ("cross_replica", "ipu", "map_gradient", "sharded")
    },
    "simulator/keras/extensions/functional_extensions.py": "simulator/keras/extensions/test_extensions_base.py",
    "simulator/keras/extensions/model_extensions.py": "simulator/keras/extensions/test_extensions_base.py",
    **{
        f"simulator/keras/optimizers/{name}.py": "simulator/keras/optimizers/test_optimizer_v2_wrapper.py"
        for name in ("adam", "gradient_descent", "rmsprop")
    },
    **{
        f"simulator/memory/{name}.py": "simulator/memory/test_estimate.py"
        for name in ("graph", "limits", "liveness", "values", "variables")
    },
    "simulator/keras2/training_step.py": "simulator/keras/extensions/test_extensions_base.py",
    **{
        f"simulator/planning/{name}.py": "simulator/planning/test_planner.py"
        for name in ("fit_data", "layer_calls", "measurement", "places", "untrained")
    },
    "simulator/progress.py": "runner/test_commands.py",
    "simulator/probe.py": "runner/child/test_interpreters.py",
    **{
        f"simulator/recording/{name}.py": "simulator/recording/test_recorder.py"
        for name in ("calls", "randomness", "wrapping")
    },
    "simulator/sdk/version.py": "simulator/sdk/test_older.py",
    "simulator/session.py": "simulator/test_main.py",
}

NOT_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def each(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "path", paths, ids=lambda path: path.relative_to(PACKAGE.parent).as_posix()
    )


def dotted(path: Path) -> str:
    """The module's name below the package; that of a folder for its `__init__`."""
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")


@functools.cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


OWN = {dotted(path) for path in MODULES}


@functools.cache
def imports(path: Path) -> list[str]:
    """Absolute names of the modules that a module imports, also inside functions; those of the SDK by their files."""
    return list(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    package = ["gpu2ipu", *path.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (emulated(alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) + 1 - node.level] if node.level else []
            origin = ".".join([*start, *filter(None, [node.module])])
            names = [emulated(f"{origin}.{alias.name}") for alias in node.names]
            modules = [name for name in names if name.removeprefix("gpu2ipu.") in OWN]
            yield from modules if len(modules) == len(names) else [*modules, emulated(origin)]


def emulated(name: str) -> str:
    """The name of a module of the SDK by the file that emulates it; any other name as it is."""
    for package, part in EMULATED.items():
        if within(name, package):
            return part + name.removeprefix(package)
    return name


def within(name: str, part: str) -> bool:
    return name == part or name.startswith(part + ".")


def layer(name: str) -> int:
    """The place in `LAYERS` of a module below the package: that of the longest part that it belongs to."""
    part = max((part for part in LAYERS if within(name, part)), key=len)
    return LAYERS.index(part)


def own_imports(path: Path) -> Iterator[str]:
    """The modules of the package that a module imports, named below the package."""
    for name in imports(path):
        if name.startswith("gpu2ipu.") and name.removeprefix("gpu2ipu.") in OWN:
            yield name.removeprefix("gpu2ipu.")


@each([path for path in MODULES if path != PACKAGE / "__init__.py"])
def test_arrows(path: Path) -> None:
    module = dotted(path)
    forbidden = {part for own, parts in NEVER.items() if within(module, own) for part in parts}
    for name in own_imports(path):
        assert within(name, "simulator") == within(module, "simulator"), "it is run, never imported"
        assert not any(within(name, part) for part in forbidden), name
        assert layer(name) <= layer(module), name


def test_no_modules_import_each_other_in_a_circle() -> None:
    arrows = {dotted(path): set(own_imports(path)) for path in MODULES}
    while leaves := {module for module, needed in arrows.items() if not needed & arrows.keys() - {module}}:
        arrows = {module: needed for module, needed in arrows.items() if module not in leaves}
    assert not arrows


def test_folders_are_small() -> None:
    """Among more than twenty modules nobody finds anything."""
    folders = Counter(path.parent for path in MODULES if path.name != "__init__.py")
    assert not [folder for folder, n in folders.items() if n > LARGEST_FOLDER]


def test_no_two_public_classes_have_one_name() -> None:
    """The simulator, which runs elsewhere and takes names from the SDK, counts by itself."""
    names = Counter(
        (path in SIMULATOR, node.name)
        for path in MODULES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert {name for (_, name), n in names.items() if n > 1} == CLASSES_OF_BOTH_PACKAGES


def test_a_library_is_known_to_one_part_only() -> None:
    for path in MODULES:
        for name in imports(path):
            allowed = ONLY.get(name.partition(".")[0])
            assert allowed is None or any(within(dotted(path), part) for part in allowed), (path, name)


def test_a_module_says_what_it_is_for() -> None:
    assert not [path for path in MODULES + TEST_MODULES if not ast.get_docstring(parsed(path))]


def test_a_module_has_a_test_file_of_its_path() -> None:
    """Or a reason: it has no functions, is a rule with cases, is private to the simulator, or a part of a whole."""
    untested = {
        path.relative_to(PACKAGE).as_posix()
        for path in MODULES
        if needs_test(path) and not own_test(path).exists()
    }
    assert untested == TESTED_WITH.keys()
    assert not [test for test in TESTED_WITH.values() if not (TESTS / test).exists()]


def needs_test(path: Path) -> bool:
    """True if a module has functions, and is neither private nor a rule, whose test are its cases."""
    is_private = any(part.startswith("_") for part in path.relative_to(PACKAGE).parts)
    has_functions = any(isinstance(node, ast.FunctionDef) for node in ast.walk(parsed(path)))
    return has_functions and not is_private and not has_cases(path)


def has_cases(path: Path) -> bool:
    """True if a module is a rule, and its id has a folder of cases."""
    classes = (node for node in parsed(path).body if isinstance(node, ast.ClassDef))
    ids = [
        statement.value.value
        for node in classes
        for statement in node.body
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "id"
        if isinstance(statement.value, ast.Constant)
    ]
    return bool(ids) and all((TESTS / "rules" / "cases" / str(each)).is_dir() for each in ids)


def own_test(path: Path) -> Path:
    """The test file of a module's path."""
    return TESTS / path.relative_to(PACKAGE).with_name(f"test_{path.name}")


@each(SIMULATOR)
def test_the_simulator_is_python_3_8_and_stands_alone(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    module = ast.parse(text, feature_version=(3, 8))
    assert len(module.body) == 1 or "from __future__ import annotations" in text  # one statement: a docstring
    for name in imports(path):
        assert within(name, "gpu2ipu.simulator") or name.partition(".")[0] in SIMULATOR_MAY_USE, name


@each(MODULES)
def test_modules_and_functions_are_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    lines = {token.start[0] for token in tokens if token.type not in NOT_CODE}
    assert len(lines) <= LONGEST_MODULE
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < LONGEST_FUNCTION, node.name


def test_what_records_needs_nothing_that_is_emulated() -> None:
    """On a device, the SDK's own modules are in the place of those."""
    files = {dotted(path): path for path in SIMULATOR}
    needed, todo = set[str](), ["simulator.session"]
    while todo:
        module = todo.pop()
        if module not in needed:
            needed.add(module)
            todo += own_imports(files[module])
    assert {f"simulator.recording.{name}" for name in ("recorder", "tally", "alignment")} <= needed
    emulation = ("ipu", "keras", "sdk", "finder", "compiler.hlo")
    assert not [module for module in needed if any(within(module, f"simulator.{part}") for part in emulation)]


RULE_ID = re.compile(r"IPU\d{3}")


@each([path for path in MODULES if dotted(path).startswith(("port", "analysis"))])
def test_only_rules_know_ids_of_rules(path: Path) -> None:
    """What several rules share says what it does; which rule reports it is for the rules to say."""
    assert not RULE_ID.findall(path.read_text(encoding="utf-8"))
