from mydata import read_rows, read_labels
from tensorflow import keras

model = keras.models.load_model("model.h5")
model.fit(read_rows(), read_labels(), batch_size=64)
# output
from mydata import read_rows, read_labels
from tensorflow import keras

model = keras.models.load_model("model.h5")
# gpu2ipu: IPU202 the samples or the batch size of `fit` are computed in the call: assign them to names, so that they can be read twice
model.fit(read_rows(), read_labels(), batch_size=64)
