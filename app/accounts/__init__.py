"""Accounts: people, guests and bots, and their sessions, tokens and tickets."""
