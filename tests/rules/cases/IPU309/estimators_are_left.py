import numpy as np
import tensorflow as tf
from tensorflow import estimator
from tensorflow.python.ipu import ipu_estimator, ipu_run_config

model = tf.keras.models.load_model("model.h5")


def read():
    return tf.data.Dataset.from_tensor_slices((np.zeros((64, 4)), np.zeros((64, 1)))).batch(16)


def net(features, labels, mode):
    loss = tf.reduce_mean(tf.square(tf.compat.v1.layers.dense(features, 1) - labels))
    return tf.estimator.EstimatorSpec(mode, loss=loss)


columns = [tf.feature_column.numeric_column("a")]
trained = tf.keras.estimator.model_to_estimator(keras_model=model)
trained.train(input_fn=read, steps=10)
older = tf.compat.v1.keras.estimator.model_to_estimator(model)
own = estimator.Estimator(net, config=tf.estimator.RunConfig(save_summary_steps=5))
linear = tf.compat.v1.estimator.LinearClassifier(columns)
deep = tf.estimator.DNNRegressor([8], feature_columns=columns)
forest = tf.estimator.BoostedTreesClassifier(columns, 1)
ported = ipu_estimator.IPUEstimator(net, config=ipu_run_config.RunConfig())
# output
import numpy as np
import tensorflow as tf
from tensorflow import estimator
from tensorflow.python.ipu import ipu_estimator, ipu_run_config

model = tf.keras.models.load_model("model.h5")


def read():
    return tf.data.Dataset.from_tensor_slices((np.zeros((64, 4)), np.zeros((64, 1)))).batch(16)


def net(features, labels, mode):
    loss = tf.reduce_mean(tf.square(tf.compat.v1.layers.dense(features, 1) - labels))
    return tf.estimator.EstimatorSpec(mode, loss=loss)


columns = [tf.feature_column.numeric_column("a")]
# gpu2ipu: IPU309 `model_to_estimator`: an Estimator runs a graph of TensorFlow 1 on the CPU, not on an IPU; train the Keras model itself, with `fit`
trained = tf.keras.estimator.model_to_estimator(keras_model=model)
trained.train(input_fn=read, steps=10)
# gpu2ipu: IPU309 `model_to_estimator`: an Estimator runs a graph of TensorFlow 1 on the CPU, not on an IPU; train the Keras model itself, with `fit`
older = tf.compat.v1.keras.estimator.model_to_estimator(model)
# gpu2ipu: IPU309 `Estimator`: an Estimator runs a graph of TensorFlow 1 on the CPU, not on an IPU; write it as a Keras model, and train that with `fit`, or use an `IPUEstimator` of `tensorflow.python.ipu.ipu_estimator`
own = estimator.Estimator(net, config=tf.estimator.RunConfig(save_summary_steps=5))
# gpu2ipu: IPU309 `LinearClassifier`: an Estimator runs a graph of TensorFlow 1 on the CPU, not on an IPU; write it as a Keras model, and train that with `fit`
linear = tf.compat.v1.estimator.LinearClassifier(columns)
# gpu2ipu: IPU309 `DNNRegressor`: an Estimator runs a graph of TensorFlow 1 on the CPU, not on an IPU; write it as a Keras model, and train that with `fit`
deep = tf.estimator.DNNRegressor([8], feature_columns=columns)
# gpu2ipu: IPU309 `BoostedTreesClassifier`: an Estimator runs a graph of TensorFlow 1 on the CPU, not on an IPU; write it as a Keras model, and train that with `fit`
forest = tf.estimator.BoostedTreesClassifier(columns, 1)
ported = ipu_estimator.IPUEstimator(net, config=ipu_run_config.RunConfig())
