"""Webhooks: what an account wants to be told at an address of its own."""
