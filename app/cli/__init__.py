"""The command line: serve, migrate, play, verify, resume, admin."""
