from tensorflow import keras
from tensorflow.keras.layers import TextVectorization

words = TextVectorization(output_sequence_length=4)
words.adapt(["a b", "c d"])


def prepare(texts):
    return words(texts).numpy()


model = keras.models.load_model("model.h5")
print(model.predict(prepare(["a", "b"])))
