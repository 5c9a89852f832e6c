"""IPU605: what another version of the SDK has, and the one asked for has elsewhere, or does not have.

Fixed before anything else is: the other rules know the names of the SDK that a port is for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.edits import Edit
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Effort, Rule
from gpu2ipu.rules.sdk.changed_arguments import argument_uses
from gpu2ipu.rules.sdk.config_functions import ConfigCall, Rewritten, function_of_config, rewritten_statements
from gpu2ipu.rules.sdk.model_classes import model_uses
from gpu2ipu.rules.sdk.moved_names import NameUse, can_be_imported, name_uses
from gpu2ipu.rules.sdk.poplar_flags import FlagUse, flag_uses
from gpu2ipu.rules.sdk.tables.config_functions import CONFIG_FUNCTIONS, UTILS
from gpu2ipu.rules.sdk.tables.flags import VARIABLE
from gpu2ipu.rules.sdk.tables.places import IPU
from gpu2ipu.rules.tf26 import api_uses

_PROFILES = (
    '; for reports set `POPLAR_ENGINE_OPTIONS=\'{"autoReport.all": "true"}\'` and read them with PopVision'
)
_BY_HAND = ": set the attributes of an `ipu.config.IPUConfig` instead"


class OtherSdkApi(Rule):
    """A name or an argument of another SDK."""

    id = "IPU605"
    name = "other-sdk-api"
    severity = Severity.ERROR
    effort = Effort.MEDIUM
    alone = True
    what = "A script uses names or arguments of another version of the Poplar SDK than the one asked for."
    why = (
        "The SDK moved its Keras extensions from `ipu.keras` to `keras.ipu` in 2.6, and replaced the functions that "
        "configure IPUs by `IPUConfig` in 2.4: \"module 'tensorflow.python.ipu.utils' has no attribute "
        "'create_ipu_config'\"."
    )
    fix = "what the SDK of `--sdk` has instead; the rest needs manual work"
    before = """\
from tensorflow.python import ipu

config = ipu.utils.create_ipu_config()
config = ipu.utils.auto_select_ipus(config, 1)
ipu.utils.configure_ipu_system(config)
"""
    after = """\
from tensorflow.python import ipu

config = ipu.config.IPUConfig()
config.auto_select_ipus = 1
ipu.utils.configure_ipu_system(config)
"""
    prepares = True

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each call of a function, and for each use of a name or an argument."""
        script, sdk = port.script, port.target.sdk
        for statement in rewritten_statements(script):
            for step in statement.steps:
                if not api_uses.is_guarded(script, step.node):
                    yield self._of_function(script, statement, step)
        yield from self._function_values(script)
        yield from self._function_imports(script)
        models = tuple(model_uses(script))
        for model in models:
            fix = Fix(f"`keras.{model.keras}`", Safety.REVIEW, model.edits) if model.edits else None
            message = f"`ipu.keras.{model.name}` was deleted in SDK 2.2"
            message += "" if fix else f": create a `keras.{model.keras}` in the scope of the strategy"
            message += "" if fix else ", whose `steps_per_epoch` counts batches and not weight updates"
            yield self.finding(script.span(model.node), message, fix)
        constructed = {model.node for model in models}
        for use in name_uses(script, sdk):
            if use.node not in constructed and not api_uses.is_guarded(script, use.node):
                yield self._of_name(script, use, sdk)
        for each in argument_uses(script, sdk):
            fix = Fix(each.title, Safety.SAFE, each.edits) if each.edits else None
            yield self.finding(script.span(each.node), each.message, fix)

        for flag in flag_uses(script, sdk):
            yield self._of_flag(script, flag, sdk)

    def _of_flag(self, script: Script, use: FlagUse, sdk: str) -> Finding:
        message = (
            f"SDK {sdk} does not know the flag `--{use.flag.name}` of `{VARIABLE}` and would end the process"
        )
        fix = Fix("remove it", Safety.SAFE, use.edits) if use.edits else None
        return self.finding(script.span(use.node), f"{message}: {use.flag.hint}", fix)

    def _of_function(self, script: Script, statement: Rewritten, step: ConfigCall) -> Finding:
        message = f"`{step.function}` was removed in SDK 2.4"
        if not statement.edits:
            return self.finding(script.span(step.node.func), message + _BY_HAND)
        safety = Safety.REVIEW if step.profiles else Safety.SAFE
        message += _PROFILES if step.profiles else ""
        fix = Fix("an attribute of an `IPUConfig`", safety, statement.edits)
        return self.finding(script.span(step.node.func), message, fix)

    def _function_values(self, script: Script) -> Iterator[Finding]:
        """A function that is not called where it is named."""
        for node, name in api_uses.attributes(facts_of(script), CONFIG_FUNCTIONS):
            call = script.parents[node]
            if not (isinstance(call, ast.Call) and call.func is node):
                yield self.finding(script.span(node), f"`{_shown(name)}` was removed in SDK 2.4{_BY_HAND}")

    def _function_imports(self, script: Script) -> Iterator[Finding]:
        """`from tensorflow.python.ipu.utils import create_ipu_config`, once nothing calls it any more."""
        facts = facts_of(script)
        for each in api_uses.imported(facts):
            if function_of_config(each.name) is None or api_uses.is_guarded(script, each.node):
                continue
            moves = _unused(script, each.node)
            edits: tuple[Edit, ...] = ()
            if each.alias.name in moves:
                edits = (api_uses.changed_import(script, each.node, moves),)
            fix = Fix("remove the import", Safety.SAFE, edits) if edits else None
            message = f"`{each.alias.name}` was removed in SDK 2.4"
            yield self.finding(script.span(each.alias), message + ("" if fix else _BY_HAND), fix)

    def _of_name(self, script: Script, use: NameUse, sdk: str) -> Finding:
        shown, node = _shown(use.name), use.alias or use.node
        assert not isinstance(node, (ast.Import, ast.ImportFrom))
        if use.place is not None:
            message = f"`{shown}` is `{_shown(use.place)}` in SDK {sdk}"
        else:
            message = f"SDK {sdk} has no `{shown}`"
            if can_be_imported(use.name, sdk):
                message = f"`{shown}` of SDK {sdk} is deprecated, and extends another Keras than `tf.keras`"
            message += f": {use.hint}" if use.hint else ""
        removed = "remove the import" if use.alias else "remove the call"
        fix = Fix(f"`{_shown(use.place)}`" if use.place else removed, Safety.SAFE, use.edits)
        return self.finding(script.span(node), message, fix if use.edits else None)


def _unused(script: Script, node: ast.ImportFrom) -> dict[str, str | None]:
    """The functions that an import names and that all have gone from the script but there."""
    read = {each.id for each in script.nodes if isinstance(each, ast.Name)}
    return {
        alias.name: None
        for alias in node.names
        if node.module == UTILS
        and function_of_config(f"{UTILS}.{alias.name}")
        and (alias.asname or alias.name) not in read
    }


def _shown(name: str | None) -> str:
    """A qualified name as people write it."""
    return (name or "").replace(IPU, "ipu", 1)
