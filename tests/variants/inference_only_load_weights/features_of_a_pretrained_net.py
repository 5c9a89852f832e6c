# case: a network without weights from keras.applications gives features, a second model cuts it; no training
# rules: IPU101 IPU102 IPU103 IPU203 IPU603
# port: agrees
# must: prints (9, 96)
import numpy as np
from keras.applications.mobilenet_v2 import MobileNetV2, preprocess_input
from keras.layers import GlobalAveragePooling2D
from keras.models import Model

base = MobileNetV2(input_shape=(32, 32, 3), alpha=0.35, include_top=False, weights=None)
cut = base.get_layer('block_6_expand').output
features = Model(inputs=base.input, outputs=GlobalAveragePooling2D()(cut))

pictures = np.random.RandomState(0).randint(0, 255, size=(9, 32, 32, 3)).astype('float32')
vectors = features.predict(preprocess_input(pictures), batch_size=4)
print(vectors.shape)
