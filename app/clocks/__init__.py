"""Clocks: what a creator may choose, the time left in a match, and the time of service."""
