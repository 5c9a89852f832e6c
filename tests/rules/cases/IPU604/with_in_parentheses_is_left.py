from tensorflow import keras

with (open("a")) as single, (open("b")):
    pass
with (
    open("a") as first,
    open("b") as second,
):
    model = keras.Sequential()
# output
from tensorflow import keras

with (open("a")) as single, (open("b")):
    pass
# gpu2ipu: IPU604 a `with` in parentheses (Python 3.9) is a SyntaxError: the SDK has Python 3.8; write it in the older form
with (
    open("a") as first,
    open("b") as second,
):
    model = keras.Sequential()
