"""The batch size that inputs are made for is taken where a call says none."""

from __future__ import annotations

import pytest

from gpu2ipu.port.batching.fixed_batch_size import batch_of, fixed_batch
from tests.port.proposed import fit_call, last_lines, proposals, script_of


@pytest.mark.parametrize(
    ("code", "size"),
    [
        ("keras.Input(batch_shape=(20, 4))", 20),
        ("keras.Input((4,), batch_size=20)", 20),
        ("layers.Input((4,), batch_size=20)", 20),
        ("b = 20\nlayers.LSTM(3, batch_input_shape=[b, 7, 4])", 20),
        ("layers.InputLayer((4,), batch_size=20)", 20),
        ("keras.Input(batch_shape=(None, 4))", None),
        ("keras.Input((4,), batch_size=None)", None),
        ("keras.Input(batch_shape=unheard_of)", None),
        ("keras.Input(batch_shape=(n, 4))", None),
        ("keras.Input((4,), batch_size=20)\nkeras.Input((4,), batch_size=1)", None),
        ("model.fit(x, y, batch_size=20)", None),
        ("unheard_of(batch_size=20)", None),
        ("keras.Input((4,))", None),
    ],
)
def test_fixed_batch(code: str, size: int | None) -> None:
    assert fixed_batch(script_of(code)) == size


FIXED = "keras.Input((4,), batch_size=20)\n"


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("model.predict(x)", 20),
        ("model.evaluate(x, y)", 20),
        ("model.predict(x, batch_size=None)", 20),
        ("model.predict(x, batch_size=64)", 64),
        ("model.fit(x, y)", 32),  # another batch would be another training
    ],
)
def test_batch_of(code: str, number: int) -> None:
    assert batch_of(fit_call(FIXED + code)).number == number


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ("model.predict(x[:100])", "model.predict(x[:100], batch_size=20)"),
        ("model.predict(u)", "predict_all_rows(model, u, batch_size=20)"),
        ("model.predict(u, batch_size=64)", "predict_all_rows(model, u, batch_size=64)"),
        ("model.evaluate(u, v)", "model.evaluate(u, v, batch_size=even_batch_size(len(u), 20))"),
        ("model.evaluate(x[:100], y[:100])", "model.evaluate(x[:100], y[:100], batch_size=20)"),
    ],
)
def test_the_batch_size_is_said(code: str, result: str) -> None:
    edits = tuple(edit for proposal in proposals(FIXED + code) for edit in proposal.edits)
    assert last_lines(fit_call(FIXED + code).facts.script, edits) == result


@pytest.mark.parametrize("code", ["model.predict(x[:960])", "model.evaluate(x[:960], y[:960])"])
def test_whole_batches_stay_as_they_are(code: str) -> None:
    assert not proposals(FIXED + code)


def test_the_message_names_the_batch_size_that_keras_would_take() -> None:
    (proposal,) = proposals(FIXED + "model.predict(x[:100])")
    assert proposal.message == "`predict` ends with a partial batch: 100 samples in batches of 32"
