from mydata import training_data
from tensorflow import keras

model = keras.models.load_model("model.h5")
model.fit(training_data)
# output
from mydata import training_data
from tensorflow import keras

model = keras.models.load_model("model.h5")
# gpu2ipu: IPU202 cannot determine the type or size of the input of `fit`: make sure that its batches are full
model.fit(training_data)
