"""Measurements: `make bench`. Nothing here is a test; nothing in a test is timed."""
