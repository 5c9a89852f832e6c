# case: the batch size is a constant of config.py, which every file imports with a star; fit stands in a module
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: contains train_size = len(x) // BATCH_SIZE * BATCH_SIZE
# must: sees fit 200
# must: contains def learn(network, x, y, strategy, steps_per_execution=1):
# must: sees evaluate 64
from config import *
from learning import learn, measure
from network import make_network
from rows import x_test, x_train, y_test, y_train

if __name__ == "__main__":
    network = make_network()
    learn(network, x_train, y_train)
    measure(network, x_test, y_test)
    print("trained for", EPOCHS, "epochs")
