"""A child that will not go: it ignores INT and TERM, and has a child of its own that does the same.

An argument names a file that is made once both are there.
"""

import signal
import subprocess
import sys
import time

for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, signal.SIG_IGN)
if "grandchild" not in sys.argv:
    grandchild = subprocess.Popen([sys.executable, __file__, "grandchild"])
    print("pids", grandchild.pid, flush=True)
    for started in sys.argv[1:]:
        open(started, "x").close()
while True:
    time.sleep(0.05)
