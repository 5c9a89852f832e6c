from tensorflow.keras.models import load_model


class Classifier:
    def predict_classes(self, x):
        return x


model = load_model("digits.h5")
digits = model.predict_classes(digits)
other = Classifier().predict_classes(digits)
# output
from tensorflow.keras.models import load_model


class Classifier:
    def predict_classes(self, x):
        return x


model = load_model("digits.h5")
# gpu2ipu: IPU606 `predict_classes` is not in TensorFlow 2.6: `predict(...).argmax(axis=-1)`, or `(predict(...) > 0.5).astype("int32")` of a single output
digits = model.predict_classes(digits)
other = Classifier().predict_classes(digits)
