from tensorflow import keras


class Trainer:
    def fit_generator(self, batches):
        return sum(batches)


keras.models.load_model("model.h5").summary()
print(Trainer().fit_generator(n for n in range(3)))
