"""The public names of the SDK's `tensorflow.python.ipu`, `keras.ipu` and `ipu_tensorflow_addons`, module by module.

The table is that of SDK 3.4; the names of older SDKs follow from it by `releases`. A name that is not emulated is
refused with NotEmulated only if the SDK has it; a misspelt name stays an AttributeError. Source: the public
repositories graphcore/tensorflow, graphcore/keras and graphcore/ipu_tensorflow_addons, branch r2.6/sdk-release-3.4.
"""

from __future__ import annotations

import functools

from . import releases, version

#: Module name -> the public names that it defines or re-exports, separated by blanks.
PUBLIC_NAMES: dict[str, str] = {
    "ipu_tensorflow_addons": "",
    "ipu_tensorflow_addons.keras": "",
    "ipu_tensorflow_addons.keras.experimental": "",
    "ipu_tensorflow_addons.keras.layers": (
        "AssumeEqualAcrossReplicas CTCInferenceLayer CTCLoss CTCPredictionsLayer ConvertFromF8 ConvertToF8 "
        "Dense Dropout EffectiveTransformer Embedding GRU GroupNorm GroupNormalization InstanceNorm "
        "InstanceNormalization LSTM LayerNorm LayerNormalization PopnnGRU PopnnLSTM RecomputationCheckpoint "
        "SerialDense"
    ),
    "ipu_tensorflow_addons.keras.layers.assume_equal_across_replicas": "AssumeEqualAcrossReplicas",
    "ipu_tensorflow_addons.keras.layers.ctc": "CTCInferenceLayer CTCLoss CTCPredictionsLayer",
    "ipu_tensorflow_addons.keras.layers.dense": "Dense SerialDense",
    "ipu_tensorflow_addons.keras.layers.dropout": "Dropout",
    "ipu_tensorflow_addons.keras.layers.effective_transformer": "EffectiveTransformer",
    "ipu_tensorflow_addons.keras.layers.embedding_lookup": "Embedding",
    "ipu_tensorflow_addons.keras.layers.f8_convert": "ConvertFromF8 ConvertToF8",
    "ipu_tensorflow_addons.keras.layers.ipu_layer": "IPULayer",
    "ipu_tensorflow_addons.keras.layers.normalization": (
        "GroupNorm GroupNormalization InstanceNorm InstanceNormalization LayerNorm LayerNormalization"
    ),
    "ipu_tensorflow_addons.keras.layers.recomputation": "RecomputationCheckpoint",
    "ipu_tensorflow_addons.keras.layers.rnn": (
        "ACCEPTED_ACTIVATIONS ACCEPTED_ACTIVATIONS_STR ACCEPTED_RECURRENT_ACTIVATIONS "
        "ACCEPTED_RECURRENT_ACTIVATIONS_STR GRU LSTM POPNN_GRU POPNN_GRU_NUM_GATES POPNN_LSTM "
        "POPNN_LSTM_NUM_GATES PopnnGRU PopnnLSTM"
    ),
    "ipu_tensorflow_addons.keras.optimizers": (
        "AdamIpuOptimizer IpuOptimizerBase LAMBIpuOptimizer SGDIpuOptimizer"
    ),
    "ipu_tensorflow_addons.keras.optimizers.adam_optimizer": "AdamIpuOptimizer",
    "ipu_tensorflow_addons.keras.optimizers.ipu_optimizer_base": "IpuOptimizerBase",
    "ipu_tensorflow_addons.keras.optimizers.lamb_optimizer": "LAMBIpuOptimizer",
    "ipu_tensorflow_addons.keras.optimizers.sgd_optimizer": "SGDIpuOptimizer",
    "ipu_tensorflow_addons.saved_model_tool": "",
    "ipu_tensorflow_addons.v1": "",
    "ipu_tensorflow_addons.v1.layers": ("PopnnAUGRU PopnnDynamicGRU PopnnDynamicLSTM PopnnGRU PopnnLSTM"),
    "ipu_tensorflow_addons.v1.layers.rnn_ops": (
        "POPNN_AUGRU POPNN_AUGRU_NUM_GATES POPNN_DYNAMIC_GRU POPNN_DYNAMIC_GRU_NUM_GATES POPNN_GRU "
        "POPNN_GRU_NUM_GATES POPNN_LSTM POPNN_LSTM_NUM_GATES PopnnAUGRU PopnnDynamicGRU "
        "PopnnDynamicLSTM PopnnGRU PopnnLSTM"
    ),
    "keras.ipu": (
        "FunctionalLayerPipelineStageAssignment FunctionalNestedModelPipelineStageAssignment "
        "ModelLayerPipelineStageAssignment NestedModelPipelineStageAssignment PipelineStage "
        "ReplicatedMetricReductionMethod SequentialLayerPipelineStageAssignment "
        "SequentialNestedModelPipelineStageAssignment"
    ),
    "keras.ipu.extensions": (
        "FunctionalExtension FunctionalLayerPipelineStageAssignment "
        "FunctionalNestedModelPipelineStageAssignment ModelExtension "
        "ModelLayerPipelineStageAssignment NestedModelPipelineStageAssignment PipelineStage "
        "ReplicatedMetricReductionMethod SequentialExtension SequentialLayerPipelineStageAssignment "
        "SequentialNestedModelPipelineStageAssignment"
    ),
    "keras.ipu.extensions.data_adapter": "IPUDataHandler",
    "keras.ipu.extensions.data_feed_manager": "InfeedManager OutfeedManager",
    "keras.ipu.extensions.extensions_base": "KerasExtensionBase ReplicatedMetricReductionMethod",
    "keras.ipu.extensions.extensions_util": "merge_into_batch_dimension",
    "keras.ipu.extensions.functional_extensions": "FunctionalExtension",
    "keras.ipu.extensions.model_extensions": "ModelExtension",
    "keras.ipu.extensions.pipeline_stage_assignment": (
        "FunctionalLayerPipelineStageAssignment FunctionalNestedModelPipelineStageAssignment "
        "ModelLayerPipelineStageAssignment NestedModelPipelineStageAssignment PipelineStage "
        "SequentialLayerPipelineStageAssignment SequentialNestedModelPipelineStageAssignment "
        "ipu_strategy"
    ),
    "keras.ipu.extensions.polling_thread": "PollingThread PollingThreadPredict",
    "keras.ipu.extensions.register_extensions": "",
    "keras.ipu.extensions.sequential_extensions": "SequentialExtension",
    "keras.ipu.layers": "CaptureActivationGradients CaptureUpstreamGradients",
    "keras.ipu.layers.capture_upstream_gradients": ("CaptureActivationGradients CaptureUpstreamGradients"),
    "keras.ipu.optimizers": (
        "ALSGradientAccumulationOptimizer ALSOptimizer ALSOptimizerAdam ALSOptimizerRMSProp "
        "ALSOptimizerSGD GradientAccumulationOptimizer"
    ),
    "keras.ipu.optimizers.adam": "ALSOptimizerAdam",
    "keras.ipu.optimizers.als_optimizer": ("ALSDefaults ALSGradientAccumulationOptimizer ALSOptimizer puo"),
    "keras.ipu.optimizers.gradient_accumulation_optimizer": "GradientAccumulationOptimizer",
    "keras.ipu.optimizers.gradient_descent": "ALSOptimizerSGD",
    "keras.ipu.optimizers.optimizer_v2_wrapper": "",
    "keras.ipu.optimizers.parameter_unscaling_optimizer": "",
    "keras.ipu.optimizers.rmsprop": "ALSOptimizerRMSProp",
    "tensorflow.python.ipu": (
        "all_to_all_op application_compile_op config control_flow_ops cross_replica_ops "
        "cross_replica_optimizer custom_ops data dataset_benchmark eager embedded_runtime "
        "embedding_ops f8_ops functional_ops grad_util_ops gradient_accumulation_optimizer image_ops "
        "internal_ops ipu_compiler ipu_estimator ipu_infeed_queue ipu_multi_worker_strategy "
        "ipu_optimizer ipu_outfeed_queue ipu_pipeline_estimator ipu_run_config ipu_session_run_hooks "
        "ipu_strategy loops map_gradient_optimizer math_ops nn_ops normalization_ops "
        "outlined_function pipelining_ops popfloat_cast_to_gfloat rand_ops reduce_scatter_op "
        "replication_ops scopes serving sharded_optimizer sharding slicing_ops statistics_ops utils "
        "vertex_edsl within_replica_ops"
    ),
    "tensorflow.python.ipu.config": (
        "AttributeMetadata DeviceConnectionType ExecutionProfileType IPUConfig "
        "MergeRemoteBuffersBehaviour SchedulingAlgorithm SelectionOrder StochasticRoundingBehaviour "
        "configure_ipu_system deprecate_config_attribute deprecate_config_attributes get_ipu_config "
        "reset_ipu_configuration running_on_ipu_model"
    ),
    "tensorflow.python.ipu.data": "",
    "tensorflow.python.ipu.data.ops": "",
    "tensorflow.python.ipu.data.ops.dataset_ops": "BufferDataset",
    "tensorflow.python.ipu.dataset_benchmark": "dataset_benchmark infeed_benchmark",
    "tensorflow.python.ipu.dataset_extractor": (
        "dataset_extractor export_variables get_variable_handles import_variables"
    ),
    "tensorflow.python.ipu.distributed": "",
    "tensorflow.python.ipu.distributed.host_collective_ops": "allgather allreduce broadcast",
    "tensorflow.python.ipu.distributed.popdist_strategy": (
        "IPUDistributedVariable IPUMirroredVariable IPUOnReadPolicy IPUOnWritePolicy "
        "IPUSyncOnReadVariable IPU_VARIABLE_CLASS_MAPPING IPU_VARIABLE_POLICY_MAPPING "
        "PopDistExtendedV1 PopDistStrategy"
    ),
    "tensorflow.python.ipu.eager": "",
    "tensorflow.python.ipu.eager.backprop": (
        "GradientCaptureContext GradientCaptureTape num_gradient_collection_tapes"
    ),
    "tensorflow.python.ipu.gradient_accumulation": "GradientAccumulationReductionMethod",
    "tensorflow.python.ipu.ipu_compiler": "compile ipu_estimator",
    "tensorflow.python.ipu.ipu_estimator": "IPUEstimator IPUEstimatorSpec",
    "tensorflow.python.ipu.ipu_infeed_queue": "IPUInfeedQueue IPUIterator IPUOwnedIterator",
    "tensorflow.python.ipu.ipu_multi_worker_strategy": (
        "IPUDistributedVariable IPUMirroredVariable IPUMultiWorkerExtendedV1 IPUMultiWorkerStrategy "
        "IPUMultiWorkerStrategyV1 IPUOnReadPolicy IPUOnWritePolicy IPUSyncOnReadVariable "
        "IPU_VARIABLE_CLASS_MAPPING IPU_VARIABLE_POLICY_MAPPING"
    ),
    "tensorflow.python.ipu.ipu_outfeed_queue": (
        "IPUOutfeedMode IPUOutfeedQueue IPUOutfeedQueueIterator ScopedIPUOutfeedQueue"
    ),
    "tensorflow.python.ipu.ipu_pipeline_estimator": "IPUPipelineEstimator IPUPipelineEstimatorSpec",
    "tensorflow.python.ipu.ipu_run_config": "IPURunConfig RunConfig",
    "tensorflow.python.ipu.ipu_session_run_hooks": "IPULoggingTensorHook",
    "tensorflow.python.ipu.ipu_strategy": "IPUExtendedV1 IPUStrategy IPUStrategyV1",
    "tensorflow.python.ipu.keras_extensions": "KerasExtensions",
    "tensorflow.python.ipu.loops": "repeat while_loop",
    "tensorflow.python.ipu.ops": "",
    "tensorflow.python.ipu.ops.all_to_all_op": "all_gather all_to_all",
    "tensorflow.python.ipu.ops.application_compile_op": "experimental_application_compile_op",
    "tensorflow.python.ipu.ops.control_flow_ops": "barrier",
    "tensorflow.python.ipu.ops.cross_replica_ops": (
        "assume_equal_across_replicas cross_replica_mean cross_replica_sum"
    ),
    "tensorflow.python.ipu.ops.custom_ops": ("codelet_expression_op cpu_user_operation precompiled_user_op"),
    "tensorflow.python.ipu.ops.embedded_runtime": (
        "RuntimeContext embedded_runtime_call embedded_runtime_start embedded_runtime_start_and_call "
        "embedded_runtime_stop"
    ),
    "tensorflow.python.ipu.ops.embedding_ops": (
        "HostEmbedding HostEmbeddingOptimizerSpec HostEmbeddingSGDGAOptimizerSpec "
        "create_host_embedding embedding_lookup"
    ),
    "tensorflow.python.ipu.ops.experimental.popfloat_cast_to_gfloat": (
        "GenericFloat calc_gfloat_params cast_gfloat_to_native cast_native_to_gfloat "
        "cast_to_gfloat16_param_size cast_to_gfloat32_param_size"
    ),
    "tensorflow.python.ipu.ops.f8_ops": (
        "Format QuarterTensor canonicalise_input canonicalise_output convert_from_f8 convert_to_f8 "
        "create_metadata f8_conv_1d f8_conv_2d f8_conv_3d f8_matmul"
    ),
    "tensorflow.python.ipu.ops.functional_ops": "outlined_function",
    "tensorflow.python.ipu.ops.grad_util_ops": "capture_upstream_gradients",
    "tensorflow.python.ipu.ops.image_ops": "normalise_image",
    "tensorflow.python.ipu.ops.internal_ops": (
        "fifo get_current_iteration_counter print_tensor remap remap_deduce"
    ),
    "tensorflow.python.ipu.ops.math_ops": "segment_sum serialized_matmul",
    "tensorflow.python.ipu.ops.nn_ops": (
        "ctc_beam_search_decoder ctc_beam_search_decoder_with_log_probs ctc_loss_v2 "
        "ctc_loss_with_log_probs gelu hard_sigmoid multi_conv nce_loss sampled_softmax_loss softmax "
        "swish"
    ),
    "tensorflow.python.ipu.ops.normalization_ops": (
        "DATA_FORMAT_NCHW DATA_FORMAT_NHWC group_norm instance_norm layer_norm"
    ),
    "tensorflow.python.ipu.ops.op_util": (
        "HandleMatMulGrads SetMlType SetOpAsBwd SetOpAsFwd SetOpAsWU accumulate_gradients "
        "accumulate_tagged_gradients bool_to_three_state conv_gradients_override_map "
        "create_resource_update get_accumulator_dtype get_activation_name gradient_override_scope "
        "gradients_override_map matmul_gradients_override_map"
    ),
    "tensorflow.python.ipu.ops.pipelining_ops": (
        "OptimizerFunctionOutput PipelineSchedule PipelineStageOptions RecomputationMode pipeline "
        "recomputation_checkpoint"
    ),
    "tensorflow.python.ipu.ops.rand_ops": "dropout",
    "tensorflow.python.ipu.ops.reduce_scatter_op": "reduce_scatter",
    "tensorflow.python.ipu.ops.replication_ops": "replication_index",
    "tensorflow.python.ipu.ops.slicing_ops": ("sequence_slice sequence_slice_pack sequence_slice_unpack"),
    "tensorflow.python.ipu.ops.statistics_ops": (
        "fixed_width_bins histogram histogram_normalize histogram_update"
    ),
    "tensorflow.python.ipu.ops.within_replica_ops": "all_gather all_reduce reduce_scatter",
    "tensorflow.python.ipu.optimizers": (
        "CrossReplicaGradientAccumulationOptimizer CrossReplicaGradientAccumulationOptimizerV2 "
        "CrossReplicaOptimizer GradientAccumulationOptimizer GradientAccumulationOptimizerV2 "
        "GradientAccumulationReductionMethod IpuOptimizer MapGradientOptimizer ShardedOptimizer"
    ),
    "tensorflow.python.ipu.optimizers.cross_replica_optimizer": (
        "CrossReplicaOptimizer apply_cross_replica_op apply_cross_replica_op_single"
    ),
    "tensorflow.python.ipu.optimizers.gradient_accumulation_optimizer": (
        "CrossReplicaGradientAccumulationOptimizer CrossReplicaGradientAccumulationOptimizerV2 "
        "GradientAccumulationOptimizer GradientAccumulationOptimizerV2"
    ),
    "tensorflow.python.ipu.optimizers.ipu_optimizer": "IpuOptimizer",
    "tensorflow.python.ipu.optimizers.map_gradient_optimizer": "MapGradientOptimizer",
    "tensorflow.python.ipu.optimizers.sharded_optimizer": "ShardedOptimizer",
    "tensorflow.python.ipu.scopes": (
        "FRONTEND_ATTRIBUTES_NAME OUTSIDE_COMPILATION_NAME frontend_attribute ipu_jit_scope ipu_scope "
        "ipu_shard outside_compilation_scope partials_type stochastic_rounding"
    ),
    "tensorflow.python.ipu.serving": "export_keras export_pipeline export_single_step",
    "tensorflow.python.ipu.sharding": (
        "dependencies enable_sharded_gradient_tape get_shard_from_colocation get_sharding has_attr "
        "propagate_sharding"
    ),
    "tensorflow.python.ipu.test_utils": "",
    "tensorflow.python.ipu.utils": (
        "DeviceConnectionType ExecutionProfileType IPUConfig MergeRemoteBuffersBehaviour "
        "SchedulingAlgorithm SelectionOrder configure_ipu_system dataset_extractor "
        "export_dataset_to_file export_inputs_to_file get_ipu_config get_num_of_ipus_in_device "
        "ipu_infeed_queue move_variable_initialization_to_cpu reset_ipu_seed running_on_ipu_model "
        "use_synthetic_data_for"
    ),
    "tensorflow.python.ipu.vertex_edsl": (
        "BaseType BinaryExpr BinaryFunctionExpr Conditional ConstantVertexExpr DefaultNameSource "
        "Float16 Float32 Int16 Int32 LetVertexExpr PlaceholderVertexExpr Sequence Type "
        "UnaryFunctionExpr Unknown VertexExpression condition constant let"
    ),
}


def is_public(module: str, name: str) -> bool:
    """Return whether `module` of the emulated SDK has the public `name`: a submodule, or an object in it."""
    table = names()
    return f"{module}.{name}" in table or name in table.get(module, ())


def is_module(name: str) -> bool:
    """Return whether the emulated SDK has a public module of this name."""
    return name in names()


def names() -> dict[str, frozenset[str]]:
    """Return the public names of each module of the emulated SDK."""
    return _names(version.emulated())


@functools.lru_cache(maxsize=None)
def _names(version: str) -> dict[str, frozenset[str]]:
    """Return the public names of each module of an SDK: those of the last SDK with the later changes undone."""
    table = {module: frozenset(public.split()) for module, public in PUBLIC_NAMES.items()}
    for release in reversed(releases.VERSIONS[releases.VERSIONS.index(version) + 1 :]):
        for module, public in releases.NEW_NAMES.get(release, {}).items():
            table[module] -= set(public.split())
        for module in releases.NEW_MODULES.get(release, ()):
            table.pop(module, None)
        for module, public in releases.GONE.get(release, {}).items():
            table[module] = table.get(module, frozenset()) | set(public.split())
    return table
