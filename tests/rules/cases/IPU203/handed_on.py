import numpy as np
from lime.lime_tabular import LimeTabularExplainer
from tensorflow import keras

x = np.random.rand(250, 4)
model = keras.models.load_model("model.h5")
guess = model.predict
print(guess(x))
print(guess(np.load("more.npy")))
explainer = LimeTabularExplainer(x)
print(explainer.explain_instance(x[0], model.predict))
print(list(map(model.predict, [x, x])))
# output
import numpy as np
from lime.lime_tabular import LimeTabularExplainer
from tensorflow import keras

x = np.random.rand(250, 4)
model = keras.models.load_model("model.h5")
guess = model.predict
print(guess(x, batch_size=25))
# gpu2ipu: IPU203 `predict` ends with a partial batch unless the batch size divides the samples: call it as a method of the model, so that its samples can be padded
print(guess(np.load("more.npy")))
explainer = LimeTabularExplainer(x)
# gpu2ipu: IPU203 `predict` of a model is passed on and called elsewhere: make sure that its batches are full
print(explainer.explain_instance(x[0], model.predict))
# gpu2ipu: IPU203 `predict` of a model is passed on and called elsewhere: make sure that its batches are full
print(list(map(model.predict, [x, x])))
