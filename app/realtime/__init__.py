"""Realtime: pushes changes of matches to open connections, through listeners, feeds and streams."""
