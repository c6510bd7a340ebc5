"""Short rules in our own words."""

HOW_TO_PLAY = """\
# The aim
Four Bloodstones lie in the hands of Kings. Kill to take them, then enter the tile of the Omega \
Stone. Whoever does so with all four wins outright; otherwise Koru are counted.

# Gems
Aria moves one tile, Egis blocks one Pyre, Pyre attacks for one wound; these are Core gems. Dire \
is a wound. Ylem pays for levels, cards and Focus Abilities and has a pool of five. Your \
Gemstone Pool holds 9, 12 or 15 gems, wounds included; what does not fit you must give up.

# Your turn
Each completed Transmutation gives a gem. Then choose a state.

Latent: draw a card, roll one Focus Die more than your level, and make the dice into gems: 1 or \
2 Aria, 3 Egis, 4 or 5 Pyre, 6 any of them; dice may be added up, and a sum at or above the \
number beside your Ylem Pool gives Ylem. Dice that all agree give a Ylem besides. Then fill or \
empty Transmutations and inscribe a card of your focus, to cast it later for nothing.

Active: a Ylem appears on a random tile; then act as often as you can pay: level up, draw, move, \
attack, cast, and use Ylem Abilities.

At the end of your turn discard down to five cards.

# Moving
A step goes to an adjacent free tile outside the fire. To leave the adjacency of opponents costs \
1 Egis each. You take what lies on a tile, Dire too.

# Attacking
Say how much Pyre; the target must block with its Egis, one for one. What is left are wounds. \
Three wounds kill at level 1, four at level 2, five at level 3. A kill gives 1 Ylem, one with \
wounds to spare a card as well.

# Instant Powers
A card with an Instant Power may be discarded for it at any time, on anybody's turn: for gems, \
for dice, or to cancel wounds and remove Dire.

# Death
Your Bloodstones stay on your tile. After the turn you return near a random tile as a Revenant: \
you draw 3 cards from the other deck and take 3 Core gems; you move and attack diagonally and \
escape for nothing. The last King gets the Ascended Die.

# Fire
After each round one of four walls advances, unless a Bloodstone or the opposite wall is in its \
way. Who stands in it is wounded, who comes to stand behind it dies. Then an Immolation Event \
follows.

# The Omega War
It begins when somebody has all four Bloodstones, or after 20, 15 or 10 rounds with 2, 3 or 4 \
players. The fire is gone and the Omega Stone lies on the edge of the board. Koru: 25 for \
claiming it, 15 a Bloodstone, 10 if you were never killed, 5 a Transmutation, 1 a Ylem; ties are \
broken by level and hand.
"""
