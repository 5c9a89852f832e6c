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
from tests.mutations import MUTATIONS, drawn, mutated, scripts, text_of

SCRIPTS = [path for path in scripts() if "fixtures" in path.parts]
mutations = st.lists(
    st.tuples(st.sampled_from(sorted(MUTATIONS)), st.integers(0, 2**32 - 1)), min_size=1, max_size=5
)
# the same ones each time: `tools/reliability.py fuzz` is what looks for others
laws = settings(examples(60), derandomize=True)


def broken(text: str) -> list[str]:
    """What is wrong with how a text is converted."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "train.py"
        path.write_bytes(text.encode())
        return list(faults(path, REFUSED))


@laws
@given(st.sampled_from(SCRIPTS), mutations)
def test_a_script_of_the_repository(path: Path, some: list[tuple[str, int]]) -> None:
    assert broken(mutated(text_of(path), some)) == []


@laws
@given(keras_scripts(), mutations)
def test_a_script_that_is_made_up(style: Style, some: list[tuple[str, int]]) -> None:
    assert broken(mutated(write(style), some)) == []


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_mutation_does_something(name: str) -> None:
    """The same with the same seed; and to a text without anything, nothing that fails."""
    text = write_of_all()
    found = [mutated(text, [(name, seed)]) for seed in range(20)]
    assert found == [mutated(text, [(name, seed)]) for seed in range(20)]
    assert any(each != text for each in found)
    for seed in range(20):
        mutated("", [(name, seed)])
        mutated("x = (\n", [(name, seed)])


def write_of_all() -> str:
    """A script in which each mutation has something to do."""
    return (
        "import tensorflow as tf\n\n\ndef build(units=3):\n    model = tf.keras.Sequential(\n        [\n"
        "            tf.keras.layers.Dense(units),\n        ]\n    )\n    if units:\n        model.compile('sgd')\n"
        "    return model\n\n\nmodel = build(8)\nmodel.fit(x, y, batch_size=32)\n"
    )


def test_what_is_drawn() -> None:
    assert drawn(random.Random(3)) == drawn(random.Random(3))
    assert {len(drawn(random.Random(seed), most=3)) for seed in range(50)} == {1, 2, 3}
