"""What an account is told: turns, invitations, offers, results; on streams and by webhooks."""
