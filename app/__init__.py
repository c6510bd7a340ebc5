"""The server: an authoritative table for every registered game.

=============  ===================================================================
main           the application and its life
settings       what the operator decides
services       what the parts of one process share
database       the one way to PostgreSQL or SQLite
company        who else serves the same database
notices        what a change means for an account
contract       everything that travels, and the documents made of it
problems       everything that can go wrong for a caller, as RFC 9457
security       secrets, cookies, the origin of a request, headers
accounts       who you are
lobby          games on offer, matches before they start
matches        playing: one way in, rooms, commits, projections, the log
live           frames, the bus, sockets and streams, presence
bots           built-in opponents and the keeper that wakes them
=============  ===================================================================
"""
