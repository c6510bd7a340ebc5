"""Rate limits on requests, attempts and commands, counted across all processes."""
