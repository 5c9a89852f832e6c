import numpy as np
import tensorflow as tf
import multiprocessing


def main():
    x, y = np.random.rand(320, 5).astype("float32"), np.random.rand(320, 1).astype("float32")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(5,))])
    model.compile("adam", "mse")
    model.fit(x, y, batch_size=32, epochs=1)


if __name__ == "__main__":
    process = multiprocessing.Process(target=main)
    process.start()
    process.join()
# output
import numpy as np
import tensorflow as tf
import multiprocessing


def main():
    x, y = np.random.rand(320, 5).astype("float32"), np.random.rand(320, 1).astype("float32")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(5,))])
    model.compile("adam", "mse")
    model.fit(x, y, batch_size=32, epochs=1)


if __name__ == "__main__":
    # gpu2ipu: IPU103 `main` is passed to `multiprocessing.Process`, which calls it outside of the scope: enter the strategy's scope in it; what is trained there needs full batches, too
    process = multiprocessing.Process(target=main)
    process.start()
    process.join()
