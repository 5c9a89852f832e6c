from sklearn.svm import SVC
from tensorflow import keras

model = keras.models.load_model("model.h5")
features = keras.utils.to_categorical([0, 1, 2])
print(SVC().fit(features, [0, 1, 2]).predict(features))
