import tensorflow as tf

layers = tf.keras.layers
augment = tf.keras.Sequential([layers.RandomFlip("horizontal"), layers.RandomRotation(0.1), layers.RandomZoom(0.1)])
model = tf.keras.Sequential([tf.keras.Input((16, 16, 3)), augment, layers.Flatten(), layers.Dense(1)])
model.compile("adam", "mse")

inputs = tf.keras.Input((16, 16, 3))
moved = layers.RandomTranslation(0.1, 0.1)(inputs)
wide = layers.RandomWidth(0.1)
other = tf.keras.Model(inputs, layers.GlobalMaxPool2D()(wide(layers.RandomCrop(8, 8)(moved))))


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.augment = tf.keras.layers.experimental.preprocessing.RandomHeight(0.1)
        self.dense = layers.Dense(1)

    def call(self, inputs):
        return self.dense(self.augment(inputs))


net = Net()
added = tf.keras.Sequential()
added.add(layers.CategoryEncoding(4))
added.compile("sgd", "mse")
# output
import tensorflow as tf

layers = tf.keras.layers
# gpu2ipu: IPU910 `RandomRotation` inside the model: the compiler has no kernel for transformed images; apply it in the dataset, `dataset.map(lambda x, y: (layer(x, training=True), y))`, and let the model begin after it
# gpu2ipu: IPU910 `RandomZoom` inside the model: the compiler has no kernel for transformed images; apply it in the dataset, `dataset.map(lambda x, y: (layer(x, training=True), y))`, and let the model begin after it
augment = tf.keras.Sequential([layers.RandomFlip("horizontal"), layers.RandomRotation(0.1), layers.RandomZoom(0.1)])
model = tf.keras.Sequential([tf.keras.Input((16, 16, 3)), augment, layers.Flatten(), layers.Dense(1)])
model.compile("adam", "mse")

inputs = tf.keras.Input((16, 16, 3))
# gpu2ipu: IPU910 `RandomTranslation` inside the model: the compiler has no kernel for transformed images; apply it in the dataset, `dataset.map(lambda x, y: (layer(x, training=True), y))`, and let the model begin after it
moved = layers.RandomTranslation(0.1, 0.1)(inputs)
wide = layers.RandomWidth(0.1)
# gpu2ipu: IPU910 `RandomWidth` inside the model: the shape of its result is drawn at random; apply it in the dataset, `dataset.map(lambda x, y: (wide(x, training=True), y))`, and let the model begin after it
other = tf.keras.Model(inputs, layers.GlobalMaxPool2D()(wide(layers.RandomCrop(8, 8)(moved))))


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.augment = tf.keras.layers.experimental.preprocessing.RandomHeight(0.1)
        self.dense = layers.Dense(1)

    def call(self, inputs):
        # gpu2ipu: IPU910 `RandomHeight` inside the model: the shape of its result is drawn at random; apply it in the dataset, `dataset.map(lambda x, y: (self.augment(x, training=True), y))`, and let the model begin after it
        return self.dense(self.augment(inputs))


net = Net()
added = tf.keras.Sequential()
# gpu2ipu: IPU910 `CategoryEncoding` inside the model: the compiler has no kernel for counts; apply it in the dataset, and let the model begin after it
added.add(layers.CategoryEncoding(4))
added.compile("sgd", "mse")
