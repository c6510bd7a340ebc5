"""Ratings: how strong somebody is at a game, by number of players."""
