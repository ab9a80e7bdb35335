"""One moment of a deal of Papayou: the terms, the exchange, then tricks and draws; its score and its slip.

Source:
    Document 004 (Daynes and Sarian), "Le Papayou"; what it leaves open: docs/rules/en/papayou.md.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from games.core.actions import Action, Choose, Draw, GiveCard, PlayCard
from games.core.cards import QUEEN, Card, rank_of, trump_number
from games.core.errors import IllegalAction, ImpossibleOutcome
from games.core.tricks import (
    SUIT_CARDS,
    TRUMP_LED,
    TRUMPS,
    card_set,
    cards_in,
    playable,
    read_trick,
    refuse_card,
    trick_winner,
)
from games.core.variants.card_shares import can_share, not_shareable
from games.core.variants.papayou_terms import (
    NEIGHBOUR_COUNTS,
    NOTHING_SAID,
    WAYS,
    Terms,
    said,
    settle,
    term_choices,
)
from games.core.variants.recorded import RecordedState, Start, changed, not_now
from games.core.variants.slip_values import check_range, check_seat_count

QUEEN_POINTS = 50
_LEFT = WAYS.index("left")
_RIGHT = WAYS.index("right")


def card_points(card: Card) -> int:
    """50 for a queen, its number for a trump, nothing for the others, the Excuse among them."""
    return QUEEN_POINTS if rank_of(card) == QUEEN else trump_number(card) or 0


@dataclass(frozen=True, slots=True)
class PapayouOutcome:
    """What each seat took. Not checked here: see `check_papayou`."""

    points: tuple[int, ...]
    """Points of the cards that each seat took, in seat order; they sum to those of the deck."""

    def to_json(self) -> dict[str, object]:
        """The facts as plain JSON values."""
        return {"points": list(self.points)}

    def scores(self) -> tuple[int, ...]:
        """The points taken; all of them count against the others instead. The lowest wins."""
        total = sum(self.points)
        if total not in self.points:
            return self.points
        return tuple(-total if points else total for points in self.points)


def check_papayou(outcome: PapayouOutcome, player_count: int, deck: Sequence[Card]) -> None:
    """Refuse an outcome that no deal can have.

    Exact for the cards: what is let through can be shared so. Whether tricks can fall so is not asked; the
    terms of a deal, one card each and the rest of the stock to the winner, leave it very free.

    Raises:
        ImpossibleOutcome: `seat_count`, `points_out_of_range`, `points_sum`, `sums_not_shareable`.
    """
    total = sum(map(card_points, deck))
    check_seat_count("points", outcome.points, player_count)
    for points in outcome.points:
        check_range("points_out_of_range", "points", points, 0, total)
    taken = sum(outcome.points)
    if taken != total:
        message = f"points sum to {taken}, expected {total}"
        raise ImpossibleOutcome("points_sum", message, field="points", total=taken, expected=total)
    trumps = [number for number in map(trump_number, deck) if number]
    queens = sum(rank_of(card) == QUEEN for card in deck)
    if not any(can_share(trumps, rest) for rest in set(_without_queens(sorted(outcome.points), queens))):
        raise not_shareable("points", outcome.points)


def _without_queens(points: Sequence[int], queens: int) -> Iterator[tuple[int, ...]]:
    """What the seats have in trumps, in order of size, for every way of giving out the queens."""
    if not points:
        yield from [()] if not queens else []
        return
    for taken in range(min(queens, points[0] // QUEEN_POINTS) + 1):
        for rest in _without_queens(points[1:], queens - taken):
            yield tuple(sorted((points[0] - taken * QUEEN_POINTS, *rest)))


class Gift(NamedTuple):
    """A card given in the exchange, and who gets it."""

    receiver: int
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class PapayouState(RecordedState):
    """One moment of a deal of Papayou.

    A trick goes whole to its winner, the Excuse too: it is worth nothing to anybody.
    """

    fixed: Terms
    """The terms that the rule-set fixes."""
    must_trump: bool
    stock: tuple[Card, ...]
    leader: int
    """Seat that leads, or led, the current trick."""
    won: tuple[tuple[Card, ...], ...]
    """Cards that each seat took."""
    terms: Terms = NOTHING_SAID
    gifts: tuple[Gift, ...] = ()
    """The exchange so far; nobody holds these cards until all have given."""
    trick: tuple[Card, ...] = ()
    drawers: tuple[int, ...] = ()
    """Seats that have to draw a card each, in order, before the next trick."""

    @property
    def to_act(self) -> int | None:
        if not self._are_terms_said:
            return self.dealer
        if self._is_exchanging:
            return (self.dealer + 1 + len(self.gifts) // self._gifts_each) % self.player_count
        if self.drawers:
            return self.drawers[0]
        return (self.leader + len(self.trick)) % self.player_count if any(self.hands) else None

    def legal_actions(self) -> tuple[Action, ...]:
        seat = self.to_act
        if seat is None:
            return ()
        if not self._are_terms_said:
            return tuple(map(Choose, self._term_choices))
        if self._is_exchanging:
            return tuple(map(GiveCard, sorted(self.hands[seat])))
        return (Draw(),) if self.drawers else tuple(map(PlayCard, self._playable(seat)))

    def _after(self, seat: int, action: Action) -> Self:
        """Legal: terms that the cards allow, any card in the exchange, then following suit, then trumping.

        Raises:
            IllegalAction: `term_not_offered`, `card_not_held`, `must_follow_suit`, `must_trump`.
        """
        if not self._are_terms_said:
            if isinstance(action, Choose):
                return self._with_term(action.number)
        elif self._is_exchanging:
            if isinstance(action, GiveCard):
                return self._given(seat, action.card)
        elif self.drawers:
            if isinstance(action, Draw):
                return self._drawn(seat)
        elif isinstance(action, PlayCard):
            return self._played(seat, action.card)
        raise not_now(action)

    @property
    def _are_terms_said(self) -> bool:
        return None not in self.terms

    @property
    def _term_choices(self) -> tuple[int, ...]:
        return term_choices(
            self.terms, self.fixed, player_count=self.player_count, pack_size=len(self.variant.deck)
        )

    def _with_term(self, number: int) -> Self:
        choices = self._term_choices
        if number not in choices:
            name, offered = Terms._fields[len(said(self.terms))], " ".join(map(str, choices))
            message = f"{name} {number} not in {offered}"
            raise IllegalAction("term_not_offered", message, field=name, number=number, offered=offered)
        return replace(self, terms=settle(self.terms, number))._settled()

    def _settled(self) -> Self:
        """The state without questions that have one answer, the cards dealt once all is said."""
        terms = self.terms
        while None in terms:
            choices = replace(self, terms=terms)._term_choices
            if len(choices) > 1:
                return replace(self, terms=terms)
            terms = settle(terms, choices[0])
        after = replace(self, terms=terms)
        return after if any(self.hands) else after._dealt_out()

    def _dealt_out(self) -> Self:
        """The cards come from the top of the stock, whole hands, from the dealer's right on."""
        each, hands = self.terms.cards_each or 0, self.hands
        for place in range(self.player_count):
            seat = (self.dealer + 1 + place) % self.player_count
            hands = changed(hands, seat, frozenset(self.stock[place * each : (place + 1) * each]))
        return replace(self, hands=hands, stock=self.stock[self.player_count * each :])

    @property
    def _gifts_each(self) -> int:
        return gifts_each(self.terms)

    @property
    def _is_exchanging(self) -> bool:
        return len(self.gifts) < self.player_count * self._gifts_each

    def _given(self, seat: int, card: Card) -> Self:
        """The state after a gift; with the last one, all gifts reach their receivers."""
        hands = self._hands_without(seat, card)
        receiver = receiver_of(self.terms, seat, len(self.gifts) % self._gifts_each, self.player_count)
        gifts = (*self.gifts, Gift(receiver, card))
        after = replace(self, hands=hands, gifts=gifts)
        if after._is_exchanging:
            return after
        received = (
            frozenset(gift.card for gift in gifts if gift.receiver == other)
            for other in range(self.player_count)
        )
        return replace(after, hands=tuple(hand | more for hand, more in zip(hands, received, strict=True)))

    def _playable(self, seat: int) -> tuple[Card, ...]:
        return playable_cards(self.hands[seat], self.trick, must_trump=self.must_trump)

    def _played(self, seat: int, card: Card) -> Self:
        hands = self._hands_without(seat, card)
        if card not in self._playable(seat):
            raise refuse_card(card, card_set(self.hands[seat]), read_trick(self.trick)[0], TRUMPS)
        trick = (*self.trick, card)
        if len(trick) < self.player_count:
            return replace(self, hands=hands, trick=trick)
        winner = (self.leader + trick_winner(trick)) % self.player_count
        return replace(self, hands=hands)._won(winner, trick)

    def _won(self, winner: int, trick: tuple[Card, ...]) -> Self:
        """The state after a whole trick: its winner draws first; the last one takes the rest of the stock."""
        each = min(self.terms.drawn or 0, len(self.stock) // self.player_count)
        is_last = not each and not any(self.hands)
        taken = (*self.won[winner], *trick, *(self.stock if is_last else ()))
        seats = ((winner + place) % self.player_count for place in range(self.player_count))
        return replace(
            self,
            trick=(),
            leader=winner,
            won=changed(self.won, winner, taken),
            stock=() if is_last else self.stock,
            drawers=tuple(seat for seat in seats for _ in range(each)),
        )

    def _drawn(self, seat: int) -> Self:
        hands = changed(self.hands, seat, self.hands[seat] | {self.stock[0]})
        return replace(self, hands=hands, stock=self.stock[1:], drawers=self.drawers[1:])

    def _seen_hand(self, seat: int) -> frozenset[Card]:
        """Nobody looks at his cards before the dealer has said the terms."""
        return self.hands[seat] if self._are_terms_said else frozenset()

    def _face_down(self, seat: int) -> Iterable[int]:
        """A gift is seen by its receiver once all have given; before the gifts come what the dealer said."""
        first = 0
        while first < len(self.steps) and isinstance(self.steps[first].action, Choose):
            first += 1
        for number, gift in enumerate(self.gifts):
            if self._is_exchanging or gift.receiver != seat:
                yield first + number

    def _facts(self) -> PapayouOutcome:
        return PapayouOutcome(tuple(sum(map(card_points, pile)) for pile in self.won))

    def piles(self) -> tuple[tuple[Card, ...], ...]:
        on_the_way = tuple(gift.card for gift in self.gifts) if self._is_exchanging else ()
        return (*map(tuple, self.hands), on_the_way, *self.won, self.trick, self.stock)


def gifts_each(terms: Terms) -> int:
    """How many cards each gives in the exchange."""
    return NEIGHBOUR_COUNTS[terms.way or 0] * (terms.given or 0)


def receiver_of(terms: Terms, giver: int, number: int, player_count: int) -> int:
    """The seat that gets a gift: the player on the left first, where both neighbours do.

    Args:
        number: how many cards the giver has given before.
    """
    is_left = terms.way == _LEFT or (terms.way != _RIGHT and number < (terms.given or 0))
    return (giver + (-1 if is_left else 1)) % player_count


def playable_cards(hand: frozenset[Card], trick: tuple[Card, ...], *, must_trump: bool) -> tuple[Card, ...]:
    """The cards of a hand that may be played: there is never a duty to go over."""
    held, led = card_set(hand), read_trick(trick)[0]
    is_free = not must_trump and 0 <= led < TRUMP_LED and not held & SUIT_CARDS[led]
    return tuple(cards_in(held if is_free else playable(held, led, TRUMPS)))


def start_papayou(start: Start, fixed: Terms, *, must_trump: bool) -> PapayouState:
    """The state after the deal, every term settled that has one value alone."""
    player_count = len(start.layout.hands)
    return PapayouState(
        start,
        start.layout.hands,
        fixed=fixed,
        must_trump=must_trump,
        stock=start.layout.piles[0],
        leader=(start.dealer + 1) % player_count,
        won=((),) * player_count,
    )._settled()
