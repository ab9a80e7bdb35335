"""Can some cards be shared so that each seat's come to its sum?"""

from collections import Counter
from collections.abc import Iterator, Sequence

from games.core.errors import ImpossibleOutcome

Pile = tuple[tuple[int, int], ...]
"""Cards as values and how many there are of each, the highest value first."""


def not_shareable(field: str, sums: Sequence[int]) -> ImpossibleOutcome:
    """The refusal (`sums_not_shareable`) of sums that no way of sharing the cards gives."""
    text = " ".join(map(str, sums))
    message = f"{field} {text} cannot be made by sharing the cards"
    return ImpossibleOutcome("sums_not_shareable", message, field=field, sums=text)


def can_share(values: Sequence[int], sums: Sequence[int]) -> bool:
    """Whether disjoint parts of some cards have these sums; cards may be left over.

    Exact: the smallest sum, which fewest cards can make, is made in every way, then the next one; what failed
    once with the same cards left is not tried again.

    Args:
        values: what each card is worth, all above 0.
        sums: what each seat's cards are worth together, 0 or more.
    """
    pile = tuple(sorted(Counter(values).items(), reverse=True))
    return _can_share(pile, tuple(sorted(filter(None, sums))), set())


def _can_share(pile: Pile, sums: tuple[int, ...], failed: set[tuple[Pile, int]]) -> bool:
    if not sums or sums == (_worth(pile),):
        return True
    if (pile, len(sums)) in failed or any(_worth(pile, most) < _needed(sums, most) for most in sums):
        return False
    if any(_can_share(rest, sums[1:], failed) for rest in _without(pile, sums[0])):
        return True
    failed.add((pile, len(sums)))
    return False


def _worth(pile: Pile, most: int | None = None) -> int:
    """What the cards of a pile are worth, those above a value left out."""
    return sum(value * count for value, count in pile if most is None or value <= most)


def _needed(sums: tuple[int, ...], most: int) -> int:
    """What the seats need that can only have cards up to a value."""
    return sum(total for total in sums if total <= most)


def _without(pile: Pile, total: int) -> Iterator[Pile]:
    """What is left of a pile without cards of a total, for every choice of them; high cards go first."""
    if not total:
        yield pile
    if not total or not pile:
        return
    (value, count), lower = pile[0], pile[1:]
    for taken in range(min(count, total // value), -1, -1):
        kept = ((value, count - taken),) if taken < count else ()
        for rest in _without(lower, total - taken * value):
            yield (*kept, *rest)
