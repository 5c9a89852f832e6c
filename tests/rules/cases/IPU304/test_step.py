from tensorflow import keras


class Halved(keras.Model):
    def test_step(self, data):
        x, y = data
        return super().test_step((x * 0.5, y))


inputs = keras.Input((4,))
model = Halved(inputs, keras.layers.Dense(1)(inputs))
