# case: the command line fills a dataclass, which a Trainer-less function takes; vars() and ** on the way
# rules: IPU101 IPU102 IPU103 IPU202 IPU204 IPU301
# port: agrees
# args: --epochs 1 --batch-size 50
# must: sees fit 450
# must: contains cfg.batch_size
# must: prints best val_loss
import argparse
from dataclasses import dataclass, field
from typing import List, Tuple

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, models, optimizers


@dataclass
class TrainConfig:
    batch_size: int = 64
    epochs: int = 3
    lr: float = 3e-3
    hidden: List[int] = field(default_factory=lambda: [16, 8])
    val_fraction: float = 0.2


def parse_config() -> TrainConfig:
    parser = argparse.ArgumentParser(formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("-b", "--batch-size", type=int, default=64)
    parser.add_argument("-e", "--epochs", type=int, default=3)
    parser.add_argument("--lr", type=float, default=3e-3)
    return TrainConfig(**vars(parser.parse_args()))


def split(x: np.ndarray, y: np.ndarray, fraction: float) -> Tuple[np.ndarray, ...]:
    n_val = int(len(x) * fraction)
    return x[n_val:], y[n_val:], x[:n_val], y[:n_val]


def build(cfg: TrainConfig, width: int) -> models.Model:
    inputs = layers.Input(shape=(width,))
    h = inputs
    for units in cfg.hidden:
        h = layers.Dense(units, activation="elu")(h)
    model = models.Model(inputs, layers.Dense(1)(h))
    model.compile(optimizers.Adam(learning_rate=cfg.lr), "mse")
    return model


def run(cfg: TrainConfig) -> float:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(587, 6)).astype("float32")
    y = (x[:, 0] * x[:, 1]).astype("float32")
    x_train, y_train, x_val, y_val = split(x, y, cfg.val_fraction)
    model = build(cfg, x.shape[1])
    history = model.fit(
        x=x_train, y=y_train,
        validation_data=(x_val, y_val),
        batch_size=cfg.batch_size, epochs=cfg.epochs,
        verbose=0,
    )
    return min(history.history["val_loss"])


if __name__ == "__main__":
    config = parse_config()
    print("best val_loss %.4f" % run(config))
