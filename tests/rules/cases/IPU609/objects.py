import keras
from keras import ops


class Own(keras.losses.Loss):
    def call(self, t, p):
        return ops.square(t - p)


own = Own(name="own")
print(own(ops.ones((3,)), ops.zeros((3,))))
regularizer = keras.regularizers.l1_l2(l1=0.5, l2=0.5)
print(regularizer(ops.ones((3,))))
loss = keras.losses.SparseCategoricalCrossentropy()
print(loss(ops.zeros((3,)), ops.ones((3, 2))))
print(keras.losses.SparseCategoricalCrossentropy()(ops.zeros((3,)), ops.ones((3, 2)), ops.ones((3,))))
layer = keras.layers.ConvLSTM2D(4, 3, recurrent_activation="sigmoid")
print(layer(ops.ones((1, 3, 4, 4, 1)), None, True))
metric = keras.metrics.KLDivergence("d")
metric.update_state(ops.ones((3, 2)), ops.ones((3, 2)))
initializer = keras.initializers.Constant(1.0)
print(initializer((2, 2), "float32"))
