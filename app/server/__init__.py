"""The server process: uvicorn, its protocols with limits, garbage collection, memory.

Everything here but `http_protocol` (a limit) makes the server faster, not more correct.
"""
