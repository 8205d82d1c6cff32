"""Search texts for a regular expression: a program of its own, so that its reader can stop it (`patterns` does)."""

import json
import re
import sys


def main() -> None:
    """Read a regular expression and texts as JSON; write a line when ready, and one of spans for each text."""
    request = json.load(sys.stdin)
    regex = re.compile(request["regex"])
    sys.stdout.write("[]\n")
    sys.stdout.flush()
    for text in request["texts"]:
        spans = [match.span() for match in regex.finditer(text) if match.end() > match.start()]
        sys.stdout.write(f"{json.dumps(spans)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
