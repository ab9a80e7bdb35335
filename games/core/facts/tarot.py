"""Facts of a deal of Tarot at any table: contract, taker, calls, count and bonuses."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from games.core.calls import EVER_CALLED
from games.core.cards import Card, format_card, parse_card
from games.core.errors import ImpossibleOutcome
from games.core.facts.fields import PASSED, FactField, FactsReading, Kind, Typed, WrongFact
from games.core.facts.form import FactsForm
from games.core.facts.sums import tarot_sum
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd, Slam
from games.core.play import NotPlayed
from games.core.rules import RuleSet
from games.core.scoring import check_outcome, difference, need_for, score_seats
from games.core.scoring.check import MISERE_KINDS
from games.core.tarot_rules import TarotRules, tarot_rules
from games.core.variant import Variant

_BY_PLACE = {"handfuls": "handful", "miseres": "misere", "partners": "partner"}
"""Prefix of the form's fields, by the field of an outcome that several of them make."""


class TarotFacts(FactsForm):
    """Form of one row of the table of Tarot.

    The count is written as bouts and points, or as `margin`: the points by which the contract was made, or
    with a minus those by which it failed.
    """

    related: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "points": ("bouts",),
        "bouts": ("points",),
        "petit": ("bouts", "slam", "points"),
        "slam": ("points", "bouts", "petit"),
        "margin": ("bouts", "points"),
    }
    reach = 364

    def __init__(self, row: Variant, rules: RuleSet) -> None:
        super().__init__(rules)
        self.row = row
        self.options = tarot_rules(row, rules)
        self.fields = tuple(_fields(row, self.options))

    def _read(self, typed: Mapping[str, str]) -> FactsReading:
        facts = Typed(self.fields, typed)
        if facts.texts["bid"] == PASSED:
            return self._read_passed(facts)
        called = self._read_called(facts)
        outcome = self._read_outcome(facts)
        if outcome is None or facts.problems:
            return FactsReading(problems=tuple(facts.problems))
        is_counted = bool(facts.texts["points"])
        try:
            check_outcome(outcome, self.row, self.options)
        except ImpossibleOutcome as error:
            facts.refuse(error, self._field_of(error, facts, is_counted=is_counted))
            return FactsReading(problems=tuple(facts.problems))
        return FactsReading(
            outcome,
            score_seats(outcome, self.row, self.options),
            tarot_sum(outcome, self.row, self.options, is_counted=is_counted),
            called=called,
            is_counted=is_counted,
        )

    def _read_passed(self, facts: Typed) -> FactsReading:
        """Read a passed deal: it scores nothing and has no other facts."""
        other_facts = [name for name in facts.by_name if name != "bid" and facts.is_written(name)]
        if other_facts:
            message = f"passed, but {other_facts[0]} is written"
            error = WrongFact("passed_with_facts", message, field="bid", written=other_facts[0])
            return FactsReading(problems=(error,))
        return FactsReading(NotPlayed(PASSED), (0,) * self.row.player_count)

    def _read_called(self, facts: Typed) -> tuple[Card, ...]:
        field_names = [field.name for field in self.fields if field.fact == "called"]
        cards: list[Card] = []
        for field_name in field_names:
            text = facts.choice(field_name)
            if not text:
                continue
            if parse_card(text) in cards:
                facts.refuse(WrongFact("called_twice", f"card {text} twice", card=text), field_name)
            cards.append(parse_card(text))
        return tuple(cards)

    def _read_outcome(self, facts: Typed) -> Outcome | None:
        bid, taker = facts.choice("bid"), facts.seat("taker")
        petit, slam = PetitAtEnd(facts.choice("petit") or "none"), Slam(facts.choice("slam") or "none")
        petits = facts.number("petits") if "petits" in facts.by_name else 1
        handfuls = self._read_handfuls(facts)
        partners = self._read_partners(facts, taker)
        misere_counts = facts.seats("misere")
        if not bid or taker is None:
            # Read for its problems only, so that all are shown at once.
            self._read_count(facts, None)
            return None
        miseres = tuple(seat for seat, count in enumerate(misere_counts) for _ in range(count or 0))
        plain = Outcome(taker, Bid(bid), 0, 0, handfuls, petit, slam, partners, petits or 1, miseres)
        return self._read_count(facts, plain)

    def _read_handfuls(self, facts: Typed) -> tuple[Handful, ...]:
        counts = [(level, f"handful_{level}") for level in Handful if f"handful_{level}" in facts.by_name]
        return tuple(level for level, name in counts for _ in range(facts.number(name) or 0))

    def _read_partners(self, facts: Typed, taker: int | None) -> tuple[int, ...]:
        """Return the other attackers: the written ones with their teams, and the rest of the taker's team."""
        partners: list[int] = []
        for field in self.fields:
            seat = facts.seat(field.name) if field.fact == "partner" else None
            if seat is None or taker is None:
                continue
            team = self.row.team_members(seat)
            if taker in team:
                error = WrongFact("partner_is_taker", f"partner {seat} is with the taker", seat=seat)
                facts.refuse(error, field.name)
            elif set(team) & set(partners):
                facts.refuse(WrongFact("partner_twice", f"partner {seat} twice", seat=seat), field.name)
            else:
                partners += team
        own_team = () if taker is None else self.row.team_members(taker)
        return tuple(sorted({*own_team, *partners} - {taker}))

    def _read_count(self, facts: Typed, plain: Outcome | None) -> Outcome | None:
        """Return the outcome with its bouts and points, from the written ones or from the margin."""
        bouts, points = facts.number("bouts"), facts.number("points")
        margin = facts.number("margin")
        if facts.problems or plain is None:
            return None
        if points is None and margin is None:
            facts.missing("points")
            return None
        if points is None:
            return self._find_count(facts, plain, margin or 0, bouts)
        if bouts is None:
            facts.missing("bouts", "bouts_missing")
            return None
        margin_of_count = difference(points, need_for(bouts, self.row))
        if margin is not None and margin != margin_of_count:
            message = f"margin {margin}, but bouts {bouts} and half points {points} give {margin_of_count}"
            facts.refuse(WrongFact("margin_disagrees", message, computed=margin_of_count), "margin")
            return None
        return replace(plain, bouts=bouts, half_points=points)

    def _find_count(self, facts: Typed, plain: Outcome, margin: int, bouts: int | None) -> Outcome | None:
        """Return the first possible count with this margin, with the written bouts or any number of them."""
        bout_counts = range(self.row.bout_count, -1, -1) if bouts is None else (bouts,)
        first_error: ImpossibleOutcome | None = None
        for bout_count in bout_counts:
            outcome = replace(
                plain, bouts=bout_count, half_points=2 * (need_for(bout_count, self.row) + margin)
            )
            try:
                check_outcome(outcome, self.row, self.options)
            except ImpossibleOutcome as error:
                # Report the first error: it is that of the most bouts, with which the contract is easiest.
                first_error = first_error or error
            else:
                return outcome
        assert first_error is not None
        field = self._field_of(first_error, facts, is_counted=False)
        if field == "margin":
            first_error = WrongFact("margin_impossible", str(first_error), margin=margin)
        facts.refuse(first_error, field)
        return None

    def _field_of(self, error: ImpossibleOutcome, facts: Typed, *, is_counted: bool) -> str:
        """Return the field that a refusal of the rules concerns."""
        if error.field in ("half_points", "bouts"):
            count_field = "points" if error.field == "half_points" else "bouts"
            return count_field if is_counted else "margin"
        if error.field in _BY_PLACE:
            fact_names = [name for name in facts.by_name if name.startswith(_BY_PLACE[error.field])]
            # The last field filled in is the likely fault.
            return next((name for name in reversed(fact_names) if facts.is_written(name)), "taker")
        return error.field if error.field in facts.by_name else "bid"


def _fields(row: Variant, rules: TarotRules) -> Iterator[FactField]:
    seats = tuple(map(str, range(row.player_count)))
    yield FactField("bid", Kind.CHOICE, choices=(PASSED, *rules.ladder(row)))
    yield FactField("taker", Kind.SEAT, choices=seats)
    cards = tuple(format_card(card) for card in EVER_CALLED)
    for place in range(row.call_count):
        yield FactField("called", Kind.CHOICE, place, cards, blank="")
    for place in range(row.most_called_holders):
        yield FactField("partner", Kind.SEAT, place, seats, blank="")
    yield FactField("bouts", Kind.WHOLE, most=row.bout_count, blank="")
    yield FactField("points", Kind.POINTS, most=row.total_half_points, blank="")
    needs = row.needs
    yield FactField(
        "margin", Kind.WHOLE, least=-needs[0], most=row.total_half_points // 2 - needs[-1], blank=""
    )
    sizes = rules.handful_sizes(row)
    # A table without handfuls has no sizes.
    for level, size in zip(Handful, sizes or (), strict=False):
        yield FactField(
            f"handful_{level}", Kind.WHOLE, most=row.showable_trumps // size, blank="0", size=size
        )
    yield FactField("petit", Kind.CHOICE, choices=tuple(PetitAtEnd), blank="none")
    if row.pack_count > 1:
        yield FactField("petits", Kind.WHOLE, least=1, most=row.pack_count, blank="1")
    slams = tuple(slam for slam in Slam if rules.petit_slam or not slam.is_petit)
    yield FactField("slam", Kind.CHOICE, choices=slams, blank="none")
    for seat in range(row.player_count if rules.misere_points else 0):
        yield FactField("misere", Kind.WHOLE, seat, most=MISERE_KINDS, blank="0", of_seat=True)
