from tensorflow import keras

with (open("a")) as single, (open("b")):
    pass
with (
    open("a") as first,
    open("b") as second,
):
    # the model
    model = keras.Sequential()
with (open("a"), open("b")):
    pass
with (
    open("a") as first,  # why
    open("b") as second,
):
    pass
# output
from tensorflow import keras

with (open("a")) as single, (open("b")):
    pass
with open("a") as first, open("b") as second:
    # the model
    model = keras.Sequential()
with open("a"), open("b"):
    pass
# gpu2ipu: IPU604 a `with` in parentheses (Python 3.9) is a SyntaxError: the SDK has Python 3.8; write it without the parentheses
with (
    open("a") as first,  # why
    open("b") as second,
):
    pass
