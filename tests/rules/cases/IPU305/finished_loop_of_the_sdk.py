# flags: --all-rules
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

cfg = ipu.config.IPUConfig()
cfg.auto_select_ipus = 1
cfg.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


@tf.function(jit_compile=True)
def training_loop(model, opt):
    def step(loss, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(keras.losses.mse(y, model(x)))
        opt.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        return loss

    return ipu.loops.repeat(8, step, [0.0], infeed_queue)


ds = tf.data.Dataset.from_tensors((tf.ones([2, 8]), tf.ones([2, 1]))).repeat()
with strategy.scope():
    infeed_queue = ipu.ipu_infeed_queue.IPUInfeedQueue(ds)
    infeed_queue.initializer
    model = keras.Sequential([keras.layers.Dense(1)])
    opt = keras.optimizers.SGD(0.01)
    print(strategy.run(training_loop, args=[model, opt]))
