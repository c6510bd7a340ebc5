"""Ascended Kings: cards, rulings, examples of the rulebook."""
