"""Outbox: messages about matches to addresses that accounts name, queued, leased and sent."""
