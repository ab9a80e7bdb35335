"""States of a deal of Papayou: the terms, the exchange, then tricks and draws. Also its outcome and score.

Source:
    Document 004 (Daynes and Sarian), "Le Papayou"; points that it leaves open: docs/rules/en/papayou.md.
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
    settle_next_term,
    term_choices,
)
from games.core.variants.recorded import RecordedState, Start, changed, not_now
from games.core.variants.slip_values import check_number_range, check_seat_count

QUEEN_POINTS = 50
_LEFT = WAYS.index("left")
_RIGHT = WAYS.index("right")


def card_points(card: Card) -> int:
    """Return the points of a card: 50 for a queen, its number for a trump, 0 for others and the Excuse."""
    return QUEEN_POINTS if rank_of(card) == QUEEN else trump_number(card) or 0


@dataclass(frozen=True, slots=True)
class PapayouOutcome:
    """Points taken by each seat. The values are unchecked: see `check_papayou`."""

    points: tuple[int, ...]
    """Points of the cards that each seat took, in seat order. They sum to those of the deck."""

    def to_json(self) -> dict[str, object]:
        """Return the facts as plain JSON values."""
        return {"points": list(self.points)}

    def scores(self) -> tuple[int, ...]:
        """Return the points taken. The lowest wins.

        A seat that took all scores them with a minus, and each other seat with a plus.
        """
        total = sum(self.points)
        # A seat with all the points took every queen and trump.
        if total not in self.points:
            return self.points
        return tuple(-total if points else total for points in self.points)


def check_papayou(outcome: PapayouOutcome, player_count: int, deck: Sequence[Card]) -> None:
    """Refuse an outcome that no deal can have.

    The check is exact for the cards: an accepted outcome can be shared so. It does not examine whether tricks
    can fall so. The terms of a deal, such as one card each with the rest of the stock to the winner, allow
    nearly all.

    Raises:
        ImpossibleOutcome: `seat_count`, `points_out_of_range`, `points_sum`, `sums_not_shareable`.
    """
    total = sum(map(card_points, deck))
    check_seat_count("points", outcome.points, player_count)
    for points in outcome.points:
        check_number_range("points_out_of_range", "points", points, 0, total)
    total_taken = sum(outcome.points)
    if total_taken != total:
        message = f"points sum to {total_taken}, expected {total}"
        raise ImpossibleOutcome("points_sum", message, field="points", total=total_taken, expected=total)
    trumps = [number for number in map(trump_number, deck) if number]
    queens = sum(rank_of(card) == QUEEN for card in deck)
    if not any(
        can_share(trumps, trump_sums) for trump_sums in set(_without_queens(sorted(outcome.points), queens))
    ):
        raise not_shareable("points", outcome.points)


def _without_queens(points: Sequence[int], queens: int) -> Iterator[tuple[int, ...]]:
    """Yield the trump sums of the seats, in order of size, for every distribution of the queens."""
    if not points:
        yield from [()] if not queens else []
        return
    for queen_count in range(min(queens, points[0] // QUEEN_POINTS) + 1):
        for other_sums in _without_queens(points[1:], queens - queen_count):
            yield tuple(sorted((points[0] - queen_count * QUEEN_POINTS, *other_sums)))


class Gift(NamedTuple):
    """A card given in the exchange, and the seat that gets it."""

    receiver: int
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class PapayouState(RecordedState):
    """State of a deal of Papayou.

    A trick goes whole to its winner, with the Excuse, which is worth nothing.
    """

    fixed: Terms
    """Terms that the rule-set fixes."""
    must_trump: bool
    stock: tuple[Card, ...]
    leader: int
    """Seat that leads, or led, the current trick."""
    won: tuple[tuple[Card, ...], ...]
    """Cards that each seat took."""
    terms: Terms = NOTHING_SAID
    gifts: tuple[Gift, ...] = ()
    """Cards of the exchange so far. They are in no hand until all players have given."""
    trick: tuple[Card, ...] = ()
    drawers: tuple[int, ...] = ()
    """Seats that draw a card each before the next trick, in order."""

    @property
    def to_act(self) -> int | None:
        if not self._are_terms_settled:
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
        if not self._are_terms_settled:
            return tuple(map(Choose, self._term_choices))
        if self._is_exchanging:
            return tuple(map(GiveCard, sorted(self.hands[seat])))
        return (Draw(),) if self.drawers else tuple(map(PlayCard, self._playable(seat)))

    def _state_after(self, seat: int, action: Action) -> Self:
        """Return the state after a term, a gift, a draw or a card.

        Legal are terms that the cards allow, any card as a gift, and cards by the rules of a trick.

        Raises:
            IllegalAction: `term_not_offered`, `card_not_held`, `must_follow_suit`, `must_trump`.
        """
        if not self._are_terms_settled:
            if isinstance(action, Choose):
                return self._with_term(action.number)
        elif self._is_exchanging:
            if isinstance(action, GiveCard):
                return self._give(seat, action.card)
        elif self.drawers:
            if isinstance(action, Draw):
                return self._draw(seat)
        elif isinstance(action, PlayCard):
            return self._play(seat, action.card)
        raise not_now(action)

    @property
    def _are_terms_settled(self) -> bool:
        return None not in self.terms

    def list_announced_terms(self) -> tuple[str, ...]:
        """Return the terms that the dealer announced, in order, and the one they have to announce now.

        Terms with a single possible value are not announced.
        """
        numbers = iter([step.action.number for step in self.steps if isinstance(step.action, Choose)])
        terms, names = NOTHING_SAID, list[str]()
        while None in terms:
            choices: Sequence[int] = replace(self, terms=terms)._term_choices
            number = choices[0]
            if len(choices) > 1:
                names.append(Terms._fields[len(said(terms))])
                announced_number = next(numbers, None)
                if announced_number is None:
                    break
                number = announced_number
            terms = settle_next_term(terms, number)
        return tuple(names)

    @property
    def _term_choices(self) -> tuple[int, ...]:
        return term_choices(
            self.terms, self.fixed, player_count=self.player_count, pack_size=len(self.variant.deck)
        )

    def _with_term(self, number: int) -> Self:
        choices = self._term_choices
        if number not in choices:
            name, choice_texts = Terms._fields[len(said(self.terms))], " ".join(map(str, choices))
            message = f"{name} {number} not in {choice_texts}"
            raise IllegalAction("term_not_offered", message, field=name, number=number, offered=choice_texts)
        return replace(self, terms=settle_next_term(self.terms, number))._settle_terms()

    def _settle_terms(self) -> Self:
        """Return the state without terms that have one possible value.

        Deal the cards once all are settled.
        """
        terms = self.terms
        while None in terms:
            choices = replace(self, terms=terms)._term_choices
            if len(choices) > 1:
                return replace(self, terms=terms)
            terms = settle_next_term(terms, choices[0])
        settled_state = replace(self, terms=terms)
        return settled_state if any(self.hands) else settled_state._deal_out()

    def _deal_out(self) -> Self:
        """Return the state with hands from the top of the stock, from the dealer's right on."""
        hand_size, hands = self.terms.cards_each or 0, self.hands
        for place in range(self.player_count):
            seat = (self.dealer + 1 + place) % self.player_count
            hands = changed(hands, seat, frozenset(self.stock[place * hand_size : (place + 1) * hand_size]))
        return replace(self, hands=hands, stock=self.stock[self.player_count * hand_size :])

    @property
    def _gifts_each(self) -> int:
        return gifts_each(self.terms)

    @property
    def _is_exchanging(self) -> bool:
        return len(self.gifts) < self.player_count * self._gifts_each

    def _give(self, seat: int, card: Card) -> Self:
        """Return the state after a gift. With the last one, all gifts reach their receivers."""
        hands = self._hands_without(seat, card)
        receiver = receiver_of(self.terms, seat, len(self.gifts) % self._gifts_each, self.player_count)
        gifts = (*self.gifts, Gift(receiver, card))
        next_state = replace(self, hands=hands, gifts=gifts)
        if next_state._is_exchanging:
            return next_state
        gifts_of_seats = (
            frozenset(gift.card for gift in gifts if gift.receiver == other_seat)
            for other_seat in range(self.player_count)
        )
        return replace(
            next_state,
            hands=tuple(hand | new_cards for hand, new_cards in zip(hands, gifts_of_seats, strict=True)),
        )

    def _playable(self, seat: int) -> tuple[Card, ...]:
        return playable_cards(self.hands[seat], self.trick, must_trump=self.must_trump)

    def _play(self, seat: int, card: Card) -> Self:
        hands = self._hands_without(seat, card)
        if card not in self._playable(seat):
            raise refuse_card(card, card_set(self.hands[seat]), read_trick(self.trick)[0], TRUMPS)
        trick = (*self.trick, card)
        if len(trick) < self.player_count:
            return replace(self, hands=hands, trick=trick)
        winner = (self.leader + trick_winner(trick)) % self.player_count
        return replace(self, hands=hands)._win_trick(winner, trick)

    def _win_trick(self, winner: int, trick: tuple[Card, ...]) -> Self:
        """Return the state after a whole trick.

        Its winner draws first; the last one takes the rest of the stock.
        """
        # All players draw the same number of cards: the remainder of the stock is not drawn.
        draw_count = min(self.terms.drawn or 0, len(self.stock) // self.player_count)
        is_last = not draw_count and not any(self.hands)
        pile = (*self.won[winner], *trick, *(self.stock if is_last else ()))
        seats = ((winner + place) % self.player_count for place in range(self.player_count))
        return replace(
            self,
            trick=(),
            leader=winner,
            won=changed(self.won, winner, pile),
            stock=() if is_last else self.stock,
            drawers=tuple(seat for seat in seats for _ in range(draw_count)),
        )

    def _draw(self, seat: int) -> Self:
        hands = changed(self.hands, seat, self.hands[seat] | {self.stock[0]})
        return replace(self, hands=hands, stock=self.stock[1:], drawers=self.drawers[1:])

    def _seen_hand(self, seat: int) -> frozenset[Card]:
        """Return the hand of a seat; empty until the dealer has announced the terms."""
        return self.hands[seat] if self._are_terms_settled else frozenset()

    def _hidden_steps(self, seat: int) -> Iterable[int]:
        """Yield the steps that a seat does not see: gifts to others, and all gifts until all have given."""
        first = 0
        # The gifts follow the terms in the list of steps.
        while first < len(self.steps) and isinstance(self.steps[first].action, Choose):
            first += 1
        for number, gift in enumerate(self.gifts):
            if self._is_exchanging or gift.receiver != seat:
                yield first + number

    def outcome_so_far(self) -> PapayouOutcome:
        return PapayouOutcome(tuple(sum(map(card_points, pile)) for pile in self.won))

    def piles(self) -> tuple[tuple[Card, ...], ...]:
        on_the_way = tuple(gift.card for gift in self.gifts) if self._is_exchanging else ()
        return (*map(tuple, self.hands), on_the_way, *self.won, self.trick, self.stock)


def gifts_each(terms: Terms) -> int:
    """Return the number of cards that each player gives in the exchange."""
    return NEIGHBOUR_COUNTS[terms.way or 0] * (terms.given or 0)


def receiver_of(terms: Terms, giver: int, number: int, player_count: int) -> int:
    """Return the seat that gets a gift. Where both neighbours get some, the player on the left comes first.

    Args:
        number: number of cards that the giver has given before.
    """
    is_left = terms.way == _LEFT or (terms.way != _RIGHT and number < (terms.given or 0))
    return (giver + (-1 if is_left else 1)) % player_count


def playable_cards(hand: frozenset[Card], trick: tuple[Card, ...], *, must_trump: bool) -> tuple[Card, ...]:
    """Return the cards of a hand that may be played. Going over is never a duty."""
    hand_set, led = card_set(hand), read_trick(trick)[0]
    # Without the suit led, and without a duty to trump, any card may be played.
    is_free = not must_trump and 0 <= led < TRUMP_LED and not hand_set & SUIT_CARDS[led]
    return tuple(cards_in(hand_set if is_free else playable(hand_set, led, TRUMPS)))


def start_papayou(start: Start, fixed: Terms, *, must_trump: bool) -> PapayouState:
    """Return the state after the deal, with every term settled that has a single possible value."""
    player_count = len(start.layout.hands)
    return PapayouState(
        start,
        start.layout.hands,
        fixed=fixed,
        must_trump=must_trump,
        stock=start.layout.piles[0],
        leader=(start.dealer + 1) % player_count,
        won=((),) * player_count,
    )._settle_terms()
