# case: datagen.flow stands inside fit, with the default batch of 32; the validation flow is not augmented
# rules: IPU101 IPU102 IPU103 IPU205 IPU301
# port: agrees
# must: sees fit 160
# must: contains horizontal_flip=True
import numpy as np
from tensorflow.keras import layers, models
from tensorflow.keras.preprocessing.image import ImageDataGenerator

np.random.seed(8)
images = np.random.rand(165, 10, 10, 1).astype('float32')
labels = (images.mean(axis=(1, 2, 3)) > 0.5).astype('int32')
val_images, val_labels = images[:40], labels[:40]

train_datagen = ImageDataGenerator(horizontal_flip=True, zoom_range=0.1)
val_datagen = ImageDataGenerator()

model = models.Sequential()
model.add(layers.Conv2D(4, (3, 3), activation='relu', input_shape=(10, 10, 1)))
model.add(layers.GlobalMaxPooling2D())
model.add(layers.Dense(2, activation='softmax'))
model.compile(optimizer='adam', loss='sparse_categorical_crossentropy', metrics=['accuracy'])
history = model.fit(train_datagen.flow(images, labels, shuffle=False, seed=1), epochs=1, shuffle=False,
                    validation_data=val_datagen.flow(val_images, val_labels, batch_size=20, shuffle=False, seed=2))
print(history.history['val_accuracy'])
