"""Whether an exception is the simulator's, and what it says, however TensorFlow has wrapped it."""

from __future__ import annotations

import pytest

from gpu2ipu.simulator.recording import journal

WRAPPED = """in user code:

    File "/x/keras/engine/training.py", line 1, in train_function  *
        outputs = step_function(self, iterator)
    File "{file}", line 93, in check
        raise tf.errors.ResourceExhaustedError(None, None, words)

    ResourceExhaustedError: Out of memory: too large
"""
WRAPPED_26 = """in user code:

    /x/keras/engine/training.py:853 train_function  *
        return step_function(self, iterator)
    {file}:93 check  **
        raise tf.errors.ResourceExhaustedError(None, None, words)

    ResourceExhaustedError: Out of memory: too large
"""


@pytest.mark.parametrize("form", [WRAPPED, WRAPPED_26], ids=["newer", "2.6"])
def test_exceptions_in_traced_code(form: str) -> None:
    ours = RuntimeError(form.format(file=journal._SIMULATOR + "hlo.py"))
    theirs = RuntimeError(form.format(file="/home/me/train.py"))
    assert journal.is_ours(ours) and not journal.is_ours(theirs)
    assert journal.words_of(ours) == journal.words_of(theirs) == "Out of memory: too large"


def test_exceptions_as_they_are() -> None:
    with pytest.raises(ValueError) as caught:
        raise ValueError("mine")
    assert not journal.is_ours(caught.value) and journal.words_of(caught.value) == "mine"
    with pytest.raises(OSError) as refused:
        journal.Journal("/nowhere/at/all")
    assert journal.is_ours(refused.value)
