"""What Keras gives, by the qualified name of what is called."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.library.numpy import rows_of
from gpu2ipu.analysis.values.arrays import Array, KerasTensor
from gpu2ipu.analysis.values.data import Generator, iterated
from gpu2ipu.analysis.values.library_objects import (
    External,
    IpuConfig,
    KerasLayer,
    KerasModel,
    Metric,
    Optimizer,
    Strategy,
    TfDistributeStrategy,
)
from gpu2ipu.analysis.values.value import NoneValue, Unknown, Value
from tests.analysis.evaluated import value_of

DATA = "x, symbol = np.zeros((10, 3)), keras.Input((3,))\n"


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("keras.Sequential()", KerasModel),
        ("keras.models.load_model('m.h5')", KerasModel),
        ("keras.models.clone_model(n)", KerasModel),
        ("keras.Model.from_config(n)", KerasModel),
        ("keras.applications.MobileNetV2()", KerasModel),
        ("keras.applications.resnet50.ResNet50(weights=None)", KerasModel),
        ("keras.applications.resnet50.preprocess_input(x)", Array),
        ("keras.Input((3,))", KerasTensor),
        ("keras.layers.Input((3,))", KerasTensor),
        ("layers.Dense(3)", KerasLayer),
        ("layers.Dense(3)(symbol)", KerasTensor),
        ("layers.Dense(3)([symbol, symbol])", KerasTensor),
        ("layers.Dense(3)(x)", Array),
        ("layers.concatenate([symbol, symbol])", KerasTensor),
        ("tf.concat([symbol, symbol], axis=1)", KerasTensor),
        ("keras.optimizers.Adam()", Optimizer),
        ("keras.optimizers.get('adam')", Optimizer),
        ("keras.optimizers.schedules.ExponentialDecay(1, 2, 3)", External),
        ("keras.metrics.Mean()", Metric),
        ("keras.metrics.binary_accuracy(x, x)", Unknown),
        ("keras.losses.MeanSquaredError()", External),
        ("keras.losses.MeanSquaredError()(x, x)", Unknown),
        ("tf.GradientTape()", External),
        ("keras.callbacks.EarlyStopping()", Unknown),
        ("keras.preprocessing.image.ImageDataGenerator().flow(x)", Generator),
        ("keras.preprocessing.image.ImageDataGenerator().flow_from_directory('d')", Generator),
        ("keras.preprocessing.image.ImageDataGenerator().fit(x)", Unknown),
        ("ipu.ipu_strategy.IPUStrategy()", Strategy),
        ("ipu.ipu_strategy.IPUStrategy().scope()", Strategy),
        ("ipu.config.IPUConfig()", IpuConfig),
        ("ipu.config.IPUConfig().configure_ipu_system()", NoneValue),
        ("tf.distribute.MirroredStrategy()", TfDistributeStrategy),
        ("tf.distribute.experimental.TPUStrategy()", TfDistributeStrategy),
        ("tf.distribute.get_replica_context()", Unknown),
    ],
)
def test_kinds(code: str, kind: type[Value]) -> None:
    assert isinstance(value_of(DATA + code), kind)


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
        ("keras.utils.normalize(np.arange(10), 0)", 10, "float64"),
        ("keras.preprocessing.sequence.pad_sequences([[1], [2, 3]], 5)", 2, "int32"),
        ("keras.preprocessing.sequence.pad_sequences(n, dtype='float32')", None, "float32"),
        ("keras.utils.pad_sequences([[1]])", 1, "int32"),
    ],
)
def test_arrays(code: str, rows: int | None, dtype: str) -> None:
    value = value_of(DATA + code)
    assert isinstance(value, Array)
    assert (value.rows, value.dtype) == (rows, dtype)


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
    assert isinstance(model_value, KerasModel)
    assert len(model_value.outputs) == outputs
    prediction = value_of(f"{DATA}model = {model}\nmodel.predict(x)")
    each = iterated(prediction) if outputs > 1 else (prediction,)
    assert [rows_of(value) for value in each] == [10 if outputs else None] * max(outputs, 1)


@pytest.mark.parametrize(
    ("call", "rows"),
    [("predict(x=x)", 10), ("predict([x, x])", 10), ("predict(n)", None), ("predict_on_batch(x)", 10)],
)
def test_rows_of_predictions(call: str, rows: int | None) -> None:
    assert rows_of(value_of(f"{DATA}keras.Sequential().{call}")) == rows


def test_other_methods_of_a_model_are_unknown() -> None:
    assert isinstance(value_of("keras.Sequential().summary()"), Unknown)
