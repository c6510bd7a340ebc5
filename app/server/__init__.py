"""The server process: uvicorn, its protocols with limits, garbage collection, memory.

Every module but `http_protocol` (a limit) is an optimisation that a friends' table does not need.
"""
