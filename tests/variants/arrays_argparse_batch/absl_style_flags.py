# case: options through a small flags class; batch size and epochs are attributes of a global FLAGS
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# args: --batch_size=24 --epochs=1
# must: sees fit 384
# must: sees evaluate 100
# must: contains FLAGS.batch_size
# must: prints done after 1 epochs
from __future__ import print_function

import argparse
import sys

import numpy as np
import tensorflow as tf

FLAGS = None


def model_fn(num_classes):
    """Two dense layers."""
    model = tf.keras.Sequential()
    model.add(tf.keras.layers.Dense(FLAGS.units, activation=tf.nn.relu, input_shape=(10,)))
    model.add(tf.keras.layers.Dense(num_classes, activation=tf.nn.softmax))
    model.compile(optimizer=tf.keras.optimizers.Adam(FLAGS.learning_rate),
                  loss='sparse_categorical_crossentropy', metrics=['accuracy'])
    return model


def main(unused_argv):
    rng = np.random.RandomState(FLAGS.seed)
    features = rng.rand(500, 10).astype(np.float32)
    labels = (features[:, :5].argmax(axis=1)).astype(np.int32)
    tf.random.set_seed(FLAGS.seed)

    model = model_fn(num_classes=5)
    model.fit(features[:400], labels[:400], FLAGS.batch_size, FLAGS.epochs, verbose=2)
    score = model.evaluate(features[400:], labels[400:], FLAGS.batch_size, verbose=0)
    print('score', score)
    print('done after', FLAGS.epochs, 'epochs')


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--batch_size', type=int, default=100, help='rows of a step')
    parser.add_argument('--epochs', type=int, default=5)
    parser.add_argument('--learning_rate', type=float, default=0.01)
    parser.add_argument('--units', type=int, default=12)
    parser.add_argument('--seed', type=int, default=42)
    FLAGS, unparsed = parser.parse_known_args()
    main([sys.argv[0]] + unparsed)
