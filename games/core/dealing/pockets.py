"""The pockets of one étui as people write them down: checked, and completed where one is short."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from games.core.cards import Card, format_card, sort_hand
from games.core.dealing.dealt_game import DealtGame
from games.core.errors import InvalidDeal
from games.core.layouts import Layout


@dataclass(frozen=True, slots=True)
class PocketProblem:
    """What is wrong in one pocket."""

    pocket: int
    """The hand of a seat, or the number of seats plus the place of a pile."""
    code: str
    """`card_twice` or `card_unknown`, naming cards; `pocket_size`, naming `count` and `wanted`."""
    cards: tuple[Card, ...] = ()
    """In the order of a hand."""
    count: int = 0
    wanted: int = 0


class InvalidPockets(InvalidDeal):
    """Pockets that do not make one deal, with every problem (`pockets_impossible`)."""

    def __init__(self, problems: Sequence[PocketProblem]) -> None:
        told = "; ".join(_describe(problem) for problem in problems)
        super().__init__("pockets_impossible", told, field="pockets")
        self.problems = tuple(problems)


def complete_pockets(pockets: Sequence[Collection[Card]], game: DealtGame) -> Layout:
    """The deal of some pockets; the cards that are nowhere go to the one pocket that lacks that many.

    Args:
        pockets: the hands of the seats in playing order, then the piles; a list may name a card twice.

    Raises:
        InvalidPockets: all that is wrong: cards named twice, in each pocket that names them, or of no deck;
            else the pockets of a wrong size.
    """
    named = [*pockets, *[()] * (len(game.hand_sizes) + len(game.pile_sizes) - len(pockets))]
    problems = list(_card_problems(named, game))
    if not problems:
        named = _completed(named, game)
        problems = list(_size_problems(named, game))
    if problems:
        raise InvalidPockets(problems)
    seats = game.player_count
    return Layout(tuple(map(frozenset, named[:seats])), tuple(map(sort_hand, named[seats:])))


def _card_problems(pockets: Sequence[Collection[Card]], game: DealtGame) -> Iterator[PocketProblem]:
    counts = Counter(card for pocket in pockets for card in pocket)
    deck = frozenset(game.deck)
    for place, pocket in enumerate(pockets):
        unknown = sorted({card for card in pocket if card not in deck})
        twice = sort_hand({card for card in pocket if counts[card] > 1 and card in deck})
        if unknown:
            yield PocketProblem(place, "card_unknown", tuple(unknown))
        if twice:
            yield PocketProblem(place, "card_twice", twice)


def _completed(pockets: Sequence[Collection[Card]], game: DealtGame) -> list[Collection[Card]]:
    """The pockets with the cards that are nowhere in the only one that is short, if they fill it exactly."""
    rest = frozenset(game.deck) - {card for pocket in pockets for card in pocket}
    gaps = [wanted - len(pocket) for wanted, pocket in zip(_sizes(game), pockets, strict=True)]
    if [gap for gap in gaps if gap] != [len(rest)]:
        return list(pockets)
    return [[*pocket, *rest] if gap else pocket for pocket, gap in zip(pockets, gaps, strict=True)]


def _size_problems(pockets: Sequence[Collection[Card]], game: DealtGame) -> Iterator[PocketProblem]:
    for place, (wanted, pocket) in enumerate(zip(_sizes(game), pockets, strict=True)):
        if len(pocket) != wanted:
            yield PocketProblem(place, "pocket_size", count=len(pocket), wanted=wanted)


def _sizes(game: DealtGame) -> tuple[int, ...]:
    return (*game.hand_sizes, *game.pile_sizes)


def _describe(problem: PocketProblem) -> str:
    if problem.code == "pocket_size":
        return f"pocket {problem.pocket} of {problem.count} cards, not {problem.wanted}"
    names = [format_card(card) if problem.code == "card_twice" else str(card) for card in problem.cards]
    return f"pocket {problem.pocket}: {problem.code.replace('_', ' ')} {' '.join(names)}"
