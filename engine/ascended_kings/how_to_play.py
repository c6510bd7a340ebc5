"""Short rules in our own words."""

HOW_TO_PLAY = """\
# The aim
Each King begins with one of the four Bloodstones; with two or three players the others enter \
with the first Revenants to return. Kill to take them, then enter the tile of the Omega Stone: \
with all four you win outright, with fewer Koru are counted.

# Gems
Aria moves one tile, Egis blocks one Pyre, Pyre attacks for one wound; these are Core gems. Dire \
is a wound. Ylem pays for levels, cards and Focus Abilities and has a pool of five. Your \
Gemstone Pool holds 9, 12 or 15 gems, wounds included; what does not fit you must give up.

# Your turn
Each completed Transmutation gives a gem. Then choose a state. With three or four players \
another player begins each round; with two players it is always the same one.

Latent: draw a card, roll one Focus Die more than your level, and make the dice into gems: 1 or \
2 Aria, 3 Egis, 4 or 5 Pyre, 6 any of them; dice may be added up, and a sum at or above the \
number beside your Ylem Pool gives Ylem. Dice that all agree give a Ylem besides. Then fill or \
empty Transmutations and inscribe a card face down, to cast it later for nothing: a King a card \
of the own focus, a Revenant a card of any focus.

Active: a Ylem appears on a random tile; then act as often as you can pay: level up, draw, move, \
attack, cast, and use Ylem Abilities.

At the end of your turn discard down to five cards.

# Moving
A step goes to an adjacent free tile outside the fire. Leaving the adjacency of opponents costs \
1 Egis each, the Escape Cost; if you cannot pay it, only steps that keep the adjacency are open. \
Revenants, Kings with a completed Egis Transmutation and pieces in fire never pay it, nor does a \
piece that an ability moves. You take what lies on a tile, Dire too.

# Attacking
Say how much Pyre; the target must block with its Egis, one for one. Unblocked Pyre wounds. \
Three wounds kill at level 1, four at level 2, five at level 3. A kill gives 1 Ylem, one with \
wounds to spare a card as well.

# Instant Powers
A card with an Instant Power may be discarded for it at any time, on anybody's turn: for gems, \
for dice, or to cancel wounds and remove Dire.

# Death
Your Bloodstones stay on your tile. After the turn you return near a random tile as a Revenant: \
you draw 3 cards from the other deck and take 3 Core gems; you move and attack diagonally and \
escape for nothing. The last King gets the Ascended Die and rolls it along. At the beginning of \
each turn its holder may absorb it: it leaves the game, with all Dire of the holder.

# Fire
After each round one of four walls advances by a line, unless a Bloodstone lies there or fewer \
than three lines would be left up to the opposite wall or edge. A piece in a wall takes a wound, \
a piece behind one dies. Nobody may walk into fire; a piece in it that walks must leave it if it \
can, and else takes a wound for each tile. Then an Immolation Event follows.

# Ylem Abilities
A completed Ylem Transmutation allows four. Ylem Bridge (1 Ylem, 1 Aria) goes to any free tile \
with Ylem, Heal Wound (1 Ylem, 1 Egis) removes 1 Dire, Pyrokinesis (1 Ylem, 1 Pyre) pushes \
back by a line a wall that you stand in or beside. Ylem Shield, in the turn of an opponent, costs \
the 3 Ylem of the Transmutation itself: that opponent's cards cannot target you this turn, but \
attacks still can. A Revenant empties a Prismatic Transmutation to give 1 Ylem to any Revenant \
on the board (Ylem Prism); a King's, on Prismatic Inscription, feeds that King alone, and the \
card is discarded.

# The Omega War
It begins after a turn that leaves all four Bloodstones with one player, or after 20, 15 or 10 \
rounds with 2, 3 or 4 players. Without countdown only the Bloodstones begin it; the dial stops \
at 10. The fire is gone and the Omega Stone lies on the edge of the board. Koru: 25 for claiming \
it, 15 a Bloodstone, 10 if you were never killed, 5 a Transmutation, 1 a Ylem; ties are broken \
by level and hand. A match with a round limit ends there, and Koru decide.
"""
