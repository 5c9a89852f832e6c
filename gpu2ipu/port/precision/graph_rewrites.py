"""Automatic mixed precision: the switches of a pass over graphs that only GPUs run, for their tensor cores.

core/grappler/optimizers/auto_mixed_precision.cc of TensorFlow. An IPU computes what the graph says, in float32.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.tree import statement_of
from gpu2ipu.analysis.values.call_arguments import argument
from gpu2ipu.edits import Remove
from gpu2ipu.port.code.unwrapped_call import unwrapped
from gpu2ipu.port.port import Port
from gpu2ipu.port.precision.outcomes import GraphRewrite

_WRAPPERS = tuple(
    f"tensorflow.{module}.enable_mixed_precision_graph_rewrite"
    for module in ("train.experimental", "compat.v1.train.experimental", "compat.v1.mixed_precision")
)
_OPTIONS = "tensorflow.config.optimizer.set_experimental_options"
_OPTION = "auto_mixed_precision"


def graph_rewrites(port: Port) -> Iterator[GraphRewrite]:
    """Yield the calls that switch automatic mixed precision on."""
    script, facts = port.script, facts_of(port.script)
    for node, name in facts.qualified.items():
        if isinstance(node, ast.Call) and name in _WRAPPERS:
            optimizer = argument(node, 0, "opt")
            yield GraphRewrite(node, edits=(unwrapped(script, node, optimizer),) if optimizer else ())
        elif isinstance(node, ast.Call) and name == _OPTIONS and _switches_on(facts, node):
            statement, options = statement_of(script, node), argument(node, 0, "options")
            is_all = (
                isinstance(statement, ast.Expr) and isinstance(options, ast.Dict) and len(options.keys) == 1
            )
            yield GraphRewrite(node, edits=(Remove(script.span(statement)),) if is_all else ())


def _switches_on(facts: Facts, node: ast.Call) -> bool:
    options = argument(node, 0, "options")
    if not isinstance(options, ast.Dict):
        return False
    pairs = zip(options.keys, options.values)
    return any(
        facts.value(key).constant == _OPTION and facts.value(value).constant is True for key, value in pairs
    )
