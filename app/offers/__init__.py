"""Offers: actions that need the consent of other players."""
