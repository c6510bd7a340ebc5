"""Clocks: the time controls on offer, the state of a match's clocks, and the service clock."""
