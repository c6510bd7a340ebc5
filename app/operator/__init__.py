"""Operator: what is done from the command line, in the running server or beside it."""
