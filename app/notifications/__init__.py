"""Notifications of turns, invitations, offers and results, over streams and webhooks."""
