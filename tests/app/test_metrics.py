"""Metrics that the event loop writes: they read like prometheus_client's own."""

import asyncio
import re

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest

from app.infra.loop_metrics import LoopCounter, LoopHistogram
from app.server import process_metrics
from app.server.process_metrics import FOLDER_VARIABLE, ProcessMetrics, merged

BOUNDS = (0.001, 0.5, 1.0)


def text_of(registry: CollectorRegistry) -> list[str]:
    """The lines that Prometheus reads, without the times at which series were created."""
    lines = generate_latest(registry).decode().splitlines()
    return [line for line in lines if not re.search(r"_created\b", line)]


def test_histogram_counts_an_observation_in_its_bucket_and_all_above():
    own, theirs = CollectorRegistry(), CollectorRegistry()
    ours = LoopHistogram("stage_seconds", "Stages", "stage", BOUNDS, own)
    usual = Histogram("stage_seconds", "Stages", ["stage"], buckets=BOUNDS, registry=theirs)
    for stage, seconds in [("engine", 0.0), ("engine", 0.5), ("commit", 0.25), ("engine", 7.0)]:
        ours.labels(stage).observe(seconds)
        usual.labels(stage).observe(seconds)
    assert text_of(own) == text_of(theirs)
    assert 'stage_seconds_bucket{le="+Inf",stage="engine"} 3.0' in text_of(own)


def test_series_without_observations_renders_as_zero():
    registry = CollectorRegistry()
    LoopHistogram("stage_seconds", "Stages", "stage", BOUNDS, registry).labels("engine")
    assert 'stage_seconds_count{stage="engine"} 0.0' in text_of(registry)


def test_counter_counts_by_label():
    own, theirs = CollectorRegistry(), CollectorRegistry()
    ours = LoopCounter("answers_total", "Answers", "result", own)
    usual = Counter("answers_total", "Answers", ["result"], registry=theirs)
    for result, amount in [("taken", 1), ("stale-decision", 1), ("taken", 4)]:
        ours.labels(result).inc(amount)
        usual.labels(result).inc(amount)
    assert text_of(own) == text_of(theirs)
    assert 'answers_total{result="taken"} 5.0' in text_of(own)


def test_merged_metrics_carry_a_process_label():
    texts = {}
    for process, amount in ((0, 3), (1, 5)):
        registry = CollectorRegistry()
        LoopCounter("answers_total", "Answers", "result", registry).labels("taken").inc(amount)
        LoopHistogram("stage_seconds", "Stages", "stage", BOUNDS, registry).labels("engine")
        texts[process] = generate_latest(registry).decode()
    lines = merged(texts).decode().splitlines()
    assert lines.count("# TYPE answers_total counter") == 1
    assert 'answers_total{process="0",result="taken"} 3.0' in lines
    assert 'answers_total{process="1",result="taken"} 5.0' in lines
    assert 'stage_seconds_bucket{le="+Inf",process="1",stage="engine"} 0.0' in lines


def processes_in(rendered: bytes) -> set[str]:
    return set(re.findall(r'conclave_build_info\{process="(\d+)"', rendered.decode()))


async def test_any_process_renders_the_metrics_of_all(monkeypatch, tmp_path):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr(process_metrics, "TIMEOUT_S", 30)  # none is unresponsive here
    refreshes = []

    async def refresh() -> None:
        refreshes.append(len(refreshes))

    first, second = ProcessMetrics(refresh), ProcessMetrics(refresh)
    await first.start()
    await second.start()
    assert processes_in(await first.render()) == {"0", "1"}
    assert len(refreshes) == 2, "each process checks its own health"
    await first.stop()
    assert processes_in(await second.render()) == {"1"}
    third = ProcessMetrics(refresh)
    await third.start()
    assert processes_in(await second.render()) == {"0", "1"}, (
        "the next process takes over the number"
    )
    await third.stop()
    await second.stop()


async def test_unresponsive_process_is_left_out(monkeypatch, tmp_path):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr(process_metrics, "TIMEOUT_S", 0.05)

    async def never() -> None:
        await asyncio.sleep(3600)

    async def at_once() -> None:
        return

    silent, other = ProcessMetrics(never), ProcessMetrics(at_once)
    await silent.start()
    await other.start()
    assert processes_in(await other.render()) == {"1"}
    await silent.stop()
    await other.stop()
