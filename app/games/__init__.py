"""Games on offer, and the time limit of a step of their rules."""
