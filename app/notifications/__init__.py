"""Notifications of turns, invitations, offers and results, over streams, webhooks and push."""
