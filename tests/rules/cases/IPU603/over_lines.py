from keras.layers import (
    Conv2D,  # two of them
    Dense,
    Flatten,
)
# output
from tensorflow.keras.layers import (
    Conv2D,  # two of them
    Dense,
    Flatten,
)
