"""Errors that are printed as one sentence, without a traceback; the command then ends with exit code 2."""

from __future__ import annotations


class Trouble(Exception):
    """Bad input or a bad environment. The message names file and line where there is one, and what to do."""


class InternalError(Exception):
    """A defect of this tool, such as rules that do not settle. Printed with the request to report it."""
