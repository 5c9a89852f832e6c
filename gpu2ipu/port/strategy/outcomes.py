"""What becomes of the setup for IPUs: the import of the SDK, the configuration, and the scopes of the strategy."""

from __future__ import annotations

import ast

from gpu2ipu.port.outcome import Outcome
from gpu2ipu.records import record


@record
class IpuImport(Outcome):
    """The SDK is imported for the first model of a file."""

    is_run: bool = True  # False: nothing that is run creates models, only functions for other scripts


@record
class IpuConfiguration(Outcome):
    """The IPUs are configured before the first model of a file."""

    with_strategy: bool = False
    ipus: int = 1


@record
class ScopedBlock(Outcome):
    """Statements that create Keras objects go into a scope; without edits, the strategy does not reach them."""

    header: str = ""
    of_variables: bool = False  # whether they only create variables of the script's own


@record
class ReplacedLayer(Outcome):
    """A layer adapts outside of the scope, and one with its numbers is created inside."""

    name: str
    statement: str  # that creates it


@record
class NamedObject(Outcome):
    """What a statement builds and trains at once gets a name, by a statement of its own."""

    name: str
    statement: str  # that creates it


@record
class BlockOfOtherStrategy(Outcome):
    """Statements that create Keras objects outside of a scope, in a script with a strategy of `tf.distribute`."""


@record
class ScopeOfStandIn(Outcome):
    """The scope of a strategy, or of what stands in for it where the script finds no GPU."""


@record
class CreatedAtImport(Outcome):
    """A Keras object that a module creates when it is imported, before anything can be configured."""


@record
class PassedBuilder(Outcome):
    """A function that creates models is passed to code that calls it outside of the scope."""

    taker: ast.expr


@record
class UncalledBuilder(Outcome):
    """Keras objects that functions of a file create which nothing in the script calls; the first of them."""

    names: tuple[str, ...] = ()
    is_trained: bool = False  # whether something in the file trains or evaluates
    takes_strategy: bool = False  # whether all are in the scope of a strategy that comes from elsewhere
