"""The attributes of `IPUConfig` as a table: name, exact type, default, meaning; `config` implements it.

Source: tensorflow/python/ipu/config.py of SDK 3.4 (3.1 to 3.4 have the same tree).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any


class SelectionOrder(Enum):
    """The order in which the IPUs of a multi-IPU device are assigned to the parts of a model."""

    AUTO = 0
    ZIGZAG = 1
    SNAKE = 2
    HOOF = 3


class DeviceConnectionType(Enum):
    """When a program attaches to its IPUs."""

    ALWAYS = 0
    ON_DEMAND = 1
    NEVER = 2
    PRE_COMPILE = 3


class ExecutionProfileType(Enum):
    """The level of detail of a profile."""

    NO_PROFILE = 0
    DEVICE_PROFILE = 1
    IPU_PROFILE = 2
    TILE_PROFILE = 3


class MergeRemoteBuffersBehaviour(Enum):
    """True if remote buffers of the same shape are merged."""

    NO_MERGING = 0
    MERGE = 1
    IF_BENEFICIAL = 2


class SchedulingAlgorithm(Enum):
    """How the compiler orders the operations."""

    CHOOSE_BEST = 0
    CLUSTERING = 1
    POST_ORDER = 2
    LOOK_AHEAD = 3
    SHORTEST_PATH = 4


class StochasticRoundingBehaviour(Enum):
    """When float16 results are rounded stochastically."""

    OFF = 0
    ON = 1
    REPLICA_IDENTICAL_ONLY = 2

    @staticmethod
    def from_bool(value: bool) -> StochasticRoundingBehaviour:
        """Return ON for True, OFF for False."""
        return StochasticRoundingBehaviour.ON if value else StochasticRoundingBehaviour.OFF


#: The type of the two device selections, as the SDK prints it.
IPU_COUNTS = "typing.Union[int, typing.List[int], typing.Tuple[int, ...]]"


@dataclass(frozen=True)
class Attribute:
    """One assignable attribute: `kind` is its exact type, or `IPU_COUNTS`."""

    name: str
    kind: Any
    default: Any
    doc: str
    deprecated_msg: str = ""

    def accepts(self, value: Any) -> bool:
        """Return whether the SDK accepts this value: True is no int, 1 is no float, numpy numbers are neither."""
        if self.kind is not IPU_COUNTS:
            return type(value) is self.kind
        return type(value) is int or (
            isinstance(value, (list, tuple)) and all(type(count) is int for count in value)
        )


def _poplar_options(name: str, what: str) -> Attribute:
    return Attribute(
        name, dict, {}, f"Poplar options for {what}; an assignment replaces the whole dictionary."
    )


ATTRIBUTES: tuple[Attribute, ...] = (
    Attribute("allow_recompute", bool, False, "Recompute activations in the backward pass to save memory."),
    Attribute("selection_order", SelectionOrder, SelectionOrder.AUTO, "Order of the IPUs in a device."),
    Attribute("serialization_output_folder", str, "", "Where executables are written; empty for nowhere."),
    _poplar_options("compilation_poplar_options", "the Poplar engine"),
    _poplar_options("gcl_poplar_options", "collective communication"),
    Attribute(
        "auto_select_ipus", IPU_COUNTS, [], "How many IPUs each TensorFlow device gets, any that are free."
    ),
    Attribute("select_ipus", IPU_COUNTS, [], "Which devices of `gc-info -l` to attach to."),
    _poplar_options("convolutions.poplar_options", "convolutions"),
    Attribute(
        "device_connection.type",
        DeviceConnectionType,
        DeviceConnectionType.ALWAYS,
        "When to attach to the IPUs.",
    ),
    Attribute("device_connection.version", str, "", "Version to compile for when no device is attached."),
    Attribute("device_connection.enable_remote_buffers", bool, False, "Remote buffers without a device."),
    _poplar_options("slices.poplar_options", "slices"),
    Attribute("experimental.always_rearrange_copies_on_the_host", bool, False, "Rearrange on the host."),
    Attribute("experimental.enable_remote_buffer_embedding", bool, False, "Embeddings in remote memory."),
    Attribute("experimental.enable_prng_stability", bool, False, "The same random numbers on all replicas."),
    Attribute("experimental.multi_replica_distribution.process_index", int, 0, "This process's index."),
    Attribute(
        "experimental.multi_replica_distribution.process_count", int, 0, "Number of processes; 0 is off."
    ),
    Attribute("floating_point_behaviour.inv", bool, False, "Stop on an invalid operation."),
    Attribute("floating_point_behaviour.div0", bool, False, "Stop on a division by zero."),
    Attribute("floating_point_behaviour.oflo", bool, False, "Stop on an overflow."),
    Attribute(
        "floating_point_behaviour.esr",
        StochasticRoundingBehaviour,
        StochasticRoundingBehaviour.OFF,
        "Stochastic rounding of float16.",
    ),
    Attribute("floating_point_behaviour.nanoo", bool, False, "NaN on overflow of float16, not the maximum."),
    Attribute("floating_point_behaviour.set_all", bool, False, "All of this category on."),
    Attribute("io_tiles.num_io_tiles", int, 0, "Tiles that are kept for input and output."),
    Attribute("io_tiles.place_ops_on_io_tiles", bool, False, "Place operations on them."),
    Attribute(
        "io_tiles.available_memory_proportion", float, 0.9, "Share of their memory for input and output."
    ),
    Attribute("ipu_model.compile_ipu_code", bool, True, "Compile IPU code for the IPU Model."),
    Attribute("ipu_model.tiles_per_ipu", int, 0, "Tiles of a modelled IPU; 0 for those of its version."),
    Attribute("ipu_model.version", str, "ipu2", "Version of the modelled IPU."),
    Attribute("matmuls.clear_pass_type", bool, False, "Do not tell matrix multiplications their pass."),
    _poplar_options("matmuls.poplar_options", "matrix multiplications"),
    Attribute("norms.use_stable_statistics", bool, False, "Slower but more stable means and variances."),
    Attribute(
        "norms.experimental.distributed_batch_norm_replica_group_size",
        int,
        1,
        "Replicas that share the statistics of a batch normalisation.",
    ),
    Attribute("optimizations.math.fast", bool, False, "Fast but less exact mathematics."),
    Attribute("optimizations.math.dot_strength", bool, True, "Simplify dot products."),
    Attribute("optimizations.prefetch_data_streams", bool, True, "Prefetch the data streams."),
    Attribute("optimizations.combine_embedding_lookups", bool, False, "Combine lookups in one table."),
    Attribute("optimizations.combine_matmuls", bool, False, "Combine matrix multiplications."),
    Attribute("optimizations.enable_graph_outlining", bool, True, "Reuse code for equal parts of the graph."),
    Attribute("optimizations.merge_infeed_io_copies", bool, True, "Merge the copies of an infeed."),
    Attribute("optimizations.maximum_cross_replica_sum_buffer_size", int, 0, "Bytes."),
    Attribute("optimizations.maximum_reduce_scatter_buffer_size", int, 0, "Bytes."),
    Attribute("optimizations.maximum_inter_ipu_copies_buffer_size", int, 0, "Bytes."),
    Attribute("optimizations.maximum_send_recv_cluster_size", int, 0, "Bytes."),
    Attribute("optimizations.maximum_reduce_many_buffer_size", int, 0, "Bytes."),
    Attribute("optimizations.maximum_all_gather_buffer_size", int, 0, "Bytes."),
    Attribute(
        "optimizations.minimum_remote_tensor_size", int, 128, "Bytes below which nothing is offloaded."
    ),
    Attribute(
        "optimizations.merge_remote_buffers",
        MergeRemoteBuffersBehaviour,
        MergeRemoteBuffersBehaviour.IF_BENEFICIAL,
        "Merge remote buffers of one shape.",
    ),
    Attribute("optimizations.enable_gather_simplifier", bool, True, "Gathers as embedding lookups."),
    Attribute("optimizations.triangular_solve_expander_block_size", int, 0, "Block size; 0 for the default."),
    Attribute("optimizations.cholesky_block_size", int, 0, "Block size; 0 for the default."),
    Attribute(
        "optimizations.enable_fast_math",
        bool,
        False,
        "The former name of optimizations.math.fast.",
        deprecated_msg="use optimizations.math.fast instead.",
    ),
    Attribute("optimizations.enable_dynamic_slice_replacement", bool, True, "Dynamic slices as lookups."),
    _poplar_options("pooling.poplar_options", "pooling"),
    Attribute(
        "scheduling.algorithm",
        SchedulingAlgorithm,
        SchedulingAlgorithm.CHOOSE_BEST,
        "How operations are ordered.",
    ),
    Attribute("scheduling.maximum_scheduler_lookahead_depth", int, 5, "For LOOK_AHEAD only."),
    Attribute("scheduling.maximum_scheduler_search_space_size", int, 64, "For LOOK_AHEAD only."),
)
