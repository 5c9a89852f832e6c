"""What `convert` promises for any file, for scripts of this repository that accidents have happened to."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.file_faults import REFUSED, faults
from tests.examples import examples
from tests.keras_scripts import Style, write
from tests.keras_scripts import scripts as keras_scripts
from tests.mutations import OF_BYTES, OF_TEXT, ROOT, drawn, mutated, scripts

SCRIPTS = [path for path in scripts() if "fixtures" in path.parts]
seeds = st.integers(0, 2**32 - 1)
of_text = st.tuples(st.sampled_from(sorted(OF_TEXT)), seeds)
of_bytes = st.tuples(st.sampled_from(sorted(OF_BYTES)), seeds)
mutations = st.lists(of_text, min_size=1, max_size=5)
# what `tools/reliability.py fuzz` has found, by script
FOUND = {
    "rules/cases/IPU102/once_for_a_loop.py": [("in one block", 2040239952)],
    "rules/cases/IPU103/strategy_without_a_name_is_left.py": [("continuation", 964431343)],
    "rules/cases/IPU202/evaluate_prime_rows.py": [("cookie", 2634802640)],
    "rules/cases/IPU202/under_another_name.py": [("other argument", 120372143)],
    "rules/cases/IPU204/validation_in_options.py": [("parentheses", 2523980730)],
    "rules/cases/IPU206/tokens_of_a_class.py": [("semicolons", 4050316430)],
    "rules/cases/IPU301/alias_that_reads_the_model.py": [("comment", 936451759)],
    "rules/cases/IPU308/averaged_replicas.py": [("other argument", 2050539703)],
    "rules/cases/IPU311/replicas_of_the_script.py": [("other argument", 1529465652)],
    "rules/cases/IPU503/with_others.py": [("form feeds", 2607928417)],
    "rules/cases/IPU504/scope_of_the_default_strategy.py": [("cookie", 1160441639)],
    "rules/cases/IPU605/config_in_one_statement.py": [("parentheses", 940517454)],
    "variants/int64_labels_float64_data/embedding_indices.py": [("other argument", 3595812381)],
    "variants/private_keras_imports/classes_from_inner_modules.py": [("continuation", 468045032)],
    "variants/odd_bytes_bom/semicolons.py": [("semicolons", 48187329), ("nested", 3370391500)],
}
# the same ones each time: `tools/reliability.py fuzz` is what looks for others
laws = settings(examples(60), derandomize=True)


def broken(data: bytes) -> list[str]:
    """What is wrong with how a file is converted."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "train.py"
        path.write_bytes(data)
        return list(faults(path, REFUSED))


@laws
@given(st.sampled_from(SCRIPTS), mutations)
def test_a_script_of_the_repository(path: Path, some: list[tuple[str, int]]) -> None:
    assert broken(mutated(path.read_bytes(), some)) == []


@laws
@given(keras_scripts(), mutations)
def test_a_script_that_is_made_up(style: Style, some: list[tuple[str, int]]) -> None:
    assert broken(mutated(write(style).encode(), some)) == []


@laws
@given(
    st.sampled_from(SCRIPTS),
    st.lists(of_text, max_size=1),
    of_bytes,
    st.lists(of_text | of_bytes, max_size=1),
)
def test_bytes(
    path: Path, before: list[tuple[str, int]], one: tuple[str, int], after: list[tuple[str, int]]
) -> None:
    assert broken(mutated(path.read_bytes(), [*before, one, *after])) == []


@pytest.mark.parametrize("script", FOUND)
def test_what_was_found(script: str) -> None:
    assert broken(mutated((ROOT / "tests" / script).read_bytes(), FOUND[script])) == []


@pytest.mark.parametrize("name", [*OF_TEXT, *OF_BYTES])
def test_a_mutation_does_something(name: str) -> None:
    """The same with the same seed; and to a file without anything, or no text, nothing that fails."""
    data = write_of_all()
    found = [mutated(data, [(name, seed)]) for seed in range(20)]
    assert found == [mutated(data, [(name, seed)]) for seed in range(20)]
    assert any(each != data for each in found)
    for seed in range(20):
        for other in (b"", b"x = (\n", b"x = '\xff\xe9'\n"):
            mutated(other, [(name, seed)])


def write_of_all() -> bytes:
    """A script in which each mutation has something to do."""
    return (
        b"import tensorflow as tf\n\n\ndef build(units=3):\n    model = tf.keras.Sequential(\n        [\n"
        b"            tf.keras.layers.Dense(units),\n        ]\n    )\n    if units:\n        model.compile('sgd')\n"
        b"    return model\n\n\nmodel = build(8)\nmodel.fit(x, y, batch_size=32)\n"
    )


def test_what_is_drawn() -> None:
    assert drawn(random.Random(3)) == drawn(random.Random(3))
    assert {len(drawn(random.Random(seed), most=3)) for seed in range(50)} == {1, 2, 3}
