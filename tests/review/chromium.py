"""A headless Chromium, told what to do over a pipe (https://chromedevtools.github.io/devtools-protocol/)."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")


# How many keys a page has seen.
_KEYS = "window.keysSeen ?? (addEventListener('keydown', () => window.keysSeen++, true), window.keysSeen = 0)"


class Tab:
    """One page, and what it has complained about."""

    def __init__(self, commands: int, answers: int) -> None:
        self._commands, self._answers = commands, answers
        self._last, self._session, self._rest, self._address = 0, "", b"", ""
        self.complaints: list[str] = []
        self.events: list[tuple[str, str]] = (
            []
        )  # of this page: what has happened, and the address if it was opened
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **parameters: object) -> dict[str, Any]:
        """Give a command, and return its result."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        text = json.dumps(message).encode() + b"\0"
        while text:
            text = text[os.write(self._commands, text) :]
        while (answer := self._read()).get("id") != self._last:
            pass
        assert "error" not in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            part = os.read(self._answers, 1 << 16)
            assert part, "the browser has ended"
            self._rest += part
        text, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        address = message.get("params", {}).get("frame", {}).get("url", "")
        self.events.append((message.get("method", ""), address))
        if message.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"):
            self.complaints.append(json.dumps(message["params"]))
        if message.get("method") == "Page.javascriptDialogOpening":
            self.complaints.append("a dialog")
        return message

    def open(self, page: Path) -> None:
        """Load a page."""
        self._address = page.resolve().as_uri()
        self._load("Page.navigate", url=self._address)

    def reload(self) -> None:
        """Load the page anew, in the same process: what another one has stored may be seen late."""
        self._load("Page.reload")

    def _load(self, method: str, **parameters: object) -> None:
        self.events.clear()
        self.send(method, **parameters)
        while not self._has_loaded():
            self._read()

    def _has_loaded(self) -> bool:
        """True if the page is there: the one before it, which may be the empty one of a new tab, loads too."""
        here = ("Page.frameNavigated", self._address)
        return here in self.events and ("Page.loadEventFired", "") in self.events[self.events.index(here) :]

    def value(self, expression: str) -> Any:
        """Return what an expression is in the page."""
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def press(self, *keys: str) -> None:
        """Press keys that write something, each until the page has seen it: before it is painted it sees none."""
        for key in keys:
            seen = self.value(_KEYS)
            while self.value(_KEYS) == seen:
                self.send("Input.dispatchKeyEvent", type="keyDown", key=key, text=key)
                self.send("Input.dispatchKeyEvent", type="keyUp", key=key)

    def picture(self, file: Path, width: int, height: int, dark: bool = False, media: str = "") -> None:
        """Write what the page looks like."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.send("Emulation.setEmulatedMedia", media=media, features=[scheme])
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        file.write_bytes(base64.b64decode(self.send("Page.captureScreenshot")["data"]))


@contextmanager
def tab(folder: Path) -> Iterator[Tab]:
    """A page in a browser of its own, which keeps its files in a folder."""
    assert BROWSER is not None
    (reads, commands), (answers, writes) = os.pipe(), os.pipe()
    # it reads 3 and writes 4, which these may be
    high = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (reads, writes)]
    arguments = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}"]
    browser = subprocess.Popen(
        ["bash", "-c", f'exec "$@" 3<&{high[0]} 4>&{high[1]}', "bash", *arguments, "--remote-debugging-pipe"],
        pass_fds=high,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    for end in (reads, writes, *high):
        os.close(end)
    try:
        yield Tab(commands, answers)
    finally:
        browser.kill()
        browser.wait()
        os.close(commands)
        os.close(answers)
