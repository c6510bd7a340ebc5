"""Departures: absence, resignation, substitution, and automatic answers for a seat."""
