"""A page in a browser: hosts a table, plays by clicking, counts what it receives."""
