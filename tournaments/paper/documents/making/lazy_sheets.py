"""Sheets that are built when they are read, so that a preview builds only those that it shows."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, TypeVar, overload

Sheet = TypeVar("Sheet")


class LazySheets(Sequence[Sheet], Generic[Sheet]):
    """A sequence of sheets, each built once. A slice is a tuple of sheets that are built.

    Whatever a builder reads, the language above all, is the same when the sheets are read.
    """

    def __init__(self, builders: Iterable[Callable[[], Sheet]]) -> None:
        self._builders = tuple(builders)
        self._sheets: dict[int, Sheet] = {}

    def __len__(self) -> int:
        return len(self._builders)

    @overload
    def __getitem__(self, place: int) -> Sheet: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Sheet, ...]: ...

    def __getitem__(self, place: int | slice) -> Sheet | tuple[Sheet, ...]:
        places = range(len(self))[place]
        return self._sheet(places) if isinstance(places, int) else tuple(map(self._sheet, places))

    def __iter__(self) -> Iterator[Sheet]:
        return map(self._sheet, range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[type[tuple[Sheet, ...]], tuple[tuple[Sheet, ...]]]:
        # another process gets the sheets themselves
        return tuple, (tuple(self),)

    def _sheet(self, place: int) -> Sheet:
        if place not in self._sheets:
            self._sheets[place] = self._builders[place]()
        return self._sheets[place]
