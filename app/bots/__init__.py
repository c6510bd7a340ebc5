"""Bots: the built-in opponents, their queue and their worker processes."""
