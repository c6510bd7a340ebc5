"""Authoring: what authors of games get beside the engine: a new game, translations."""
