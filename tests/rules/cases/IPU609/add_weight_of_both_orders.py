from tensorflow import keras


class Mine(keras.layers.Layer):
    def build(self, input_shape):
        dim = input_shape[-1]
        self.a = self.add_weight(input_shape[1:], name="a", trainable=True)
        self.b = self.add_weight("b", (dim,))
        self.c = self.add_weight(name="c", shape=(dim,))
        self.d = self.add_weight([dim, 3], keras.initializers.Zeros(), "float32")
        name = "e"
        self.e = self.add_weight(name, (dim,), None, "zeros")
# output
from tensorflow import keras


class Mine(keras.layers.Layer):
    def build(self, input_shape):
        dim = input_shape[-1]
        self.a = self.add_weight(shape=input_shape[1:], name="a", trainable=True)
        self.b = self.add_weight("b", (dim,))
        self.c = self.add_weight(name="c", shape=(dim,))
        self.d = self.add_weight(shape=[dim, 3], initializer=keras.initializers.Zeros(), dtype="float32")
        name = "e"
        self.e = self.add_weight(name, (dim,), None, "zeros")
