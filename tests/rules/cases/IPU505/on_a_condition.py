import argparse
import os

from tensorflow import keras

parser = argparse.ArgumentParser()
parser.add_argument("--gpu")
args = parser.parse_args()
if args.gpu is not None:
    os.environ["CUDA_VISIBLE_DEVICES"] = str(args.gpu)
    print("Using GPU", args.gpu)
else:
    os.environ["CUDA_VISIBLE_DEVICES"] = ""
if args.gpu:
    os.environ["CUDA_VISIBLE_DEVICES"] = args.gpu
model = keras.Sequential([keras.layers.Dense(1)])
# output
import argparse

from tensorflow import keras

parser = argparse.ArgumentParser()
parser.add_argument("--gpu")
args = parser.parse_args()
if args.gpu is not None:
    print("Using GPU", args.gpu)
else:
    pass
model = keras.Sequential([keras.layers.Dense(1)])
