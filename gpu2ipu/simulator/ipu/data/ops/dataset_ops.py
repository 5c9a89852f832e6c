"""Datasets that the SDK adds."""

from __future__ import annotations

from typing import Any

from tensorflow.python.data.ops import dataset_ops

from ..._errors import refuse_others

__all__ = ["BufferDataset"]


class BufferDataset(dataset_ops.UnaryUnchangedStructureDataset):  # type: ignore[misc]
    """The elements of a dataset in full buffers; the remainder is dropped."""

    def __init__(self, input_dataset: Any, buffer_size: int) -> None:
        """`buffer_size` is the number of elements that an IPU reads at once."""
        self._input_dataset = input_dataset
        whole = input_dataset.window(buffer_size, drop_remainder=True).flat_map(_elements)
        super().__init__(input_dataset, whole._variant_tensor)


def _elements(*window: Any) -> Any:
    """Return the elements of a window, which has a dataset for each component."""
    (parts,) = window if len(window) == 1 else (window,)
    return parts if isinstance(parts, dataset_ops.DatasetV2) else dataset_ops.DatasetV2.zip(parts)


__getattr__ = refuse_others("tensorflow.python.ipu.data.ops.dataset_ops")
