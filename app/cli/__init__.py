"""Command line: serve, migrate, play, verify, resume, admin."""
