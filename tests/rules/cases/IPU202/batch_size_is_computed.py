import argparse

from tensorflow import keras

parser = argparse.ArgumentParser()
parser.add_argument("--batch", type=int, default=64)
args = parser.parse_args()
(x_train, y_train), _ = keras.datasets.mnist.load_data()

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy")
model.fit(x_train, y_train, batch_size=args.batch * 2)
# output
import argparse

from tensorflow import keras

parser = argparse.ArgumentParser()
parser.add_argument("--batch", type=int, default=64)
args = parser.parse_args()
(x_train, y_train), _ = keras.datasets.mnist.load_data()

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy")
train_size = len(x_train) // (args.batch * 2) * (args.batch * 2)
model.fit(x_train[:train_size], y_train[:train_size], batch_size=args.batch * 2)
