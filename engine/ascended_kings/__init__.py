"""Ascended Kings, for two to four players.

===========================  ==============================================================
box · gems                   what is printed, with provenance; the five kinds of gem
arena · dice                 geometry and dice: pure functions
table                        the table as data
setup · rules                setting up; the order of play
turn · latent · end_of_turn   a turn
movement · attack · casting  what is done in the Active State
ylem · pools · rolls         Ylem Abilities; gems that come and go; throws
instants                     open points and windows
wounds · pieces · returns    wounds and death; relocation and collecting; Revenants
end_of_round · omega         dials and walls; the Omega War
outcome                      Koru, and who has won
card · cards                 how a card is declared; the two decks
view · messages · catalogue  what players see
notation                     positions as text
appraisal · laws · resample  for opponents and tests
===========================  ==============================================================
"""

from engine.ascended_kings.game import GAME

__all__ = ["GAME"]
