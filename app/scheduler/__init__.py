"""Timed actions of matches, and the sweeper that looks after those of processes that died."""
