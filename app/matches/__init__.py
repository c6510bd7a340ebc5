"""Playing: one way in, rooms, grouped commits, projections, the log.

============  ===================================================================
records       the rows: matches, seats, entries, snapshots, chat
room          a match in memory: a cache of its rows
rooms         the rooms of this process
play          answer and undo: the one way in
change        what one answer does to the rows
writer        grouped commits; postgresql and sqlite say how
projection    frames: what one viewer is shown
watchdog      no step of a game holds the server up
log · chat    what was said and done
============  ===================================================================
"""
