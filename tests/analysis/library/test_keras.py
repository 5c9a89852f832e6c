"""What Keras gives, by the qualified name of what is called."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.values.value import Kind
from tests.analysis.evaluated import value_of

DATA = "x, symbol = np.zeros((10, 3)), keras.Input((3,))\n"


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("keras.Sequential()", Kind.MODEL),
        ("keras.models.load_model('m.h5')", Kind.MODEL),
        ("keras.models.clone_model(n)", Kind.MODEL),
        ("keras.Model.from_config(n)", Kind.MODEL),
        ("keras.applications.MobileNetV2()", Kind.MODEL),
        ("keras.applications.resnet50.ResNet50(weights=None)", Kind.MODEL),
        ("keras.applications.resnet50.preprocess_input(x)", Kind.ARRAY),
        ("keras.Input((3,))", Kind.SYMBOL),
        ("keras.layers.Input((3,))", Kind.SYMBOL),
        ("layers.Dense(3)", Kind.LAYER),
        ("layers.Dense(3)(symbol)", Kind.SYMBOL),
        ("layers.Dense(3)([symbol, symbol])", Kind.SYMBOL),
        ("layers.Dense(3)(x)", Kind.ARRAY),
        ("layers.concatenate([symbol, symbol])", Kind.SYMBOL),
        ("tf.concat([symbol, symbol], axis=1)", Kind.SYMBOL),
        ("keras.optimizers.Adam()", Kind.OPTIMIZER),
        ("keras.optimizers.get('adam')", Kind.OPTIMIZER),
        ("keras.optimizers.schedules.ExponentialDecay(1, 2, 3)", Kind.EXTERNAL),
        ("keras.metrics.Mean()", Kind.METRIC),
        ("keras.metrics.binary_accuracy(x, x)", Kind.UNKNOWN),
        ("keras.losses.MeanSquaredError()", Kind.EXTERNAL),
        ("keras.losses.MeanSquaredError()(x, x)", Kind.UNKNOWN),
        ("tf.GradientTape()", Kind.EXTERNAL),
        ("keras.callbacks.EarlyStopping()", Kind.UNKNOWN),
        ("keras.preprocessing.image.ImageDataGenerator().flow(x)", Kind.GENERATOR),
        ("keras.preprocessing.image.ImageDataGenerator().flow_from_directory('d')", Kind.GENERATOR),
        ("keras.preprocessing.image.ImageDataGenerator().fit(x)", Kind.UNKNOWN),
        ("ipu.ipu_strategy.IPUStrategy()", Kind.STRATEGY),
        ("ipu.ipu_strategy.IPUStrategy().scope()", Kind.STRATEGY),
        ("ipu.config.IPUConfig()", Kind.CONFIG),
        ("ipu.config.IPUConfig().configure_ipu_system()", Kind.NONE),
        ("tf.distribute.MirroredStrategy()", Kind.OTHER_STRATEGY),
        ("tf.distribute.experimental.TPUStrategy()", Kind.OTHER_STRATEGY),
        ("tf.distribute.get_replica_context()", Kind.UNKNOWN),
    ],
)
def test_kinds(code: str, kind: Kind) -> None:
    assert value_of(DATA + code).kind is kind


@pytest.mark.parametrize(
    ("code", "rows", "dtype"),
    [
        ("keras.datasets.mnist.load_data()[0][0]", 60000, "uint8"),
        ("keras.datasets.cifar100.load_data()[1][1]", 10000, "int64"),
        ("keras.datasets.imdb.load_data(num_words=9)[0][0]", 25000, "object"),
        ("keras.datasets.imdb.load_data(maxlen=9)[0][0]", None, "object"),
        ("keras.datasets.boston_housing.load_data(test_split=0.5)[1][0]", None, "float64"),
        ("keras.datasets.boston_housing.load_data()[1][0]", 102, "float64"),
        ("keras.datasets.reuters.load_data(**unheard_of)[1][0]", None, "object"),
        ("keras.datasets.not_yet.load_data()[0][1]", None, ""),
        ("keras.utils.to_categorical(np.arange(10), 10)", 10, "float32"),
        ("keras.utils.np_utils.to_categorical(n)", None, "float32"),
        ("keras.preprocessing.sequence.pad_sequences([[1], [2, 3]], 5)", 2, "int32"),
        ("keras.preprocessing.sequence.pad_sequences(n, dtype='float32')", None, "float32"),
        ("keras.utils.pad_sequences([[1]])", 1, "int32"),
    ],
)
def test_arrays(code: str, rows: int | None, dtype: str) -> None:
    value = value_of(DATA + code)
    assert (value.kind, value.rows, value.dtype) == (Kind.ARRAY, rows, dtype)


@pytest.mark.parametrize(
    ("model", "outputs"),
    [
        ("keras.Sequential([layers.Dense(1)])", 1),
        ("keras.applications.VGG16()", 1),
        ("keras.Model(symbol, layers.Dense(1)(symbol))", 1),
        ("keras.Model(inputs=symbol, outputs=[symbol, symbol])", 2),
        ("keras.Model(inputs=symbol, outputs={'a': symbol, 'b': symbol})", 2),
        ("keras.Model(inputs=symbol, outputs=unheard_of)", 0),
        ("keras.models.load_model('m.h5')", 0),
    ],
)
def test_a_prediction_has_the_rows_of_its_data_for_each_output(model: str, outputs: int) -> None:
    model_value = value_of(DATA + model)
    assert len(model_value.items) == outputs
    prediction = value_of(f"{DATA}model = {model}\nmodel.predict(x)")
    each = prediction.items if outputs > 1 else (prediction,)
    assert [value.rows for value in each] == [10 if outputs else None] * max(outputs, 1)


@pytest.mark.parametrize(
    ("call", "rows"),
    [("predict(x=x)", 10), ("predict([x, x])", 10), ("predict(n)", None), ("predict_on_batch(x)", 10)],
)
def test_rows_of_predictions(call: str, rows: int | None) -> None:
    assert value_of(f"{DATA}keras.Sequential().{call}").rows == rows


def test_other_methods_of_a_model_are_unknown() -> None:
    assert value_of("keras.Sequential().summary()").is_unknown
