"""Reveal cases as a table: a battlefield before, the card Revealed there, the battlefield after."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.battle_for_empyrean.laying import lay, reveal, row, side


@dataclass(frozen=True)
class Case:
    """`card` is Revealed beside `own`, against `theirs`; `answers` are Ann's on the way.

    `gains` and `loses` are what Ann and Bob get next Round; `hand` what Ann then holds; `b2` is
    Ann's second battlefield, before and after.
    """

    says: str
    card: str
    own: list[str] = field(default_factory=list)
    theirs: list[str] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    theirs_after: list[str] | None = None
    gains: int = 0
    loses: int = 0
    hand: list[str] | None = None
    also_in_hand: list[str] = field(default_factory=list)
    b2: list[str] = field(default_factory=list)
    b2_after: list[str] | None = None
    setting: dict[str, Any] = field(default_factory=dict)
    round: int = 3

    def play(self) -> None:
        """Play it and compare."""
        ann, bob = lay(
            round=self.round,
            ann={
                "hand": [self.card, *self.also_in_hand],
                "b1": self.own,
                "b2": self.b2,
                **self.setting,
            },
            bob={"b1": self.theirs},
        )
        reveal(ann, self.card, "b1", *self.answers)
        assert row(ann, "b1") == self.after
        assert row(bob, "b1") == (self.theirs if self.theirs_after is None else self.theirs_after)
        assert row(ann, "b2") == (self.b2 if self.b2_after is None else self.b2_after)
        if self.round < 10:
            assert ann.scenario.table.round == self.round + 1, f"{ann.asked} was not answered"
            assert side(ann).essence == self.round + 2 + self.gains
            assert side(bob).essence == self.round + 2 - self.loses
        if self.hand is not None:
            assert sorted(side(ann).hand) == sorted(self.hand)
