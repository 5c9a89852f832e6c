# case: a class in another module builds the model in __init__ and trains it in a method
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: contains with strategy.scope():
# must: lacks strategy=strategy
# must: sees fit 480
# must: prints labels: 90
import argparse

import numpy as np

from trainer import Trainer


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch-size", type=int, default=48)
    options = parser.parse_args()
    rng = np.random.RandomState(0)
    x = rng.uniform(size=(500, 8)).astype("float32")
    y = (x.sum(axis=1) > 4).astype("int32")
    trainer = Trainer(inputs=8, batch_size=options.batch_size)
    trainer.train(x, y)
    labels = trainer.label(rng.uniform(size=(90, 8)).astype("float32"))
    print("labels:", len(labels))


if __name__ == "__main__":
    main()
