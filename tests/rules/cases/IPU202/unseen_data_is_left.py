from mydata import training_data
from tensorflow import keras

model = keras.models.load_model("model.h5")
model.fit(training_data)
# output
from mydata import training_data
from tensorflow import keras

model = keras.models.load_model("model.h5")
# gpu2ipu: IPU202 what `fit` is fed with cannot be seen here: its batches must be whole
model.fit(training_data)
