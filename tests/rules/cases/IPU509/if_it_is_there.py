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
    # gpu2ipu: IPU509 Horovod does not run on IPUs: it is imported conditionally, or with others: import it on a line of its own at the top
    import horovod.tensorflow.keras as hvd
    hvd.init()
except ImportError:
    hvd = None
model = keras.models.load_model("model.h5")
