# case: a generator function of a data module feeds the model for so many steps
# rules: IPU101 IPU102 IPU103 IPU205 IPU301
# port: agrees
# must: contains dataset_of_generator
# must: sees fit 120
import data.stream as stream
from models import net as build_net

STEPS = 6


def main():
    net = build_net()
    net.fit(stream.batches(20), steps_per_epoch=STEPS, epochs=2, verbose=0)


main()
