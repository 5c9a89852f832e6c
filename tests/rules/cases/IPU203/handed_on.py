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
# gpu2ipu: IPU203 `predict` ends with a short batch unless the batch size divides the rows: call it as a method of the model, so that its rows can be padded
print(guess(np.load("more.npy")))
explainer = LimeTabularExplainer(x)
# gpu2ipu: IPU203 `predict` of a model is handed on to be called elsewhere: its batches must be whole
print(explainer.explain_instance(x[0], model.predict))
# gpu2ipu: IPU203 `predict` of a model is handed on to be called elsewhere: its batches must be whole
print(list(map(model.predict, [x, x])))
