"""`python -m gpu2ipu`."""

from __future__ import annotations

import sys

from gpu2ipu.cli import main

if __name__ == "__main__":  # a worker process that is spawned imports this module again
    sys.exit(main())
