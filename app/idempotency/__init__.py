"""Idempotency: a repeated request under an idempotency key gets the first reply."""
