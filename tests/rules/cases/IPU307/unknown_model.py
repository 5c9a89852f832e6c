import tensorflow as tf
from models import build

build().train_on_batch(tf.zeros((32, 4)), tf.zeros(32))
