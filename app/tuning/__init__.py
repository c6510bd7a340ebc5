"""Tuning: optional speed under load, which a friends' table does not need.

==================  ======================================================================
tuned_lifespan      tunes an application while it runs
gc_tuning           when a full garbage collection runs
huge_pages          memory in pages of 2 MB
websocket_protocol  one write per socket for all frames of a turn of the event loop
==================  ======================================================================

`app.server.run` alone imports it. Without it everything is slower, and nothing else.
"""
