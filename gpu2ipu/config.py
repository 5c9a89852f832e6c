"""Options of a run: `[tool.gpu2ipu]` of the nearest pyproject.toml, then the command line."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpu2ipu.errors import Trouble
from gpu2ipu.records import record
from gpu2ipu.schedules import DEFAULT, SCHEDULES

if TYPE_CHECKING:
    from gpu2ipu.plan.plan_file import Plan

# What the layers of a model may compute in.
PRECISIONS = ("float32", "float16", "mixed")
EXACT = "exact"
# what `evaluate` does with samples that make no full batch: takes them as a smaller one, or drops them
EVALUATIONS = (EXACT, "full-batches")
AUTO = 0  # of the pipeline stages, written "auto"

# Poplar SDKs that the rules know; all have TensorFlow 2.5 or 2.6.
SDKS = ("2.5", "2.6", "3.0", "3.1", "3.2", "3.3", "3.4")


@record
class Written:
    """What a script says by itself, before a port is made of it."""

    ipus: bool = True  # it uses the SDK
    executions: bool = True  # it sets `steps_per_execution`


@record
class Config:
    """All options, each with the value that it has when nobody says anything."""

    # the Poplar SDK that the port is for; decides which APIs it may use
    sdk: str = "3.4"
    # batches whose gradients are accumulated before the weights change; 0: what `micro_batch` makes of it, or 1
    gradient_accumulation: int = 0
    # samples that an IPU computes at a time; 0: the batch size of the script, shared out
    micro_batch: int = 0
    # ids of the only rules to use; empty means all. Where options are read, names and beginnings of ids stand for ids
    select: tuple[str, ...] = ()
    # ids of rules that are not used
    ignore: tuple[str, ...] = ()
    # patterns as in .gitignore, relative to the folder of pyproject.toml; not applied to files given by name
    exclude: tuple[str, ...] = ()
    # whether the patterns are applied to those, too
    force_exclude: bool = False
    # whether `evaluate` sees the samples that make no full batch
    evaluation: str = EXACT
    # put a comment above each line that needs manual work
    annotate: bool = True
    # format the lines that convert touched with black
    format: bool = True
    # IPUs that the layers of a model are spread over, one pipeline stage on each; 1 means no pipeline, AUTO the
    # fewest that a plan of the script needs
    pipeline_stages: int = 1
    # the order in which a pipeline runs its stages
    schedule: str = DEFAULT
    # compute the activations of a pipeline again for the backward pass, instead of keeping them
    recompute: bool = False
    # copies of the model, each of which computes its share of every batch; a power of two, as devices have IPUs
    replicas: int = 1
    # what the layers compute in, one of PRECISIONS; empty means as the script has it
    precision: str = ""
    # recurrent layers of `ipu_tensorflow_addons` where they compute what those of Keras do
    addons: bool = False
    # loops on the IPU in place of loops of Python that run a step for each batch, where these can be
    device_loop: bool = False
    # names of layers whose outputs and gradients a port prints each epoch
    inspect: tuple[str, ...] = ()
    # the file of a plan, whose stages the models get; empty means none
    plan: str = ""
    # one script for IPUs and GPUs, which asks at run time whether there is the SDK
    both_devices: bool = False
    # processes for many files; 0 means one per CPU that this process may use
    jobs: int = 0
    # the folder of the pyproject.toml; found, never written down
    root: Path | None = None
    # what the file of the plan says; read, never written down
    planned: Plan | None = None
    # what the script says by itself; found by `convert`, never written down
    written: Written = Written()

    def enabled(self, rule: str) -> bool:
        """True if the rule with this id is used."""
        return rule not in self.ignore and (not self.select or rule in self.select)

    @property
    def accumulated_by(self) -> int:
        """What the micro-batches of a weight update are a multiple of."""
        return SCHEDULES[self.schedule].accumulated_by(self.pipeline_stages)


_FOUND = ("root", "planned", "written")  # no options
_ID = re.compile(r"IPU\d*")  # of a rule, or what several begin with
KEYS = tuple(field.name.replace("_", "-") for field in dataclasses.fields(Config) if field.name not in _FOUND)
_LEAST = {"pipeline-stages": 1, "replicas": 1}  # of the whole numbers; 0 for the others


# Returns the names of all rules by their ids; called only where an option names some, since importing them takes time.
RuleNames = Callable[[], Mapping[str, str]]


def load(path: Path, overrides: Mapping[str, object], rules: RuleNames) -> Config:
    """Return the options for a file or folder; an override of None leaves an option as it is.

    Raises Trouble for an unreadable pyproject.toml, an unknown key and a bad value.
    """
    file = _nearest_pyproject(path)
    config, options = Config(), _options_of(file, rules)
    if file is not None:
        if options.get("plan"):
            options["plan"] = str(file.parent / options["plan"])
        config = dataclasses.replace(config, **options, root=file.parent)
    given = {key.replace("_", "-"): value for key, value in overrides.items() if value is not None}
    options |= _checked(given, "option --", rules)
    config = dataclasses.replace(config, **options)
    if config.plan:
        from gpu2ipu.plan import plan_file

        config = with_plan(config, plan_file.read(Path(config.plan)), options)
    _check_pipeline(config, options)
    if config.addons and config.both_devices:
        raise Trouble(
            "addons: the layers of ipu_tensorflow_addons run on IPUs only; leave out --both-devices"
        )
    if config.device_loop and config.both_devices:
        raise Trouble("device-loop: only an IPU has feeds and outfeeds; leave out --both-devices")
    return config


def stated(path: Path, rules: RuleNames) -> dict[str, Any]:
    """Return the options that pyproject.toml states for a file, by the names of fields. Raises what `load` raises."""
    return _options_of(_nearest_pyproject(path), rules)


def _options_of(file: Path | None, rules: RuleNames) -> dict[str, Any]:
    return {} if file is None else _checked(_table(file), f"{file}: [tool.gpu2ipu] ", rules)


def with_plan(config: Config, plan: Plan, given: Mapping[str, Any]) -> Config:
    """Return the options with those that a plan was made for. Raises Trouble if one that is given contradicts it."""
    counts = sorted({len(model.stages) for model in plan.models})
    if len(counts) != 1:
        numbers = " and ".join(map(str, counts)) or "no"
        raise Trouble(
            f"{config.plan}: has models of {numbers} stages, and all models must have the same number; plan again with "
            f"--stages {counts[-1] if counts else 2}"
        )
    planned: dict[str, Any] = {"pipeline_stages": counts[0]}
    if counts[0] > 1:
        planned |= {"schedule": plan.schedule, "recompute": plan.recompute}
    sizes = {model.micro_batch for model in plan.models if model.micro_batch != model.batch_size}
    if len(sizes) == 1 and "gradient_accumulation" not in given:
        planned["micro_batch"] = sizes.pop()
    for key, value in planned.items():
        if key in given and given[key] != value:
            other = "auto" if key == "pipeline_stages" and given[key] == AUTO else given[key]
            raise Trouble(f"{key.replace('_', '-')}: the plan {config.plan} is for {value}, not {other}")
    return dataclasses.replace(config, **planned, planned=plan)


def _check_pipeline(config: Config, options: Mapping[str, Any]) -> None:
    """Raise Trouble for options of a pipeline, some of which are given, that do not suit each other."""
    if config.pipeline_stages == 1:
        for key in ("schedule", "recompute"):
            if options.get(key):
                raise Trouble(f"{key}: this is for pipelines; give --pipeline-stages 2 or more, too")
    number, least = config.gradient_accumulation, config.accumulated_by
    if number % least:
        raise Trouble(
            f"gradient-accumulation: a pipeline of {config.pipeline_stages} stages needs a multiple of {least} in the "
            f"{config.schedule} schedule, not {number}"
        )


def nearest(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """The end of a sentence about an unknown word: the nearest known one, else all of them, or what else to do."""
    import difflib

    known = tuple(known)
    close = difflib.get_close_matches(word, known, n=1)
    return f"did you mean {close[0]}?" if close else otherwise or "known: " + ", ".join(known)


def nearest_rule(word: str, rules: Mapping[str, str]) -> str:
    """The end of a sentence about an unknown rule; rules are names by ids."""
    return nearest(word, [*rules, *rules.values()], otherwise="`gpu2ipu rules` lists them")


def _nearest_pyproject(path: Path) -> Path | None:
    path = path.absolute()
    for folder in (path, *path.parents):
        if (file := folder / "pyproject.toml").is_file():
            return file
    return None


def _table(file: Path) -> dict[str, object]:
    data = file.read_bytes()
    if b"gpu2ipu" not in data:  # most projects; spares the import of the parser
        return {}
    try:
        table = _parse_toml(data.decode()).get("tool", {}).get("gpu2ipu", {})
    except (ValueError, AttributeError) as error:
        raise Trouble(f"{file}: cannot be read as TOML: {error}") from error
    if not isinstance(table, dict):
        raise Trouble(f"{file}: tool.gpu2ipu must be a table")
    return table


def _parse_toml(text: str) -> dict[str, dict[str, object]]:
    import importlib
    import sys

    parser = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    tables: dict[str, dict[str, object]] = parser.loads(text)
    return tables


def _checked(values: Mapping[str, object], where: str, rules: RuleNames) -> dict[str, Any]:
    """Values with the types that the fields have; `where` opens the sentence about a bad one."""
    checked: dict[str, Any] = {}
    for key, value in values.items():
        if key not in KEYS:
            raise Trouble(f"{where}{key}: no such option; {nearest(key, KEYS)}")
        checked[_field(key)] = _value(key, value, f"{where}{key}: ", rules)
    return checked


def _field(key: str) -> str:
    return key.replace("-", "_")


# Options that take one of a few words: what such a word is called, and the words.
_WORDS: dict[str, tuple[str, Collection[str]]] = {
    "sdk": ("SDK", SDKS),
    "schedule": ("schedule", SCHEDULES),
    "precision": ("precision", PRECISIONS),
    "evaluation": ("value", EVALUATIONS),
}


def _value(key: str, value: object, where: str, rules: RuleNames) -> object:
    if isinstance(value, list):
        value = tuple(value)
    if key == "pipeline-stages" and value == "auto":
        return AUTO
    kind = type(getattr(Config(), _field(key)))
    listed = value if isinstance(value, tuple) else ()
    kinds = _KINDS[kind] + _MORE_KINDS.get(key, "")
    if type(value) is not kind or not all(isinstance(item, str) for item in listed):
        raise Trouble(f"{where}must be {kinds}, not {value!r}")
    what, words = _WORDS.get(key, ("", ()))
    is_default = value == getattr(Config(), _field(key))
    if words and value not in words and not is_default:
        raise Trouble(f"{where}unknown {what} {value!r}; {nearest(str(value), words)}")
    least = _LEAST.get(key, 0)
    if isinstance(value, int) and value < least:
        raise Trouble(f"{where}must be {least} or more, not {value}")
    if key == "replicas" and isinstance(value, int) and value & (value - 1):
        raise Trouble(f"{where}must be a power of two, as the IPUs of a device are, not {value}")
    if key in ("select", "ignore"):
        return tuple(dict.fromkeys(rule for word in listed for rule in _meant(word, where, rules())))
    return value


_KINDS = {str: "a string", tuple: "a list of strings", bool: "true or false", int: "a whole number"}
_MORE_KINDS = {
    "pipeline-stages": " or auto",
    "format": " (whether black formats changed lines; how findings are written is an option of `check` alone)",
}


def _meant(word: str, where: str, rules: Mapping[str, str]) -> list[str]:
    """The ids that a word means: an id, the name of a rule, or the beginning of ids. Raises Trouble for none."""
    if found := [rule for rule, name in rules.items() if means_rule(word, rule, name)]:
        return found
    raise Trouble(f"{where}unknown rule {word!r}; {nearest_rule(word, rules)}")


def means_rule(word: str, rule: str, name: str) -> bool:
    """True if a word means a rule: it is its id or its name, or its id begins with the word, as IPU201 with IPU2."""
    return word == name or (_ID.fullmatch(word) is not None and rule.startswith(word))
