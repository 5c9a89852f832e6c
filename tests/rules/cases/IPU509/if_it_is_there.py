from tensorflow import keras

try:
    import horovod.tensorflow.keras as hvd
    hvd.init()
except ImportError:
    hvd = None
model = keras.models.load_model("model.h5")
# output
from tensorflow import keras

try:
    import horovod.tensorflow.keras as hvd
    # gpu2ipu: IPU509 Horovod does not run on IPUs: replace `init` by `popdist.init()`
    hvd.init()
except ImportError:
    hvd = None
model = keras.models.load_model("model.h5")
