"""The two decks of 52 cards: a file for each focus, and one for the special cards."""
