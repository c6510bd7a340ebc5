"""Realtime: listeners, feeds and streams; pushes changes of matches to open connections."""
