"""Backups: the whole database in one file, from either kind of database and into either kind."""
