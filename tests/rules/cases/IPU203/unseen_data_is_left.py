from mydata import rows
from tensorflow import keras

model = keras.models.load_model("model.h5")
model.predict(rows)
# output
from mydata import rows
from tensorflow import keras

model = keras.models.load_model("model.h5")
# gpu2ipu: IPU203 what `predict` is fed with cannot be seen here: its batches must be whole
model.predict(rows)
