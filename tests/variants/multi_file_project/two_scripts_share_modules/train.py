# case: two scripts are run, and share the modules with the model and the batches
# rules: IPU101 IPU102 IPU103 IPU201 IPU202 IPU301
# port: agrees
# must: contains def network(steps_per_execution=1):
# must: contains .batch(size, drop_remainder=True)
# must: sees fit 96
import tensorflow as tf

import batches
from nets import network


def main():
    tf.random.set_seed(5)
    ds = batches.training(32)
    model = network()
    model.fit(ds, epochs=2, verbose=0)
    x, y = batches.rows(60, seed=6)
    print("scored:", model.evaluate(x, y, verbose=0) > 0)


if __name__ == "__main__":
    main()
