import argparse
import tomllib
from itertools import pairwise

from tensorflow import keras

parser = argparse.ArgumentParser()
parser.add_argument("--train", action=argparse.BooleanOptionalAction)
layers = [keras.layers.Dense(b) for a, b in pairwise([1, 2, 3])]
# output
import argparse
# gpu2ipu: IPU604 `tomllib` came with Python 3.11: the SDK has Python 3.8; use the package `tomli`
import tomllib
# gpu2ipu: IPU604 `itertools.pairwise` came with Python 3.10: the SDK has Python 3.8; use `zip(items, items[1:])` of a list
from itertools import pairwise

from tensorflow import keras

parser = argparse.ArgumentParser()
# gpu2ipu: IPU604 `argparse.BooleanOptionalAction` came with Python 3.9: the SDK has Python 3.8; use `action="store_true"`
parser.add_argument("--train", action=argparse.BooleanOptionalAction)
layers = [keras.layers.Dense(b) for a, b in pairwise([1, 2, 3])]
