"""The engine core: the API that games are written against, and how the server sees a game.

===================  ==============================================================
question             an open question of a seat, and the parsing of its answer
script               how rules ask: choose, may, amount, mix, order, at_once, first_of
table                plain data that rules work on; table.tell records an event
chance               draw and shuffle
event                events and the seats that may know them; viewers
game                 Game: the interface every game implements
run · running_table  the trampoline; a table stopped at its open questions
step · match         a match as data; answer
undo                 taking answers back
resample             worlds that a seat can't tell from the true one
shows · memory       showing cards to other seats, and what they remember of it
view                 the projection gate
messages             all text, from one table of templates per game
outcome              ranks and score sheets
registry             installed games, by entry points
===================  ==============================================================
"""
