"""Where the SDKs have what moved, against the public names that the simulator has for each of them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gpu2ipu.rules.sdk.tables.places import ABSENT, IPU, MOVED, has
from gpu2ipu.simulator.sdk import public_names, releases

#: Modules that are imported up to SDK 3.0, but extend a Keras that no script uses, or only warn.
DEPRECATED = (f"{IPU}.keras", f"{IPU}.horovod")
#: Names that nobody writes in a script: the implementation of what is public elsewhere.
OF_THE_IMPLEMENTATION = (
    "keras.ipu.extensions",
    "keras.ipu.layers.",
    "keras.ipu.optimizers.",
    "tensorflow.python.ipu.eager.",
    "tensorflow.python.ipu.distributed.",
    "tensorflow.python.ipu.ops.",
    "tensorflow.python.ipu.optimizers.",
    "tensorflow.python.ipu.sharding.",
    "tensorflow.python.ipu.test_utils",
    "ipu_tensorflow_addons.",
)


def names_of(sdk: str) -> set[str]:
    table = public_names._names(sdk)
    popdist = {f"popdist.{name}" for name in _of_popdist()}  # a package of its own, the same in all SDKs
    return {*table, *popdist, *(f"{module}.{name}" for module, names in table.items() for name in names)}


def _of_popdist() -> list[str]:
    tree = ast.parse((Path(public_names.__file__).parents[1] / "popdist" / "__init__.py").read_text())
    values = (each.value for each in tree.body if isinstance(each, ast.Assign))
    return next(ast.literal_eval(value) for value in values if isinstance(value, ast.List))


@pytest.mark.parametrize("sdk", releases.VERSIONS)
def test_what_has_moved_is_where_the_table_says(sdk: str) -> None:
    names = names_of(sdk)
    for moved in MOVED:
        for module, since, until in moved.modules:
            module = module.replace(f"{IPU}.rnn_ops", f"{IPU}.ops.rnn_ops")  # the same by another name
            there = {f"{module}.{name}" for name in moved.names}
            now = {f"{module}.{moved.renamed}"} if moved.renamed else there
            if has(sdk, since, until):
                assert now <= names or there <= names, (module, (there | now) - names)
            elif not module.startswith(DEPRECATED):
                assert there.isdisjoint(names), (module, there & names)


@pytest.mark.parametrize("sdk", releases.VERSIONS)
def test_what_is_absent_is_not_there(sdk: str) -> None:
    names = names_of(sdk)
    for absent in ABSENT:
        if not absent.name.startswith(DEPRECATED):
            assert (absent.name in names) is has(sdk, absent.since, absent.until), absent.name


def test_all_that_went_is_in_a_table() -> None:
    known = {f"{module}.{name}" for moved in MOVED for module, _, _ in moved.modules for name in moved.names}
    prefixes = tuple(absent.name for absent in ABSENT)
    for release, table in releases.GONE.items():
        for module, names in table.items():
            for name in (f"{module}.{each}" for each in names.split()):
                is_known = name in known or f"{name}.".startswith(tuple(f"{each}." for each in prefixes))
                assert is_known or name.startswith(OF_THE_IMPLEMENTATION), (release, name)


def test_a_number_is_compared_as_one() -> None:
    assert has("2.10", "2.6", "3.0")
    assert not has("3.0", "2.6", "3.0")
