from __future__ import annotations

from tensorflow import keras


def build(units: int | None = None) -> list[keras.Model]:
    return []
