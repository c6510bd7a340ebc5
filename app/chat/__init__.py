"""Chat at the table, in private channels and among spectators."""
