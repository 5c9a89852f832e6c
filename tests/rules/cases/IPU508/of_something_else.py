from tensorflow import keras


class Program:
    def compile(self, jit_compile):
        return jit_compile


model = keras.Sequential([keras.layers.Dense(1)])
Program().compile(jit_compile=True)
