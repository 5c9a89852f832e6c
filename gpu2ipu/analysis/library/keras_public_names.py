"""The public names of Keras modules, so that a star import can be resolved without importing anything.

Written by `tools/tables.py`. Source: `dir()` of the modules of tensorflow.keras in TensorFlow 2.6.5 with NumPy 1.19.5.
"""

from __future__ import annotations

# module below keras -> its public names
PUBLIC_NAMES: dict[str, frozenset[str]] = {
    module: frozenset(names.split())
    for module, names in {
        "": (
            "Input Model Sequential activations applications backend callbacks constraints datasets "
            "estimator experimental initializers layers losses metrics mixed_precision models optimizers "
            "preprocessing regularizers utils wrappers "
        ),
        "layers": (
            "AbstractRNNCell Activation ActivityRegularization Add AdditiveAttention AlphaDropout Attention "
            "Average AveragePooling1D AveragePooling2D AveragePooling3D AvgPool1D AvgPool2D AvgPool3D "
            "BatchNormalization Bidirectional CategoryEncoding CenterCrop Concatenate Conv1D Conv1DTranspose "
            "Conv2D Conv2DTranspose Conv3D Conv3DTranspose ConvLSTM1D ConvLSTM2D ConvLSTM3D Convolution1D "
            "Convolution1DTranspose Convolution2D Convolution2DTranspose Convolution3D "
            "Convolution3DTranspose Cropping1D Cropping2D Cropping3D Dense DenseFeatures DepthwiseConv2D "
            "Discretization Dot Dropout ELU Embedding Flatten GRU GRUCell GaussianDropout GaussianNoise "
            "GlobalAveragePooling1D GlobalAveragePooling2D GlobalAveragePooling3D GlobalAvgPool1D "
            "GlobalAvgPool2D GlobalAvgPool3D GlobalMaxPool1D GlobalMaxPool2D GlobalMaxPool3D "
            "GlobalMaxPooling1D GlobalMaxPooling2D GlobalMaxPooling3D Hashing Input InputLayer InputSpec "
            "IntegerLookup LSTM LSTMCell Lambda Layer LayerNormalization LeakyReLU LocallyConnected1D "
            "LocallyConnected2D Masking MaxPool1D MaxPool2D MaxPool3D MaxPooling1D MaxPooling2D MaxPooling3D "
            "Maximum Minimum MultiHeadAttention Multiply Normalization PReLU Permute RNN RandomContrast "
            "RandomCrop RandomFlip RandomHeight RandomRotation RandomTranslation RandomWidth RandomZoom ReLU "
            "RepeatVector Rescaling Reshape Resizing SeparableConv1D SeparableConv2D SeparableConvolution1D "
            "SeparableConvolution2D SimpleRNN SimpleRNNCell Softmax SpatialDropout1D SpatialDropout2D "
            "SpatialDropout3D StackedRNNCells StringLookup Subtract TextVectorization ThresholdedReLU "
            "TimeDistributed UpSampling1D UpSampling2D UpSampling3D Wrapper ZeroPadding1D ZeroPadding2D "
            "ZeroPadding3D add average concatenate deserialize dot experimental maximum minimum multiply "
            "serialize subtract "
        ),
        "models": (
            "Model Sequential clone_model load_model model_from_config model_from_json model_from_yaml "
            "save_model "
        ),
        "optimizers": (
            "Adadelta Adagrad Adam Adamax Ftrl Nadam Optimizer RMSprop SGD deserialize get schedules "
            "serialize "
        ),
        "metrics": (
            "AUC Accuracy BinaryAccuracy BinaryCrossentropy CategoricalAccuracy CategoricalCrossentropy "
            "CategoricalHinge CosineSimilarity FalseNegatives FalsePositives Hinge KLD KLDivergence "
            "LogCoshError MAE MAPE MSE MSLE Mean MeanAbsoluteError MeanAbsolutePercentageError MeanIoU "
            "MeanMetricWrapper MeanRelativeError MeanSquaredError MeanSquaredLogarithmicError MeanTensor "
            "Metric Poisson Precision PrecisionAtRecall Recall RecallAtPrecision RootMeanSquaredError "
            "SensitivityAtSpecificity SparseCategoricalAccuracy SparseCategoricalCrossentropy "
            "SparseTopKCategoricalAccuracy SpecificityAtSensitivity SquaredHinge Sum TopKCategoricalAccuracy "
            "TrueNegatives TruePositives binary_accuracy binary_crossentropy categorical_accuracy "
            "categorical_crossentropy deserialize get hinge kl_divergence kld kullback_leibler_divergence "
            "log_cosh logcosh mae mape mean_absolute_error mean_absolute_percentage_error mean_squared_error "
            "mean_squared_logarithmic_error mse msle poisson serialize sparse_categorical_accuracy "
            "sparse_categorical_crossentropy sparse_top_k_categorical_accuracy squared_hinge "
            "top_k_categorical_accuracy "
        ),
        "losses": (
            "BinaryCrossentropy CategoricalCrossentropy CategoricalHinge CosineSimilarity Hinge Huber KLD "
            "KLDivergence LogCosh Loss MAE MAPE MSE MSLE MeanAbsoluteError MeanAbsolutePercentageError "
            "MeanSquaredError MeanSquaredLogarithmicError Poisson Reduction SparseCategoricalCrossentropy "
            "SquaredHinge binary_crossentropy categorical_crossentropy categorical_hinge cosine_similarity "
            "deserialize get hinge huber kl_divergence kld kullback_leibler_divergence log_cosh logcosh mae "
            "mape mean_absolute_error mean_absolute_percentage_error mean_squared_error "
            "mean_squared_logarithmic_error mse msle poisson serialize sparse_categorical_crossentropy "
            "squared_hinge "
        ),
        "callbacks": (
            "BaseLogger CSVLogger Callback CallbackList EarlyStopping History LambdaCallback "
            "LearningRateScheduler ModelCheckpoint ProgbarLogger ReduceLROnPlateau RemoteMonitor TensorBoard "
            "TerminateOnNaN experimental "
        ),
        "initializers": (
            "Constant GlorotNormal GlorotUniform HeNormal HeUniform Identity Initializer LecunNormal "
            "LecunUniform Ones Orthogonal RandomNormal RandomUniform TruncatedNormal VarianceScaling Zeros "
            "constant deserialize get glorot_normal glorot_uniform he_normal he_uniform identity "
            "lecun_normal lecun_uniform ones orthogonal random_normal random_uniform serialize "
            "truncated_normal variance_scaling zeros "
        ),
        "regularizers": "L1 L1L2 L2 Regularizer deserialize get l1 l1_l2 l2 serialize",
        "constraints": (
            "Constraint MaxNorm MinMaxNorm NonNeg RadialConstraint UnitNorm deserialize get max_norm "
            "min_max_norm non_neg radial_constraint serialize unit_norm "
        ),
        "utils": (
            "CustomObjectScope GeneratorEnqueuer OrderedEnqueuer Progbar Sequence SequenceEnqueuer "
            "array_to_img custom_object_scope deserialize_keras_object experimental get_custom_objects "
            "get_file get_registered_name get_registered_object get_source_inputs "
            "image_dataset_from_directory img_to_array load_img model_to_dot normalize "
            "pack_x_y_sample_weight plot_model register_keras_serializable save_img serialize_keras_object "
            "text_dataset_from_directory timeseries_dataset_from_array to_categorical "
            "unpack_x_y_sample_weight "
        ),
        "applications": (
            "DenseNet121 DenseNet169 DenseNet201 EfficientNetB0 EfficientNetB1 EfficientNetB2 EfficientNetB3 "
            "EfficientNetB4 EfficientNetB5 EfficientNetB6 EfficientNetB7 InceptionResNetV2 InceptionV3 "
            "MobileNet MobileNetV2 MobileNetV3Large MobileNetV3Small NASNetLarge NASNetMobile ResNet101 "
            "ResNet101V2 ResNet152 ResNet152V2 ResNet50 ResNet50V2 VGG16 VGG19 Xception densenet "
            "efficientnet imagenet_utils inception_resnet_v2 inception_v3 mobilenet mobilenet_v2 "
            "mobilenet_v3 nasnet resnet resnet50 resnet_v2 vgg16 vgg19 xception "
        ),
        "datasets": "boston_housing cifar10 cifar100 fashion_mnist imdb mnist reuters",
        "activations": (
            "deserialize elu exponential gelu get hard_sigmoid linear relu selu serialize sigmoid softmax "
            "softplus softsign swish tanh "
        ),
        "preprocessing.image": (
            "DirectoryIterator ImageDataGenerator Iterator NumpyArrayIterator apply_affine_transform "
            "apply_brightness_shift apply_channel_shift array_to_img img_to_array load_img random_brightness "
            "random_channel_shift random_rotation random_shear random_shift random_zoom save_img "
            "smart_resize "
        ),
        "preprocessing.sequence": "TimeseriesGenerator make_sampling_table pad_sequences skipgrams",
        "preprocessing.text": "Tokenizer hashing_trick one_hot text_to_word_sequence tokenizer_from_json",
        "optimizers.schedules": (
            "CosineDecay CosineDecayRestarts ExponentialDecay InverseTimeDecay LearningRateSchedule "
            "PiecewiseConstantDecay PolynomialDecay deserialize serialize "
        ),
    }.items()
}
