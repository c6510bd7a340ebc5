"""Report of a simulated day in the pools: tables of figures, and a picture of the waits."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Any

BANDS = ((0, 1100), (1100, 1300), (1300, 1500), (1500, 1700), (1700, 1900), (1900, 9999))
WIDTH, HEIGHT, LEFT, BOTTOM = 640, 260, 56, 44


def quantile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def band_name(band: tuple[int, int]) -> str:
    low, high = band
    return (
        f"under {high}" if not low else f"{low} and more" if high == 9999 else f"{low}-{high - 1}"
    )


def in_band(pairs: Sequence[tuple[float, float]], band: tuple[int, int]) -> list[float]:
    return [value for rating, value in pairs if band[0] <= rating < band[1]]


def report(day: Any, by_people: dict[int, Any], matched: Any) -> str:
    """The tables of a day, and of the same with maximum-weight matching."""
    result = by_people[day.people]
    lines = [
        f"Seed {day.seed}; a look every two seconds; {day.silent:.0%} of ready checks missed; "
        f"people give up after {day.patience_s:.0f} s on average.",
        "",
        "| rating | searches | found | median wait | nine in ten within | gave up (to a bot) |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for band in BANDS:
        waits, lost = in_band(result.waits, band), in_band(result.given_up, band)
        total = len(waits) + len(lost)
        lines.append(
            f"| {band_name(band)} | {total} | {share(len(waits), total)} | "
            f"{quantile(waits, 0.5):.0f} s | {quantile(waits, 0.9):.0f} s | "
            f"{share(len(lost), total)} |"
        )
    lines += ["", *_sizes(by_people), "", *_comparison(result, matched)]
    return "\n".join(lines)


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _sizes(by_people: dict[int, Any]) -> list[str]:
    lines = [
        "| people a day | tables | found | median wait | median gap of two | of four | tables "
        "with a program | largest pool | packing, processor |",
        "|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for people, result in by_people.items():
        waits = [wait for _, wait in result.waits]
        total = len(waits) + len(result.given_up)
        gaps = [statistics.median(result.gaps[size] or [0]) for size in (2, 4)]
        lines.append(
            f"| {people} | {result.tables} | {share(len(waits), total)} | "
            f"{quantile(waits, 0.5):.0f} s | {gaps[0]:.0f} | {gaps[1]:.0f} | "
            f"{share(result.with_bots, result.tables)} | {result.largest_pool} | "
            f"{sum(result.pack_ms) / 1000:.1f} s |"
        )
    return lines


def _comparison(greedy: Any, matched: Any) -> list[str]:
    lines = [
        "| pools of two | median gap | nine in ten within | median wait (all) | found |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, result in (("longest wait first", greedy), ("maximum weight", matched)):
        waits = [wait for _, wait in result.waits]
        gaps = result.gaps[2]
        lines.append(
            f"| {name} | {statistics.median(gaps):.1f} | {quantile(gaps, 0.9):.0f} | "
            f"{quantile(waits, 0.5):.0f} s | "
            f"{share(len(waits), len(waits) + len(result.given_up))} |"
        )
    gap = statistics.median(greedy.gaps[2])
    change = (statistics.median(matched.gaps[2]) - gap) / gap
    lines += ["", f"Maximum-weight matching changes the median gap by {change:+.1%}."]
    return lines


def picture(result: Any) -> str:
    """Waits by rating as bars: the median, and behind it nine in ten."""
    heights = {
        band: (quantile(waits, 0.5), quantile(waits, 0.9))
        for band in BANDS
        if (waits := in_band(result.waits, band))
    }
    top = max((tall for _, tall in heights.values()), default=1.0)
    step = (WIDTH - LEFT - 16) / max(1, len(heights))
    scale = (HEIGHT - BOTTOM - 24) / top
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12" role="img">',
        "<title>Waits by rating: median, and nine in ten</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#f6f1e4"/>',
    ]
    for line in range(5):
        value = top * line / 4
        y = HEIGHT - BOTTOM - value * scale
        parts.append(
            f'<path d="M{LEFT} {y:.1f}H{WIDTH - 16}" stroke="#d8cdb4"/>'
            f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#40382a">'
            f"{value:.0f} s</text>"
        )
    for place, (band, (middle, tall)) in enumerate(heights.items()):
        x = LEFT + place * step + step * 0.18
        for value, colour in ((tall, "#d9b768"), (middle, "#24324d")):
            y = HEIGHT - BOTTOM - value * scale
            parts.append(
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{step * 0.64:.1f}" '
                f'height="{value * scale:.1f}" rx="3" fill="{colour}"/>'
            )
        parts.append(
            f'<text x="{x + step * 0.32:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle" '
            f'fill="#40382a">{band_name(band)}</text>'
        )
    parts.append(
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle" fill="#40382a">'
        "rating; dark: median wait, gold: nine in ten within</text></svg>"
    )
    return "\n".join(parts)
