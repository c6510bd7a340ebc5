"""Battle for Empyrean: armies of 24 cards contend for the battlefields.

`rules` is the order of play. The state stands in `table`, cards are declared in `decks` and
battlefields in `battlefields`; the verbs they are written with are in `might`, `tokens`,
`movement`, `destruction`, `piles` and `choice`, the words in brackets in `keywords`. `outcome` says
who has won.
"""

from engine.battle_for_empyrean.game import GAME, BattleForEmpyrean

__all__ = ["GAME", "BattleForEmpyrean"]
