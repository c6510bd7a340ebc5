"""Chance tables: writes how good the models of chances are into docs/bots.md.

    python -m scripts.chance_tables

The figures are those of the weights files that `conclave train` writes. `tests/lab/test_docs.py`
fails while the document differs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from devtools.marked_section import with_section
from engine.bots.chance import Model, model_of
from engine.core.registry import games
from engine.lab.reliability import BINS

BOTS = Path(__file__).resolve().parents[1] / "docs/bots.md"


def chance_tables() -> str:
    """Brier scores by game and seats, then a reliability diagram as a table."""
    models = {
        game.title: model
        for game in games().values()
        if not game.for_tests and (model := model_of(type(game)))
    }
    return "\n\n".join([_brier(models), _reliability(models), _commands(models)])


def _brier(models: dict[str, Model]) -> str:
    lines = [
        "| game | players | positions | model | appraisal alone | equal chances |",
        "|---|---|---|---|---|---|",
    ]
    for title, model in models.items():
        for size in model.about["by_seats"]:
            figures = " | ".join(f"{size['brier'][key]:.3f}" for key in size["brier"])
            lines.append(f"| {title} | {size['seats']} | {size['positions']} | {figures} |")
    return "\n".join(lines)


def _reliability(models: dict[str, Model]) -> str:
    lines = [
        f"| predicted | {' | '.join(models)} |",
        f"|---|{'---|' * len(models)}",
    ]
    for place in range(BINS):
        cells = " | ".join(_cell(model, place) for model in models.values())
        lines.append(f"| {10 * place} to {10 * place + 10} % | {cells} |")
    return "\n".join(lines)


def _cell(model: Model, place: int) -> str:
    """`24.9 → 22.6 (509)`: the mean prediction, the mean of what happened, how many there are."""
    bins: list[list[Any]] = model.about["reliability"]
    for predicted, observed, count in bins:
        if min(BINS - 1, int(predicted * BINS)) == place:
            return f"{100 * predicted:.1f} → {100 * observed:.1f} ({count})"
    return "–"


def _commands(models: dict[str, Model]) -> str:
    items = [f"- `{model.about['command']}`, {model.about['date']}" for model in models.values()]
    return "\n".join(["Trained by:", "", *items])


def main() -> None:
    """Write the section."""
    text = BOTS.read_text(encoding="utf-8")
    BOTS.write_text(with_section(text, "chances", chance_tables()), encoding="utf-8")


if __name__ == "__main__":
    main()
