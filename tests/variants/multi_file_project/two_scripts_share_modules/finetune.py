"""Goes on where train.py has ended, with other rows."""

import batches
from nets import network

if __name__ == "__main__":
    tuned = network()
    tuned.fit(batches.training(16, seed=9), epochs=1)
