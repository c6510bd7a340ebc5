"""Games: the catalogue of games on offer, and the time limit on each step of their rules."""
