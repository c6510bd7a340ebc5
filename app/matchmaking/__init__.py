"""Matchmaking: pools in which people and bots wait for opponents."""
