"""Fixtures for the tests of this game."""

from tests.battle_for_empyrean.laying import quiet_fields

__all__ = ["quiet_fields"]
