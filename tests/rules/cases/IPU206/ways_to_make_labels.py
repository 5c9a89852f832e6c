import numpy as np
from sklearn.preprocessing import LabelEncoder
from tensorflow import keras

lines = open("rows.txt").read().split()


def load():
    rows, labels = [], []
    for line in lines:
        rows.append([float(part) for part in line.split(",")[:-1]])
        labels.append(int(line.split(",")[-1]))
    return np.array(rows), np.array(labels)


x, y = load()
number = {name: i for i, name in enumerate(lines)}
model = keras.models.load_model("model.h5")
model.fit(x, y)
model.fit(x, np.array([number[line] for line in lines]))
model.fit(x, LabelEncoder().fit_transform(lines))
model.fit(x, (x[:, 0] > 0.5) * 1)
model.fit(x, np.where(x[:, 0] > 0.5, 1.0, 0.0))
# output
import numpy as np
from sklearn.preprocessing import LabelEncoder
from tensorflow import keras

lines = open("rows.txt").read().split()


def load():
    rows, labels = [], []
    for line in lines:
        rows.append([float(part) for part in line.split(",")[:-1]])
        labels.append(int(line.split(",")[-1]))
    return np.array(rows), np.array(labels)


x, y = load()
number = {name: i for i, name in enumerate(lines)}
model = keras.models.load_model("model.h5")
model.fit(x, y.astype("int32"))
model.fit(x, np.array([number[line] for line in lines]).astype("int32"))
model.fit(x, LabelEncoder().fit_transform(lines).astype("int32"))
model.fit(x, ((x[:, 0] > 0.5) * 1).astype("int32"))
model.fit(x, np.where(x[:, 0] > 0.5, 1.0, 0.0))
