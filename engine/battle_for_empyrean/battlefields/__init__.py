"""The 27 battlefields, in the order of the printed list."""

from __future__ import annotations

from engine.battle_for_empyrean.battlefields import (
    altar_to_gorge,
    hall_to_sirens,
    summit_to_crossing,
)

__all__ = ["altar_to_gorge", "hall_to_sirens", "summit_to_crossing"]
