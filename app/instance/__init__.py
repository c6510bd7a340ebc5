"""Instance: what makes a server its host's own, and what it announces."""
