# case: the k-fold of the book: slices and np.concatenate in the loop, build_model() inside, all scores in a list
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: prints 3 scores
import numpy as np
from tensorflow.keras import layers, models

np.random.seed(4)
train_data = np.random.randn(103, 6)
train_targets = train_data.sum(axis=1)


def build_model():
    model = models.Sequential()
    model.add(layers.Dense(8, activation='relu', input_shape=(train_data.shape[1],)))
    model.add(layers.Dense(1))
    model.compile(optimizer='rmsprop', loss='mse', metrics=['mae'])
    return model


k = 3
num_val_samples = len(train_data) // k
all_scores = []
for i in range(k):
    print('processing fold #', i)
    val_data = train_data[i * num_val_samples: (i + 1) * num_val_samples]
    val_targets = train_targets[i * num_val_samples: (i + 1) * num_val_samples]
    partial_train_data = np.concatenate(
        [train_data[:i * num_val_samples], train_data[(i + 1) * num_val_samples:]], axis=0)
    partial_train_targets = np.concatenate(
        [train_targets[:i * num_val_samples], train_targets[(i + 1) * num_val_samples:]], axis=0)
    model = build_model()
    model.fit(partial_train_data, partial_train_targets, epochs=1, batch_size=8, verbose=0)
    val_mse, val_mae = model.evaluate(val_data, val_targets, verbose=0)
    all_scores.append(val_mae)
print(len(all_scores), 'scores')
