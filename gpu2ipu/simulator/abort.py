"""The fatal error for what makes the Poplar runtime abort the process instead of raising an exception.

The runtime logs a message and calls `abort()`, which no script can catch. Here the script's `finally` blocks still
run, and a bare `except:` still catches the error; but the run then ends with the exit code of an abort in any case.
"""

from __future__ import annotations

from typing import ClassVar

#: The exit code that a shell reports for an aborted process: 128 + the signal number.
EXIT_CODE = 134


class DeviceAborted(BaseException):
    """Raised where the SDK aborts the process. Not an Exception, so that `except Exception` does not catch it."""

    #: All that were raised in this process, in order.
    raised: ClassVar[list[DeviceAborted]] = []

    def __init__(self, message: str) -> None:
        """`message` is what the SDK logs."""
        super().__init__(f"{message} The SDK aborts the process here: on an IPU the script cannot continue.")
        self.raised.append(self)
