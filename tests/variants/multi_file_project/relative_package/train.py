# case: a package whose modules import each other relatively; its __init__ hands out the builder
# rules: IPU101 IPU102 IPU103 IPU201 IPU301
# port: agrees
# must: contains return rows.batch(settings.BATCH_SIZE, drop_remainder=True)
# must: contains steps_per_execution=steps_per_execution
# must: sees fit 288
# must: prints history: 2
import tensorflow as tf

import signals
import signals.settings as s
from signals.pipeline import make_batches, split

tf.random.set_seed(1)
train_rows, test_rows = split(s.ROWS)
batches = make_batches(*train_rows)
model = signals.build(units=s.UNITS)
history = model.fit(batches, epochs=s.EPOCHS, verbose=0)
print("history:", len(history.history["loss"]))
