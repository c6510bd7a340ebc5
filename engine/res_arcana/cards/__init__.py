"""The 78 components, each declared beside its text."""

from engine.res_arcana.cards import (
    artifacts_a_to_f,
    artifacts_g_to_z,
    mages,
    magic_items,
    monuments,
    places,
)

__all__ = ["artifacts_a_to_f", "artifacts_g_to_z", "mages", "magic_items", "monuments", "places"]
