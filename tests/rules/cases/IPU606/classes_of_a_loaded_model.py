from tensorflow.keras.models import load_model


class Classifier:
    def predict_classes(self, x):
        return x


model = load_model("digits.h5")
digits = model.predict_classes(digits)
other = Classifier().predict_classes(digits)
# output
from tensorflow.keras.models import load_model


def classes_of(predictions):
    """Return the class of each prediction: the largest output, or of a single output whether it exceeds 0.5."""
    if predictions.shape[-1] > 1:
        return predictions.argmax(axis=-1)
    return (predictions > 0.5).astype("int32")


class Classifier:
    def predict_classes(self, x):
        return x


model = load_model("digits.h5")
digits = classes_of(model.predict(digits))
other = Classifier().predict_classes(digits)
