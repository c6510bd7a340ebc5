"""Idempotency keys of requests that create: a repeated request gets the first reply."""
