from tensorflow import keras
from batches import Batches

keras.models.load_model("model.h5").fit_generator(Batches("train"), epochs=2)
# output
from tensorflow import keras
from batches import Batches

# gpu2ipu: IPU205 `fit_generator` takes its data from a generator, `Batches('train')`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)`, pass the number of steps and call `fit` (cannot determine the shapes and the number of its batches)
keras.models.load_model("model.h5").fit_generator(Batches("train"), epochs=2)
