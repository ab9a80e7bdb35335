"""Withdrawals, filled tables, and substitutes."""

import pytest

from common.errors import AppError
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_people,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.base.access import Right, has_right
from tournaments.entries.queries.presence import list_present
from tournaments.entries.services.presence import cancel_substitution, replace_player, set_presence
from tournaments.enums import EntryPresence
from tournaments.events.services.events import enter_people
from tournaments.models import AuditEvent, Entry, Session, Substitution
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    return make_seated_tournament(make_club()).sessions.get()


def entry_at(session: Session, number: int) -> Entry:
    return session.tournament.entries.order_by("pk")[number]


def replace(session: Session, number: int = 0, first_round: int = 3) -> Substitution:
    visitor = make_people(session.tournament.club, 1)[0]
    return replace_player(
        session=session,
        leaves=entry_at(session, number).person,
        person=visitor,
        first_round=first_round,
        made_by=None,
    )


@pytest.mark.parametrize("presence", [EntryPresence.WITHDRAWN, EntryPresence.UNRANKED])
def test_who_left_or_fills_a_table_is_shown_last_without_a_place(
    session: Session, presence: EntryPresence
) -> None:
    for play in list_plays(session.tournament)[:5]:
        enter_result(play, 56 if play.table.number == 1 else -56)
    refresh_standings(session=session)
    first = snapshot_rows(latest_standings(session))[0]

    set_presence(entry=first.entry, presence=presence, set_by=make_user("Directrice"))
    refresh_standings(session=session)

    rows = snapshot_rows(latest_standings(session))
    line = next(row for row in rows if row.entry == first.entry)
    event = AuditEvent.objects.latest("pk")
    assert (line.overall_place, line.value) == (None, first.value)
    assert rows[0].overall_place == 1
    assert (event.action, event.before, event.after) == (
        "entry.presence",
        {"presence": "ranked"},
        {"presence": presence.value},
    )


def test_what_is_already_so_leaves_no_trace(session: Session) -> None:
    count = AuditEvent.objects.count()

    set_presence(entry=entry_at(session, 0), presence=EntryPresence.RANKED, set_by=None)

    assert AuditEvent.objects.count() == count


@pytest.mark.postgres
def test_somebody_without_a_seat_is_taken_off_the_list_instead_of_leaving() -> None:
    tournament = make_tournament(make_club())
    entry = enter_people(tournament=tournament, people=make_people(tournament.club, 1), entered_by=None)[0]

    with pytest.raises(AppError) as refusal:
        set_presence(entry=entry, presence=EntryPresence.WITHDRAWN, set_by=None)

    assert refusal.value.code == "not_seated"


def test_substitute_is_nobody_to_choose(session: Session) -> None:
    with pytest.raises(AppError) as refusal:
        set_presence(entry=entry_at(session, 0), presence=EntryPresence.SUBSTITUTE, set_by=None)

    assert refusal.value.code == "presence_unknown"


def test_results_of_a_substitute_stay_on_the_line_that_he_took_over(session: Session) -> None:
    substitution = replace(session, first_round=2)
    plays = list_plays(session.tournament)
    enter_results((play, 56 if play.round.number == 1 else -56) for play in plays)
    refresh_standings(session=session)

    rows = snapshot_rows(latest_standings(session))

    line = next(row for row in rows if row.entry == substitution.entry)
    present = next(row for row in list_present(session) if row.entry == substitution.entry)
    assert len(rows) == 20
    assert line.overall_place is not None
    assert (line.deal_count, present.people) == (20, (substitution.person,))


def test_somebody_who_came_may_be_replaced_in_turn(session: Session) -> None:
    first = replace(session, first_round=2)
    third = make_people(session.tournament.club, 1)[0]

    replace_player(session=session, leaves=first.person, person=third, first_round=4, made_by=None)
    with pytest.raises(AppError) as refusal:
        cancel_substitution(substitution=first, cancelled_by=None)

    assert list_present(session)[0].people == (third,)
    assert refusal.value.code == "replaced_since"


def test_cancelled_substitution_leaves_its_trace_alone(session: Session) -> None:
    substitution = replace(session)

    cancel_substitution(substitution=substitution, cancelled_by=None)

    assert not Substitution.objects.exists()
    assert AuditEvent.objects.latest("pk").action == "substitution.cancelled"


@pytest.mark.parametrize("first_round", [0, 6])
def test_round_that_the_line_does_not_play_is_refused(session: Session, first_round: int) -> None:
    with pytest.raises(AppError) as refusal:
        replace(session, first_round=first_round)

    assert (refusal.value.code, list(refusal.value.fields)) == ("no_such_round", ["first_round"])


def test_impossible_substitutions_are_refused(session: Session) -> None:
    substitution = replace(session, first_round=3)
    free = make_people(session.tournament.club, 1)[0]
    stranger = make_people(make_club(), 1)[0]
    playing = entry_at(session, 1).person
    attempts = {
        "not_playing_here": (free, substitution.entry.person, 4),
        "plays_already": (playing, substitution.person, 4),
        "person_elsewhere": (playing, stranger, 4),
        "came_later": (substitution.person, free, 3),
    }
    codes = {}

    for code, (leaves, person, first_round) in attempts.items():
        with pytest.raises(AppError) as refusal:
            replace_player(
                session=session, leaves=leaves, person=person, first_round=first_round, made_by=None
            )
        codes[code] = refusal.value.code

    assert codes == {code: code for code in attempts}


def test_who_plays_in_somebodys_place_reads_no_sealed_cards(session: Session) -> None:
    tournament = session.tournament
    director = make_user(tournament=tournament)
    tournament.deal_readers.create(user=director)
    substitution = replace(session)
    assert has_right(director, tournament, Right.SEE_DEALS)

    substitution.person.user = director
    substitution.person.save()

    assert not has_right(director, tournament, Right.SEE_DEALS)
