"""Do work in processes of its own, and outlive their death."""

from __future__ import annotations

import gc
import signal
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import accumulate, chain, pairwise
from multiprocessing import connection, get_context, resource_tracker
from pickle import PickleError
from typing import Any, Generic, TypeVar

from aligner.model import AlignerError

Item = TypeVar("Item")
Answer = TypeVar("Answer")
Work = Callable[[Sequence[Item]], Answer]

SELDOM = (100_000, 50, 100)
"""Thresholds of the garbage collector for a run: it makes millions of objects, and next to no cycles of them."""
_TRIES = 3  # workers in a row that may end before they are ready
_TWICE = 2  # deaths from which a batch is taken apart, or given up


@dataclass(slots=True)
class _Batch:
    places: slice
    deaths: int = 0


@dataclass(slots=True, eq=False)
class _Worker:
    """A process, the line to it, and what it is at; it is ready when it has said so."""

    process: Any
    line: connection.Connection
    batch: _Batch | None = None
    ready: bool = False


@dataclass(slots=True)
class _Crew(Generic[Item]):
    """The workers, and the batches that none of them has.

    A worker that is forked has the items already, and is told only their places.
    """

    make: Callable[[], Work[Item, Any]]
    size: int
    forked: bool
    items: Sequence[Item]
    waiting: deque[_Batch]
    workers: list[_Worker] = field(default_factory=list)
    unready: int = 0

    def fill(self) -> bool:
        """Start the workers that are wanted, give each something to do, and return whether anything is being done."""
        busy = sum(one.batch is not None for one in self.workers)
        while len(self.workers) < min(self.size, busy + len(self.waiting)):
            self._start()
        for worker in self.workers:
            if worker.ready and worker.batch is None and self.waiting:
                self._give(worker, self.waiting.popleft())
        return bool(self.waiting) or any(one.batch is not None for one in self.workers)

    def _give(self, worker: _Worker, batch: _Batch) -> None:
        worker.batch = batch
        with suppress(OSError):  # it is dead, which the end of its line tells
            worker.line.send(batch.places if self.forked else self.items[batch.places])

    def _start(self) -> None:
        context: Any = get_context("fork" if self.forked else "spawn")
        ours, theirs = context.Pipe()
        # A line ends when the last process that holds its other end does, and what is forked holds all of ours.
        held = (ours, *(worker.line for worker in self.workers)) if self.forked else ()
        args = theirs, self.make, held, self.items if self.forked else ()
        process = context.Process(target=_serve, args=args, daemon=True)
        if not self.forked:
            # It lets interrupts in again when it starts its own process; one that runs already touches nothing.
            resource_tracker.ensure_running()
        with _uninterrupted():
            process.start()
            self.workers.append(_Worker(process, ours))
        theirs.close()

    def bury(self, worker: _Worker) -> _Batch | None:
        """Take a dead worker away and let its batch be done again; return the batch of one that is given up."""
        self.workers.remove(worker)
        worker.line.close()
        worker.process.join()
        if not worker.ready:
            self.unready += 1
            if self.unready >= _TRIES:
                raise AlignerError(
                    "--jobs: the workers end before they begin; leave --jobs out, and look at the memory"
                )
        batch = worker.batch
        if batch is None:
            return None
        batch.deaths += 1
        if batch.deaths < _TWICE:
            self.waiting.appendleft(batch)
        elif batch.places.stop - batch.places.start == 1:
            return batch
        else:
            half = (batch.places.start + batch.places.stop) // 2
            for part in (slice(half, batch.places.stop), slice(batch.places.start, half)):
                self.waiting.appendleft(_Batch(part, batch.deaths - 1))
        return None


def _end(workers: list[_Worker]) -> None:
    for worker in workers:
        worker.process.kill()
    for worker in workers:
        worker.process.join()
        worker.line.close()
    workers.clear()


def can_fork() -> bool:
    """Return whether a copy of this process can work: without threads there is no lock that nobody would let go."""
    return sys.platform == "linux" and threading.active_count() == 1


def evenly(items: Iterable[Item], sizes: Iterable[float], limit: float) -> list[list[Item]]:
    """Return the items, of these sizes, in batches of about the size `limit`, in their order."""
    made: list[list[Item]] = []
    room = 0.0
    for item, size in zip(items, sizes, strict=True):
        if room < size / 2 or not made:
            made.append([])
            room = limit
        made[-1].append(item)
        room -= size
    return made


def each(
    make: Callable[[], Work[Item, Answer]],
    batches: Sequence[Sequence[Item]],
    jobs: int,
    forked: bool = False,
) -> Generator[tuple[Sequence[Item], Answer | None], None, None]:
    """Yield each batch with the answer to it, as they come, from as many processes as there are jobs.

    `make` is called once in each process, and gives what answers; it is pickled, as are items and answers. A batch
    whose process ends is done again in another. If that ends as well, the batch is halved, until the one item is found
    whose process ends; its answer is None. What is raised by the work is raised here. Processes that are `forked` have
    from the start what this one has, and share the memory of what nobody changes; neither `make` nor the items are
    pickled then.
    """
    ends = list(accumulate(map(len, batches), initial=0))
    waiting = deque(_Batch(slice(*places)) for places in pairwise(ends) if places[0] < places[1])
    crew = _Crew(make, jobs, forked, list(chain.from_iterable(batches)), waiting)
    try:
        while crew.fill():
            lines = {worker.line: worker for worker in crew.workers}
            for line in connection.wait(list(lines)):
                worker = lines[line]  # type: ignore[index]  # wait() names a wider type
                try:
                    outcome, value = worker.line.recv()
                except (EOFError, OSError):
                    lost = crew.bury(worker)
                    if lost is not None:
                        yield crew.items[lost.places], None
                    continue
                if outcome == "error":
                    raise value
                if outcome == "ready":
                    worker.ready, crew.unready = True, 0
                    continue
                batch, worker.batch = worker.batch, None
                crew.fill()  # nobody waits while the answer is looked at
                assert batch is not None
                yield crew.items[batch.places], value
    finally:
        _end(crew.workers)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold interrupts back; a process that is started meanwhile never gets one, and ends with us."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    came: list[int] = []
    ours = threading.current_thread() is threading.main_thread()
    # A thread of a library may get what this one does not; then the handler is called all the same.
    handler = signal.signal(signal.SIGINT, lambda number, _: came.append(number)) if ours else None
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if ours:
            signal.signal(signal.SIGINT, handler or signal.SIG_DFL)
        if came:
            signal.raise_signal(signal.SIGINT)


def _serve(
    line: connection.Connection,
    make: Callable[[], Work[Any, Any]],
    held: Sequence[connection.Connection],
    items: Sequence[Any],
) -> None:
    """Answer one batch after the other, until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # a collection would write to what is shared, and so copy it
    gc.set_threshold(*SELDOM)
    for one in held:
        one.close()
    with suppress(EOFError, OSError):
        try:
            work = make()
            line.send(("ready", None))
            while True:
                some = line.recv()
                line.send(("answer", work(items[some] if isinstance(some, slice) else some)))
        except (EOFError, OSError):
            raise
        except Exception as error:
            error.add_note(traceback.format_exc())
            try:
                line.send(("error", error))
            except (TypeError, AttributeError, PickleError):
                line.send(("error", RuntimeError(traceback.format_exc())))
