"""Server process: uvicorn, its protocols, garbage collection, memory.

Except for `http_protocol` (limits) and the start of uvicorn itself, everything here is an
optimisation that a friends' table does not need. `protocols` chooses between our protocols and
uvicorn's own.
"""
