"""Pool: runs jobs on several processes and yields their results in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

MAX_AHEAD_PER_PROCESS = 8
"""Limit on the jobs per process that are submitted ahead of the next result in order."""

Job = TypeVar("Job")
Result = TypeVar("Result")


def in_order(
    do: Callable[[Job], Result], jobs: Iterable[Job], processes: int
) -> Generator[Result, None, None]:
    """The result of each job. `do`, jobs and results are pickled unless there is one process. An
    exception in a job cancels the others.
    """
    if processes == 1:
        yield from map(do, jobs)
        return
    waiting: deque[Future[Result]] = deque()
    pool = ProcessPoolExecutor(processes, get_context("spawn"))
    try:
        for job in jobs:
            waiting.append(pool.submit(do, job))
            if len(waiting) >= MAX_AHEAD_PER_PROCESS * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
