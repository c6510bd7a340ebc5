"""Lobby: the games on offer, and matches before they start."""
