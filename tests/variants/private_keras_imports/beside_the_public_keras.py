# case: the model is of the public Keras; only a callback class, a regularizer and the backend come from the private one
# rules: IPU101 IPU102 IPU103 IPU202 IPU204 IPU301 IPU603
# port: agrees
# must: lacks tensorflow.python.keras
# must: sees fit 225
# must: prints epoch 1 ended
import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
from tensorflow.python.keras.callbacks import Callback
from tensorflow.python.keras import backend as K, regularizers


class Report(Callback):
    def on_epoch_end(self, epoch, logs=None):
        print("epoch %d ended" % (epoch + 1), sorted(logs))


def mean_error(y_true, y_pred):
    return K.mean(K.abs(y_true - y_pred))


tf.random.set_seed(12)
numbers = np.random.RandomState(12).rand(310, 3).astype("float32")
product = numbers.prod(axis=1, keepdims=True)
train, test = slice(0, 240), slice(240, 310)

model = Sequential([
    Dense(9, activation="relu", input_shape=(3,), kernel_regularizer=regularizers.l2(1e-4)),
    Dense(1),
])
model.compile(optimizer="sgd", loss="mse", metrics=[mean_error])
model.fit(numbers[train], product[train], batch_size=25, epochs=1, verbose=0,
          validation_data=(numbers[test], product[test]), callbacks=[Report()])
