"""Rules about the Poplar SDK that a script was written for: IPU605."""
