"""Questions about data."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def test_synthetic_data(ipu: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TF_POPLAR_FLAGS", "--synthetic_data_categories=infeed,seed")
    asked = [ipu.utils.use_synthetic_data_for(name) for name in ("infeed", "outfeed")]
    monkeypatch.setenv("TF_POPLAR_FLAGS", "--use_synthetic_data")
    assert [*asked, ipu.utils.use_synthetic_data_for("outfeed")] == [True, False, True]
