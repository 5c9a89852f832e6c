from tensorflow import keras


class Agent:
    def train_on_batch(self, rows):
        return len(rows)


keras.models.load_model("model.h5").summary()
print(Agent().train_on_batch([1, 2]))
