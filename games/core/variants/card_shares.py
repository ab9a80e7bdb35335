"""Test whether cards can be shared so that the cards of each seat come to its sum."""

from collections import Counter
from collections.abc import Iterator, Sequence

from games.core.errors import ImpossibleOutcome

Pile = tuple[tuple[int, int], ...]
"""Pairs of a value and the number of cards that have it, the highest value first."""


def not_shareable(field: str, sums: Sequence[int]) -> ImpossibleOutcome:
    """Return the error (`sums_not_shareable`) for sums that no sharing of the cards gives."""
    text = " ".join(map(str, sums))
    message = f"{field} {text} cannot be made by sharing the cards"
    return ImpossibleOutcome("sums_not_shareable", message, field=field, sums=text)


def can_share(values: Sequence[int], sums: Sequence[int]) -> bool:
    """Return whether disjoint parts of some cards have these sums. Cards may be left over.

    The result is exact. The smallest sum, which has the fewest choices, is made in every way, then the next
    one. A failure is remembered by the cards left and is not tried again.

    Args:
        values: value of each card, all above 0.
        sums: total value of the cards of each seat, 0 or more.
    """
    pile = tuple(sorted(Counter(values).items(), reverse=True))
    return _can_share(pile, tuple(sorted(filter(None, sums))), set())


def _can_share(pile: Pile, sums: tuple[int, ...], failures: set[tuple[Pile, int]]) -> bool:
    if not sums or sums == (_worth(pile),):
        return True
    # No card above the sum can go into it: too few small cards end the search early.
    if (pile, len(sums)) in failures or any(_worth(pile, most) < _sum_up_to(sums, most) for most in sums):
        return False
    if any(_can_share(smaller_pile, sums[1:], failures) for smaller_pile in _piles_without(pile, sums[0])):
        return True
    failures.add((pile, len(sums)))
    return False


def _worth(pile: Pile, most: int | None = None) -> int:
    """Return the value of a pile's cards, without those above `most`."""
    return sum(value * count for value, count in pile if most is None or value <= most)


def _sum_up_to(sums: tuple[int, ...], most: int) -> int:
    """Return the total of the sums up to `most`, which need cards up to that value."""
    return sum(total for total in sums if total <= most)


def _piles_without(pile: Pile, total: int) -> Iterator[Pile]:
    """Yield the rest of a pile without cards of a total, for every choice of them. High cards go first."""
    if not total:
        yield pile
    if not total or not pile:
        return
    (value, count), lower = pile[0], pile[1:]
    for removed_count in range(min(count, total // value), -1, -1):
        high_cards = ((value, count - removed_count),) if removed_count < count else ()
        for low_cards in _piles_without(lower, total - removed_count * value):
            yield (*high_cards, *low_cards)
