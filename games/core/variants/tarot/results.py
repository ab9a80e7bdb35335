"""What a played deal came to: the camps, the cards of each, the bonuses."""

from collections.abc import Iterator, Sequence

from games.core.announcements import PETIT_SLAM, SLAM
from games.core.cards import BOUTS, EXCUSE, PETIT, Card, face, half_points
from games.core.decks import TWO_PACKS
from games.core.outcome import Outcome, PetitAtEnd, Slam
from games.core.tricks import cards_in
from games.core.variants.tarot.camps import Trick, attack_of
from games.core.variants.tarot.playing import Playing
from games.core.variants.tarot.preparation import Preparation

_HALF_POINTS = tuple(half_points(card) for card in TWO_PACKS)
_IS_BOUT = tuple(face(card) in BOUTS for card in TWO_PACKS)
_PETIT_SLAM_LOSS = 1
"""Tricks that a petit slam may lose."""


def played_outcome(playing: Playing) -> Outcome:
    """The outcome of a deal whose last trick was played."""
    preparation, tricks = playing.preparation, playing.tricks
    attack = attack_of(preparation, tricks)
    half_points, bouts = _sum(_counts(preparation, tricks, attack, last=len(tricks) - 1))
    petits, petit_winner = _petits_at_end(tricks)
    petit = PetitAtEnd.ATTACK if petit_winner in attack else PetitAtEnd.DEFENCE
    return Outcome(
        taker=preparation.taker,
        bid=preparation.bid,
        bouts=bouts,
        half_points=half_points,
        handfuls=tuple(level for _, level in playing.announced.handfuls),
        petit=petit if petits else PetitAtEnd.NONE,
        slam=_slam(preparation.announced, [trick.winner in attack for trick in tricks]),
        partners=tuple(sorted(attack - {preparation.taker})),
        petits=petits or 1,
        miseres=tuple(sorted(seat for seat, _ in playing.announced.miseres)),
    )


def counts_so_far(
    preparation: Preparation, tricks: tuple[Trick, ...], attack: frozenset[int]
) -> tuple[int, int]:
    """Half points and bouts of the attack after some tricks that are not the last, its discard included."""
    return _sum(_counts(preparation, tricks, attack, last=len(tricks)))


def _sum(counts: Iterator[tuple[int, int]]) -> tuple[int, int]:
    points, bouts = zip(*counts, (0, 0), strict=True)
    return sum(points), sum(bouts)


def _counts(
    preparation: Preparation, tricks: tuple[Trick, ...], attack: frozenset[int], *, last: int
) -> Iterator[tuple[int, int]]:
    """Half points and bouts of the attack, pile by pile; an Excuse in the trick `last` is not kept."""
    for number, trick in enumerate(tricks):
        if trick.winner in attack:
            yield _count(trick.cards)
        if number != last:
            yield from (_kept_excuse(trick, place, attack) for place in trick.excuses())
    for pile in _aside(preparation, attack):
        yield _count(cards_in(pile))


def _count(cards: Sequence[Card]) -> tuple[int, int]:
    return sum(_HALF_POINTS[card] for card in cards), sum(_IS_BOUT[card] for card in cards)


def _kept_excuse(trick: Trick, place: int, attack: frozenset[int]) -> tuple[int, int]:
    """What an Excuse that its camp keeps changes for the attack, against the trick being counted whole.

    Its camp has it and owes a card worth a half point, now or later; a camp that never has one counts the
    Excuse 4 points, which comes to the same.

    Source:
        Federation rules of 2012, page 5.
    """
    owner, winner = trick.hand_of(place) in attack, trick.winner in attack
    if owner == winner:
        return 0, 0
    gain = _HALF_POINTS[EXCUSE] - 1
    return (gain, 1) if owner else (-gain, -1)


def _aside(preparation: Preparation, attack: frozenset[int]) -> Iterator[int]:
    """The dogs or discards that count for the attack, as sets.

    Without an exchange, the dog counts for the attack or, in a garde contre, for the defence; a second dog
    counts for the camp of who has it, seen or not.
    """
    setting = preparation.setting
    if preparation.bid.takes_dog:
        yield preparation.discard
    elif not preparation.bid.gives_dog_away:
        yield setting.dog(preparation.dog)
    if setting.row.dog_count > 1 and preparation.second in attack:
        second = setting.dog(1 - preparation.dog)
        yield preparation.second_discard if preparation.bid.takes_dog else second


def _petits_at_end(tricks: tuple[Trick, ...]) -> tuple[int, int]:
    """How many Petits came at the end, and the hand that won them.

    Source:
        Federation rules of 2012, page 7: in the last trick or, where the Excuse completes a slam in it, in
        the last but one (we count the last one too).
    """
    last = tricks[-1]
    ends = tricks[-2:] if face(last.winning_card) == EXCUSE else (last,)
    return sum(face(card) == PETIT for trick in ends for card in trick.cards), last.winner


def _slam(announced: str, won: list[bool]) -> Slam:
    """The slam of a deal, from what was announced and the tricks that the attack won."""
    if announced == PETIT_SLAM:
        return Slam.PETIT_MADE if won.count(False) <= _PETIT_SLAM_LOSS else Slam.PETIT_FAILED
    if announced == SLAM:
        return Slam.ANNOUNCED_MADE if all(won) else Slam.ANNOUNCED_FAILED
    if all(won):
        return Slam.MADE
    return Slam.NONE if any(won) else Slam.DEFENCE
