# case: a scorer class builds the network in a method and loads weights when the file is there; scores come from a property
# rules: IPU101 IPU102 IPU103 IPU203
# port: agrees
# must: prints scored 37
import argparse
from pathlib import Path
from typing import Optional

import numpy as np
import tensorflow as tf
from tensorflow.keras import Model, layers


class Scorer:
    def __init__(self, weights: Optional[Path], size: int = 16):
        self.size = size
        self.network = self._network()
        if weights is not None and weights.exists():
            self.network.load_weights(str(weights))

    @staticmethod
    def _network() -> Model:
        rows = layers.Input((4,), name="rows")
        hidden = layers.Dense(8, activation="swish")(rows)
        return Model(rows, layers.Dense(1, activation="sigmoid", name="score")(hidden))

    def __call__(self, rows: np.ndarray) -> np.ndarray:
        return self.network.predict(rows, batch_size=self.size, verbose=0)[:, 0]


def main() -> None:
    parser = argparse.ArgumentParser(description="score rows")
    parser.add_argument("--weights", type=Path, default=None)
    args = parser.parse_args()
    tf.random.set_seed(2)
    scorer = Scorer(args.weights)
    scores = scorer(np.linspace(0, 1, 37 * 4, dtype="float32").reshape(37, 4))
    print("scored", len(scores), "rows")


if __name__ == "__main__":
    main()
