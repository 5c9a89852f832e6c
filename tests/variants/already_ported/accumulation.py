#!/usr/bin/env python3
# case: a port with gradient accumulation, a dataset that repeats and steps that the arguments give
# rules: none
# port: unchanged
# must: prints trained
"""MLP for Graphcore IPUs.  accumulation.py [--micro-batch 8] [--accumulate 4]"""
import argparse
import logging

import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

log = logging.getLogger("train")


def parse(argv=None):
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--micro-batch", type=int, default=8)
    p.add_argument("--accumulate", type=int, default=4)
    p.add_argument("--steps", type=int, default=16, help="micro-batches an epoch")
    return p.parse_args(argv)


def dataset(micro_batch):
    rng = np.random.default_rng(1)
    x = rng.random((256, 12), dtype=np.float32)
    y = (x[:, :6].sum(1) > x[:, 6:].sum(1)).astype(np.int32)
    ds = tf.data.Dataset.from_tensor_slices((x, y)).repeat()
    return ds.batch(micro_batch, drop_remainder=True).prefetch(tf.data.AUTOTUNE)


def build():
    return tf.keras.Sequential([
        tf.keras.layers.Dense(20, activation="relu", input_shape=(12,)),
        tf.keras.layers.Dense(2),
    ])


def main():
    args = parse()
    logging.basicConfig(level=logging.INFO)
    cfg = ipu.config.IPUConfig()
    cfg.auto_select_ipus = 1
    cfg.configure_ipu_system()
    strategy = ipu.ipu_strategy.IPUStrategy()
    with strategy.scope():
        model = build()
        model.set_gradient_accumulation_options(
            gradient_accumulation_steps_per_replica=args.accumulate, gradient_accumulation_reduction_method="mean"
        )
        model.compile(
            tf.keras.optimizers.SGD(0.05),
            tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
            steps_per_execution=args.steps,
        )
        history = model.fit(dataset(args.micro_batch), steps_per_epoch=args.steps, epochs=2, verbose=0)
    log.info("losses %s", history.history["loss"])
    print("trained", len(history.history["loss"]), "epochs")


if __name__ == "__main__":
    main()
