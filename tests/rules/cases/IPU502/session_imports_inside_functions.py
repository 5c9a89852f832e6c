import tensorflow as tf


def allow_growth():
    import tensorflow as tf
    from keras.backend.tensorflow_backend import set_session

    options = tf.ConfigProto()
    options.gpu_options.allow_growth = True
    set_session(tf.Session(config=options))


def limit(fraction):
    print(fraction)
    from tensorflow.compat.v1.keras.backend import set_session as give
    from tensorflow.compat.v1 import ConfigProto, GPUOptions, Session

    give(Session(config=ConfigProto(gpu_options=GPUOptions(per_process_gpu_memory_fraction=fraction))))


allow_growth()
limit(0.5)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf


def allow_growth():
    import tensorflow as tf


def limit(fraction):
    print(fraction)


allow_growth()
limit(0.5)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
