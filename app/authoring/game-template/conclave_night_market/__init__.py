"""Night Market: a game of bids in secret, played on Conclave."""

from conclave_night_market.game import NightMarket

GAME = NightMarket()
