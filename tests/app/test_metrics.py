"""Metrics that the event loop writes: they read like prometheus_client's own."""

import asyncio
import re

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest

from app.infra.loop_metrics import LoopCounter, LoopHistogram
from app.server import process_metrics
from app.server.process_metrics import FOLDER, ProcessMetrics, merged

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


def test_metrics_of_several_processes_are_told_with_the_process_of_each():
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


def processes_in(told: bytes) -> set[str]:
    return set(re.findall(r'conclave_build_info\{process="(\d+)"', told.decode()))


async def test_processes_of_one_server_tell_one_anothers_metrics(monkeypatch, tmp_path):
    monkeypatch.setenv(FOLDER, str(tmp_path))
    asked = []

    async def refresh() -> None:
        asked.append(len(asked))

    one, two = ProcessMetrics(refresh), ProcessMetrics(refresh)
    await one.start()
    await two.start()
    assert processes_in(await one.render()) == {"0", "1"}
    assert len(asked) == 2, "each process looks at its own health"
    await one.stop()
    assert processes_in(await two.render()) == {"1"}
    three = ProcessMetrics(refresh)
    await three.start()
    assert processes_in(await two.render()) == {"0", "1"}, "the next one takes the number over"
    await three.stop()
    await two.stop()


async def test_a_silent_process_is_left_out(monkeypatch, tmp_path):
    monkeypatch.setenv(FOLDER, str(tmp_path))
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
