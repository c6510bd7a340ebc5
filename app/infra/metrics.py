"""Metrics: counters, gauges and histograms for Prometheus."""

from __future__ import annotations

import platform

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    Counter,
    Gauge,
    Histogram,
    Info,
    disable_created_metrics,
    generate_latest,
)

from app.infra.loop_metrics import LoopCounter, LoopHistogram, StoredCounter
from app.infra.version import version

disable_created_metrics()  # type: ignore[no-untyped-call]

_FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

ANSWERS = LoopCounter("conclave_answers_total", "Answers and undos, by result", "result")
STAGES = LoopHistogram(
    "conclave_stage_seconds", "Duration of each stage of an answer", "stage", _FAST
)
ENGINE = STAGES.labels("engine")
COMMIT = STAGES.labels("commit")
PUBLISH = STAGES.labels("publish")
BATCH = Histogram(
    "conclave_commit_batch_size",
    "Answers in one commit",
    buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256),
)
VERDICTS = LoopCounter(
    "conclave_commits_total", "Answers, by the verdict on their commit", "verdict"
)
CONFLICTS = Counter("conclave_conflicts_total", "Answers that lost a race against another process")
FORWARDED = LoopCounter(
    "conclave_forwarded_total", "Commands that other processes took for this one", "result"
)
BYPASSED = LoopCounter(
    "conclave_bypassed_total", "Commands taken here since their owner did not take them", "reason"
)
MOVED = Counter("conclave_owners_moved_total", "Matches that this process took over from another")
DELAYED_COMMANDS = Counter("conclave_commands_delayed_total", "Commands that waited for their turn")
SOCKETS = Gauge("conclave_sockets", "Open sockets and streams")
ROOMS = Gauge("conclave_rooms", "Matches in memory")
EVICTIONS = Counter("conclave_evictions_total", "Matches dropped from memory")
DEADLINE_LAG = Gauge(
    "conclave_deadline_lag_seconds", "How late the sweeper leased the last due match"
)
DOWNTIME = StoredCounter(
    "conclave_downtime_seconds_total",
    "Time without a serving process, given back to clocks; the database's, so the same everywhere",
)
RENEWAL_AGE = Gauge(
    "conclave_service_clock_age_seconds", "Time since this process last renewed the service clock"
)
PARKED = Counter(
    "conclave_matches_parked_total", "Matches that were paused since their rules failed"
)
FAULTS = Counter("conclave_faults_total", "Unexpected exceptions, by class", ["error"])
DATABASE_UP = Gauge("conclave_database_up", "1 while the database takes what this process writes")
BUS_UP = Gauge("conclave_bus_up", "1 while messages between processes arrive, over every Redis")
ENGINE_TIMEOUTS = Counter("conclave_engine_timeouts_total", "Steps of a game that took too long")
BUS_LOST = Counter("conclave_bus_lost_total", "Messages the bus could not publish")
BUS_RENEWED = Counter("conclave_bus_reconnects_total", "Reconnects to a silent Redis")
REQUESTS = Histogram(
    "conclave_http_request_duration_seconds",
    "Requests, by method, route and status",
    ["method", "route", "status"],
    buckets=_FAST,
)
BOT_THOUGHTS = Counter(
    "conclave_bot_thoughts_total", "Thoughts of built-in bots, by bot and result", ["bot", "result"]
)
BOT_SECONDS = LoopHistogram(
    "conclave_bot_thought_seconds", "Duration of a built-in bot's thought", "bot", _FAST
)
BOT_SHARE = Histogram(
    "conclave_bot_time_ratio",
    "The share of its usual time that a built-in bot had for a thought",
    buckets=(0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0),
)
HINTS = Counter("conclave_hints_total", "Requested hints, by result", ["result"])
ANALYSES = Counter(
    "conclave_analyses_total", "Analyses of matches that ended, by result", ["result"]
)
ANALYSES_WAITING = Gauge("conclave_analyses_waiting", "Analyses that wait, in all processes")
ANALYSES_RUNNING = Gauge("conclave_analyses_running", "Analyses that this process works on")
ANALYSIS_SECONDS = Histogram(
    "conclave_analysis_seconds",
    "Processor time of an analysis",
    buckets=(5, 10, 20, 40, 80, 160, 320, 640, 1280),
)
WEBHOOKS = Counter("conclave_webhooks_total", "Messages to webhooks, by outcome", ["outcome"])
PUSHES = Counter("conclave_pushes_total", "Push messages, by outcome", ["outcome"])
MAILS = Counter("conclave_mails_total", "Mail, by outcome", ["outcome"])
BUILD = Info("conclave_build", "The version that runs")
BUILD.info({"version": version(), "python": platform.python_version()})
MEDIA_TYPE = CONTENT_TYPE_LATEST


def render() -> bytes:
    """All metrics in Prometheus's text format."""
    return generate_latest()
