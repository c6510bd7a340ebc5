"""Batteries: everything that must hold of any game, in the order in which it is checked."""

from __future__ import annotations

from engine.testing.agreed_undo import agreed_undo
from engine.testing.battery import Battery
from engine.testing.bots import bots_in_mid_step, honest_bots, searching, worlds_for_bots
from engine.testing.determinism import hash_seeds
from engine.testing.first_matches import first_match
from engine.testing.grammars import argument_types, grammar, view_schemas
from engine.testing.laws import laws
from engine.testing.lessons import lessons
from engine.testing.levels import appraisal, progress
from engine.testing.notations import notation
from engine.testing.page_parts import page_parts
from engine.testing.saved import saved_matches
from engine.testing.secrets import secrets
from engine.testing.texts import sentences, translations
from engine.testing.transcripts import golden_match
from engine.testing.undoing import saves_and_undo, waiting_scripts
from engine.testing.worlds import worlds_alike

BATTERIES: tuple[Battery, ...] = (
    laws,
    view_schemas,
    grammar,
    argument_types,
    sentences,
    translations,
    page_parts,
    saves_and_undo,
    waiting_scripts,
    agreed_undo,
    secrets,
    worlds_alike,
    hash_seeds,
    honest_bots,
    worlds_for_bots,
    bots_in_mid_step,
    searching,
    progress,
    appraisal,
    notation,
    first_match,
    lessons,
    golden_match,
    saved_matches,
)
