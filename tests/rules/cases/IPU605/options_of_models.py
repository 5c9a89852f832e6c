from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.set_gradient_accumulation_options(
        gradient_accumulation_steps_per_replica=4, experimental_normalize_gradients=True
    )
    model.set_gradient_accumulation_options(4, experimental_normalize_gradients=False)
    model.set_gradient_accumulation_options(4, True)
    model.set_pipelining_options(4, experimental_normalize_gradients=averages)
    model.set_pipelining_options(4, None, True, False)
    model.set_pipelining_options(4, None, True, "mean")
    model.compile("sgd", "mse", steps_per_execution=4)
    model.fit(x, y, steps_per_run=4, prefetch_depth=2)
strategy.experimental_run_v2(step, args=[iterator])
infeed = ipu.ipu_infeed_queue.IPUInfeedQueue(dataset, "infeed", replication_factor=2)
infeed = ipu.ipu_infeed_queue.IPUInfeedQueue(dataset, feed_name="infeed", data_to_prefetch=1)
infeed = ipu.ipu_infeed_queue.IPUInfeedQueue(dataset, "infeed", 0, 2)
outfeed = ipu.ipu_outfeed_queue.IPUOutfeedQueue("outfeed", ipu.ipu_outfeed_queue.IPUOutfeedMode.LAST)
outfeed = ipu.ipu_outfeed_queue.IPUOutfeedQueue(feed_name="outfeed", io_batch_size=4)
# output
from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.set_gradient_accumulation_options(
        gradient_accumulation_steps_per_replica=4, gradient_accumulation_reduction_method="mean"
    )
    model.set_gradient_accumulation_options(4)
    model.set_gradient_accumulation_options(4, "mean")
    model.set_pipelining_options(4, gradient_accumulation_reduction_method="mean" if averages else "sum")
    model.set_pipelining_options(4, None, True, "sum")
    model.set_pipelining_options(4, None, True, "mean")
    model.compile("sgd", "mse", steps_per_execution=4)
    model.fit(x, y)
strategy.run(step, args=[iterator])
infeed = ipu.ipu_infeed_queue.IPUInfeedQueue(dataset)
infeed = ipu.ipu_infeed_queue.IPUInfeedQueue(dataset)
# gpu2ipu: IPU605 `IPUInfeedQueue` takes no name since SDK 2.4: remove it, and pass what follows by name
infeed = ipu.ipu_infeed_queue.IPUInfeedQueue(dataset, "infeed", 0, 2)
outfeed = ipu.ipu_outfeed_queue.IPUOutfeedQueue(ipu.ipu_outfeed_queue.IPUOutfeedMode.LAST)
# gpu2ipu: IPU605 `IPUOutfeedQueue` takes no `io_batch_size` since SDK 2.4: remove it; a program reads and returns single batches
outfeed = ipu.ipu_outfeed_queue.IPUOutfeedQueue(io_batch_size=4)
