"""The configuration: which values it takes, what it refuses, and what configuring does."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


@pytest.fixture
def config(ipu: Any) -> Any:
    return ipu.config.IPUConfig()


def put(config: Any, name: str, value: Any) -> None:
    *path, last = name.split(".")
    for part in path:
        config = getattr(config, part)
    setattr(config, last, value)


# The whole tree, by default; of an enumeration the number.
DEFAULTS: list[tuple[Any, str]] = [
    (
        False,
        "allow_recompute device_connection.enable_remote_buffers "
        "experimental.always_rearrange_copies_on_the_host experimental.enable_remote_buffer_embedding "
        "experimental.enable_prng_stability floating_point_behaviour.inv floating_point_behaviour.div0 "
        "floating_point_behaviour.oflo floating_point_behaviour.nanoo floating_point_behaviour.set_all "
        "io_tiles.place_ops_on_io_tiles matmuls.clear_pass_type norms.use_stable_statistics "
        "optimizations.math.fast optimizations.combine_embedding_lookups optimizations.combine_matmuls "
        "optimizations.enable_fast_math",
    ),
    (
        True,
        "ipu_model.compile_ipu_code optimizations.math.dot_strength optimizations.prefetch_data_streams "
        "optimizations.enable_graph_outlining optimizations.merge_infeed_io_copies "
        "optimizations.enable_gather_simplifier optimizations.enable_dynamic_slice_replacement",
    ),
    (
        0,
        "selection_order device_connection.type floating_point_behaviour.esr scheduling.algorithm "
        "experimental.multi_replica_distribution.process_index "
        "experimental.multi_replica_distribution.process_count io_tiles.num_io_tiles ipu_model.tiles_per_ipu "
        "optimizations.maximum_cross_replica_sum_buffer_size optimizations.maximum_reduce_scatter_buffer_size "
        "optimizations.maximum_inter_ipu_copies_buffer_size optimizations.maximum_send_recv_cluster_size "
        "optimizations.maximum_reduce_many_buffer_size optimizations.maximum_all_gather_buffer_size "
        "optimizations.triangular_solve_expander_block_size optimizations.cholesky_block_size",
    ),
    (1, "norms.experimental.distributed_batch_norm_replica_group_size"),
    (2, "optimizations.merge_remote_buffers"),
    (5, "scheduling.maximum_scheduler_lookahead_depth"),
    (64, "scheduling.maximum_scheduler_search_space_size"),
    (128, "optimizations.minimum_remote_tensor_size"),
    (0.9, "io_tiles.available_memory_proportion"),
    ("", "serialization_output_folder device_connection.version"),
    ("ipu2", "ipu_model.version"),
    ([], "auto_select_ipus select_ipus"),
    (
        {},
        "compilation_poplar_options gcl_poplar_options convolutions.poplar_options slices.poplar_options "
        "matmuls.poplar_options pooling.poplar_options",
    ),
]


def test_the_whole_tree(config: Any) -> None:
    expected = {name: default for default, names in DEFAULTS for name in names.split()}
    assert config.to_dict() == expected
    assert {name: type(value) for name, value in config.to_dict().items()} == {
        name: type(default) for name, default in expected.items()
    }


def test_two_configurations_share_nothing(ipu: Any, config: Any) -> None:
    config.compilation_poplar_options["debug.allowOutOfMemory"] = "true"
    config.optimizations.math.fast = True
    assert ipu.config.IPUConfig().to_dict()["compilation_poplar_options"] == {}
    assert ipu.config.IPUConfig().optimizations.math.fast is False


@pytest.mark.parametrize(
    "name, value",
    [
        ("auto_select_ipus", 1),
        ("auto_select_ipus", [1, 2]),
        ("auto_select_ipus", (2,)),
        ("select_ipus", 3),
        ("allow_recompute", True),
        ("io_tiles.available_memory_proportion", 0.5),
        ("matmuls.poplar_options", {"partialsType": "half"}),
        ("device_connection.version", "ipu2"),
    ],
)
def test_good_values(config: Any, name: str, value: Any) -> None:
    put(config, name, value)
    assert config.to_dict()[name] == value


class Options(dict):  # type: ignore[type-arg]
    pass


@pytest.mark.parametrize(
    "name, value, kind",
    [
        ("auto_select_ipus", True, "typing.Union"),
        ("auto_select_ipus", "1", "typing.Union"),
        ("auto_select_ipus", [1.0], "typing.Union"),
        ("auto_select_ipus", None, "typing.Union"),
        ("allow_recompute", 1, "bool"),
        ("io_tiles.num_io_tiles", 32.0, "int"),
        ("io_tiles.available_memory_proportion", 1, "float"),
        ("floating_point_behaviour.esr", True, "StochasticRoundingBehaviour"),
        ("selection_order", "AUTO", "SelectionOrder"),
        ("convolutions.poplar_options", Options(), "dict"),
    ],
)
def test_wrong_types(config: Any, name: str, value: Any, kind: str) -> None:
    with pytest.raises(TypeError, match=f"Trying to set {name} to .*, but it must be of type {kind}"):
        put(config, name, value)


def test_numpy_numbers_are_not_python_numbers(config: Any) -> None:
    numpy = pytest.importorskip("numpy")
    with pytest.raises(TypeError, match="must be of type"):
        config.auto_select_ipus = numpy.int64(1)


@pytest.mark.parametrize(
    "name, suggestion",
    [
        ("auto_select_ipu", "Did you mean 'auto_select_ipus'?"),
        ("optimizations.math.fasst", "Did you mean 'optimizations.math.fast'?"),
        ("num_ipus", ""),
        ("floating_point_behaviour.batch_norm", ""),
    ],
)
def test_unknown_attributes(config: Any, name: str, suggestion: str) -> None:
    with pytest.raises(ValueError, match="is not a valid attribute of this config") as caught:
        put(config, name, 1)
    assert suggestion in str(caught.value)


def test_reading_or_probing_an_unknown_attribute_is_a_value_error(config: Any) -> None:
    with pytest.raises(ValueError, match="is not a valid attribute"):
        hasattr(config, "memory")


def test_categories_cannot_be_assigned(config: Any) -> None:
    with pytest.raises(Exception, match="io_tiles is a category and cannot be assigned to") as caught:
        config.io_tiles = 3
    assert type(caught.value) is Exception


@pytest.mark.parametrize(
    "values, error, phrase",
    [
        (
            {"auto_select_ipus": 1, "select_ipus": [1]},
            Exception,
            "Only one of `auto_select_ipus` and `select_ipus`",
        ),
        ({"select_ipus": [1, 1]}, ValueError, "must be unique"),
        ({"io_tiles.place_ops_on_io_tiles": True}, ValueError, "Cannot place ops on I/O tiles when"),
        (
            {"norms.experimental.distributed_batch_norm_replica_group_size": 0},
            ValueError,
            "must be at least 1",
        ),
        (
            {"norms.experimental.distributed_batch_norm_replica_group_size": 2, "io_tiles.num_io_tiles": 2},
            ValueError,
            "is not supported with I/O tiles",
        ),
        (
            {
                "experimental.multi_replica_distribution.process_count": 2,
                "experimental.multi_replica_distribution.process_index": 2,
            },
            ValueError,
            "must be in the range",
        ),
    ],
)
def test_contradictions_are_found_when_configuring(
    config: Any, values: Any, error: type, phrase: str
) -> None:
    for name, value in values.items():
        put(config, name, value)  # taken without complaint
    with pytest.raises(error, match=phrase):
        config.configure_ipu_system()


@pytest.mark.parametrize(
    "values",
    [
        {"auto_select_ipus": [1], "select_ipus": []},
        {"select_ipus": [1, 2]},
        {"io_tiles.place_ops_on_io_tiles": True, "io_tiles.num_io_tiles": 32},
        {"norms.experimental.distributed_batch_norm_replica_group_size": 2},
        {
            "experimental.multi_replica_distribution.process_count": 2,
            "experimental.multi_replica_distribution.process_index": 1,
        },
    ],
    ids=lambda values: next(iter(values)),
)
def test_what_fits_together(ipu: Any, config: Any, values: Any) -> None:
    config.auto_select_ipus = [] if values.get("select_ipus") else [4]
    for name, value in values.items():
        put(config, name, value)
    config.configure_ipu_system()
    assert {name: ipu.config.get_ipu_config()[0].values[name] for name in values} == values


@pytest.mark.parametrize("connection", ["PRE_COMPILE", "NEVER"])
def test_a_connection_without_device_needs_a_version(ipu: Any, config: Any, connection: str) -> None:
    config.device_connection.type = ipu.config.DeviceConnectionType[connection]
    with pytest.raises(ValueError, match="must be set when"):
        config.configure_ipu_system()
    if connection == "NEVER":
        config.device_connection.version = "ipu2"
        config.configure_ipu_system()


def test_pre_compilation_needs_a_cache(tf: Any, ipu: Any, config: Any, monkeypatch: Any) -> None:
    config.device_connection.type = ipu.config.DeviceConnectionType.PRE_COMPILE
    config.device_connection.version = "ipu2"
    config.auto_select_ipus = 1
    with pytest.raises(tf.errors.FailedPreconditionError, match="executable_cache_path"):
        config.configure_ipu_system()
    monkeypatch.setenv("TF_POPLAR_FLAGS", "--executable_cache_path=/tmp/cache")
    config.configure_ipu_system()
    assert ipu.config.get_ipu_config()


@pytest.mark.parametrize(
    "values, error, phrase",
    [
        ({"select_ipus": 1}, Exception, "can only be specified with `auto_select_ipus`"),
        ({"ipu_model.version": ""}, ValueError, "must be set when using the IPUModel"),
        (
            {"experimental.multi_replica_distribution.process_count": 1},
            Exception,
            "Multi-replica distribution is not supported on the IPU model",
        ),
    ],
)
def test_the_ipu_model(config: Any, monkeypatch: Any, values: Any, error: type, phrase: str) -> None:
    for name, value in values.items():
        put(config, name, value)
    config.configure_ipu_system()
    monkeypatch.setenv("TF_POPLAR_FLAGS", "--use_ipu_model")
    with pytest.raises(error, match=phrase):
        config.configure_ipu_system()


@pytest.mark.parametrize("flags, model", [("", False), ("--use_ipu_model --log", True)])
def test_running_on_ipu_model(ipu: Any, monkeypatch: Any, flags: str, model: bool) -> None:
    monkeypatch.setenv("TF_POPLAR_FLAGS", flags)
    assert ipu.config.running_on_ipu_model() is ipu.utils.running_on_ipu_model() is model


def test_configuring_makes_a_list_of_a_number(ipu: Any, config: Any) -> None:
    config.auto_select_ipus = 2
    ipu.config.configure_ipu_system(config)
    assert config.auto_select_ipus == [2]
    assert [device.auto_count for device in ipu.config.get_ipu_config()[0].device_config] == [2]


@pytest.mark.parametrize("given", [{}, None, 3])
def test_only_a_configuration_configures(ipu: Any, given: Any) -> None:
    with pytest.raises(TypeError, match="`config` must be an IpuOptions instance"):
        ipu.config.configure_ipu_system(given)


def test_nothing_configured(ipu: Any) -> None:
    with pytest.raises(RuntimeError, match="No IPU devices configured"):
        ipu.config.get_ipu_config()
    ipu.config.reset_ipu_configuration()  # nothing to do


def test_configuring_again(ipu: Any, config: Any, logged: Any) -> None:
    config.auto_select_ipus = 1
    config.configure_ipu_system()
    config.configure_ipu_system()
    assert not logged
    config.allow_recompute = True
    assert ipu.config.get_ipu_config()[0].values["allow_recompute"] is False  # until configured again
    config.configure_ipu_system()
    assert logged == ["Resetting existing IPU configuration before applying new configuration"]
    assert ipu.config.get_ipu_config()[0].values["allow_recompute"] is True


def test_configuring_again_without_a_reset(tf: Any, ipu: Any, config: Any) -> None:
    config.auto_select_ipus = 1
    config.configure_ipu_system()
    ipu.config.configure_ipu_system(config, reset_configuration=False)  # the same
    config.auto_select_ipus = 2
    with pytest.raises(tf.errors.FailedPreconditionError, match="has already been set in this process"):
        ipu.config.configure_ipu_system(config, reset_configuration=False)


def test_dictionaries_and_json(ipu: Any, config: Any) -> None:
    config.selection_order = ipu.config.SelectionOrder.SNAKE
    config.optimizations.math.fast = True
    assert config.to_dict()["selection_order"] == 2
    again = ipu.config.IPUConfig()
    again.from_json(config.to_json())
    assert again.to_dict() == config.to_dict()
    assert json.loads(config.to_json()) == config.to_dict()


def test_missing_keys_only_warn(config: Any, logged: Any) -> None:
    config.from_dict({"allow_recompute": True})
    assert config.allow_recompute is True
    assert "auto_select_ipus didn't have a value: the existing value will be retained" in logged


def test_metadata(config: Any) -> None:
    metadata = config.get_attribute_metadata("io_tiles.available_memory_proportion")
    assert (metadata.name, metadata.type, metadata.default) == (
        "io_tiles.available_memory_proportion",
        "float",
        0.9,
    )
    assert not metadata.deprecated
    metadata.check_type(0.5)
    with pytest.raises(TypeError, match="must be of type float"):
        metadata.check_type(1)
    category = config.get_attribute_metadata("optimizations.math")
    assert (category.type, category.default, category.deprecated) == (None, None, False)


@pytest.mark.parametrize("name", ["io_tiles.size", "nonsense", "allow_recompute.deeper"])
def test_metadata_of_an_unknown_attribute(config: Any, name: str) -> None:
    with pytest.raises(ValueError, match=f"Could not get attribute metadata for '{name}'"):
        config.get_attribute_metadata(name)


def test_a_deprecated_attribute_warns_and_works(config: Any, logged: Any) -> None:
    config.optimizations.enable_fast_math = True
    assert config.optimizations.enable_fast_math is True
    assert len(logged) == 1 and "optimizations.math.fast" in logged[0]


def test_copies_and_text(config: Any) -> None:
    config.auto_select_ipus = [1]
    twin = copy.deepcopy(config)
    twin.io_tiles.num_io_tiles = 32
    assert config.io_tiles.num_io_tiles == 0 and twin.auto_select_ipus == [1]
    assert "auto_select_ipus = [1]" in str(config)
    with pytest.raises(AttributeError, match="Can't pickle local object"):
        pickle.dumps(config)


@pytest.mark.parametrize("value, member", [(True, "ON"), (False, "OFF")])
def test_rounding_from_a_bool(ipu: Any, value: bool, member: str) -> None:
    assert ipu.config.StochasticRoundingBehaviour.from_bool(value).name == member
