import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
model = hvd.load_model("model.h5", compression=hvd.Compression.fp16)
rate = 0.1 * hvd.size()
callbacks = [
    hvd.callbacks.BroadcastGlobalVariablesCallback(0),
    hvd.callbacks.LearningRateWarmupCallback(initial_lr=rate, warmup_epochs=5, verbose=1),
    hvd.callbacks.LearningRateScheduleCallback(initial_lr=rate, multiplier=1e-1, start_epoch=30, end_epoch=60),
]
start = hvd.broadcast(int(model.optimizer.iterations), 0, name="start")
score = hvd.allreduce(model.evaluate(tf.ones((4, 2)), tf.ones(4)), op=hvd.Average)
# output
import popdist
import popdist.tensorflow
import tensorflow as tf
from tensorflow.python import ipu
from tensorflow.python.ipu.distributed.popdist_strategy import PopDistStrategy


def warm_up(initial_lr, warmup_epochs, replicas, verbose=0):
    """Raise the learning rate once an epoch, from `initial_lr` for one replica to `initial_lr` for all of them."""

    def learning_rate(epoch, current):
        if epoch > warmup_epochs or not warmup_epochs:
            return current
        progress = min((epoch + 0.5) / warmup_epochs, 1)  # the middle of the epoch
        return initial_lr * (1 + progress * (replicas - 1)) / replicas

    return tf.keras.callbacks.LearningRateScheduler(learning_rate, verbose)


def scheduled_rate(initial_lr, multiplier, start_epoch=0, end_epoch=None):
    """Set the learning rate to a multiple of `initial_lr` at the start of each epoch in a range."""

    def learning_rate(epoch, current):
        if epoch < start_epoch or (end_epoch is not None and epoch >= end_epoch):
            return current
        return float(initial_lr * (multiplier(epoch) if callable(multiplier) else multiplier))

    return tf.keras.callbacks.LearningRateScheduler(learning_rate)


ipu_config = ipu.config.IPUConfig()
popdist.tensorflow.set_ipu_config(ipu_config)
ipu_config.configure_ipu_system()
strategy = PopDistStrategy()
model = tf.keras.models.load_model("model.h5")
rate = 0.1 * popdist.getNumTotalReplicas()
callbacks = [
    warm_up(rate, 5, popdist.getNumTotalReplicas(), verbose=1),
    scheduled_rate(rate, 1e-1, start_epoch=30, end_epoch=60),
]
start = ipu.distributed.broadcast(int(model.optimizer.iterations), 0)
score = ipu.distributed.allreduce(model.evaluate(tf.ones((4, 2)), tf.ones(4)), tf.distribute.ReduceOp.MEAN)
