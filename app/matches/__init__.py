"""Matches: the command pipeline, commits, projections, and who may see what.

=======================  ==================================================================
commands · pipeline      answer, undo, show: authorise, engine, commit, ack, publish
room · rooms             a match in memory, as a cache of its rows; this process's rooms
entry · entry_builder    what one answer writes to the rows, and how it is built
store                    group commit, on PostgreSQL and SQLite
locked                   a locked match, for changes outside the log
projection · publisher   frames: what one viewer is shown, and who receives them
access · public_horizon  who may see a match, and how much outsiders may see so far
models                   the rows: matches, seats, entries, snapshots, chat
=======================  ==================================================================
"""
