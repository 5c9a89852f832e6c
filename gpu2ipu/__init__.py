"""gpu2ipu ports Keras training scripts from GPU to Graphcore IPU and proves that the port learns the same thing.

The map of the package:

* `convert.engine` is the place to start reading: `check()` and `convert()`, the whole flow.
* `source` finds and reads scripts and notebooks; `convert` takes many of them, and writes ports and reports.
* `analysis` says what a script is, `port` what its port needs, `rules` what an IPU will not take and which part of the
  port settles it.
* `findings` and `edits` are the data that rules hand over; `rewrite` is the codemod that writes them into the source.
* `cli` and `config` are the edges: commands and options.
* `runner` runs an original and its port in child interpreters and compares them.
* `simulator` emulates the SDK's Python API inside those interpreters; it is run, never imported from here.
"""

__version__ = "0.1.0"
