"""Built-in opponents, and the keeper that wakes them after a crash."""
