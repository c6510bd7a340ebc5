"""Players who leave: absence, resignation, substitution; what is answered for a seat."""
