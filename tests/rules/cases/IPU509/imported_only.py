import horovod.keras as hvd
from tensorflow import keras

model = keras.models.load_model("model.h5")
# output
# gpu2ipu: IPU509 Horovod does not run on IPUs: start the processes with `poprun --num-instances=N --num-replicas=N python3 SCRIPT`, and use `popdist`
import horovod.keras as hvd
from tensorflow import keras

model = keras.models.load_model("model.h5")
