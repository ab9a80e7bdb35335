"""Any sequence of arrivals, departures, undoing and results: an evening of free deals stays sound.

After each act each person sits at most once in a round, at a table of three to five, and no result is lost.
At the end the ranking is that of a naive sum. `ETUI_SEQUENCES` sets the number of sequences.
"""

import os
from collections import Counter, defaultdict

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from common.errors import AppError
from tests.factories.incidents import deal_with, seats_and_plays
from tests.factories.sheets import bid_line, enter_line, make_seated_sheets
from tests.factories.tournaments import make_club, make_user
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.incidents.services.actions import undo_incident
from tournaments.incidents.services.arriving import Arriving, list_departures_to_fill
from tournaments.incidents.services.leaving import Leaving
from tournaments.incidents.services.substituting import Newcomer
from tournaments.models import Entry, Incident, Play, ResultSlip, Seating, Tournament
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings
from tournaments.work.kinds import request_standings

pytestmark = [pytest.mark.django_db, pytest.mark.once]

SEQUENCES = int(os.environ.get("ETUI_SEQUENCES", "2"))
STEPS = 14
ROUNDS = 3
REFUSALS = {
    "already_undone", "no_seat", "no_such_round", "not_seated", "plays_already", "results_exist",
    "rulings_exist", "seats_changed",
}  # fmt: skip

numbers = st.integers(0, 200)
rounds = st.integers(1, ROUNDS)


class Evening(RuleBasedStateMachine):
    """One organiser, beside a notebook of results."""

    tournament: Tournament
    sizes: tuple[int, ...] = (3, 4, 5)

    def __init__(self) -> None:
        super().__init__()
        self.transaction = transaction.atomic()
        self.transaction.__enter__()
        self.user = make_user("Directrice")
        self.notebook: dict[int, dict[int, int]] = {}
        self.visitors = 0

    def teardown(self) -> None:
        try:
            self.rank()
        finally:
            transaction.set_rollback(True)
            self.transaction.__exit__(None, None, None)

    @rule(first_round=rounds, makes_threes=st.booleans(), takes_place=st.booleans())
    def a_visitor_arrives(self, first_round, makes_threes, takes_place):
        self.visitors += 1
        vacant = list_departures_to_fill(self.tournament.sessions.get())
        case = Arriving(
            comes=Newcomer(last_name=f"Visiteur{self.visitors:02d}"),
            place=vacant[0] if vacant and takes_place else None,
            first_round=first_round,
            makes_threes=makes_threes,
        )
        self.do(deal_with, self.tournament, case, self.user)

    @rule(number=numbers, after_round=st.integers(0, ROUNDS - 1), loses_rest=st.booleans())
    def a_player_leaves(self, number, after_round, loses_rest):
        entries = list(self.tournament.entries.order_by("pk"))
        entry = entries[number % len(entries)]
        voided_plays = self.open_plays(entry, after_round) if loses_rest else []
        if self.do(
            deal_with,
            self.tournament,
            Leaving(entry=entry, after_round=after_round, loses_rest=loses_rest),
            self.user,
        ):
            self.notebook |= {pk: {} for pk in voided_plays}

    @rule(number=numbers)
    def an_action_is_undone(self, number):
        incidents = list(Incident.objects.filter(undone_at=None).order_by("-pk"))
        if incidents:
            incident = incidents[0 if number % 3 else number % len(incidents)]
            voided_plays = [
                row[0] for step in incident.steps if step["step"] == "results" for row in step["plays"]
            ]
            if self.do(undo_incident, incident=incident, undone_by=self.user):
                self.notebook = {
                    pk: scores for pk, scores in self.notebook.items() if pk not in voided_plays or scores
                }

    @rule(number=numbers, score=st.sampled_from((50, -52, 62)))
    def a_result_is_stored(self, number, score):
        plays = list(Play.objects.filter(round__section__session__tournament=self.tournament).order_by("pk"))
        play = plays[number % len(plays)]
        if play.pk in self.notebook:
            return
        seats = dict(
            Seating.objects.filter(round=play.round_id, table=play.table_id).values_list("seat", "entry")
        )
        slip = enter_line(play, self.line(seats, score))
        self.notebook[play.pk] = {
            seats[place]: points for place, points in enumerate(slip.seat_scores) if points is not None
        }
        assert set(self.notebook[play.pk]) == set(seats.values())
        assert sum(slip.seat_scores[place] for place in seats) == 0

    def line(self, seats, score) -> SheetLine:
        return bid_line(min(seats), score)

    @rule()
    def rank(self):
        session = self.tournament.sessions.get()
        request_standings(session=session)
        refresh_standings(session=session)
        totals: defaultdict[int, int] = defaultdict(int)
        for scores in self.notebook.values():
            for entry, points in scores.items():
                totals[entry] += points
        rows = snapshot_rows(latest_standings(session))
        assert {row.entry.pk: row.value for row in rows if row.value is not None} == dict(totals)
        assert sum(totals.values()) == 0
        ranked = [row for row in rows if row.overall_place is not None]
        assert all(row.overall_place > sum(rival.value > row.value for rival in ranked) for row in ranked)

    @invariant()
    def each_person_sits_at_one_table_of_a_possible_size(self):
        seats = Seating.objects.filter(round__section__session__tournament=self.tournament)
        by_person = Counter(seats.values_list("round", "entry"))
        by_table = Counter(seats.values_list("round", "table"))
        assert set(by_person.values()) <= {1}
        assert set(by_table.values()) <= set(self.sizes)
        plays = Play.objects.filter(round__section__session__tournament=self.tournament)
        assert set(plays.values_list("round", "table")) == set(by_table)

    @invariant()
    def no_result_is_lost(self):
        slips = ResultSlip.objects.current().of_session(self.tournament.sessions.get())
        assert set(slips.values_list("play", flat=True)) == set(self.notebook)

    def do(self, act, *arguments, **options) -> bool:
        """Do something, or be refused for a known reason with nothing changed."""
        state, refusal = seats_and_plays(self.tournament), None
        try:
            with transaction.atomic():
                act(*arguments, **options)
        except AppError as error:
            refusal = error.code
        assert refusal is None or refusal in REFUSALS
        assert refusal is None or seats_and_plays(self.tournament) == state
        return refusal is None

    def open_plays(self, entry: Entry, number: int) -> list[int]:
        """Lines of the player's table in a round that have no result."""
        places = Seating.objects.filter(
            round__section__session__tournament=self.tournament, round__number=number, entry=entry
        )
        plays = Play.objects.filter(round__in=places.values("round"), table__in=places.values("table"))
        return [pk for pk in plays.values_list("pk", flat=True) if pk not in self.notebook]


class FriendlyEvening(Evening):
    """Tarot at five: scores of each seat are written."""

    def line(self, seats, score) -> SheetLine:
        first, *other_seats = seats
        points = dict.fromkeys(other_seats, -score) | {first: score * len(other_seats)}
        return SheetLine(scores=tuple(points.get(seat) for seat in range(max(seats) + 1)))


def test_free_deals_stay_sound_whoever_comes_and_goes() -> None:
    evening = make_seated_sheets(make_club(), player_count=19, round_count=ROUNDS, deals=1)
    run_machine(type("FreeEvening", (Evening,), {"tournament": evening}))


def test_tarot_at_five_stays_sound_whoever_comes_and_goes() -> None:
    evening = make_seated_sheets(
        make_club(),
        format_code="friendly_total",
        game="tarot-5",
        table_count=2,
        player_count=13,
        round_count=ROUNDS,
        deals=1,
    )
    run_machine(type("EveningOfFives", (FriendlyEvening,), {"tournament": evening}))


def run_machine(machine: type[Evening]) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=SEQUENCES,
            stateful_step_count=STEPS,
            database=None,
            derandomize="ETUI_SEQUENCES" not in os.environ,
            suppress_health_check=list(HealthCheck),
        ),
    )
