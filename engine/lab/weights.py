"""Weights: where the model of a game is stored."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from engine.bots.chance import FILE
from engine.core.game import Game


def weights_path(kind: type[Game[Any, Any]]) -> Path:
    """The weights file in the package of the game's class."""
    spec = find_spec(kind.__module__)
    assert spec is not None
    assert spec.parent is not None
    (folder,) = import_module(spec.parent).__path__
    return Path(folder) / FILE
