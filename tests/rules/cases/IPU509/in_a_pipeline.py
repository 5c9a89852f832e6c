# flags: --pipeline-stages 2
import horovod.keras as hvd
from tensorflow import keras

hvd.init()
model = keras.models.load_model("model.h5")
# output
# gpu2ipu: IPU509 Horovod does not run on IPUs: `PipelineStage` is refused in the scope of a PopDistStrategy: convert without pipeline stages
import horovod.keras as hvd
from tensorflow import keras

hvd.init()
model = keras.models.load_model("model.h5")
