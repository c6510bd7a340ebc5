"""Golden matches as text."""
