# case: estimator-style input functions give endless datasets; steps come from integer arithmetic on module constants
# rules: IPU101 IPU102 IPU103 IPU201 IPU301
# port: agrees
# must: sees fit 300
# must: sees evaluate 60
from __future__ import absolute_import, division, print_function

import numpy as np
import tensorflow as tf

TRAIN_EXAMPLES = 310
EVAL_EXAMPLES = 60
BATCH = 30

_data = np.random.RandomState(7).rand(TRAIN_EXAMPLES + EVAL_EXAMPLES, 4).astype(np.float32)
_target = (_data[:, 0] > 0.5).astype(np.int32)


def train_input_fn():
  dataset = tf.data.Dataset.from_tensor_slices((_data[:TRAIN_EXAMPLES], _target[:TRAIN_EXAMPLES]))
  dataset = dataset.shuffle(TRAIN_EXAMPLES, seed=1).repeat()
  return dataset.batch(BATCH)


def eval_input_fn():
  dataset = tf.data.Dataset.from_tensor_slices((_data[TRAIN_EXAMPLES:], _target[TRAIN_EXAMPLES:]))
  return dataset.batch(BATCH).repeat(None)


def model_fn():
  model = tf.keras.models.Sequential()
  model.add(tf.keras.layers.Dense(8, activation=tf.nn.relu, input_dim=4))
  model.add(tf.keras.layers.Dense(2, activation=tf.nn.softmax))
  model.compile(optimizer=tf.keras.optimizers.SGD(0.05),
                loss='sparse_categorical_crossentropy',
                metrics=['accuracy'])
  return model


model = model_fn()
model.fit(train_input_fn(), steps_per_epoch=TRAIN_EXAMPLES // BATCH, epochs=2, verbose=0)
print(model.evaluate(eval_input_fn(), steps=EVAL_EXAMPLES // BATCH, verbose=0))
