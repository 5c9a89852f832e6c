"""Which public names and arguments each release of the SDK added and removed; `public_names` has those of the last.

A release that is not listed has the names of the one before it. Source: the public repositories graphcore/tensorflow
and graphcore/keras, branches r2.5/sdk-release-2.5 to r2.6/sdk-release-3.4.
"""

from __future__ import annotations

#: The versions of the SDK, oldest first.
VERSIONS = ("2.5", "2.6", "3.0", "3.1", "3.2", "3.3", "3.4")

#: Release -> modules that it added.
NEW_MODULES: dict[str, tuple[str, ...]] = {
    "2.6": (
        "keras.ipu",
        "keras.ipu.extensions",
        "keras.ipu.extensions.data_adapter",
        "keras.ipu.extensions.data_feed_manager",
        "keras.ipu.extensions.extensions_base",
        "keras.ipu.extensions.extensions_util",
        "keras.ipu.extensions.functional_extensions",
        "keras.ipu.extensions.model_extensions",
        "keras.ipu.extensions.polling_thread",
        "keras.ipu.extensions.register_extensions",
        "keras.ipu.extensions.sequential_extensions",
        "tensorflow.python.ipu.gradient_accumulation",
        "tensorflow.python.ipu.test_utils",
    ),
    "3.0": (
        "keras.ipu.layers",
        "keras.ipu.layers.capture_upstream_gradients",
        "keras.ipu.optimizers",
        "keras.ipu.optimizers.als_optimizer",
        "keras.ipu.optimizers.optimizer_v2_wrapper",
        "tensorflow.python.ipu.distributed",
        "tensorflow.python.ipu.distributed.basics",
        "tensorflow.python.ipu.distributed.host_collective_ops",
        "tensorflow.python.ipu.distributed.ipu_horovod_strategy",
        "tensorflow.python.ipu.distributed.popdist_strategy",
        "tensorflow.python.ipu.eager",
        "tensorflow.python.ipu.eager.backprop",
        "tensorflow.python.ipu.ops.f8_ops",
        "tensorflow.python.ipu.ops.grad_util_ops",
    ),
    "3.1": (
        "ipu_tensorflow_addons.keras.layers.f8_convert",
        "keras.ipu.extensions.pipeline_stage_assignment",
        "keras.ipu.optimizers.adam",
        "keras.ipu.optimizers.gradient_accumulation_optimizer",
        "keras.ipu.optimizers.gradient_descent",
        "keras.ipu.optimizers.parameter_unscaling_optimizer",
        "keras.ipu.optimizers.rmsprop",
    ),
}

#: Release -> existing module -> public names that the release added to it, separated by blanks.
NEW_NAMES: dict[str, dict[str, str]] = {
    "2.6": {
        "tensorflow.python.ipu.ops.nn_ops": "softmax",
        "tensorflow.python.ipu.serving": "export_keras",
        "tensorflow.python.ipu.sharding": "enable_sharded_gradient_tape get_sharding",
    },
    "3.0": {
        "keras.ipu": "ALSOptimizer ALSOptimizerGradientAccumulationWrapper",
        "tensorflow.python.ipu": "eager grad_util_ops",
        "tensorflow.python.ipu.ops.op_util": "accumulate_tagged_gradients",
    },
    "3.1": {
        "ipu_tensorflow_addons.keras.layers": "ConvertFromF8 ConvertToF8 Dense",
        "ipu_tensorflow_addons.keras.layers.dense": "Dense",
        "keras.ipu": (
            "FunctionalNestedModelPipelineStageAssignment NestedModelPipelineStageAssignment "
            "ReplicatedMetricReductionMethod SequentialNestedModelPipelineStageAssignment"
        ),
        "keras.ipu.extensions": (
            "FunctionalNestedModelPipelineStageAssignment NestedModelPipelineStageAssignment "
            "ReplicatedMetricReductionMethod SequentialNestedModelPipelineStageAssignment"
        ),
        "keras.ipu.extensions.extensions_base": "ReplicatedMetricReductionMethod",
        "keras.ipu.optimizers": (
            "ALSGradientAccumulationOptimizer ALSOptimizerAdam ALSOptimizerRMSProp ALSOptimizerSGD "
            "GradientAccumulationOptimizer"
        ),
        "keras.ipu.optimizers.als_optimizer": "ALSDefaults ALSGradientAccumulationOptimizer puo",
        "tensorflow.python.ipu": "f8_ops",
        "tensorflow.python.ipu.distributed.host_collective_ops": "allgather allreduce",
        "tensorflow.python.ipu.ops.f8_ops": (
            "QuarterTensor canonicalise_input canonicalise_output f8_conv_1d f8_conv_2d f8_conv_3d "
            "f8_matmul"
        ),
    },
}

#: Release -> module -> public names that the release removed; a removed module has all of its names here.
GONE: dict[str, dict[str, str]] = {
    "2.6": {
        "tensorflow.python.ipu": "rnn_ops",
        "tensorflow.python.ipu.keras": "Model PipelineModel PipelineSequential Sequential",
        "tensorflow.python.ipu.keras.layers": "GRU LSTM PopnnGRU PopnnLSTM",
        "tensorflow.python.ipu.keras.layers.rnn": (
            "ACCEPTED_ACTIVATIONS ACCEPTED_ACTIVATIONS_STR ACCEPTED_RECURRENT_ACTIVATIONS "
            "ACCEPTED_RECURRENT_ACTIVATIONS_STR GRU LSTM POPNN_GRU POPNN_GRU_NUM_GATES POPNN_LSTM "
            "POPNN_LSTM_NUM_GATES PopnnGRU PopnnLSTM"
        ),
        "tensorflow.python.ipu.keras.model": "IPUModel IPUSequential Model Sequential",
        "tensorflow.python.ipu.keras.pipeline": "PipelineModel PipelineSequential",
        "tensorflow.python.ipu.ops.op_util": "parse_gradient_accumulation_method",
        "tensorflow.python.ipu.ops.rnn_ops": (
            "POPNN_AUGRU POPNN_AUGRU_NUM_GATES POPNN_DYNAMIC_GRU POPNN_DYNAMIC_GRU_NUM_GATES POPNN_GRU "
            "POPNN_GRU_NUM_GATES POPNN_LSTM POPNN_LSTM_NUM_GATES PopnnAUGRU PopnnDynamicGRU "
            "PopnnDynamicLSTM PopnnGRU PopnnLSTM"
        ),
        "tensorflow.python.ipu.optimizers.gradient_accumulation_optimizer": (
            "GradientAccumulationReductionMethod"
        ),
    },
    "3.0": {
        "tensorflow.python.ipu": "automatic_loss_scaling_optimizer",
        "tensorflow.python.ipu.keras.optimizers": "AutomaticLossScalingOptimizer",
        "tensorflow.python.ipu.keras.optimizers.automatic_loss_scaling_optimizer": (
            "AutomaticLossScalingOptimizer"
        ),
        "tensorflow.python.ipu.optimizers": "AutomaticLossScalingOptimizer",
        "tensorflow.python.ipu.optimizers.automatic_loss_scaling_optimizer": (
            "AutomaticLossScalingOptimizer"
        ),
    },
    "3.1": {
        "keras.ipu": "ALSOptimizer ALSOptimizerGradientAccumulationWrapper",
        "keras.ipu.extensions.functional_extensions": (
            "FunctionalLayerPipelineStageAssignment PipelineStage"
        ),
        "keras.ipu.extensions.model_extensions": "ModelLayerPipelineStageAssignment",
        "keras.ipu.extensions.sequential_extensions": "SequentialLayerPipelineStageAssignment",
        "keras.ipu.optimizers": "ALSOptimizerGradientAccumulationWrapper",
        "keras.ipu.optimizers.als_optimizer": "ALSOptimizerGradientAccumulationWrapper",
        "tensorflow.python.ipu": "layers losses",
        "tensorflow.python.ipu.distributed": (
            "Adasum Average Sum allgather allreduce broadcast ddl_built gloo_built gloo_enabled init "
            "is_homogeneous local_rank local_size mpi_built mpi_enabled mpi_threads_supported nccl_built "
            "rank shutdown size"
        ),
        "tensorflow.python.ipu.distributed.basics": "HorovodBasics",
        "tensorflow.python.ipu.distributed.host_collective_ops": "all_gather all_reduce",
        "tensorflow.python.ipu.distributed.ipu_horovod_strategy": (
            "IPUHorovodExtendedV1 IPUHorovodStrategy IPUHorovodStrategyV1"
        ),
        "tensorflow.python.ipu.horovod": (
            "Adasum Average Sum allgather allreduce broadcast ddl_built gloo_built gloo_enabled init "
            "is_homogeneous local_rank local_size mpi_built mpi_enabled mpi_threads_supported nccl_built "
            "rank shutdown size"
        ),
        "tensorflow.python.ipu.horovod.basics": "HorovodBasics",
        "tensorflow.python.ipu.horovod.ipu_horovod_strategy": (
            "IPUHorovodExtendedV1 IPUHorovodStrategy IPUHorovodStrategyV1"
        ),
        "tensorflow.python.ipu.horovod.popdist_strategy": "PopDistExtendedV1 PopDistStrategy",
        "tensorflow.python.ipu.keras": (
            "CTCLoss FunctionalExtension FunctionalLayerPipelineStageAssignment PipelineStage "
            "SequentialExtension SequentialLayerPipelineStageAssignment layers"
        ),
        "tensorflow.python.ipu.keras.extensions": (
            "FunctionalExtension FunctionalLayerPipelineStageAssignment ModelExtension "
            "ModelLayerPipelineStageAssignment PipelineStage SequentialExtension "
            "SequentialLayerPipelineStageAssignment"
        ),
        "tensorflow.python.ipu.keras.extensions.data_adapter": "IPUDataHandler",
        "tensorflow.python.ipu.keras.extensions.functional_extensions": (
            "FunctionalExtension FunctionalLayerPipelineStageAssignment PipelineStage"
        ),
        "tensorflow.python.ipu.keras.extensions.keras_data_feed_manager": "InfeedManager OutfeedManager",
        "tensorflow.python.ipu.keras.extensions.keras_extension_base": "KerasExtensionBase",
        "tensorflow.python.ipu.keras.extensions.keras_polling_thread": "PollingThread PollingThreadPredict",
        "tensorflow.python.ipu.keras.extensions.keras_util": "merge_into_batch_dimension",
        "tensorflow.python.ipu.keras.extensions.model_extensions": (
            "ModelExtension ModelLayerPipelineStageAssignment"
        ),
        "tensorflow.python.ipu.keras.extensions.sequential_extensions": (
            "SequentialExtension SequentialLayerPipelineStageAssignment"
        ),
        "tensorflow.python.ipu.keras.layers": (
            "AssumeEqualAcrossReplicas CTCInferenceLayer CTCPredictionsLayer Dropout EffectiveTransformer "
            "Embedding GroupNorm GroupNormalization InstanceNorm InstanceNormalization LayerNorm "
            "LayerNormalization RecomputationCheckpoint SerialDense"
        ),
        "tensorflow.python.ipu.keras.layers.assume_equal_across_replicas": "AssumeEqualAcrossReplicas",
        "tensorflow.python.ipu.keras.layers.ctc": "CTCInferenceLayer CTCPredictionsLayer",
        "tensorflow.python.ipu.keras.layers.dropout": "Dropout",
        "tensorflow.python.ipu.keras.layers.effective_transformer": "EffectiveTransformer",
        "tensorflow.python.ipu.keras.layers.embedding_lookup": "Embedding",
        "tensorflow.python.ipu.keras.layers.ipu_layer": "IPULayer",
        "tensorflow.python.ipu.keras.layers.math": "SerialDense",
        "tensorflow.python.ipu.keras.layers.normalization": (
            "GroupNorm GroupNormalization InstanceNorm InstanceNormalization LayerNorm LayerNormalization"
        ),
        "tensorflow.python.ipu.keras.layers.recomputation": "RecomputationCheckpoint",
        "tensorflow.python.ipu.keras.losses": "CTCLoss",
        "tensorflow.python.ipu.keras.losses.ctc": "CTCLoss",
        "tensorflow.python.ipu.keras.optimizers": (
            "CrossReplicaOptimizer GradientAccumulationOptimizer IpuOptimizer MapGradientOptimizer "
            "MapGradientOptimizerInvertedChaining"
        ),
        "tensorflow.python.ipu.keras.optimizers.cross_replica_optimizer": "CrossReplicaOptimizer",
        "tensorflow.python.ipu.keras.optimizers.gradient_accumulation_optimizer": (
            "GradientAccumulationOptimizer"
        ),
        "tensorflow.python.ipu.keras.optimizers.ipu_wrappers": "IpuOptimizer",
        "tensorflow.python.ipu.keras.optimizers.map_gradient_optimizer": (
            "MapGradientOptimizer MapGradientOptimizerInvertedChaining"
        ),
    },
}

#: Release -> function or class -> arguments that the release added.
NEW_ARGUMENTS: dict[str, dict[str, str]] = {
    "3.0": {
        "tensorflow.python.ipu.ops.embedding_ops.embedding_lookup": "indices_are_sorted",
        "tensorflow.python.ipu.ops.pipelining_ops.OptimizerFunctionOutput": (
            "gradient_capture_context captured_gradient_outfeed"
        ),
    },
    "3.1": {"tensorflow.python.ipu.ops.pipelining_ops.pipeline": "gradient_accumulation_for_captured_grads"},
}
