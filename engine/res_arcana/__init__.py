"""Res Arcana: mages, artifacts and essences; the first to ten points ends it.

Start with `rules` (the order of play), `table` (the state) and `cards` (the components).
"""

from engine.res_arcana.game import GAME

__all__ = ["GAME"]
