import tensorflow as tf


class Own(tf.keras.Sequential):
    def make_train_function(self, force=False):
        self.train_function = lambda iterator: {"loss": 0.0}
        return self.train_function

    def make_predict_function(self):
        return super().make_predict_function()


model = Own([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf


class Own(tf.keras.Sequential):
    # gpu2ipu: IPU304 `make_train_function` is overridden, which is an error on an IPU: create the strategy with `IPUStrategy(enable_keras_extensions=False)`, or run the step in a custom loop with `strategy.run`
    def make_train_function(self, force=False):
        self.train_function = lambda iterator: {"loss": 0.0}
        return self.train_function

    # gpu2ipu: IPU304 `make_predict_function` is overridden, which is an error on an IPU: create the strategy with `IPUStrategy(enable_keras_extensions=False)`, or run the step in a custom loop with `strategy.run`
    def make_predict_function(self):
        return super().make_predict_function()


model = Own([tf.keras.layers.Dense(1)])
