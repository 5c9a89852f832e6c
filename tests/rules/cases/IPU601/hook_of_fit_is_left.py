from tensorflow import keras


class Weighted(keras.Model):
    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None):
        return 2 * super().compute_loss(x, y, y_pred, sample_weight)


class Variational(keras.Model):
    def compute_loss(self, x):
        return self(x)
# output
from tensorflow import keras


class Weighted(keras.Model):
    # gpu2ipu: IPU601 `fit` calls `compute_loss` since TensorFlow 2.8, but never in TensorFlow 2.6: compile the model with this loss or metric
    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None):
        return 2 * super().compute_loss(x, y, y_pred, sample_weight)


class Variational(keras.Model):
    def compute_loss(self, x):
        return self(x)
