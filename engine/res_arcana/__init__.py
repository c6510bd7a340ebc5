"""Res Arcana: mages, artifacts and essences; the first to ten points ends it.

Begin with `rules` (the order of play), `table` (what is on the table) and `cards` (the components).
"""

from engine.res_arcana.game import GAME

__all__ = ["GAME"]
