"""Horizon: which plies and which matches an outsider may see, and when."""
