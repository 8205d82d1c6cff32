"""Do work on a cluster of Dask, and outlive the death of its workers."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any, Generic, TypeVar

from aligner.model import AlignerError

Item = TypeVar("Item")
Answer = TypeVar("Answer")
PATIENCE = 30  # seconds to wait for the scheduler
AHEAD, EACH = 64, 4  # batches at least, and for each thread of the workers, that are sent ahead of the answers


@lru_cache(maxsize=1)
def _made(recipe: bytes) -> Callable[[Sequence[Any]], Any]:
    """Return what answers, made once in every worker."""
    return pickle.loads(recipe)()  # type: ignore[no-any-return]


def _answer(recipe: bytes, items: bytes) -> Any:
    return _made(recipe)(pickle.loads(items))


@dataclass(slots=True)
class _Errands(Generic[Item]):
    """What was given to the workers of a cluster, and what is left to be given."""

    client: Any
    recipe: Any
    left: Iterator[Sequence[Item]]
    given: dict[Any, Sequence[Item]] = field(default_factory=dict)

    def submit(self, items: Sequence[Item]) -> Any:
        """Give one batch, and return what will have the answer to it."""
        return self.client.submit(_answer, self.recipe, pickle.dumps(items), pure=False)

    def results(self, completed: Any) -> Iterator[tuple[Any, Sequence[Item]]]:
        """Yield what has an answer, with its batch; more is given meanwhile, but never all of a large corpus."""
        waiting = completed((), loop=self.client.loop)
        self._give(waiting, self._wanted())
        for done, future in enumerate(waiting, 1):
            items = self.given.pop(future)
            self._give(waiting, 1 if done % AHEAD else self._wanted() - len(self.given))
            yield future, items

    def _wanted(self) -> int:
        threads: int = sum(self.client.nthreads().values())  # workers come and go
        return max(AHEAD, EACH * threads)

    def _give(self, waiting: Any, number: int) -> None:
        for items in islice(self.left, max(number, 0)):
            future = self.submit(items)
            self.given[future] = items
            waiting.add(future)


def each(
    make: Callable[[], Callable[[Sequence[Item]], Answer]], batches: Sequence[Sequence[Item]], address: str
) -> Generator[tuple[Sequence[Item], Answer | None], None, None]:
    """Yield each batch with the answer to it, as they come, from the workers of the scheduler at this address.

    `make`, items and answers are pickled; the workers must have this program in this version. A batch whose worker
    dies is run again by another. Where the scheduler gives it up, it is halved, until the one item is found that ends
    its workers; its answer is None. What is raised by the work is raised here. AlignerError where there is no
    scheduler.
    """
    try:
        import cloudpickle
        from distributed import Client, as_completed
        from distributed.scheduler import KilledWorker
    except ImportError as error:
        raise AlignerError(
            f"--scheduler {address}: Dask is not installed ({error}); install the extra `dask`"
        ) from error
    try:
        client: Any = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError) as error:
        raise AlignerError(
            f"--scheduler {address}: no scheduler answers there ({error}); start one with `dask scheduler`"
        ) from error
    with client:
        # A result, not scattered data: when the last worker ends that has it, the scheduler has it made again.
        recipe = client.submit(bytes, cloudpickle.dumps(make), pure=False)
        errands = _Errands(client, recipe, filter(None, batches))
        blamed = []
        for future, items in errands.results(as_completed):
            try:
                answer = future.result()
            except KilledWorker:
                blamed.append(items)
            else:
                yield items, answer
        # What stood beside the culprit is blamed as well, so that each is tried again with nothing beside it.
        while blamed:
            items = blamed.pop()
            try:
                answer = errands.submit(items).result()
            except KilledWorker:
                if len(items) == 1:
                    yield items, None
                else:
                    half = len(items) // 2
                    blamed += [items[half:], items[:half]]
            else:
                yield items, answer
