"""The 78 components, each declared where its text stands."""

from engine.res_arcana.cards import artifacts, mages, magic_items, monuments, places

__all__ = ["artifacts", "mages", "magic_items", "monuments", "places"]
