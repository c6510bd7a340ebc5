"""Metrics that the event loop writes: they read like prometheus_client's own."""

import re

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest

from app.infra.loop_metrics import LoopCounter, LoopHistogram

BOUNDS = (0.001, 0.5, 1.0)


def text_of(registry: CollectorRegistry) -> list[str]:
    """The lines that Prometheus reads, without the times at which series were created."""
    lines = generate_latest(registry).decode().splitlines()
    return [line for line in lines if not re.search(r"_created\b", line)]


def test_a_histogram_counts_an_observation_in_its_bucket_and_all_above():
    own, theirs = CollectorRegistry(), CollectorRegistry()
    ours = LoopHistogram("stage_seconds", "Stages", "stage", BOUNDS, own)
    usual = Histogram("stage_seconds", "Stages", ["stage"], buckets=BOUNDS, registry=theirs)
    for stage, seconds in [("engine", 0.0), ("engine", 0.5), ("commit", 0.25), ("engine", 7.0)]:
        ours.labels(stage).observe(seconds)
        usual.labels(stage).observe(seconds)
    assert text_of(own) == text_of(theirs)
    assert 'stage_seconds_bucket{le="+Inf",stage="engine"} 3.0' in text_of(own)


def test_a_series_without_observations_is_shown_as_zero():
    registry = CollectorRegistry()
    LoopHistogram("stage_seconds", "Stages", "stage", BOUNDS, registry).labels("engine")
    assert 'stage_seconds_count{stage="engine"} 0.0' in text_of(registry)


def test_a_counter_counts_by_label():
    own, theirs = CollectorRegistry(), CollectorRegistry()
    ours = LoopCounter("answers_total", "Answers", "result", own)
    usual = Counter("answers_total", "Answers", ["result"], registry=theirs)
    for result, amount in [("taken", 1), ("stale-decision", 1), ("taken", 4)]:
        ours.labels(result).inc(amount)
        usual.labels(result).inc(amount)
    assert text_of(own) == text_of(theirs)
    assert 'answers_total{result="taken"} 5.0' in text_of(own)
