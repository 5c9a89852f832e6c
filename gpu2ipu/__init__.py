"""gpu2ipu ports Keras training scripts from GPU to Graphcore IPU and proves that the port learns the same thing.

The map of the package:

* `engine` is the place to start reading: `check()` and `convert()`, the whole flow.
* `files`, `source` and `notebook` find and read scripts; `programs` joins those that import each other.
* `analysis` says what a script is, `plan` what its port needs, `rules` what an IPU will not take and which part of the
  plan settles it.
* `findings` and `edits` are the data that rules hand over; `rewrite` is the codemod that writes, `reformat` formats
  what it touched.
* `cli`, `batch`, `config`, `formats`, `ports` are the edges: commands, many files, options, output, files on disk.
* `runner` runs an original and its port in child interpreters and compares them.
* `simulator` emulates the SDK's Python API inside those interpreters; it is run, never imported from here.
"""

__version__ = "0.1.0"
