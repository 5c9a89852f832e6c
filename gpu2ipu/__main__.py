"""`python -m gpu2ipu`."""

import os
import sys

import gpu2ipu

# `-m` puts the working folder first, and a module there that is called `ast`, `black` or `__future__` would be run:
# gpu2ipu never runs what it reads. Python 3.11 has an option for it.
_added = "" if getattr(sys.flags, "safe_path", False) else sys.path[0]
if _added and not os.path.samefile(_added, os.path.dirname(os.path.dirname(gpu2ipu.__file__))):
    sys.path.remove(_added)

from gpu2ipu.cli import main  # noqa: E402

if __name__ == "__main__":  # a worker process that is spawned imports this module again
    sys.exit(main())
