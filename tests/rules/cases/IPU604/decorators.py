# flags: --format
from tensorflow import keras

layers = {}
makers = [keras.layers.Dense]


class Table:
    def add(self, name):
        return lambda function: layers.setdefault(name, function)


tables = [Table()]


@tables[0].add("dense")
def dense(units):
    return makers[0](units)


@(staticmethod)
def plain(units):
    return units


class Layers:
    @tables[0].add("flat")
    def flat():
        return keras.layers.Flatten()
# output
from tensorflow import keras

layers = {}
makers = [keras.layers.Dense]


class Table:
    def add(self, name):
        return lambda function: layers.setdefault(name, function)


tables = [Table()]


_decorator = tables[0].add("dense")


@_decorator
def dense(units):
    return makers[0](units)


@staticmethod
def plain(units):
    return units


class Layers:
    # gpu2ipu: IPU604 a decorator that is more than a name and its call (Python 3.9) is a SyntaxError: the SDK has Python 3.8; give it a name first
    @tables[0].add("flat")
    def flat():
        return keras.layers.Flatten()
