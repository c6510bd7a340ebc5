"""Moderation: reports of people, and what admins make of them."""
