"""What an interrupt does: at the start and at the end it ends the program, between them it is an exception."""

# `signal` imports `enum`, and until the handler is there an interrupt prints a traceback.
import _signal  # type: ignore[import-not-found]


def leave(*_: object) -> None:
    """End the program with exit status 130, as a handler of the signal."""
    import os

    os._exit(130)


def at_once() -> None:
    """Let an interrupt end the program, unless who started it has said otherwise."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, leave)


class AsException:
    """Let an interrupt be a KeyboardInterrupt inside, so that what was begun is cleaned up, if `at_once` was called."""

    def __enter__(self) -> None:
        self.ours = _signal.getsignal(_signal.SIGINT) is leave
        if self.ours:
            _signal.signal(_signal.SIGINT, _signal.default_int_handler)

    def __exit__(self, *_: object) -> None:
        if self.ours:
            _signal.signal(_signal.SIGINT, leave)
