"""Automation: what happens in a match without a player acting: deadlines, auto-pass and
auto-answer.
"""
