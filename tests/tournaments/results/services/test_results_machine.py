"""Any sequence of results, corrections, disputes, locks and rulings leaves the rows of a simple model.

After each act the current versions and the trace are compared; the ranking at every request, and at the end.
`script/test --long` runs thousands of sequences (`ETUI_SEQUENCES`).
"""

import os
import uuid
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts.models import User
from common.errors import AppError
from games.core.dealing.boards import board_taker
from games.core.outcome import Bid
from tests.factories.sheets import make_sheet_tournament
from tests.factories.tables import make_device, open_table, sit_down
from tests.factories.tournaments import give_penalty, make_club, make_stored_evening, make_user, written
from tests.tournaments.results.services.plain_results import (
    DONE,
    Copybook,
    Line,
    SumsCopybook,
    Version,
    Written,
)
from tournaments.core.movements.movement import Movement
from tournaments.core.ranking.rulings import Effect, EffectKind
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.core.slips.traveller import LineInput, LineKind
from tournaments.models import (
    AuditEvent,
    Entry,
    Play,
    ResultFlag,
    ResultSlip,
    Ruling,
    Session,
    Table,
    TableAccess,
    Tournament,
)
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.rulings import RulingDraft, give_ruling, withdraw_ruling
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.services.checking import lock_round, unlock_round
from tournaments.results.services.confirmations import confirm_at_table
from tournaments.results.services.corrections import revert_result, withdraw_result
from tournaments.results.services.flags import raise_flag, resolve_flag
from tournaments.results.services.results import Author, record_result
from tournaments.results.services.table_phones import Device
from tournaments.results.services.table_results import record_at_table
from tournaments.seating.services.seating import apply_movement
from tournaments.work.kinds import request_standings

pytestmark = [pytest.mark.django_db, pytest.mark.once]

SEQUENCES = int(os.environ.get("ETUI_SEQUENCES", "3"))
STEPS = 30
TABLES, ROUNDS = 3, 2
PEOPLE = ("Ana", "Bob")
PHONE_SEATS = (0, 1)
"""Seats of the two phones of each table; the first has the pen at the start."""

numbers = st.integers(0, TABLES * ROUNDS - 1)
people = st.sampled_from(PEOPLE)
rounds = st.integers(1, ROUNDS)
seats = st.integers(0, 3)
phones = st.sampled_from(PHONE_SEATS)
scores = st.sampled_from((56, -52, 70))
points = st.sampled_from((45, 35))
"""Points with two bouts: +58 and −62."""
reasons = st.sampled_from(("erreur de plume", "erreur de plume", ""))
staleness = st.sampled_from((0, 0, 0, 1, 2))
"""Number of versions since the page of a writer was rendered."""


@dataclass(frozen=True)
class Hall:
    """A seated evening of three tables, two rounds and three boards, each played twice."""

    session: Session
    plays: tuple[Play, ...]
    """Plays by round and table."""
    entries: tuple[Entry, ...]
    users: dict[str, User]
    accesses: dict[int, TableAccess]
    """Accesses by table."""
    devices: dict[tuple[int, int], Device]
    """Devices by table and seat."""
    index: dict[int, int]
    """Index of each entry in `entries`."""
    seated: dict[int, tuple[int, ...]]
    """Entries by seat, by play."""
    has_sheets: bool = False
    """True for free deals on score sheets, whose players bid."""

    def taker(self, number: int, value: int) -> int | None:
        """The seat that took, where the players bid: some seat that a value decides."""
        return (number + value) % 4 if self.has_sheets else None

    def line(self, line: LineInput, taker: int | None) -> LineInput | SheetLine:
        """A line of the traveller as this evening writes it."""
        if not self.has_sheets:
            return line
        return SheetLine(taker=taker, bid=None if taker is None else Bid.GARDE, written=line)

    def copybook(self) -> Copybook:
        lines = [
            Line(
                subject=f"{play.board}/{play.round.number}/{play.table.number}",
                round=play.round.number,
                table=play.table.number,
                board=play.board,
                players=tuple(self.index[entry] for entry in self.seated[play.pk]),
                taker=None if self.has_sheets else board_taker(play.board),
            )
            for play in self.plays
        ]
        pens = {(line.table, line.round): str(self.devices[line.table, 0].key) for line in lines}
        return (SumsCopybook if self.has_sheets else Copybook)(lines, pens)


@pytest.fixture
def hall():
    movement = Movement(
        code="square",
        players=np.arange(4 * TABLES).reshape(1, TABLES, 4).repeat(ROUNDS, axis=0),
        board_sets=np.array([[(table + turn) % TABLES for table in range(TABLES)] for turn in range(ROUNDS)]),
    )
    evening = apply_movement(
        tournament=make_stored_evening(make_club(), movement, boards_per_set=1), seated_by=None
    )
    return open_hall(evening)


@pytest.fixture
def hall_of_sheets():
    """Five tables of free deals, each with one deal in each of two rounds."""
    evening = make_sheet_tournament(make_club(), table_count=5, player_count=20, round_count=ROUNDS, deals=1)
    return open_hall(apply_movement(tournament=evening, seated_by=None), has_sheets=True)


def open_hall(evening: Tournament, *, has_sheets: bool = False) -> Hall:
    """An evening with two phones at each table."""
    tables = range(1, Table.objects.filter(section__session__tournament=evening).count() + 1)
    accesses = {table: open_table(evening, table) for table in tables}
    devices = {(table, seat): make_device() for table in tables for seat in PHONE_SEATS}
    for number in range(1, ROUNDS + 1):
        for (table, seat), device in devices.items():
            sit_down(accesses[table], seat, device=device, number=number)
    plays = Play.objects.filter(round__section__session__tournament=evening)
    plays = plays.select_related("round__section__session__tournament__club", "table")
    entries = tuple(evening.entries.order_by("pk"))
    ordered = tuple(plays.order_by("round__number", "table__number"))
    return Hall(
        session=evening.sessions.select_related("tournament__club").get(),
        plays=ordered,
        entries=entries,
        users={name: make_user(name, club=evening.club) for name in PEOPLE},
        accesses=accesses,
        devices=devices,
        index={entry.pk: number for number, entry in enumerate(entries)},
        seated={
            play.pk: tuple(
                play.round.seatings.filter(table=play.table).order_by("seat").values_list("entry", flat=True)
            )
            for play in ordered
        },
        has_sheets=has_sheets,
    )


class Results(RuleBasedStateMachine):
    """Two organisers and six phones on one evening, beside a copybook."""

    hall: Hall

    def __init__(self) -> None:
        super().__init__()
        self.transaction = transaction.atomic()
        self.transaction.__enter__()
        self.book = self.hall.copybook()
        self.last_event = AuditEvent.objects.order_by("pk").last()
        self.rulings: dict[int, Ruling] = {}

    def teardown(self) -> None:
        try:
            self.rank()
        finally:
            transaction.set_rollback(True)
            self.transaction.__exit__(None, None, None)

    @rule(number=numbers, name=people, score=scores, ago=staleness, reason=reasons)
    def an_organiser_writes(self, number, name, score, ago, reason):
        line, version_seen = self.book.lines[number], self.seen(number, ago)
        taker = self.hall.taker(number, score)
        version = Version(Written("played", score, taker=taker), name)
        refused = self.book.record(line, version, seen=version_seen, reason=reason)
        self.do(
            refused, self.record, number, self.hall.line(written(score), taker), name, version_seen, reason
        )

    @rule(number=numbers, name=people, ago=staleness, reason=reasons)
    def an_organiser_writes_that_nothing_was_played(self, number, name, ago, reason):
        line, version_seen = self.book.lines[number], self.seen(number, ago)
        refused = self.book.record(
            line, Version(Written("not_played"), name), seen=version_seen, reason=reason
        )
        not_played = self.hall.line(LineInput(kind=LineKind.NOT_PLAYED), None)
        self.do(refused, self.record, number, not_played, name, version_seen, reason)

    @rule(number=rounds, name=people, score=scores)
    def the_rest_of_a_round_is_typed(self, number, name, score):
        for place, line in enumerate(self.book.lines):
            if line.round == number and line.current is None:
                self.an_organiser_writes(place, name, score, 0, "")

    @rule(number=numbers, phone=phones, count=points, ago=staleness, reason=reasons, takes_pen=st.booleans())
    def a_phone_writes(self, number, phone, count, ago, reason, takes_pen):
        line, version_seen, device = (
            self.book.lines[number],
            self.seen(number, ago),
            self.device(number, phone),
        )
        taker = self.hall.taker(number, count)
        result = Written("played", {45: 58, 35: -62}[count], (2, count), taker)
        version = Version(result, str(device.key), seat=phone)
        refused = self.book.record_at_table(
            line, version, seen=version_seen, reason=reason, takes_pen=takes_pen
        )
        token = uuid.uuid4()
        for _sending in range(2 if refused == DONE and line.current is version else 1):
            self.do(
                refused,
                record_at_table,
                access=self.access(number),
                play=self.hall.plays[number],
                device=device,
                line=self.hall.line(LineInput(bouts=2, points=str(count)), taker),
                seen_version=version_seen,
                token=token,
                reason=reason,
                confirmed=True,
                takes_pen=takes_pen,
            )

    @rule(number=numbers, name=people, ago=staleness, reason=reasons)
    def an_organiser_withdraws(self, number, name, ago, reason):
        line, version_seen = self.book.lines[number], self.seen(number, ago)
        refused = self.book.withdraw(line, name, seen=version_seen, reason=reason)
        author = Author(user=self.hall.users[name])
        play = self.hall.plays[number]
        self.do(refused, withdraw_result, play=play, seen_version=version_seen, author=author, reason=reason)

    @rule(number=numbers, name=people, version=st.integers(0, 9), ago=staleness, reason=reasons)
    def an_organiser_goes_back(self, number, name, version, ago, reason):
        line, version_seen = self.book.lines[number], self.seen(number, ago)
        if not line.versions:
            return
        target_version = version % line.number + 1
        refused = self.book.revert(line, target_version, name, seen=version_seen, reason=reason)
        self.do(
            refused,
            revert_result,
            play=self.hall.plays[number],
            version=target_version,
            seen_version=version_seen,
            author=Author(user=self.hall.users[name]),
            reason=reason,
        )

    @rule(number=numbers, phone=phones, seat=seats, ago=staleness)
    def the_other_side_confirms(self, number, phone, seat, ago):
        line, version_seen, device = (
            self.book.lines[number],
            self.seen(number, ago),
            self.device(number, phone),
        )
        refused = self.book.confirm(line, str(device.key), phone, seat, seen=version_seen)
        self.do(
            refused,
            confirm_at_table,
            access=self.access(number),
            play=self.hall.plays[number],
            device=device,
            seat=seat,
            seen_version=version_seen,
        )

    @rule(number=numbers, phone=phones, ago=staleness)
    def a_player_disputes(self, number, phone, ago):
        line, version_seen, device = (
            self.book.lines[number],
            self.seen(number, ago),
            self.device(number, phone),
        )
        refused = self.book.dispute(line, str(device.key), "faux", seen=version_seen)
        self.do(
            refused,
            raise_flag,
            access=self.access(number),
            play=self.hall.plays[number],
            device=device,
            seen_version=version_seen,
            text="faux",
        )

    @precondition(lambda self: any(line.open_disputes for line in self.book.lines))
    @rule(name=people)
    def an_organiser_answers(self, name):
        flag = ResultFlag.objects.filter(resolved_at=None).select_related("slip", "phone")[0]
        line = next(line for line, play in self.lines() if play.pk == flag.play_id)
        version = line.versions[flag.slip.version - 1]
        refused = self.book.answer(line, version, str(flag.phone.device))
        self.do(refused, resolve_flag, flag=flag, note="vu", resolved_by=self.hall.users[name])

    @rule(number=rounds, name=people)
    def a_round_is_locked(self, number, name):
        user = self.hall.users[name]
        self.do(self.book.lock(number), lock_round, session=self.hall.session, number=number, locked_by=user)

    @rule(number=rounds, name=people, reason=reasons)
    def a_round_is_unlocked(self, number, name, reason):
        refused = self.book.unlock(number, reason=reason)
        arguments = {"number": number, "reason": reason, "unlocked_by": self.hall.users[name]}
        self.do(refused, unlock_round, session=self.hall.session, **arguments)

    @rule(player=st.integers(0, 4 * TABLES - 1), halves=st.integers(1, 4), name=people)
    def a_penalty_is_given(self, player, halves, name):
        percent = Fraction(halves, 2)
        entry, user = self.hall.entries[player], self.hall.users[name]
        ruling = give_penalty(self.hall.session, entry, str(float(percent)), user)
        self.book.penalties[ruling.pk], self.rulings[ruling.pk] = (player, percent), ruling
        self.book.trace.append(("ruling.given", ""))

    @rule(number=numbers, name=people)
    def a_deal_is_neutralised(self, number, name):
        draft = RulingDraft(
            effects=(Effect(EffectKind.NEUTRALISE),), play=self.hall.plays[number], reason="vu"
        )
        ruling = give_ruling(session=self.hall.session, draft=draft, ruled_by=self.hall.users[name])
        self.book.void[ruling.pk], self.rulings[ruling.pk] = self.book.lines[number], ruling
        self.book.trace.append(("ruling.given", ""))

    @precondition(lambda self: self.rulings)
    @rule(name=people)
    def a_ruling_is_withdrawn(self, name):
        number, ruling = self.rulings.popitem()
        withdraw_ruling(ruling=ruling, reason="appel", withdrawn_by=self.hall.users[name])
        self.book.penalties.pop(number, None)
        self.book.void.pop(number, None)
        self.book.trace.append(("ruling.withdrawn", ""))

    @rule()
    def rank(self):
        request_standings(session=self.hall.session)
        refresh_standings(session=self.hall.session)
        rows = snapshot_rows(latest_standings(self.hall.session))
        totals = self.book.totals()
        values = {self.hall.index[row.entry.pk]: row.value for row in rows}
        assert {player: values[player] for player in totals} == totals
        ranked = [total for total in totals.values() if total is not None]
        for row in rows:
            if row.value is None:
                assert row.overall_place is None
            else:
                better = sum(total > row.value for total in ranked)
                assert better < row.overall_place <= better + ranked.count(row.value)

    @invariant()
    def what_is_stored_is_in_the_copybook(self):
        slips = ResultSlip.objects.of_session(self.hall.session).order_by("play", "version")
        rows = slips.values_list("play", "version", "is_current", "kind", "score")
        expected = [
            (play.pk, number, version is line.current, version.written.kind, version.written.score)
            for line, play in self.lines()
            for number, version in enumerate(line.versions, 1)
        ]
        assert list(rows) == sorted(expected)

    @invariant()
    def what_was_done_is_in_the_trace(self):
        events = AuditEvent.objects.order_by("pk")
        if self.last_event is not None:
            events = events.filter(pk__gt=self.last_event.pk)
        trace_rows = [
            (action, "" if action.startswith(("ruling.", "phone.")) else subject)
            for action, subject in events.values_list("action", "subject")
        ]
        assert trace_rows == self.book.trace

    def do(self, refused, service, *args, **arguments):
        """Call a service that must do as the copybook does, or refuse for its reason."""
        answer = DONE
        try:
            service(*args, **arguments)
        except AppError as error:
            answer = error.code
        assert (service.__name__, answer) == (service.__name__, refused)

    def record(self, number, line, name, seen, reason):
        record_result(
            play=self.hall.plays[number],
            line=line,
            seen_version=seen,
            author=Author(user=self.hall.users[name], device="test"),
            reason=reason,
            confirmed=True,
        )

    def seen(self, number, ago):
        """Return the version that a page showed so many versions ago; 0 if there was no result."""
        return max(self.book.lines[number].number - ago, 0)

    def access(self, number):
        return self.hall.accesses[self.book.lines[number].table]

    def device(self, number, seat):
        return self.hall.devices[self.book.lines[number].table, seat]

    def lines(self):
        return zip(self.book.lines, self.hall.plays, strict=True)


class SheetResults(Results):
    """Free deals: points are added up. Penalties in percentages do not exist there."""

    a_penalty_is_given = None


def test_versions_trace_and_ranking_always_agree_with_a_copybook(hall):
    run_machine(type("ResultsOfHall", (Results,), {"hall": hall}))


def test_sheets_of_free_deals_always_agree_with_a_copybook(hall_of_sheets):
    run_machine(type("ResultsOfSheets", (SheetResults,), {"hall": hall_of_sheets}))


def run_machine(machine):
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
