"""Analyses of finished matches: requested by people, queued as rows, computed by workers."""
