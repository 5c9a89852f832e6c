"""The names of the modules of the `keras` wheel, which is the implementation behind `tensorflow.keras`.

Written by `tools/tables.py`. Source: the modules of the wheel that comes with TensorFlow 2.6.5 with NumPy 1.19.5.
"""

from __future__ import annotations

# module -> the functions, classes and modules of Keras that it has
WHEEL_NAMES: dict[str, frozenset[str]] = {
    module: frozenset(names.split())
    for module, names in {
        "keras": (
            "Input Model Sequential activations api applications backend backend_config callbacks "
            "callbacks_v1 constraints datasets distribute engine estimator feature_column initializers "
            "integration_test layers legacy_tf_layers losses metrics mixed_precision models optimizer_v1 "
            "optimizer_v2 optimizers premade preprocessing protobuf regularizers saving tests type utils "
            "wrappers "
        ),
        "keras.activations": (
            "advanced_activations backend deserialize deserialize_keras_object elu exponential gelu get "
            "hard_sigmoid linear relu selu serialize serialize_keras_object sigmoid softmax softplus "
            "softsign swish tanh "
        ),
        "keras.applications": (
            "densenet efficientnet imagenet_utils inception_resnet_v2 inception_v3 mobilenet mobilenet_v2 "
            "mobilenet_v3 nasnet resnet resnet_v2 vgg16 vgg19 xception "
        ),
        "keras.backend": (
            "ContextValueCache GraphExecutionFunction abs all any arange argmax argmin backend "
            "backend_config batch_dot batch_flatten batch_get_value batch_normalization batch_set_value "
            "bias_add binary_crossentropy cast cast_to_floatx cast_variables_to_tensor "
            "categorical_crossentropy clear_session clip concatenate "
            "configure_and_create_distributed_session constant control_flow_util conv1d conv2d "
            "conv2d_transpose conv3d conv3d_transpose convert_inputs_if_ragged cos count_params "
            "ctc_batch_cost ctc_decode ctc_label_dense_to_sparse cumprod cumsum dc "
            "deprecated_internal_learning_phase_scope deprecated_internal_set_learning_phase "
            "depthwise_conv2d dot dropout dtype dtype_numpy eager_learning_phase_scope elu epsilon equal "
            "eval exp expand_dims eye flatten floatx foldl foldr function gather get_default_graph_uid_map "
            "get_default_session_config get_graph get_session get_uid get_value global_learning_phase_is_set "
            "gradients greater greater_equal hard_sigmoid identity image_data_format in_test_phase in_top_k "
            "in_train_phase int_shape is_keras_tensor is_placeholder is_sparse is_tpu_strategy keras_tensor "
            "l2_normalize learning_phase learning_phase_scope less less_equal local_conv local_conv1d "
            "local_conv2d log logsumexp manual_variable_initialization map_fn max maximum "
            "maybe_convert_to_ragged mean min minimum moving_average_update name_scope ndim "
            "normalize_batch_in_training not_equal object_identity observe_object_name one_hot ones "
            "ones_like permute_dimensions placeholder pool2d pool3d pow print_tensor prod random_bernoulli "
            "random_binomial random_normal random_normal_variable random_uniform random_uniform_variable "
            "relu repeat repeat_elements reset_uids reshape resize_images resize_volumes reverse rnn round "
            "separable_conv1d separable_conv2d set_epsilon set_floatx set_image_data_format "
            "set_learning_phase set_session set_value shape sigmoid sign sin softmax softplus softsign "
            "sparse_categorical_crossentropy spatial_2d_padding spatial_3d_padding sqrt square squeeze stack "
            "std stop_gradient sum switch symbolic_learning_phase tanh temporal_padding tf_contextlib "
            "tf_inspect tile to_dense track_tf_optimizer track_variable transpose truncated_normal "
            "unique_object_name update update_add update_sub var variable zeros zeros_like "
        ),
        "keras.backend_config": (
            "epsilon floatx image_data_format set_epsilon set_floatx set_image_data_format "
        ),
        "keras.callbacks": (
            "BackupAndRestore BaseLogger CSVLogger Callback CallbackList EarlyStopping History "
            "LambdaCallback LearningRateScheduler ModelCheckpoint Progbar ProgbarLogger ReduceLROnPlateau "
            "RemoteMonitor Sequence TensorBoard TerminateOnNaN backend configure_callbacks "
            "distributed_file_utils generic_utils keras_model_summary learning_rate_schedule make_logs "
            "path_to_string set_callback_parameters tf_utils version_utils worker_training_state "
        ),
        "keras.constraints": (
            "Constraint MaxNorm MinMaxNorm NonNeg RadialConstraint UnitNorm backend deserialize "
            "deserialize_keras_object get max_norm maxnorm min_max_norm non_neg nonneg radial_constraint "
            "serialize serialize_keras_object unit_norm unitnorm "
        ),
        "keras.datasets": "boston_housing cifar cifar10 cifar100 fashion_mnist imdb mnist reuters",
        "keras.engine": (
            "base_layer base_layer_utils base_layer_v1 base_preprocessing_layer compile_utils data_adapter "
            "functional input_layer input_spec keras_tensor node partial_batch_padding_handler sequential "
            "training training_arrays_v1 training_distributed_v1 training_eager_v1 training_generator_v1 "
            "training_utils training_utils_v1 training_v1 "
        ),
        "keras.engine.base_layer": "AddLoss AddMetric Layer TensorFlowOpLayer",
        "keras.engine.base_layer_utils": (
            "CallContext CallContextManager TrackableWeightHandler call_context check_graph_consistency "
            "collect_previous_mask create_keras_history create_mean_metric disable_v2_dtype_behavior "
            "enable_v2_dtype_behavior from_saved_model generate_placeholders_from_shape has_weights "
            "have_all_keras_metadata is_in_eager_or_tf_function is_in_keras_graph is_in_tf_function "
            "is_split_variable is_subclassed make_variable mark_as_return mark_checked needs_keras_history "
            "no_ragged_support training_arg_passed_to_call unnest_if_single_tensor uses_keras_history "
            "v2_dtype_behavior_enabled "
        ),
        "keras.engine.base_preprocessing_layer": (
            "Combiner CombinerPreprocessingLayer PreprocessingLayer convert_to_list "
        ),
        "keras.engine.compile_utils": (
            "Container LossesContainer MetricsContainer apply_mask create_pseudo_input_names "
            "create_pseudo_output_names get_custom_object_name get_mask map_missing_dict_keys "
            "map_to_output_names match_dtype_and_rank "
        ),
        "keras.engine.data_adapter": (
            "CompositeTensorDataAdapter DataAdapter DataHandler DatasetAdapter DatasetCreatorAdapter "
            "GeneratorDataAdapter GenericArrayLikeDataAdapter KerasSequenceAdapter ListsOfScalarsDataAdapter "
            "TensorLikeDataAdapter broadcast_sample_weight_modes expand_1d get_data_handler is_none_or_empty "
            "pack_x_y_sample_weight select_data_adapter single_batch_iterator train_validation_split "
            "unpack_x_y_sample_weight "
        ),
        "keras.engine.functional": (
            "Functional ModuleWrapper connect_ancillary_layers get_network_config reconstruct_from_config "
            "shape_with_no_batch_size "
        ),
        "keras.engine.input_layer": "Input InputLayer",
        "keras.engine.input_spec": (
            "InputSpec assert_input_compatibility display_shape to_tensor_shape to_tensor_spec "
        ),
        "keras.engine.keras_tensor": (
            "KerasTensor RaggedKerasTensor SparseKerasTensor UserRegisteredSpec "
            "UserRegisteredTypeKerasTensor keras_tensor_from_tensor keras_tensor_from_type_spec "
            "keras_tensor_to_placeholder register_keras_tensor_specialization "
        ),
        "keras.engine.node": "KerasHistory Node is_keras_tensor",
        "keras.engine.partial_batch_padding_handler": "PartialBatchPaddingHandler",
        "keras.engine.sequential": (
            "Sequential clear_previously_created_nodes relax_input_shape track_nodes_created_by_last_call "
        ),
        "keras.engine.training": (
            "Model concat disable_multi_worker flatten_metrics_in_order inject_functional_model_class "
            "is_functional_model_init_params reduce_per_replica saver_with_op_caching write_scalar_summaries "
        ),
        "keras.engine.training_utils": (
            "RespectCompiledTrainableState get_input_shape_and_dtype get_static_batch_size "
            "handle_partial_sample_weights list_to_tuple slice_arrays "
        ),
        "keras.initializers": (
            "Constant ConstantV2 GlorotNormal GlorotNormalV2 GlorotUniform GlorotUniformV2 HeNormal "
            "HeNormalV2 HeUniform HeUniformV2 Identity IdentityV2 Initializer LecunNormal LecunNormalV2 "
            "LecunUniform LecunUniformV2 Ones OnesV2 Orthogonal OrthogonalV2 RandomNormal RandomNormalV2 "
            "RandomUniform RandomUniformV2 TruncatedNormal TruncatedNormalV2 VarianceScaling "
            "VarianceScalingV2 Zeros ZerosV2 constant deserialize generic_utils get glorot_normal "
            "glorot_normalV2 glorot_uniform glorot_uniformV2 he_normal he_normalV2 he_uniform he_uniformV2 "
            "identity initializer initializers_v1 initializers_v2 inspect lecun_normal lecun_normalV2 "
            "lecun_uniform lecun_uniformV2 normal one ones orthogonal populate_deserializable_objects "
            "random_normal random_uniform serialize truncated_normal uniform variance_scaling zero zeros "
        ),
        "keras.layers": (
            "AbstractRNNCell Activation ActivityRegularization Add AdditiveAttention AlphaDropout Attention "
            "Average AveragePooling1D AveragePooling2D AveragePooling3D AvgPool1D AvgPool2D AvgPool3D "
            "BatchNormalization BatchNormalizationV1 BatchNormalizationV2 Bidirectional CategoryCrossing "
            "CategoryEncoding CenterCrop Concatenate Conv1D Conv1DTranspose Conv2D Conv2DTranspose Conv3D "
            "Conv3DTranspose ConvLSTM1D ConvLSTM2D ConvLSTM3D Convolution1D Convolution2D "
            "Convolution2DTranspose Convolution3D Convolution3DTranspose Cropping1D Cropping2D Cropping3D "
            "CuDNNGRU CuDNNLSTM Dense DepthwiseConv2D DeviceWrapper Discretization Dot Dropout "
            "DropoutWrapper ELU EinsumDense Embedding Flatten GRU GRUCell GRUCellV1 GRUCellV2 GRUV1 GRUV2 "
            "GaussianDropout GaussianNoise GlobalAveragePooling1D GlobalAveragePooling2D "
            "GlobalAveragePooling3D GlobalAvgPool1D GlobalAvgPool2D GlobalAvgPool3D GlobalMaxPool1D "
            "GlobalMaxPool2D GlobalMaxPool3D GlobalMaxPooling1D GlobalMaxPooling2D GlobalMaxPooling3D "
            "Hashing Input InputLayer InputSpec IntegerLookup LSTM LSTMCell LSTMCellV1 LSTMCellV2 LSTMV1 "
            "LSTMV2 Lambda Layer LayerNormalization LeakyReLU LocallyConnected1D LocallyConnected2D Masking "
            "MaxPool1D MaxPool2D MaxPool3D MaxPooling1D MaxPooling2D MaxPooling3D Maximum Minimum "
            "MultiHeadAttention Multiply Normalization PReLU PeepholeLSTMCell Permute PreprocessingLayer RNN "
            "RandomContrast RandomCrop RandomFlip RandomFourierFeatures RandomHeight RandomRotation "
            "RandomTranslation RandomWidth RandomZoom ReLU RepeatVector Rescaling Reshape ResidualWrapper "
            "Resizing SeparableConv1D SeparableConv2D SeparableConvolution1D SeparableConvolution2D "
            "SimpleRNN SimpleRNNCell Softmax SpatialDropout1D SpatialDropout2D SpatialDropout3D "
            "StackedRNNCells StringLookup Subtract SyncBatchNormalization TextVectorization ThresholdedReLU "
            "TimeDistributed UpSampling1D UpSampling2D UpSampling3D VersionAwareLayers Wrapper ZeroPadding1D "
            "ZeroPadding2D ZeroPadding3D add advanced_activations average concatenate convolutional "
            "convolutional_recurrent core cudnn_recurrent dense_attention deserialize dot einsum_dense "
            "embeddings kernelized legacy_rnn local maximum merge minimum multi_head_attention multiply "
            "noise normalization pooling preprocessing recurrent recurrent_v2 rnn_cell_wrapper_v2 "
            "serialization serialize subtract wrappers "
        ),
        "keras.layers.advanced_activations": "ELU LeakyReLU PReLU ReLU Softmax ThresholdedReLU get_globals",
        "keras.layers.convolutional": (
            "Conv Conv1D Conv1DTranspose Conv2D Conv2DTranspose Conv3D Conv3DTranspose Convolution1D "
            "Convolution2D Convolution2DTranspose Convolution3D Convolution3DTranspose Cropping1D Cropping2D "
            "Cropping3D Deconv2D Deconv3D Deconvolution2D Deconvolution3D DepthwiseConv2D SeparableConv "
            "SeparableConv1D SeparableConv2D SeparableConvolution1D SeparableConvolution2D UpSampling1D "
            "UpSampling2D UpSampling3D ZeroPadding1D ZeroPadding2D ZeroPadding3D "
        ),
        "keras.layers.convolutional_recurrent": (
            "ConvLSTM ConvLSTM1D ConvLSTM2D ConvLSTM3D ConvLSTMCell ConvRNN "
        ),
        "keras.layers.core": (
            "Activation ActivityRegularization ClassMethod Dense Dropout Flatten InstanceMethod "
            "InstanceProperty KerasOpDispatcher Lambda Masking Permute RepeatVector Reshape SlicingOpLambda "
            "SpatialDropout1D SpatialDropout2D SpatialDropout3D TFClassMethodDispatcher TFOpLambda "
            "TFSlicingOpDispatcher "
        ),
        "keras.layers.cudnn_recurrent": "CuDNNGRU CuDNNLSTM",
        "keras.layers.dense_attention": "AdditiveAttention Attention BaseDenseAttention",
        "keras.layers.einsum_dense": "EinsumDense",
        "keras.layers.embeddings": "Embedding",
        "keras.layers.kernelized": "RandomFourierFeatures",
        "keras.layers.local": (
            "LocallyConnected1D LocallyConnected2D get_locallyconnected_mask local_conv_matmul "
            "local_conv_sparse_matmul make_2d "
        ),
        "keras.layers.merge": (
            "Add Average Concatenate Dot Maximum Minimum Multiply Subtract add average concatenate dot "
            "maximum minimum multiply subtract "
        ),
        "keras.layers.multi_head_attention": "MultiHeadAttention",
        "keras.layers.noise": "AlphaDropout GaussianDropout GaussianNoise",
        "keras.layers.normalization": "batch_normalization batch_normalization_v1 layer_normalization",
        "keras.layers.normalization.batch_normalization": (
            "BatchNormalization BatchNormalizationBase SyncBatchNormalization "
        ),
        "keras.layers.normalization.layer_normalization": "LayerNormalization",
        "keras.layers.pooling": (
            "AveragePooling1D AveragePooling2D AveragePooling3D AvgPool1D AvgPool2D AvgPool3D "
            "GlobalAveragePooling1D GlobalAveragePooling2D GlobalAveragePooling3D GlobalAvgPool1D "
            "GlobalAvgPool2D GlobalAvgPool3D GlobalMaxPool1D GlobalMaxPool2D GlobalMaxPool3D "
            "GlobalMaxPooling1D GlobalMaxPooling2D GlobalMaxPooling3D GlobalPooling1D GlobalPooling2D "
            "GlobalPooling3D MaxPool1D MaxPool2D MaxPool3D MaxPooling1D MaxPooling2D MaxPooling3D Pooling1D "
            "Pooling2D Pooling3D "
        ),
        "keras.layers.preprocessing": (
            "benchmarks category_crossing category_encoding discretization hashing image_preprocessing "
            "index_lookup integer_lookup normalization string_lookup text_vectorization "
        ),
        "keras.layers.recurrent": (
            "AbstractRNNCell DropoutRNNCellMixin GRU GRUCell LSTM LSTMCell PeepholeLSTMCell RNN SimpleRNN "
            "SimpleRNNCell StackedRNNCells "
        ),
        "keras.layers.recurrent_v2": (
            "GRU GRUCell LSTM LSTMCell calculate_sequence_by_mask gpu_gru gpu_lstm "
            "gru_with_backend_selection has_fully_masked_sequence is_cudnn_supported_inputs "
            "is_sequence_right_padded lstm_with_backend_selection standard_gru standard_lstm "
        ),
        "keras.layers.serialization": "deserialize populate_deserializable_objects serialize",
        "keras.layers.wrappers": "Bidirectional TimeDistributed Wrapper",
        "keras.losses": (
            "BCE BinaryCrossentropy CategoricalCrossentropy CategoricalHinge CosineSimilarity Hinge Huber "
            "KLD KLDivergence LogCosh Loss LossFunctionWrapper MAE MAPE MSE MSLE MeanAbsoluteError "
            "MeanAbsolutePercentageError MeanSquaredError MeanSquaredLogarithmicError Poisson "
            "SparseCategoricalCrossentropy SquaredHinge backend bce binary_crossentropy "
            "categorical_crossentropy categorical_hinge cosine_similarity deserialize "
            "deserialize_keras_object get hinge huber huber_loss is_categorical_crossentropy kl_divergence "
            "kld kullback_leibler_divergence log_cosh logcosh losses_utils mae mape mean_absolute_error "
            "mean_absolute_percentage_error mean_squared_error mean_squared_logarithmic_error mse msle "
            "poisson serialize serialize_keras_object sparse_categorical_crossentropy squared_hinge tf_utils "
        ),
        "keras.metrics": (
            "ACC AUC Accuracy BCE BinaryAccuracy BinaryCrossentropy CategoricalAccuracy "
            "CategoricalCrossentropy CategoricalHinge CosineSimilarity FalseNegatives FalsePositives Hinge "
            "KLDivergence LogCoshError MAE MAPE MSE MSLE Mean MeanAbsoluteError MeanAbsolutePercentageError "
            "MeanIoU MeanMetricWrapper MeanRelativeError MeanSquaredError MeanSquaredLogarithmicError "
            "MeanTensor Metric Poisson Precision PrecisionAtRecall Recall RecallAtPrecision Reduce "
            "RootMeanSquaredError SensitivityAtSpecificity SensitivitySpecificityBase "
            "SparseCategoricalAccuracy SparseCategoricalCrossentropy SparseTopKCategoricalAccuracy "
            "SpecificityAtSensitivity SquaredHinge Sum SumOverBatchSize SumOverBatchSizeMetricWrapper "
            "TopKCategoricalAccuracy TrueNegatives TruePositives acc accuracy activations backend base_layer "
            "base_layer_utils bce binary_accuracy binary_crossentropy categorical_accuracy "
            "categorical_crossentropy categorical_hinge clone_metric clone_metrics cosine_proximity "
            "cosine_similarity deserialize deserialize_keras_object generic_utils get hinge is_built_in "
            "is_tensor_or_variable keras_tensor kullback_leibler_divergence log_cosh logcosh losses_utils "
            "mae mape mean_absolute_error mean_absolute_percentage_error mean_squared_error "
            "mean_squared_logarithmic_error metric_serialization metrics_utils mse msle poisson serialize "
            "serialize_keras_object sparse_categorical_accuracy sparse_categorical_crossentropy "
            "sparse_top_k_categorical_accuracy squared_hinge to_list top_k_categorical_accuracy "
        ),
        "keras.mixed_precision": (
            "autocast_variable device_compatibility_check get_layer_policy loss_scale loss_scale_optimizer "
            "policy "
        ),
        "keras.models": (
            "AddMetric CustomObjectScope Functional Input InputLayer Layer Model Sequential backend "
            "clone_and_build_model clone_model functional generic_utils "
            "in_place_subclassed_model_state_restoration load_model metrics_module model_config "
            "model_from_config model_from_json model_from_yaml optimizer_v1 save save_model sequential "
            "share_weights training training_v1 version_utils "
        ),
        "keras.optimizer_v2": (
            "adadelta adagrad adam adamax ftrl gradient_descent learning_rate_schedule nadam optimizer_v2 "
            "rmsprop utils "
        ),
        "keras.optimizer_v2.adadelta": "Adadelta",
        "keras.optimizer_v2.adagrad": "Adagrad",
        "keras.optimizer_v2.adam": "Adam NonFusedAdam",
        "keras.optimizer_v2.adamax": "Adamax",
        "keras.optimizer_v2.ftrl": "Ftrl",
        "keras.optimizer_v2.gradient_descent": "SGD",
        "keras.optimizer_v2.learning_rate_schedule": (
            "CosineDecay CosineDecayRestarts ExponentialDecay InverseTimeDecay LearningRateSchedule "
            "LinearCosineDecay NoisyLinearCosineDecay PiecewiseConstantDecay PolynomialDecay deserialize "
            "serialize "
        ),
        "keras.optimizer_v2.nadam": "Nadam",
        "keras.optimizer_v2.optimizer_v2": (
            "NullContextmanager OptimizerV2 RestoredOptimizer name_scope_only_in_function_or_graph "
        ),
        "keras.optimizer_v2.rmsprop": "RMSProp RMSprop",
        "keras.optimizer_v2.utils": (
            "all_reduce_sum_gradients filter_empty_gradients make_global_gradient_clipnorm_fn "
            "make_gradient_clipnorm_fn make_gradient_clipvalue_fn strategy_supports_no_merge_call "
        ),
        "keras.optimizers": (
            "Optimizer TFOptimizer adadelta_v2 adagrad_v2 adam_v2 adamax_v2 backend deserialize "
            "deserialize_keras_object ftrl get gradient_descent_v2 nadam_v2 optimizer_v2 rmsprop_v2 "
            "serialize serialize_keras_object "
        ),
        "keras.preprocessing": (
            "backend dataset_utils image image_dataset sequence text text_dataset timeseries utils "
        ),
        "keras.regularizers": (
            "L1 L1L2 L2 Regularizer backend deserialize deserialize_keras_object get l1 l1_l2 l2 serialize "
            "serialize_keras_object "
        ),
        "keras.utils": (
            "all_utils control_flow_util conv_utils data_utils dataset_creator generic_utils io_utils "
            "kernelized_utils layer_utils losses_utils metrics_utils mode_keys multi_gpu_utils np_utils "
            "object_identity tf_contextlib tf_inspect tf_utils version_utils vis_utils "
        ),
        "keras.utils.conv_utils": (
            "conv_connected_inputs conv_input_length conv_kernel_idxs conv_kernel_mask conv_output_length "
            "conv_output_shape convert_data_format deconv_output_length normalize_data_format "
            "normalize_padding normalize_tuple squeeze_batch_dims "
        ),
        "keras.utils.data_utils": (
            "GeneratorEnqueuer OrderedEnqueuer Sequence SequenceEnqueuer ThreadsafeIter "
            "dont_use_multiprocessing_pool get_file get_index get_pool_class get_worker_id_queue init_pool "
            "init_pool_generator is_generator_or_sequence iter_sequence_infinite next_sample "
            "threadsafe_generator urlretrieve validate_file "
        ),
        "keras.utils.generic_utils": (
            "CustomMaskWarning CustomObjectScope DisableSharedObjectScope LazyLoader NoopLoadingScope "
            "Progbar SharedObjectConfig SharedObjectLoadingScope SharedObjectSavingScope "
            "check_for_unexpected_keys class_and_config_for_serialized_keras_object custom_object_scope "
            "default deserialize_keras_object func_dump func_load get_custom_objects "
            "get_custom_objects_by_name get_registered_name get_registered_object has_arg is_all_none "
            "is_default make_batches populate_dict_with_module_objects register_keras_serializable "
            "serialize_keras_class_and_config serialize_keras_object skip_failed_serialization slice_arrays "
            "to_list to_snake_case validate_config validate_kwargs "
        ),
        "keras.utils.io_utils": "ask_to_proceed_with_overwrite path_to_string",
        "keras.utils.kernelized_utils": "exact_gaussian_kernel exact_laplacian_kernel inner_product",
        "keras.utils.layer_utils": (
            "cached_per_instance convert_dense_weights_data_format count_params "
            "filter_empty_layer_containers get_source_inputs is_builtin_layer print_summary "
            "validate_string_arg "
        ),
        "keras.utils.losses_utils": (
            "ReductionV2 cast_losses_to_common_dtype compute_weighted_loss reduce_weighted_loss "
            "remove_squeezable_dimensions scale_loss_for_distribution squeeze_or_expand_dimensions "
        ),
        "keras.utils.metrics_utils": (
            "AUCCurve AUCSummationMethod ConfusionMatrix Reduction assert_thresholds_range "
            "is_evenly_distributed_thresholds parse_init_thresholds "
            "ragged_assert_compatible_and_get_flat_values result_wrapper update_confusion_matrix_variables "
            "update_state_wrapper weakmethod "
        ),
        "keras.utils.multi_gpu_utils": "multi_gpu_model",
        "keras.utils.np_utils": "normalize to_categorical",
        "keras.utils.tf_contextlib": "contextmanager",
        "keras.utils.tf_inspect": (
            "currentframe getargspec getcallargs getdoc getfile getframeinfo getfullargspec getmembers "
            "getmodule getmro getsource getsourcefile getsourcelines isbuiltin isclass isframe isfunction "
            "isgenerator isgeneratorfunction ismethod ismodule isroutine stack "
        ),
        "keras.utils.tf_utils": (
            "ListWrapper are_all_symbolic_tensors assert_no_legacy_layers convert_inner_node_data "
            "convert_shapes dataset_is_infinite get_reachable_from_inputs get_shapes get_tensor_spec "
            "graph_context_for_symbolic_tensors is_extension_type is_ragged is_sparse is_symbolic_tensor "
            "is_tensor_or_tensor_list is_tensor_or_variable map_structure_with_atomic maybe_init_scope "
            "register_symbolic_tensor_type shape_type_conversion sync_to_numpy_or_python_type "
            "type_spec_from_value "
        ),
        "keras.utils.vis_utils": (
            "add_edge check_pydot get_layer_index_bound_by_layer_name is_wrapped_model model_to_dot "
            "plot_model "
        ),
        "keras.wrappers": "scikit_learn",
        "keras.wrappers.scikit_learn": "BaseWrapper KerasClassifier KerasRegressor",
    }.items()
}
