"""Metrics: counters, gauges and histograms for Prometheus."""

from __future__ import annotations

from functools import cache

from prometheus_client import CONTENT_TYPE_LATEST, Counter, Gauge, Histogram, generate_latest

_FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

ANSWERS = Counter("conclave_answers_total", "Answers and undos, by what became of them", ["result"])


@cache
def answer_results(result: str) -> Counter:
    """The counter of one result, cached."""
    return ANSWERS.labels(result)


STAGES = Histogram(
    "conclave_stage_seconds", "How long a stage of an answer took", ["stage"], buckets=_FAST
)
ENGINE = STAGES.labels("engine")
COMMIT = STAGES.labels("commit")
PUBLISH = STAGES.labels("publish")
BATCH = Histogram(
    "conclave_commit_answers", "Answers in one commit", buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256)
)
VERDICTS = Counter(
    "conclave_commits_total", "Answers by what became of a commit that they went with", ["verdict"]
)


@cache
def commit_verdicts(verdict: str) -> Counter:
    """The counter of one verdict, cached."""
    return VERDICTS.labels(verdict)


CONFLICTS = Counter("conclave_conflicts_total", "Answers that another process was ahead of")
SLOWED = Counter("conclave_commands_slowed_total", "Commands that waited for their turn")
SOCKETS = Gauge("conclave_sockets", "Open sockets and streams")
ROOMS = Gauge("conclave_rooms", "Matches in memory")
EVICTIONS = Counter("conclave_evictions_total", "Matches dropped from memory")
DEADLINE_LAG = Gauge("conclave_deadline_lag_seconds", "How late the last due match was looked at")
DOWNTIME = Gauge("conclave_downtime_seconds", "For how long nobody served, given back to clocks")
RENEWAL_AGE = Gauge(
    "conclave_renewal_age_seconds", "How long ago this process last renewed served time"
)
ENGINE_TIMEOUTS = Counter("conclave_engine_timeouts_total", "Steps of a game that took too long")
BUS_LOST = Counter("conclave_bus_lost_total", "Messages that the bus could not carry")
BUS_RENEWED = Counter("conclave_bus_renewed_total", "Times that a silent Redis was connected anew")
REQUESTS = Histogram("conclave_request_seconds", "Requests", ["method", "status"], buckets=_FAST)
WEBHOOKS = Counter("conclave_webhooks_total", "Messages to webhooks, by outcome", ["outcome"])
MEDIA_TYPE = CONTENT_TYPE_LATEST


def render() -> bytes:
    """All metrics in Prometheus's text format."""
    return generate_latest()
