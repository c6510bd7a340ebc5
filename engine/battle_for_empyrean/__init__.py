"""Battle for Empyrean: armies of 24 cards contend for the battlefields.

`rules` is the order of play. `table` holds the state; cards are declared in `decks`, battlefields
in `battlefields`. Their verbs are in `might`, `tokens`, `movement`, `destruction`, `piles` and
`choice`, the keywords in brackets in `keywords`. `outcome` determines the winner.
"""

from engine.battle_for_empyrean.game import GAME, BattleForEmpyrean

__all__ = ["GAME", "BattleForEmpyrean"]
