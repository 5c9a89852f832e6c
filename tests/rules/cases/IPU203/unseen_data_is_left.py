from mydata import rows
from tensorflow import keras

model = keras.models.load_model("model.h5")
model.predict(rows)
# output
from mydata import rows
from tensorflow import keras

model = keras.models.load_model("model.h5")
# gpu2ipu: IPU203 cannot determine the type or size of the input of `predict`: make sure that its batches are full
model.predict(rows)
