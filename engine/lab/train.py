"""Train: plays matches between equal bots and fits the model of chances to them.

Every fifth match is held out: a model is measured on positions of matches that it was not fitted
to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct, to_builtins

from engine.bots.chance import Model, Weight
from engine.lab.fit import fit
from engine.lab.pool import in_order
from engine.lab.reliability import Bin, bins, brier, predict
from engine.lab.samples import Sample, TrainingConfig, sample

DEFAULT_PLAYERS = ("greedy", "greedy", "greedy~10", "greedy~10", "greedy~30", "random")
"""The bots of a training: one of them plays all seats of a match."""
HELD_OUT_INTERVAL = 5
"""One of this many matches is held out."""
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
    """How a model was trained, and how good it is."""

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
    config: TrainingConfig,
    matches: int,
    *,
    command: str = "",
    date: str = "",
    processes: int = 1,
    on_match: OnMatch | None = None,
) -> Model:
    """The model, fitted to this number of matches. Raises MatchFailed, and ValueError if they are
    too few or the game has no features.
    """
    samples: list[Sample] = []
    for match_samples in in_order(partial(sample, config), range(matches), processes):
        samples += match_samples
        if on_match is not None:
            on_match()
    training_samples = [sample for sample in samples if not _is_held_out(sample)]
    held_out = [sample for sample in samples if _is_held_out(sample)]
    if not training_samples or not held_out:
        raise ValueError(f"{config.game}: no positions to learn from.")
    weights = {
        name: _readable(weight)
        for name, weight in fit(training_samples, _names(training_samples)).items()
    }
    appraise = fit(training_samples, [APPRAISE])
    about = About(
        command=command,
        date=date,
        rules=config.rules,
        players=[player.spec for player in config.players],
        matches=matches,
        positions=len(samples),
        held_out=len(held_out),
        brier=_brier(held_out, weights, appraise),
        by_seats=_by_seats(held_out, weights, appraise),
        reliability=bins(held_out, predict(held_out, weights)),
    )
    return Model(to_builtins(about), weights)


def _readable(weight: Weight) -> Weight:
    """The weight with six digits."""
    return Weight(float(f"{weight.weight:.6g}"), float(f"{weight.scale:.6g}"))


def _is_held_out(sample: Sample) -> bool:
    """Whether a sample is held out; by blocks of matches, so tables of all sizes are among them."""
    return sample.match // HELD_OUT_INTERVAL % HELD_OUT_INTERVAL == 0


def _names(samples: Sequence[Sample]) -> list[str]:
    """The names of all features, in the order in which they come."""
    return list(
        dict.fromkeys(
            name for sample in samples for features in sample.features for name in features
        )
    )


def _by_seats(
    samples: Sequence[Sample], weights: dict[str, Weight], appraise: dict[str, Weight]
) -> list[Seats]:
    sizes = sorted({len(sample.shares) for sample in samples})
    groups = {size: [sample for sample in samples if len(sample.shares) == size] for size in sizes}
    return [
        Seats(size, len(group), _brier(group, weights, appraise)) for size, group in groups.items()
    ]


def _brier(
    samples: Sequence[Sample], weights: dict[str, Weight], appraise: dict[str, Weight]
) -> Brier:
    models: tuple[dict[str, Weight], ...] = (weights, appraise, {})
    return Brier(*[round(brier(samples, predict(samples, model)), 5) for model in models])
