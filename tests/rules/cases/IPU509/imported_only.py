import horovod.keras as hvd
from tensorflow import keras

model = keras.models.load_model("model.h5")
# output
# gpu2ipu: IPU509 Horovod does not run on IPUs: `poprun` starts several processes, `popdist` knows them
import horovod.keras as hvd
from tensorflow import keras

model = keras.models.load_model("model.h5")
