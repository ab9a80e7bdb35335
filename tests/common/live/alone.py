"""A live channel without other processes."""

from collections.abc import Callable


class Alone:
    """Carrier without other processes, which records its topics."""

    def __init__(self, failure: OSError | None = None) -> None:
        self.posted: list[str] = []
        self.opened = 0
        self.failure = failure

    def publish(self, topic: str) -> None:
        self.posted.append(topic)

    async def open(self, on_topic: Callable[[str], None], on_end: Callable[[], None]) -> None:
        self.opened += 1
        self.end = on_end
        if self.failure:
            raise self.failure
