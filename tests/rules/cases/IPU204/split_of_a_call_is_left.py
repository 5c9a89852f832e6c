from mydata import read_rows, read_labels
from tensorflow import keras

model = keras.models.load_model("model.h5")
model.fit(read_rows(), read_labels(), validation_split=0.1)
# output
from mydata import read_rows, read_labels
from tensorflow import keras

model = keras.models.load_model("model.h5")
# gpu2ipu: IPU204 rows or batch size of `fit` come out of a call: give them names, so that both can be read twice
model.fit(read_rows(), read_labels(), validation_split=0.1)
