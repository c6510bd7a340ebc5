"""Train: matches between equal bots, and the fit of the model of chances to them.

Every fifth match is held out: the measures of a model are those of positions of matches that it
has not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct, to_builtins

from engine.bots.chance import Model, Weight
from engine.lab.fit import fit
from engine.lab.pool import in_order
from engine.lab.reliability import Bin, bins, brier, predict
from engine.lab.samples import Sample, Training, sample

USUAL = ("greedy", "greedy", "greedy~10", "greedy~10", "greedy~30", "random")
"""The bots of a training: one of them plays all seats of a match."""
HELD_OUT = 5
"""One of so many matches is held out."""
APPRAISE = "appraise"

OnMatch = Callable[[], None]


class Brier(Struct):
    """Mean squared errors on matches held out, of three models."""

    model: float
    appraise: float  # with one weight, that of the appraisal
    equal: float  # the same chance for every seat


class Seats(Struct):
    """The measures of a model at tables of one size."""

    seats: int
    positions: int
    brier: Brier


class About(Struct, kw_only=True):
    """How a model was made, and how good it is."""

    command: str
    date: str = ""
    rules: int
    players: list[str]
    matches: int
    positions: int
    held_out: int  # positions of the matches held out
    brier: Brier
    by_seats: list[Seats]
    reliability: list[Bin]


def train(
    training: Training,
    matches: int,
    *,
    command: str = "",
    date: str = "",
    processes: int = 1,
    on_match: OnMatch | None = None,
) -> Model:
    """The model, fitted to so many matches. Raises MatchFailed, and ValueError if they are too few
    or the game has no features.
    """
    samples: list[Sample] = []
    for found in in_order(partial(sample, training), range(matches), processes):
        samples += found
        if on_match is not None:
            on_match()
    seen = [one for one in samples if not _is_held_out(one)]
    unseen = [one for one in samples if _is_held_out(one)]
    if not seen or not unseen:
        raise ValueError(f"{training.game}: no positions to learn from.")
    weights = {name: _readable(one) for name, one in fit(seen, _names(seen)).items()}
    appraise = fit(seen, [APPRAISE])
    about = About(
        command=command,
        date=date,
        rules=training.rules,
        players=[player.spec for player in training.players],
        matches=matches,
        positions=len(samples),
        held_out=len(unseen),
        brier=_brier(unseen, weights, appraise),
        by_seats=_by_seats(unseen, weights, appraise),
        reliability=bins(unseen, predict(unseen, weights)),
    )
    return Model(to_builtins(about), weights)


def _readable(one: Weight) -> Weight:
    """The weight with six digits."""
    return Weight(float(f"{one.weight:.6g}"), float(f"{one.scale:.6g}"))


def _is_held_out(one: Sample) -> bool:
    """By blocks of matches, so that tables of all sizes are among them."""
    return one.match // HELD_OUT % HELD_OUT == 0


def _names(samples: Sequence[Sample]) -> list[str]:
    """The names of all features, in the order in which they come."""
    return list(dict.fromkeys(name for each in samples for one in each.features for name in one))


def _by_seats(
    samples: Sequence[Sample], weights: dict[str, Weight], appraise: dict[str, Weight]
) -> list[Seats]:
    sizes = sorted({len(one.shares) for one in samples})
    groups = {size: [one for one in samples if len(one.shares) == size] for size in sizes}
    return [
        Seats(size, len(group), _brier(group, weights, appraise)) for size, group in groups.items()
    ]


def _brier(
    samples: Sequence[Sample], weights: dict[str, Weight], appraise: dict[str, Weight]
) -> Brier:
    models: tuple[dict[str, Weight], ...] = (weights, appraise, {})
    return Brier(*[round(brier(samples, predict(samples, model)), 5) for model in models])
