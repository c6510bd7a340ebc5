"""Costs of powers: `TURN + pay(elan=1)`. `engine.res_arcana.paying` announces and pays them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engine.core.script import OptionKind
from engine.res_arcana.essences import Essences
from engine.res_arcana.table import InPlay

ArtifactCondition = Callable[[str, InPlay], bool]
"""Whether the artifact with this id may be destroyed as the cost of that component."""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Cost:
    """A cost; all parts must be paid.

    turn      turn the component itself
    essences  these, from the pool (R7)
    any       any mix of that many, Gold too (R9)
    one_of    one essence of one of these kinds
    alike     X essences of one kind, X chosen by the payer
    own       these, from the component itself
    turned    turn another straightened artifact with that tag
    destroys  destroy an own artifact that satisfies this
    discard   discard a card from hand
    """

    turn: bool = False
    essences: Essences = field(default_factory=dict)
    any: int = 0
    one_of: tuple[str, ...] = ()
    alike: bool = False
    own: Essences = field(default_factory=dict)
    turned: str = ""
    destroys: ArtifactCondition | None = None
    discard: bool = False

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            turn=self.turn or other.turn,
            essences=self.essences | other.essences,
            any=self.any + other.any,
            one_of=self.one_of or other.one_of,
            alike=self.alike or other.alike,
            own=self.own | other.own,
            turned=self.turned or other.turned,
            destroys=self.destroys or other.destroys,
            discard=self.discard or other.discard,
        )

    @property
    def asks(self) -> bool:
        """Whether the payer may have to choose anything."""
        return bool(
            self.any or self.one_of or self.alike or self.turned or self.destroys or self.discard
        )

    @property
    def has_special_parts(self) -> bool:
        """Whether it has parts other than turning and essences from the pool."""
        return bool(self.one_of or self.own or self.turned or self.destroys or self.discard)

    @property
    def loss_kind(self) -> OptionKind:
        """Which kind of loss it costs the payer: a card in play, a card of the hand, or none."""
        return "destroy" if self.destroys else "discard" if self.discard else ""


@dataclass(slots=True)
class Payment:
    """The announced choices for a cost: `mix` is its "any" part, `x` of `kind` its X."""

    essences: Essences
    mix: Essences = field(default_factory=dict)
    kind: str = ""
    x: int = 0
    turned: str = ""
    destroyed: str = ""
    discarded: str = ""


FREE: Final = Cost()
TURN: Final = Cost(turn=True)
X_ALIKE: Final = Cost(alike=True)
DISCARD_A_CARD: Final = Cost(discard=True)


def pay(any: int = 0, **essences: int) -> Cost:
    """Pay these essences, and `any` of any kinds."""
    return Cost(essences=essences, any=any)


def pay_one_of(*kinds: str) -> Cost:
    """Pay one essence of one of these kinds."""
    return Cost(one_of=kinds)


def remove(**essences: int) -> Cost:
    """Pay these essences from the component itself."""
    return Cost(own=essences)


def turn_another(tag: str) -> Cost:
    """Also turn an own straightened artifact with that tag."""
    return Cost(turned=tag)


def destroy(which: ArtifactCondition) -> Cost:
    """Destroy one of the own artifacts in play. R18: nothing else can be destroyed."""
    return Cost(destroys=which)


def itself(artifact: str, component: InPlay) -> bool:
    """Only the component whose cost it is."""
    return artifact == component.id


def an_artifact(artifact: str, component: InPlay) -> bool:
    """Any artifact; the component itself too (R16)."""
    return True


def another_artifact(artifact: str, component: InPlay) -> bool:
    """Any artifact but the component itself (R16)."""
    return artifact != component.id
