"""The two decks of 52 cards: one file for each focus and one for the special cards."""
