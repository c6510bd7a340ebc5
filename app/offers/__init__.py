"""Offers: what needs the consent of others."""
