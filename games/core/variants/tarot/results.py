"""Outcome of a played deal: the camps, the cards of each, the bonuses."""

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
"""Number of tricks that a petit slam may lose."""


def played_outcome(playing: Playing) -> Outcome:
    """Return the outcome of a deal after its last trick."""
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
    """Return half points and bouts of the attack after some tricks before the last, with its discard."""
    return _sum(_counts(preparation, tricks, attack, last=len(tricks)))


def _sum(counts: Iterator[tuple[int, int]]) -> tuple[int, int]:
    # The pair of zeros stands for an attack without any pile.
    points, bouts = zip(*counts, (0, 0), strict=True)
    return sum(points), sum(bouts)


def _counts(
    preparation: Preparation, tricks: tuple[Trick, ...], attack: frozenset[int], *, last: int
) -> Iterator[tuple[int, int]]:
    """Yield half points and bouts of the attack, pile by pile. In the trick `last` an Excuse is not kept."""
    for number, trick in enumerate(tricks):
        if trick.winner in attack:
            yield _count(trick.cards)
        # In the last trick the Excuse goes to the winner of the trick.
        if number != last:
            yield from (_kept_excuse(trick, place, attack) for place in trick.excuses())
    for pile in _aside(preparation, attack):
        yield _count(cards_in(pile))


def _count(cards: Sequence[Card]) -> tuple[int, int]:
    return sum(_HALF_POINTS[card] for card in cards), sum(_IS_BOUT[card] for card in cards)


def _kept_excuse(trick: Trick, place: int, attack: frozenset[int]) -> tuple[int, int]:
    """Return the correction of the attack's count for an Excuse that stays with its camp.

    The count so far gives the trick whole to its winner. The owner's camp has the Excuse and owes a card
    worth a half point, now or later. A camp that never has one counts the Excuse 4 points, which gives the
    same sum.

    Source:
        Federation rules of 2012, page 5.
    """
    owner, winner = trick.hand_of(place) in attack, trick.winner in attack
    if owner == winner:
        return 0, 0
    gain = _HALF_POINTS[EXCUSE] - 1
    return (gain, 1) if owner else (-gain, -1)


def _aside(preparation: Preparation, attack: frozenset[int]) -> Iterator[int]:
    """Yield the dogs or discards that count for the attack, as sets.

    Without an exchange, the dog counts for the attack or, in a garde contre, for the defence. A second dog
    counts for the camp of its holder, seen or not.
    """
    setting = preparation.setting
    if preparation.bid.takes_dog:
        yield preparation.discard
    elif not preparation.bid.gives_dog_away:
        yield setting.dog(preparation.dog)
    if setting.row.dog_count > 1 and preparation.second in attack:
        second_dog = setting.dog(1 - preparation.dog)
        yield preparation.second_discard if preparation.bid.takes_dog else second_dog


def _petits_at_end(tricks: tuple[Trick, ...]) -> tuple[int, int]:
    """Return the number of Petits at the end, and the hand that won them.

    Source:
        Federation rules of 2012, page 7: in the last trick or, where the Excuse completes a slam in it, in
        the last but one (we count the last one too).
    """
    last = tricks[-1]
    ends = tricks[-2:] if face(last.winning_card) == EXCUSE else (last,)
    return sum(face(card) == PETIT for trick in ends for card in trick.cards), last.winner


def _slam(announced: str, won: list[bool]) -> Slam:
    """Return the slam of a deal, from the announcement and the tricks that the attack won."""
    if announced == PETIT_SLAM:
        return Slam.PETIT_MADE if won.count(False) <= _PETIT_SLAM_LOSS else Slam.PETIT_FAILED
    if announced == SLAM:
        return Slam.ANNOUNCED_MADE if all(won) else Slam.ANNOUNCED_FAILED
    if all(won):
        return Slam.MADE
    return Slam.NONE if any(won) else Slam.DEFENCE
