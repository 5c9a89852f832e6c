"""Tools of NVIDIA's driver: packages and commands that fail on hosts without it, where nothing catches that.

Source: the pages of `pynvml`, `GPUtil`, `gpustat` and `nvidia-smi`; what an IPU host has is `gc-monitor`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.analysis.values.call_arguments import keyword_of
from gpu2ipu.port.gpu_code.outcomes import GpuTool
from gpu2ipu.port.port import Port

_PACKAGES = ("pynvml", "py3nvml", "nvidia_smi", "GPUtil", "gpustat", "nvgpu")
_COMMAND = "nvidia-smi"
# of these the shell says that there is no such command, and nothing is raised
_RAISES = ("subprocess.check_output", "subprocess.check_call")
_RAISES_WITHOUT_SHELL = (*_RAISES, *(f"subprocess.{name}" for name in ("run", "call", "Popen")))


def gpu_tools(port: Port) -> Iterator[GpuTool]:
    """Yield the first use of each tool that ends the script on an IPU host."""
    script, facts = port.script, facts_of(port.script)
    seen = set[str]()
    if not any(word in script.text for word in (*_PACKAGES, _COMMAND)):
        return
    for node in script.nodes:
        if isinstance(node, (ast.Call, ast.Import, ast.ImportFrom)):
            tool = _tool(facts, node)
            if tool and tool not in seen and not _is_caught(script, node):
                seen.add(tool)
                yield GpuTool(node, tool)


def _tool(facts: Facts, node: ast.Call | ast.Import | ast.ImportFrom) -> str:
    """The tool that an import or a call needs; nothing for all others, and for those that go on without it."""
    if isinstance(node, ast.Import):
        return next((name for each in node.names if (name := _package(each.name))), "")
    if isinstance(node, ast.ImportFrom):
        return "" if node.level else _package(node.module or "")
    name = facts.qualified.get(node, "")
    if name not in _RAISES_WITHOUT_SHELL or not node.args or not _runs(node.args[0]):
        return _package(name)
    shell, check = keyword_of(node, "shell"), keyword_of(node, "check")
    is_checked = name in _RAISES or check is not None
    return _COMMAND if is_checked or shell is None else ""


def _package(name: str) -> str:
    top = name.partition(".")[0]
    return top if top in _PACKAGES else ""


def _runs(command: ast.expr) -> bool:
    """True if a command is `nvidia-smi`, with whatever arguments."""
    first = command.elts[0] if isinstance(command, (ast.List, ast.Tuple)) and command.elts else command
    return isinstance(first, ast.Constant) and isinstance(first.value, str) and _COMMAND in first.value


def _is_caught(script: Script, node: ast.AST) -> bool:
    """True if what fails is caught around a node."""
    inner = node
    for outer in ancestors(script, node):
        if isinstance(outer, ast.Try) and inner in outer.body and outer.handlers:
            return True
        inner = outer
    return False
