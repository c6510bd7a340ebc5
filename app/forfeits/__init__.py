"""Forfeits: time-outs, absence and resignation, and the bots that substitute for a seat."""
