from tensorflow import keras
from batches import Batches

keras.models.load_model("model.h5").fit_generator(Batches("train"), epochs=2)
# output
from tensorflow import keras
from batches import Batches

# gpu2ipu: IPU205 `fit_generator` is fed by a generator, `Batches('train')`: make it a dataset with `tf.data.Dataset.from_generator(..., output_signature=...)`, say the number of steps and call `fit` (the shapes and the number of its batches cannot be seen)
keras.models.load_model("model.h5").fit_generator(Batches("train"), epochs=2)
