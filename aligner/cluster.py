"""Do work on a cluster of Dask, and outlive the death of its workers."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from aligner.model import AlignerError

Item = TypeVar("Item")
Answer = TypeVar("Answer")
PATIENCE = 30  # seconds to wait for the scheduler


@lru_cache(maxsize=1)
def _made(recipe: bytes) -> Callable[[Sequence[Any]], Any]:
    """Return what answers, made once in every worker."""
    return pickle.loads(recipe)()  # type: ignore[no-any-return]


def _answer(recipe: bytes, items: bytes) -> Any:
    return _made(recipe)(pickle.loads(items))


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
        given: dict[Any, Sequence[Item]] = {}
        for items in filter(None, batches):
            given[client.submit(_answer, recipe, pickle.dumps(items), pure=False)] = items
        blamed = []
        waiting: Any = as_completed(given, loop=client.loop)  # type: ignore[no-untyped-call]
        for future in waiting:
            items = given.pop(future)
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
                answer = client.submit(_answer, recipe, pickle.dumps(items), pure=False).result()
            except KilledWorker:
                if len(items) == 1:
                    yield items, None
                else:
                    half = len(items) // 2
                    blamed += [items[half:], items[:half]]
            else:
                yield items, answer
