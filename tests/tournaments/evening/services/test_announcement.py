"""Changes of an announced event, and events that do not take place: cancelled, restored, deleted."""

import datetime
from collections.abc import Callable

import pytest
from django.core import mail
from pytest_django import DjangoCaptureOnCommitCallbacks

from common.errors import AppError
from tests.factories.registrations import open_event, send_registration
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_people,
    make_seated_tournament,
    make_tournament,
)
from tournaments.core.formats.event_options import RoundWord
from tournaments.deals.services.deals import deal_boards
from tournaments.evening.services.announcement import (
    Announcement,
    cancel_event,
    change_announcement,
    delete_empty_event,
    restore_event,
)
from tournaments.events.services.events import enter_people
from tournaments.models import AuditEvent, StoredMovement, Tournament

pytestmark = pytest.mark.django_db

MARCH, APRIL = datetime.date(2027, 3, 12), datetime.date(2027, 4, 9)
EIGHT = datetime.time(20)


@pytest.fixture
def tournament() -> Tournament:
    new_tournament = make_tournament(make_club(), name="Grand prix")
    new_tournament.starts_on = MARCH
    new_tournament.save()
    return new_tournament


def change(
    tournament: Tournament,
    name: str = "Grand prix",
    day: datetime.date = MARCH,
    hour: datetime.time | None = None,
    place: str = "",
    round_word: RoundWord | None = None,
) -> Tournament:
    announcement = Announcement(name, day, hour, place, round_word)
    return change_announcement(tournament=tournament, announcement=announcement, changed_by=None)


def cancel(tournament: Tournament) -> Tournament:
    return cancel_event(tournament=tournament, cancelled_by=None)


def delete(tournament: Tournament) -> None:
    delete_empty_event(tournament=tournament, deleted_by=None)


@pytest.mark.postgres
def test_an_event_gets_another_name_day_and_hour_and_keeps_its_address(tournament: Tournament) -> None:
    changed = change(tournament, "Prix du printemps", APRIL, EIGHT)

    changed.refresh_from_db()
    assert (changed.name, changed.starts_on, changed.starts_at) == ("Prix du printemps", APRIL, EIGHT)
    assert (changed.slug, changed.first_day) == (tournament.slug, None)
    noted = AuditEvent.objects.get(action="tournament.announced")
    assert noted.before == {
        "name": "Grand prix",
        "day": "2027-03-12",
        "hour": "",
        "place": "",
        "round_word": "position",
    }
    assert noted.after == {
        "name": "Prix du printemps",
        "day": "2027-04-09",
        "hour": "20:00",
        "place": "",
        "round_word": "position",
    }


def test_organiser_chooses_the_word_for_a_round(tournament: Tournament) -> None:
    changed = change(tournament, round_word=RoundWord.SEQUENCE)
    options = changed.options
    changed_name = change(changed, "Prix du printemps")
    usual = change(changed_name, round_word=RoundWord.POSITION)

    assert options == changed_name.options == {"round_word": "sequence"}
    assert usual.options == {}


@pytest.mark.postgres
def test_nothing_changed_leaves_no_trace(tournament: Tournament) -> None:
    change(tournament)

    assert not AuditEvent.objects.filter(action="tournament.announced").exists()


@pytest.mark.postgres
def test_the_day_that_players_know_is_kept_until_it_is_that_day_again(tournament: Tournament) -> None:
    open_event(tournament)

    assert change(tournament, day=APRIL).first_day == MARCH
    assert change(tournament, day=datetime.date(2027, 5, 1)).first_day == MARCH
    assert change(tournament, day=MARCH).first_day is None


@pytest.mark.parametrize(
    ("day", "hour", "place", "letters"),
    [
        (APRIL, None, "", 1),
        (MARCH, EIGHT, "", 1),
        (MARCH, None, "Salle des fêtes", 1),
        (MARCH, None, "", 0),
    ],
)
def test_registered_players_get_a_letter_for_another_day_hour_or_place_not_for_another_name(
    tournament: Tournament,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    day: datetime.date,
    hour: datetime.time | None,
    place: str,
    letters: int,
) -> None:
    open_event(tournament)
    send_registration(tournament, "Durand Anne", email="a@example.org", link="http://testserver/i")
    send_registration(tournament, "Petit Luc")
    mail.outbox.clear()

    with django_capture_on_commit_callbacks(execute=True):
        change(tournament, "Autre nom", day, hour, place)

    assert len(mail.outbox) == letters
    if day == APRIL:
        assert "le tournoi était prévu le vendredi 12 mars 2027" in mail.outbox[0].body
    if place:
        assert "Lieu : Salle des fêtes\n" in mail.outbox[0].body


@pytest.mark.postgres
def test_a_cancelled_event_tells_who_registered_and_takes_no_change(
    tournament: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    open_event(tournament)
    send_registration(tournament, "Durand Anne", email="a@example.org", link="http://testserver/i")
    mail.outbox.clear()

    with django_capture_on_commit_callbacks(execute=True):
        cancelled = cancel(tournament)

    assert "Ce tournoi est annulé" in mail.outbox[0].body
    for refused in (
        lambda: change(cancelled, "Autre nom"),
        lambda: cancel(cancelled),
        lambda: send_registration(cancelled, "Petit Luc"),
        lambda: enter_people(tournament=cancelled, people=make_people(cancelled.club, 1), entered_by=None),
    ):
        with pytest.raises(AppError, match=r"cancelled|entries_shut"):
            refused()

    restored = restore_event(tournament=cancelled, restored_by=None)

    assert restored.cancelled_at is None
    assert send_registration(restored, "Petit Luc")
    with pytest.raises(AppError, match="not_cancelled"):
        restore_event(tournament=restored, restored_by=None)


def test_an_event_whose_places_are_fixed_goes_back_to_its_preparation_first() -> None:
    seated = make_seated_tournament(make_club())

    for refused in (cancel, delete):
        with pytest.raises(AppError, match="not_in_preparation"):
            refused(seated)


def test_an_event_with_a_session_played_is_not_cancelled() -> None:
    seated = make_seated_tournament(make_club())
    enter_result(list_plays(seated)[0], 56)
    Tournament.objects.filter(pk=seated.pk).update(state="draft")  # as while its second session is prepared

    with pytest.raises(AppError, match="has_results"):
        cancel(seated)


@pytest.mark.postgres
def test_an_empty_event_goes_whole(tournament: Tournament) -> None:
    club = tournament.club

    delete(cancel(tournament))

    assert not Tournament.objects.exists()
    assert not StoredMovement.objects.exists()
    trace_rows = AuditEvent.objects.filter(club=club, tournament=None, subject="Grand prix").order_by("pk")
    actions = ["tournament.created", "tournament.cancelled", "club.event_deleted"]
    assert [trace_row.action for trace_row in trace_rows] == actions


def enter_one(tournament: Tournament) -> None:
    enter_people(tournament=tournament, people=make_people(tournament.club, 1), entered_by=None)


def register_one(tournament: Tournament) -> None:
    send_registration(open_event(tournament), "Durand Anne")


def deal(tournament: Tournament) -> None:
    deal_boards(session=tournament.sessions.get(), dealt_by=None)


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("fill", "told"),
    [
        (enter_one, "désinscrivez-les d’abord"),
        (register_one, "ils seront prévenus"),
        (deal, "Les donnes sont distribuées"),
    ],
)
def test_what_is_not_empty_stays_and_says_why(
    tournament: Tournament, fill: Callable[[Tournament], None], told: str
) -> None:
    fill(tournament)

    with pytest.raises(AppError, match="not_empty") as refused:
        delete(tournament)

    assert told in str(refused.value.message)
    assert Tournament.objects.filter(pk=tournament.pk).exists()
