import tensorflow as tf
from tensorflow import keras

schedule = keras.optimizers.schedules.ExponentialDecay(1e-3, 100, 0.9)
opt = keras.optimizers.Adam(learning_rate=schedule)
print(float(opt.lr), keras.backend.get_value(opt.learning_rate), opt.learning_rate)
print(schedule(opt.iterations).numpy())
# output
import tensorflow as tf
from tensorflow import keras

schedule = keras.optimizers.schedules.ExponentialDecay(1e-3, 100, 0.9)
opt = keras.optimizers.Adam(learning_rate=schedule)
# gpu2ipu: IPU601 `opt.lr` is a schedule in TensorFlow 2.6, and not the rate of a step: call the schedule, `schedule(optimizer.iterations)`
# gpu2ipu: IPU601 `opt.learning_rate` is a schedule in TensorFlow 2.6, and not the rate of a step: call the schedule, `schedule(optimizer.iterations)`
print(float(opt.lr), keras.backend.get_value(opt.learning_rate), opt.learning_rate)
print(schedule(opt.iterations).numpy())
