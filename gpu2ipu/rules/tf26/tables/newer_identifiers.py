"""Texts that stand for something of Keras, `activation="silu"`, and are unknown to TensorFlow 2.6.

Written by `tools/tables.py`. Source: the functions `get` of TensorFlow 2.6.5 with NumPy 1.19.5,
of tf_keras and of Keras 3.
"""

from __future__ import annotations

# module below keras -> the texts that its `get` takes since
NEWER_IDENTIFIERS: dict[str, frozenset[str]] = {
    module: frozenset(names.split())
    for module, names in {
        "activations": (
            "celu glu hard_shrink hard_silu hard_swish hard_tanh log_sigmoid mish soft_shrink sparse_plus "
            "sparse_sigmoid sparsemax squareplus tanh_shrink threshold "
        ),
        "constraints": "constraint",
        "initializers": "IdentityInitializer OrthogonalInitializer STFT STFTInitializer stft",
        "losses": (
            "BinaryFocalCrossentropy CTC CategoricalFocalCrossentropy Circle Dice Tversky "
            "binary_focal_crossentropy categorical_focal_crossentropy circle ctc dice tversky "
        ),
        "metrics": (
            "BinaryIoU ConcordanceCorrelation F1Score FBetaScore KLD Metric PearsonCorrelation R2Score auc "
            "binary_focal_crossentropy binary_io_u binaryaccuracy binarycrossentropy binaryiou "
            "categorical_focal_crossentropy categoricalaccuracy categoricalcrossentropy categoricalhinge "
            "concordance_correlation concordancecorrelation cosinesimilarity experimental f1_score f1score "
            "f_beta_score false_negatives false_positives falsenegatives falsepositives fbetascore huber "
            "io_u iou kl_divergence kld kldivergence log_cosh_error logcosherror mean mean_io_u "
            "mean_metric_wrapper mean_relative_error mean_tensor meanabsoluteerror "
            "meanabsolutepercentageerror meaniou meanmetricwrapper meanrelativeerror meansquarederror "
            "meansquaredlogarithmicerror meantensor metric one_hot_io_u one_hot_mean_io_u onehotiou "
            "onehotmeaniou pearson_correlation pearsoncorrelation precision precision_at_recall "
            "precisionatrecall r2_score r2score recall recall_at_precision recallatprecision "
            "root_mean_squared_error rootmeansquarederror sensitivity_at_specificity "
            "sensitivityatspecificity sparsecategoricalaccuracy sparsecategoricalcrossentropy "
            "sparsetopkcategoricalaccuracy specificity_at_sensitivity specificityatsensitivity squaredhinge "
            "sum topkcategoricalaccuracy true_negatives true_positives truenegatives truepositives "
        ),
        "optimizers": (
            "Adafactor AdamW Lion MultiOptimizer Muon OptimizerMap ScheduleFreeAdamW adafactor adamw lion "
            "multioptimizer muon optimizermap schedulefreeadamw "
        ),
        "regularizers": "OrthogonalRegularizer l1l2 orthogonal_regularizer orthogonalregularizer regularizer",
    }.items()
}
