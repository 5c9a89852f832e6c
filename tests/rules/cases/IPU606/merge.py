import keras
from keras.layers import Dense, Input, merge

a, b = Input((3,)), Input((3,))
c = merge([a, b], mode="concat", concat_axis=1, name="both")
d = merge([a, b])
e = keras.layers.merge([a, b], "mul")
f = merge([a, b], mode=lambda pair: pair[0])
g = merge([a, b], mode="cos", dot_axes=1)
# output
import keras
from keras.layers import Dense, Input, merge

a, b = Input((3,)), Input((3,))
c = merge.concatenate([a, b], axis=1, name="both")
d = merge.add([a, b])
e = keras.layers.multiply([a, b])
# gpu2ipu: IPU606 `merge` is not in TensorFlow 2.6: `keras.layers.concatenate`, `add`, `multiply` and their like take its place
f = merge([a, b], mode=lambda pair: pair[0])
# gpu2ipu: IPU606 `merge` is not in TensorFlow 2.6: `keras.layers.concatenate`, `add`, `multiply` and their like take its place
g = merge([a, b], mode="cos", dot_axes=1)
