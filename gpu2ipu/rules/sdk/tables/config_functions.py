"""The functions of `ipu.utils` that set up IPUs up to SDK 2.3, and the attributes of an IPUConfig that replaced them.

Source: python/ipu/utils.py of the branches r2.1/sdk-release-2.0 to r2.4/sdk-release-2.3 of graphcore/tensorflow, and
"New configuration API" in docs/api-changes.rst there. SDK 2.4 removed the functions.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping

from gpu2ipu.records import record

UTILS = "tensorflow.python.ipu.utils"
CREATE = f"{UTILS}.create_ipu_config"
CONFIGURE = "configure_ipu_system"
#: The name that a configuration gets which had none.
CONFIG_NAME = "ipu_config"


class Kind(enum.Enum):
    """How the value of an argument is written for an attribute."""

    SAME = "same"
    INVERTED = "inverted"  # what was disabled is enabled
    OPTIONS = "options"  # a dict, to which each call added
    ROUNDING = "rounding"  # a bool, StochasticRoundingBehaviour
    SCHEDULER = "scheduler"  # a string or SchedulingAlgorithm
    MERGING = "merging"  # a bool, None or MergeRemoteBuffersBehaviour
    VERSION = "version"  # a number or "ipu2"
    PROFILE = "profile"  # reports, which the SDK's tools make now
    GONE = "gone"  # what no later SDK has


@record
class Option:
    """What an argument of a function became: an attribute of an IPUConfig, which may do without some literals."""

    attribute: str = ""
    kind: Kind = Kind.SAME
    #: Literals that ask for nothing: an IPUConfig has them, or there is nothing to ask for any more.
    idle: tuple[object, ...] = (None,)
    #: What the function sets where the argument is not given, if an IPUConfig has something else.
    default: str = ""


def _switch(attribute: str, kind: Kind = Kind.SAME) -> Option:
    return Option(attribute, kind, (None, False))


_PROFILE = Option("", Kind.PROFILE, (None, False, 0, "", 0x10000000))
_ON = {name: Option(f"floating_point_behaviour.{name}", default="True") for name in ("inv", "div0", "oflo")}

_CREATE: dict[str, Option] = {
    **dict.fromkeys(("profiling", "enable_ipu_events", "use_poplar_text_report"), _PROFILE),
    **dict.fromkeys(("use_poplar_cbor_report", "profile_execution"), _PROFILE),
    **dict.fromkeys(("enable_poplar_serialized_graph", "report_every_nth_execution"), _PROFILE),
    "max_report_size": Option("", Kind.PROFILE, (None,)),
    "report_directory": _PROFILE,
    "scheduler_selection": Option("scheduling.algorithm", Kind.SCHEDULER, (None, "")),
    "always_rearrange_copies_on_the_host": _switch("experimental.always_rearrange_copies_on_the_host"),
    "merge_infeed_io_copies": Option("optimizations.merge_infeed_io_copies"),
    "disable_graph_outlining": _switch("optimizations.enable_graph_outlining", Kind.INVERTED),
    "max_scheduler_lookahead_depth": Option("scheduling.maximum_scheduler_lookahead_depth", idle=(None, 5)),
    "max_scheduler_search_space_size": Option(
        "scheduling.maximum_scheduler_search_space_size", idle=(None, 64)
    ),
    "prefetch_data_streams": Option("optimizations.prefetch_data_streams", idle=(None, True)),
    "selection_order": Option("selection_order"),
    "enable_experimental_remote_buffer_embedding": _switch("experimental.enable_remote_buffer_embedding"),
    "disable_graph_convolution_caching": Option("", Kind.GONE, (None, False)),
}
_OPTIMIZATIONS: dict[str, Option] = {
    "combine_embedding_lookups": _switch("optimizations.combine_embedding_lookups"),
    "combine_matmuls": _switch("optimizations.combine_matmuls"),
    **{
        f"max_{name}": Option(f"optimizations.maximum_{name}", idle=(None, 0))
        for name in (
            "cross_replica_sum_buffer_size",
            "reduce_scatter_buffer_size",
            "inter_ipu_copies_buffer_size",
            "send_recv_cluster_size",
        )
    },
    "minimum_remote_tensor_size": Option("optimizations.minimum_remote_tensor_size", idle=(None, 128)),
    "merge_remote_buffers": Option("optimizations.merge_remote_buffers", Kind.MERGING),
    "gather_simplifier": Option("optimizations.enable_gather_simplifier", idle=(None, True)),
    "triangular_solve_expander_block_size": Option(
        "optimizations.triangular_solve_expander_block_size", idle=(None, 0)
    ),
    "cholesky_block_size": Option("optimizations.cholesky_block_size", idle=(None, 0)),
    "enable_fast_math": _switch("optimizations.math.fast"),
}
_REPLICA_GROUP = "norms.experimental.distributed_batch_norm_replica_group_size"
_DISTRIBUTION = "experimental.multi_replica_distribution"


def _options(argument: str, attribute: str) -> Mapping[str, Option]:
    return {argument: Option(attribute, Kind.OPTIONS)}


#: Function of `ipu.utils` -> its parameters in order, without the configuration that comes first.
FUNCTIONS: dict[str, Mapping[str, Option]] = {
    "create_ipu_config": _CREATE,
    "set_serialization_options": {"output_folder": Option("serialization_output_folder", idle=(None, ""))},
    "set_optimization_options": _OPTIMIZATIONS,
    "set_norm_options": {
        "use_stable_statistics": _switch("norms.use_stable_statistics"),
        "experimental_distributed_batch_norm_replica_group_size": Option(_REPLICA_GROUP, idle=(None, 1)),
    },
    "set_transfer_options": {"use_verified_transfers": Option("", Kind.GONE, (None, False))},
    "set_verification_options": {"verification_options": Option("", Kind.GONE)},
    "set_compilation_options": _options("compilation_options", "compilation_poplar_options"),
    "set_convolution_options": _options("convolution_options", "convolutions.poplar_options"),
    "set_matmul_options": {
        **_options("matmul_options", "matmuls.poplar_options"),
        "clear_pass_type": _switch("matmuls.clear_pass_type"),
    },
    "set_pooling_options": _options("pooling_options", "pooling.poplar_options"),
    "set_report_options": {
        "graph_options": Option("", Kind.PROFILE),
        "execution_options": Option("", Kind.PROFILE),
    },
    "set_ipu_model_options": {
        "compile_ipu_code": Option("ipu_model.compile_ipu_code", idle=(None, True)),
        "tiles_per_ipu": Option("ipu_model.tiles_per_ipu", idle=(None, 0)),
        "ipu_model_version": Option("ipu_model.version", idle=(None, "ipu2")),
    },
    "set_recomputation_options": {"allow_recompute": Option("allow_recompute", default="True")},
    "set_floating_point_behaviour_options": {
        **_ON,
        "esr": Option("floating_point_behaviour.esr", Kind.ROUNDING, (None, False), "True"),
        "nanoo": Option("floating_point_behaviour.nanoo", default="True"),
    },
    "set_io_tile_options": {
        "num_io_tiles": Option("io_tiles.num_io_tiles"),
        "place_ops_on_io_tiles": Option("io_tiles.place_ops_on_io_tiles"),
        "io_tile_available_memory_proportion": Option(
            "io_tiles.available_memory_proportion", idle=(None, 0.9)
        ),
    },
    "set_gcl_options": _options("gcl_options", "gcl_poplar_options"),
    "auto_select_ipus": {"num_ipus": Option("auto_select_ipus")},
    "select_ipus": {"indices": Option("select_ipus")},
    "set_ipu_connection_type": {
        "connection_type": Option("device_connection.type"),
        "ipu_version": Option("device_connection.version", Kind.VERSION, (None, "")),
        "enable_remote_buffers": _switch("device_connection.enable_remote_buffers"),
    },
    "set_experimental_multi_replica_distribution_options": {
        "process_count": Option(f"{_DISTRIBUTION}.process_count"),
        "process_index": Option(f"{_DISTRIBUTION}.process_index"),
    },
}

#: Their qualified names.
CONFIG_FUNCTIONS = frozenset(f"{UTILS}.{name}" for name in FUNCTIONS)

#: What `scheduler_selection` said -> the member of SchedulingAlgorithm.
SCHEDULERS = {
    "Clustering": "CLUSTERING",
    "PostOrder": "POST_ORDER",
    "LookAhead": "LOOK_AHEAD",
    "ShortestPath": "SHORTEST_PATH",
}
#: What `merge_remote_buffers` said -> the member of MergeRemoteBuffersBehaviour.
MERGING: dict[object, str] = {True: "MERGE", False: "NO_MERGING"}
