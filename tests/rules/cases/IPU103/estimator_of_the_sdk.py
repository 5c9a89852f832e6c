# flags: --all-rules
from functools import partial

import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu


def layers():
    return [keras.layers.Flatten(), keras.layers.Dense(10)]


def model_fn(features, labels, mode):
    model = keras.Sequential(layers())
    loss = tf.reduce_mean(keras.losses.sparse_categorical_crossentropy(labels, model(features)))
    train = tf.compat.v1.train.GradientDescentOptimizer(0.1).minimize(loss)
    return tf.estimator.EstimatorSpec(mode=mode, loss=loss, train_op=train)


def stages(classes, features, labels, mode):
    dense = keras.layers.Dense(classes)
    return ipu.ipu_pipeline_estimator.IPUPipelineEstimatorSpec(mode, [lambda x, y: (dense(x), y)])


def tested(estimator, data):
    return estimator.evaluate(data, steps=4), estimator.predict(data)


def data():
    return tf.data.Dataset.from_tensors((tf.ones([2, 8]), tf.ones([2]))).repeat()


run_config = ipu.ipu_run_config.RunConfig(ipu_run_config=ipu.ipu_run_config.IPURunConfig())
estimator = ipu.ipu_estimator.IPUEstimator(model_fn=model_fn, config=run_config)
estimator.train(data, steps=8)
print(tested(estimator, data))
pipeline = ipu.ipu_pipeline_estimator.IPUPipelineEstimator(partial(stages, 10), config=run_config)
pipeline.train(data, steps=8)
