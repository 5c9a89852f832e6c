# flags: --select IPU603,IPU606
from keras.models import Input, Model, Dense as Fully
from tensorflow.keras.layers import Sequential
from keras.layers import MeanSquaredError

loss = MeanSquaredError()
# output
from tensorflow.keras.layers import Input, Dense as Fully
from tensorflow.keras.models import Model
from tensorflow.keras.models import Sequential
# gpu2ipu: IPU606 `MeanSquaredError` is not public in the Keras of TensorFlow 2.6: implement it yourself
from tensorflow.keras.layers import MeanSquaredError

loss = MeanSquaredError()
