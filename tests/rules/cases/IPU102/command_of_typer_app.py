import numpy as np
import tensorflow as tf
import typer

app = typer.Typer()


@app.command()
def train(epochs: int = 1):
    x, y = np.random.rand(320, 5).astype("float32"), np.random.rand(320, 1).astype("float32")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(5,))])
    model.compile("adam", "mse")
    model.fit(x, y, batch_size=32, epochs=epochs)


if __name__ == "__main__":
    app()
# output
import numpy as np
import tensorflow as tf
import typer
from tensorflow.python import ipu

app = typer.Typer()


@app.command()
def train(epochs: int = 1):
    x, y = np.random.rand(320, 5).astype("float32"), np.random.rand(320, 1).astype("float32")

    ipu_config = ipu.config.IPUConfig()
    ipu_config.auto_select_ipus = 1
    ipu_config.configure_ipu_system()

    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(5,))])
    model.compile("adam", "mse")
    model.fit(x, y, batch_size=32, epochs=epochs)


if __name__ == "__main__":
    app()
