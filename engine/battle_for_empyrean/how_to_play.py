"""The short rules, in our own words."""

HOW_TO_PLAY = """\
# What it is about

Each player leads an army of 24 cards onto three battlefields (four with three players). A player
who has more Might than every other player on two of them after the last Round wins. If no player
does, the highest total over all battlefields decides; equal totals are a draw.

With three players two of them may win two battlefields each; then only the totals of these two are
compared.

# A Round

Begin: you have one Essence more than the number of the Round, changed by what you gained or lost
in the Round before. Essence is not saved.

Draft: everybody draws two cards at once, keeps one and puts the other below the own game deck.

Command: whoever is first uses the command abilities of the cards in play, then the next player.

Deploy: put cards face-down on the battlefields and pay their Essence. A card always takes the
lowest Open Zone; there are usually six for each player. Opponents see where a card lies and nothing
more.

Reveal: cards are turned up one by one in the order in which they were Deployed. Each gets its
reveal Might, then its ability Resolves, then other cards and the battlefield may react.

End: effects of the battlefields; then the First Player Token is passed.

Ten Rounds are played, nine with three players.

# Cards

Instant abilities Resolve once, when the card is Revealed. Conditional ones Resolve whenever their
condition is met. Passive ones always hold. "Here" means on this card's battlefield, "Ally" another
Revealed card of yours, "Opponent card" a Revealed card of an opponent. Face-down cards have no
Might, can't be chosen and do nothing yet, but they take up their Zones.

Might never falls below 0. A maximum Might can only be passed with the help of a battlefield. When a
card leaves a Zone, the cards behind it close the gap.

# Tokens

Stop lies on a player's side of a battlefield and prevents the next instant ability there. Stun
switches a conditional ability off. Shield protects from being Destroyed. Anchor forbids a card to
Move or Return. A Move Token lets a card Move once in the Command Phase.

# Battlefields

Each has two effects, for every player separately unless they speak of the first player to do
something. They come last when a card is Revealed.
"""
