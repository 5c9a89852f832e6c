# case: ImageDataGenerator.flow goes straight into fit_generator, evaluate_generator takes a flow with shuffle=False
# rules: IPU101 IPU102 IPU103 IPU205 IPU301
# port: agrees
# must: lacks .evaluate_generator(
# must: sees fit 120
import numpy as np
from tensorflow.keras.layers import Conv2D, Dense, GlobalMaxPooling2D
from tensorflow.keras.models import Sequential
from tensorflow.keras.preprocessing.image import ImageDataGenerator

np.random.seed(21)
bs = 20
X = np.random.rand(120, 8, 8, 3).astype('float32')
Y = np.random.randint(0, 2, 120).astype('float32')
Xt, Yt = X[:40], Y[:40]

gen = ImageDataGenerator(horizontal_flip=True)
test_gen = ImageDataGenerator()

model = Sequential([
    Conv2D(3, 3, activation='relu', input_shape=(8, 8, 3)),
    GlobalMaxPooling2D(),
    Dense(1, activation='sigmoid')])
model.compile('adam', 'binary_crossentropy', metrics=['accuracy'])
model.fit_generator(gen.flow(X, Y, batch_size=bs, seed=3), steps_per_epoch=len(X) // bs, epochs=1, verbose=1)
print(model.evaluate_generator(test_gen.flow(Xt, Yt, batch_size=bs, shuffle=False), steps=2))
