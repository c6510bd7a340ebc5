"""Plot: simple diagrams as SVG text."""

from __future__ import annotations

from collections.abc import Sequence

from engine.lab.arena import ContestResult

WIDTH, HEIGHT, MARGIN = 640, 320, 48
TICKS = 4


def score_plot(result: ContestResult) -> str:
    """The score of the first player over the games, with its 95 % band."""
    size, course = result.contest.size, result.course
    games = [(n + 1) * size for n in range(len(course))]
    last = games[-1] if games else 1
    points = [_point(game / last, bounds[0]) for game, bounds in zip(games, course, strict=True)]
    upper = [_point(game / last, bounds[2]) for game, bounds in zip(games, course, strict=True)]
    lower = [_point(game / last, bounds[1]) for game, bounds in zip(games, course, strict=True)]
    band = " ".join([*upper, *reversed(lower)])
    first = result.entries[0]
    even = first.seats / size
    return _frame(
        f"{first.player}: score in {result.games} games of {result.contest.game}",
        [f"{last * n // TICKS}" for n in range(TICKS + 1)],
        [
            f'<polygon points="{band}" fill="#2563eb" opacity="0.2"/>',
            _line([_point(0, even), _point(1, even)], "#888", dashed=True),
            _line(points, "#2563eb"),
        ],
    )


def _point(across: float, up: float) -> str:
    x = MARGIN + across * (WIDTH - 2 * MARGIN)
    y = HEIGHT - MARGIN - up * (HEIGHT - 2 * MARGIN)
    return f"{x:.1f},{y:.1f}"


def _line(points: Sequence[str], colour: str, *, dashed: bool = False) -> str:
    dashes = ' stroke-dasharray="4 4"' if dashed else ""
    return f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}"{dashes}/>'


def _text(across: float, up: float, text: str, anchor: str, dx: int = 0, dy: int = 0) -> str:
    x, y = (float(coordinate) for coordinate in _point(across, up).split(","))
    return f'<text x="{x + dx:.1f}" y="{y + dy:.1f}" text-anchor="{anchor}">{text}</text>'


def _frame(title: str, across: Sequence[str], inside: Sequence[str]) -> str:
    """A diagram of shares (0 to 100 % upwards) with labels for the ticks from left to right."""
    ticks = [n / TICKS for n in range(TICKS + 1)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        _text(0.5, 1, title, "middle", dy=-16),
        *(_line([_point(0, up), _point(1, up)], "#ddd") for up in ticks),
        *(_text(0, up, f"{up:.0%}", "end", dx=-8, dy=4) for up in ticks),
        *(_text(up, 0, label, "middle", dy=20) for up, label in zip(ticks, across, strict=True)),
        *inside,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
