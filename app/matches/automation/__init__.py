"""Automation: what happens in a match without a player: deadlines, auto-pass, auto-answer."""
