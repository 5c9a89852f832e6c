try:
    from keras.utils import to_categorical
except ImportError:
    from tensorflow.keras.utils import to_categorical
# output
try:
    from tensorflow.keras.utils import to_categorical
except ImportError:
    from tensorflow.keras.utils import to_categorical
