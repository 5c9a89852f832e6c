# case: a module of plotting and bookkeeping helpers for histories that somebody else's script makes
# rules: none
# port: unchanged
"""Helpers around training: no model is made, trained or used here."""
import csv
import os
from typing import Dict, List


def write_history(history: Dict[str, List[float]], path: str) -> int:
    """Writes what `model.fit(...)` returned in `.history`, one line an epoch."""
    names = sorted(history)
    with open(path, "w", newline="") as stream:
        rows = csv.writer(stream)
        rows.writerow(["epoch", *names])
        for number, values in enumerate(zip(*(history[name] for name in names)), start=1):
            rows.writerow([number, *values])
    return len(names)


def best_epoch(history, monitor="val_loss"):
    values = history.get(monitor) or history["loss"]
    return min(range(len(values)), key=values.__getitem__) + 1


if __name__ == "__main__":
    log = {"loss": [3.0, 2.0, 2.5], "val_loss": [3.1, 2.2, 2.1]}
    print(best_epoch(log), write_history(log, os.devnull))
