import click
import numpy as np
from tensorflow import keras


@click.group()
def cli():
    pass


@cli.command()
@click.option("--epochs", default=1)
def train(epochs):
    x, y = np.random.rand(320, 5).astype("float32"), np.random.rand(320, 1).astype("float32")
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(5,))])
    model.compile("adam", "mse")
    model.fit(x, y, epochs=epochs)
    model.save("m")


@cli.command()
def test():
    model = keras.models.load_model("m")
    x, y = np.random.rand(320, 5).astype("float32"), np.random.rand(320, 1).astype("float32")
    print(model.evaluate(x, y))


if __name__ == "__main__":
    cli()
# output
import click
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu


@click.group()
def cli():
    pass


@cli.command()
@click.option("--epochs", default=1)
def train(epochs):
    x, y = np.random.rand(320, 5).astype("float32"), np.random.rand(320, 1).astype("float32")
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(5,))])
    model.compile("adam", "mse")
    model.fit(x, y, epochs=epochs)
    model.save("m")


@cli.command()
def test():
    model = keras.models.load_model("m")
    x, y = np.random.rand(320, 5).astype("float32"), np.random.rand(320, 1).astype("float32")
    print(model.evaluate(x, y))


if __name__ == "__main__":
    ipu_config = ipu.config.IPUConfig()
    ipu_config.auto_select_ipus = 1
    ipu_config.configure_ipu_system()

    cli()
