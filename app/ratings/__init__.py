"""Ratings: the strength of an account at a game, by number of players."""
