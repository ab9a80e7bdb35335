"""Facts of a deal of the games other than Tarot: numbers for each seat."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from games.core.cards import QUEEN, rank_of, trump_number
from games.core.errors import ImpossibleOutcome
from games.core.facts.fields import NOBODY, FactField, FactsReading, Kind, Typed
from games.core.facts.form import SUM_MISSING, FactsForm
from games.core.facts.sums import cold_poker_sum, contrat_sum, grelin_sum, nullo_sum, papayou_sum
from games.core.play import Points
from games.core.rules import RuleSet
from games.core.variants.card_shares import can_share, not_shareable
from games.core.variants.cold_poker import TOTAL, ColdPoker, ColdPokerOutcome
from games.core.variants.contrat import Contrat, ContratOutcome
from games.core.variants.grelin import Grelin, GrelinOutcome
from games.core.variants.nullo import Nullo, NulloOutcome
from games.core.variants.papayou import Papayou
from games.core.variants.papayou_play import QUEEN_POINTS, PapayouOutcome, check_papayou
from games.core.variants.papayou_terms import (
    DEALER,
    MOST_DRAWN,
    MOST_GIVEN,
    NOTHING_SAID,
    WAYS,
    settle_next_term,
    term_choices,
)


class SeatFacts(FactsForm):
    """Form with the same facts for every seat. The fields go seat by seat."""

    facts_of_outcome: ClassVar[Mapping[str, str]] = {}
    """Fact by the field of the outcome, where the names differ."""

    def __init__(self, player_count: int, rules: RuleSet) -> None:
        super().__init__(rules)
        self.player_count = player_count

    def _read(self, typed: Mapping[str, str]) -> FactsReading:
        facts = Typed(self.fields, typed)
        seat_facts = dict.fromkeys(field.fact for field in self.fields if field.of_seat)
        numbers = {fact: facts.seats(fact) for fact in seat_facts}
        excuse = facts.choice("excuse") if "excuse" in facts.by_name else NOBODY
        if facts.problems:
            return FactsReading(problems=tuple(facts.problems))
        numbers_of_fact = {
            fact: [number or 0 for number in seat_numbers] for fact, seat_numbers in numbers.items()
        }
        try:
            return self._score(numbers_of_fact, None if excuse == NOBODY else int(excuse))
        except ImpossibleOutcome as error:
            facts.refuse(error, self._field_of(error, numbers_of_fact))
            return FactsReading(problems=tuple(facts.problems))

    @abstractmethod
    def _score(self, numbers: Mapping[str, list[int]], excuse: int | None) -> FactsReading:
        """Return the reading of the numbers of each fact, by seat.

        Raises:
            ImpossibleOutcome: its field is one of the outcome's or a fact's.
        """

    @abstractmethod
    def unchecked_scores(
        self, numbers: Mapping[str, Sequence[int]], excuse: int | None = None
    ) -> tuple[Points, ...]:
        """Return the scores of the numbers of each fact, by seat, whether or not a deal can have them."""

    def _check_sums(self, numbers: Mapping[str, Sequence[int]]) -> None:
        """Refuse numbers that do not add up to the sums.

        Raises:
            ImpossibleOutcome: `queens_sum`, `trumps_sum` or `tricks_sum`, with the difference in `missing`.
        """
        for fact, expected in self.sums.items():
            total = sum(numbers[fact])
            if total != expected:
                message = f"{fact} sum to {total}, expected {expected}"
                values = {"total": total, "expected": expected, SUM_MISSING: expected - total}
                raise ImpossibleOutcome(f"{fact}_sum", message, field=fact, **values)

    def _field_of(self, error: ImpossibleOutcome, numbers: Mapping[str, list[int]]) -> str:
        """Return the field that an error concerns: for a fact of all seats, the first one of the largest."""
        fact = self.facts_of_outcome.get(error.field, error.field)
        if fact not in numbers:
            return fact
        return f"{fact}_{numbers[fact].index(max(numbers[fact]))}"

    def _fields_of_seats(self, *field_makers: "partial[FactField]") -> tuple[FactField, ...]:
        return tuple(
            make_field(place=seat) for seat in range(self.player_count) for make_field in field_makers
        )


def _seat_number(fact: str, most: int, *, blank: str | None = None) -> "partial[FactField]":
    return partial(FactField, fact, Kind.WHOLE, most=most, blank=blank, of_seat=True)


class NulloFacts(SeatFacts):
    """The points of each seat's tricks."""

    facts_of_outcome: ClassVar[Mapping[str, str]] = {"half_points": "points"}
    reach = 182

    def __init__(self, game: Nullo, rules: RuleSet) -> None:
        super().__init__(game.player_count, rules)
        self.game = game
        self.fields = self._fields_of_seats(
            partial(FactField, "points", Kind.POINTS, most=game.most_half_points, of_seat=True)
        )

    def _score(self, numbers: Mapping[str, list[int]], excuse: int | None) -> FactsReading:
        outcome = self.game.read_outcome({"half_points": numbers["points"]}, self.rules)
        return FactsReading(outcome, outcome.scores(), nullo_sum(outcome))

    def unchecked_scores(
        self, numbers: Mapping[str, Sequence[int]], excuse: int | None = None
    ) -> tuple[Points, ...]:
        return NulloOutcome(tuple(numbers["points"])).scores()


TERM_FACTS = ("cards_each", "exchange", "exchange_cards", "draw")
"""Facts of the terms of a deal of Papayou, in the order in which the dealer announces them."""


class PapayouFacts(SeatFacts):
    """Form with the queens of each seat and the sum of its trumps, after the terms that the dealer announces.

    The terms are optional, since they change no score. Written terms have to be possible.
    """

    related: ClassVar[Mapping[str, tuple[str, ...]]] = {
        fact: TERM_FACTS[:place] for place, fact in enumerate(TERM_FACTS)
    }

    def __init__(self, game: Papayou, rules: RuleSet) -> None:
        super().__init__(game.player_count, rules)
        self.game = game
        self.heights = [number for number in map(trump_number, game.deck) if number]
        self.queens = sum(rank_of(card) == QUEEN for card in game.deck)
        self.sums = {"queens": self.queens, "trumps": sum(self.heights)}
        self.fields = (
            *self._open_terms(),
            *self._fields_of_seats(
                _seat_number("queens", self.queens, blank="0"),
                _seat_number("trumps", self.sums["trumps"], blank="0"),
            ),
        )

    def _open_terms(self) -> tuple[FactField, ...]:
        values = self.game.option_values(self.rules)
        fields = (
            FactField("cards_each", Kind.WHOLE, least=1, most=self.game.most_cards, blank=""),
            FactField("exchange", Kind.CHOICE, choices=WAYS, blank=""),
            FactField("exchange_cards", Kind.WHOLE, most=MOST_GIVEN, blank=""),
            FactField("draw", Kind.WHOLE, most=MOST_DRAWN, blank=""),
        )
        return tuple(field for field in fields if values[field.fact] == DEALER)

    def _read(self, typed: Mapping[str, str]) -> FactsReading:
        reading = super()._read(typed)
        facts = Typed(self.fields, typed)
        self._check_terms(facts)
        refused_fields = {problem.field for problem in reading.problems}
        term_problems = tuple(problem for problem in facts.problems if problem.field not in refused_fields)
        return FactsReading(problems=(*term_problems, *reading.problems)) if term_problems else reading

    def _check_terms(self, facts: Typed) -> None:
        """Refuse impossible terms. The check stops at the first term that is open and not written."""
        fixed_terms, terms = self.game.fixed_terms(self.rules), NOTHING_SAID
        values = {fact: self._term(facts, fact) for fact in TERM_FACTS}
        if facts.problems:
            return
        for fact, value in values.items():
            possible = term_choices(
                terms, fixed_terms, player_count=self.player_count, pack_size=len(self.game.deck)
            )
            # Later terms depend on this one, so they cannot be judged.
            if value is None and len(possible) > 1:
                return
            if value is not None and value not in possible:
                facts.refuse(_impossible_term(fact, possible), fact)
                return
            terms = settle_next_term(terms, possible[0] if value is None else value)

    def _term(self, facts: Typed, fact: str) -> int | None:
        """Return the written value of a term; None where it is empty or fixed by the rules."""
        if fact not in facts.by_name:
            return None
        if fact != "exchange":
            return facts.number(fact)
        way = facts.choice(fact)
        return WAYS.index(way) if way else None

    def _score(self, numbers: Mapping[str, list[int]], excuse: int | None) -> FactsReading:
        queens, trumps = numbers["queens"], numbers["trumps"]
        self._check_sums(numbers)
        # Sums that add up may still be impossible, because each trump exists once.
        if not can_share(self.heights, trumps):
            raise not_shareable("trumps", trumps)
        outcome = self._outcome(numbers)
        check_papayou(outcome, self.player_count, self.game.deck)
        return FactsReading(outcome, outcome.scores(), papayou_sum(queens, trumps, outcome.scores()))

    def unchecked_scores(
        self, numbers: Mapping[str, Sequence[int]], excuse: int | None = None
    ) -> tuple[Points, ...]:
        return self._outcome(numbers).scores()

    def _outcome(self, numbers: Mapping[str, Sequence[int]]) -> PapayouOutcome:
        counts = zip(numbers["queens"], numbers["trumps"], strict=True)
        return PapayouOutcome(tuple(QUEEN_POINTS * queen_count + height for queen_count, height in counts))


class GrelinFacts(SeatFacts):
    """The tokens of each seat and the cards left to it."""

    facts_of_outcome: ClassVar[Mapping[str, str]] = {"cards_left": "cards"}

    def __init__(self, game: Grelin, rules: RuleSet) -> None:
        super().__init__(game.player_count, rules)
        self.game = game
        sizes = game.hand_sizes(rules)
        self.fields = tuple(
            field
            for seat, size in enumerate(sizes)
            for field in (
                _seat_number("cards", size)(place=seat),
                _seat_number("tokens", len(game.deck), blank="0")(place=seat),
            )
        )

    def _field_of(self, error: ImpossibleOutcome, numbers: Mapping[str, list[int]]) -> str:
        """Return the field that an error concerns: for `one_winner`, the last seat with the fewest cards."""
        if error.code == "one_winner":
            fewest = min(numbers["cards"])
            return f"cards_{max(seat for seat, count in enumerate(numbers['cards']) if count == fewest)}"
        return super()._field_of(error, numbers)

    def _score(self, numbers: Mapping[str, list[int]], excuse: int | None) -> FactsReading:
        values = {"tokens": numbers["tokens"], "cards_left": numbers["cards"]}
        outcome = self.game.read_outcome(values, self.rules)
        return FactsReading(outcome, outcome.scores(), grelin_sum(outcome))

    def unchecked_scores(
        self, numbers: Mapping[str, Sequence[int]], excuse: int | None = None
    ) -> tuple[Points, ...]:
        return GrelinOutcome(tuple(numbers["tokens"]), tuple(numbers["cards"])).scores()


class ContratFacts(SeatFacts):
    """Form with the bet and the tricks of each seat, and the seat that was dealt the Excuse."""

    facts_of_outcome: ClassVar[Mapping[str, str]] = {"bets": "bet"}

    def __init__(self, game: Contrat, rules: RuleSet) -> None:
        super().__init__(game.player_count, rules)
        self.game = game
        cards = game.cards_each(rules)
        self.sums = {"tricks": cards}
        is_left_over = game.pile_sizes(rules) != (0,)
        seats = tuple(map(str, range(game.player_count)))
        self.fields = (
            *self._fields_of_seats(_seat_number("bet", cards), _seat_number("tricks", cards)),
            FactField(
                "excuse",
                Kind.SEAT,
                choices=(*([NOBODY] if is_left_over else []), *seats),
                blank=NOBODY if is_left_over else None,
            ),
        )

    def _score(self, numbers: Mapping[str, list[int]], excuse: int | None) -> FactsReading:
        self._check_sums(numbers)
        values = {"bets": numbers["bet"], "tricks": numbers["tricks"], "excuse": excuse}
        outcome = self.game.read_outcome(values, self.rules)
        return FactsReading(outcome, outcome.scores(), contrat_sum(outcome))

    def unchecked_scores(
        self, numbers: Mapping[str, Sequence[int]], excuse: int | None = None
    ) -> tuple[Points, ...]:
        return ContratOutcome(tuple(numbers["bet"]), tuple(numbers["tricks"]), excuse).scores()

    def _field_of(self, error: ImpossibleOutcome, numbers: Mapping[str, list[int]]) -> str:
        """Return the field that an error concerns. For `bets_sum_exact` it is the bet of the last seat."""
        # The last bet makes the sum, and the facts do not name the dealer: the last seat stands for the
        # dealer.
        if error.code == "bets_sum_exact":
            return f"bet_{self.player_count - 1}"
        return super()._field_of(error, numbers)


class ColdPokerFacts(SeatFacts):
    """The sum of the trumps that each seat took."""

    reach = TOTAL

    def __init__(self, game: ColdPoker, rules: RuleSet) -> None:
        super().__init__(game.player_count, rules)
        self.game = game
        self.fields = self._fields_of_seats(_seat_number("points", TOTAL - 1))

    def _score(self, numbers: Mapping[str, list[int]], excuse: int | None) -> FactsReading:
        outcome = self.game.read_outcome({"points": numbers["points"]}, self.rules)
        return FactsReading(outcome, outcome.scores(), cold_poker_sum(outcome.points))

    def unchecked_scores(
        self, numbers: Mapping[str, Sequence[int]], excuse: int | None = None
    ) -> tuple[Points, ...]:
        return ColdPokerOutcome(tuple(numbers["points"])).scores()


def _impossible_term(fact: str, possible: Sequence[int]) -> ImpossibleOutcome:
    """Return the error for a term that does not go with those announced before it."""
    if fact == "exchange":
        return ImpossibleOutcome("exchange_of_few", "not so many cards to give", field=fact)
    least, most = min(possible), max(possible)
    return ImpossibleOutcome(
        "fact_out_of_range", f"{fact} not in {least}..{most}", field=fact, least=least, most=most
    )
