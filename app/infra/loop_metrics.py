"""Loop metrics: labelled counters and histograms that only the event loop's thread changes.

Those of prometheus_client take a lock per change and compare an observation with one bucket after
another, in Python. These change plain attributes, which are read when Prometheus scrapes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate

from prometheus_client import REGISTRY, CollectorRegistry
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector


class Count:
    """One series of a counter."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0

    def inc(self, amount: int = 1) -> None:
        self.value += amount


class LoopCounter(Collector):
    """A counter with one label."""

    def __init__(
        self, name: str, text: str, label: str, registry: CollectorRegistry = REGISTRY
    ) -> None:
        self._described = name, text, label
        self._series: defaultdict[str, Count] = defaultdict(Count)
        registry.register(self)

    def labels(self, value: str) -> Count:
        """The series of a label's value."""
        return self._series[value]

    def collect(self) -> Iterator[Metric]:
        name, text, label = self._described
        family = CounterMetricFamily(name, text, labels=[label])
        for value, count in self._series.items():
            family.add_metric([value], count.value)
        yield family


class StoredCounter(Collector):
    """A counter whose total is kept elsewhere, in the database for example."""

    def __init__(self, name: str, text: str, registry: CollectorRegistry = REGISTRY) -> None:
        self._described = name, text
        self._total = 0.0
        registry.register(self)

    def set(self, total: float) -> None:
        """Set the current total."""
        self._total = total

    def collect(self) -> Iterator[Metric]:
        name, text = self._described
        yield CounterMetricFamily(name, text, value=self._total)


class Observations:
    """One series of a histogram; `bounds` are the upper bounds of its buckets, in order."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def observe(self, amount: float) -> None:
        self.counts[bisect_left(self.bounds, amount)] += 1
        self.total += amount


class LoopHistogram(Collector):
    """A histogram with one label."""

    def __init__(
        self,
        name: str,
        text: str,
        label: str,
        bounds: Sequence[float],
        registry: CollectorRegistry = REGISTRY,
    ) -> None:
        self._described = name, text, label
        self._bounds = bounds
        self._series: dict[str, Observations] = {}
        registry.register(self)

    def labels(self, value: str) -> Observations:
        """The series of a label's value."""
        return self._series.setdefault(value, Observations(self._bounds))

    def collect(self) -> Iterator[Metric]:
        name, text, label = self._described
        family = HistogramMetricFamily(name, text, labels=[label])
        bounds = [*map(str, self._bounds), "+Inf"]
        for value, series in self._series.items():
            buckets = list(zip(bounds, accumulate(series.counts), strict=True))
            family.add_metric([value], buckets, series.total)
        yield family
