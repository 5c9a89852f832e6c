# case: a function of a module builds, compiles and fits: it needs the strategy of the script that calls it
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: contains strategy=strategy
# must: contains def run(x, y, units, strategy
# must: contains with strategy.scope():
# must: sees fit 128
import sys

import numpy as np

from experiment import run


def main(argv):
    units = [int(word) for word in argv] or [4, 8]
    rng = np.random.RandomState(12)
    x = rng.randn(150, 3).astype(np.float32)
    y = (x ** 2).sum(axis=1)
    losses = run(x, y, units)
    print("best of", len(losses))


if __name__ == "__main__":
    main(sys.argv[1:])
