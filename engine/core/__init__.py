"""The engine core: what a game is written with and what everybody else sees of it.

=============  ==============================================================
question       what a seat is asked, and how its answer is read
script         how rules ask: choose, may, amount, mix, order, at_once, first_of
table          plain data that rules work on; table.tell says what happened
chance         draw and shuffle
event          who may know what; viewers
game           Game: a game's rules behind one face
run · live     the trampoline; a table stopped at its open questions
step · match   a match as data; answer
undo           taking answers back
shows · memory showing cards to other seats, and what they remember of it
view           the projection gate
messages       all text, from one table of templates a game
outcome        ranks and score sheets
registry       installed games, by entry points
=============  ==============================================================
"""
