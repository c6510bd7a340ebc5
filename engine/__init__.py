"""The rules of Conclave's games: a pure library without I/O, clock, asyncio or global
randomness, except for `lab`.
"""
