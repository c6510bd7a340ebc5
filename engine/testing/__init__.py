"""Testing: what authors of games test with, by `pytest` or by `conclave check-game`."""
