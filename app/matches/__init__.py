"""Matches: the command pipeline, commits, projections, and who may see what.

=======================  ==================================================================
commands · pipeline      answer, undo, show: authorise, rules, commit, acknowledge, publish
command_turns            commands of one match wait for one another
request_budget           what becomes of a command when its request may not wait longer
command_runner           what each kind of command does, by the rules
room · room_cache        a match in memory, as a cache of its rows; this process's rooms
entry · entry_builder    what one answer writes to the rows, and how it is built
store                    group commit, on PostgreSQL and SQLite
start · end · park       the start of a match, an early end, a pause because of its rules
locked · changes         a locked match, for changes outside the log, and their announcement
hooks                    what follows a commit or a change beyond its frames
projection · publisher   frames: what one viewer is shown, and who receives them
access · public_horizon  who may see a match, and how much outsiders may see so far
models                   the rows: matches, seats, entries, snapshots, chat
=======================  ==================================================================
"""
