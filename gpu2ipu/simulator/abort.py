"""Where the Poplar runtime does not raise but ends the process: a fatal error that no script can catch.

The original logs it and calls `abort()`. Here the script's `finally` blocks still run, and a bare `except:` still
catches it; whatever the script does then, its run ends as the abort would have ended it.
"""

from __future__ import annotations

from typing import ClassVar

#: What a shell reports for a process that aborted: 128 and the number of the signal.
EXIT_CODE = 134


class DeviceAborted(BaseException):
    """The SDK would abort the process here. No Exception, so that `except Exception` does not catch it."""

    #: Those of this process, the first one first.
    raised: ClassVar[list[DeviceAborted]] = []

    def __init__(self, message: str) -> None:
        """`message` is what the original logs."""
        super().__init__(
            f"{message} The SDK aborts the process here: on an IPU nothing of the script runs on."
        )
        self.raised.append(self)
