"""The strategy for the processes of PopRun."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def test_the_strategy_for_several_processes_is_refused_by_name(tf: Any, ipu: Any) -> None:
    from tensorflow.python.ipu.distributed import popdist_strategy

    with pytest.raises(NotImplementedError, match="popdist_strategy.PopDistStrategy is part of"):
        popdist_strategy.PopDistStrategy()
