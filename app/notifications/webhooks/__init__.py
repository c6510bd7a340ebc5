"""Webhooks: messages to a URL that an account has registered."""
