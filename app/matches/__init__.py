"""Matches: the one way in, commits, projections, and who may see what.

=======================  ==================================================================
pipeline                 answer, undo, show: authorise, engine, commit, ack, publish
room · rooms             a match in memory, a cache of its rows; the rooms of this process
entry · entry_builder    what one answer does to the rows, and how that is made
store                    grouped commits; postgresql and sqlite say how
locked                   a match locked for a change that is no entry
projection · publisher   frames: what one viewer is shown, and to whom they go
access · public_horizon  who may see a match, and what outsiders may know by now
models                   the rows: matches, seats, entries, snapshots, chat
=======================  ==================================================================
"""
