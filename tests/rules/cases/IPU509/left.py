import horovod.tensorflow as hvd
import tensorflow as tf

hvd.init()
model = tf.keras.models.load_model("model.h5")
loss = tf.keras.losses.MeanSquaredError(reduction=tf.keras.losses.Reduction.SUM)
with tf.GradientTape() as tape:
    tape = hvd.DistributedGradientTape(tape)
sgd = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1), op=hvd.Adasum)
often = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1), backward_passes_per_step=2)
callbacks = [hvd.callbacks.LearningRateWarmupCallback(warmup_epochs=3)]
state = hvd.elastic.KerasState(model)
total = hvd.allreduce(tf.ones(2), op=hvd.Min)
if hvd.rank() == 0:
    model.evaluate(tf.ones((4, 2)), tf.ones(4))
# output
import horovod.tensorflow as hvd
import tensorflow as tf

hvd.init()
model = tf.keras.models.load_model("model.h5")
# gpu2ipu: IPU509 Horovod does not run on IPUs: a loss with `tf.keras.losses.Reduction.SUM` is not averaged over replicas: reduce it to its mean
loss = tf.keras.losses.MeanSquaredError(reduction=tf.keras.losses.Reduction.SUM)
with tf.GradientTape() as tape:
    # gpu2ipu: IPU509 Horovod does not run on IPUs: `DistributedGradientTape` is for a loop of your own: run its step by a PopDistStrategy, which reduces the gradients
    tape = hvd.DistributedGradientTape(tape)
# gpu2ipu: IPU509 Horovod does not run on IPUs: `DistributedOptimizer` does more than to average the gradients of each batch, as a PopDistStrategy does
sgd = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1), op=hvd.Adasum)
# gpu2ipu: IPU509 Horovod does not run on IPUs: `DistributedOptimizer` does more than to average the gradients of each batch, as a PopDistStrategy does
often = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1), backward_passes_per_step=2)
# gpu2ipu: IPU509 Horovod does not run on IPUs: `callbacks.LearningRateWarmupCallback` has no counterpart that is known here: use `popdist` or `host_collective_ops`
callbacks = [hvd.callbacks.LearningRateWarmupCallback(warmup_epochs=3)]
# gpu2ipu: IPU509 Horovod does not run on IPUs: the processes of `poprun` are a fixed number: take `elastic` out
state = hvd.elastic.KerasState(model)
# gpu2ipu: IPU509 Horovod does not run on IPUs: `allreduce` has no counterpart that is known here: use `popdist` or `host_collective_ops`
total = hvd.allreduce(tf.ones(2), op=hvd.Min)
if hvd.rank() == 0:
    # gpu2ipu: IPU509 Horovod does not run on IPUs: all instances run `evaluate` together: take it out of the `if` that asks for the rank
    model.evaluate(tf.ones((4, 2)), tf.ones(4))
