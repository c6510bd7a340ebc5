"""Rate limits of requests, attempts and commands, counted over all processes."""
