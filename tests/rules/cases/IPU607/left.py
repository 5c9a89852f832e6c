from tensorflow.keras import layers

a = layers.BatchNormalization(mode=2)
b = layers.Embedding(10, 3, dropout=0.2)
c = layers.LSTM(5, forget_bias_init=initial)
d = layers.MaxPooling2D(dim_ordering=ordering)
# output
from tensorflow.keras import layers

# gpu2ipu: IPU607 `mode` does not exist in TensorFlow 2.6: remove it, or implement it yourself
a = layers.BatchNormalization(mode=2)
# gpu2ipu: IPU607 `dropout` does not exist in TensorFlow 2.6: remove it, or implement it yourself
b = layers.Embedding(10, 3, dropout=0.2)
# gpu2ipu: IPU607 `forget_bias_init` is called `unit_forget_bias` in TensorFlow 2.6
c = layers.LSTM(5, forget_bias_init=initial)
# gpu2ipu: IPU607 `dim_ordering` is called `data_format` in TensorFlow 2.6
d = layers.MaxPooling2D(dim_ordering=ordering)
