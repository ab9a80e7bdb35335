"""A laptop publishes an evening: the site gets all of it, even if requests are lost."""

import gzip
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from unittest.mock import patch
from urllib.request import Request

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from accounts.models import User
from common.errors import AppError
from games.models import Deal
from games.sealed import open_sealed
from publishing.models import ClubSite, SharedEvent
from publishing.queries.kinds import BY_NAME
from publishing.queries.states import known_fields, load_state
from publishing.services import marks, publishing, receiving, site_client
from publishing.services.applying import Receiver
from publishing.services.marks import sent_marks, store_mark
from publishing.services.pairing import make_pairing_code, pair_with_site
from publishing.services.publishing import (
    continue_here,
    due_events,
    hand_event_back,
    let_go,
    publish_event,
    share_event,
    stop_sharing,
    take_along,
    take_back,
)
from publishing.services.receiving import reclaim_event
from publishing.services.site_client import ask_club_site
from publishing.words.states import PROBLEMS, state_of_event
from tests.factories.tournaments import (
    SCORES,
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
)
from tests.publishing.conftest import ADDRESS
from tests.publishing.elsewhere import Elsewhere
from tests.publishing.services.test_applying import ranking_of
from tournaments.base.queries.sessions import current_session
from tournaments.deals.services.deals import deal_boards
from tournaments.models import AuditEvent, Club, Entry, Person, ResultSlip, Seating, Tournament
from tournaments.people.services.merges import merge_people


def publish(event: SharedEvent) -> bool:
    """Publish at once, as if the last try had been long ago."""
    SharedEvent.objects.filter(pk=event.pk).update(tried_at=None)
    return publish_event(event_id=event.pk)


@pytest.fixture
def evening(hall_club: Club) -> Tournament:
    """Three tables with their seats, of which two lines are written. Made before the club has a site."""
    tournament = make_seated_tournament(hall_club, table_count=3)
    plays = list_plays(tournament)
    enter_results([(plays[0], SCORES[0]), (plays[1], SCORES[1])])
    return tournament


@pytest.fixture
def event(evening: Tournament, site: ClubSite, organiser: User) -> SharedEvent:
    return share_event(tournament=evening, site=site, shared_by=organiser)


def test_first_state_makes_the_event_on_the_site(event: SharedEvent, server: Elsewhere) -> None:
    ranking = ranking_of(event.tournament)

    assert publish(event)

    event.refresh_from_db()
    assert (event.version, event.problem, event.failures) == (1, "", 0)
    with server.entered():
        copy = Tournament.objects.get()
        assert copy.club.name == "Tarot Club en ligne"
        assert copy.writer == "Portable"
        assert ranking_of(copy) == ranking


def test_state_that_did_not_change_is_not_sent_again(event: SharedEvent, server: Elsewhere) -> None:
    publish(event)

    assert publish(event)

    with server.entered():
        assert SharedEvent.objects.get().version == 1


def test_site_is_asked_once_a_minute_even_if_nothing_changed(
    event: SharedEvent, server: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(event)
    methods: list[str] = []

    def count(request: Request) -> tuple[int, bytes]:
        methods.append(request.get_method())
        return server.answer(request)

    monkeypatch.setattr(site_client, "send", count)
    publish(event)
    assert methods == []
    event.refresh_from_db()
    earlier = event.stored_at - timedelta(seconds=61)
    SharedEvent.objects.update(stored_at=earlier)

    assert publish(event)

    assert methods == ["GET"]
    event.refresh_from_db()
    assert event.stored_at > earlier + timedelta(seconds=60)
    # without a network the page does not say that all is published
    monkeypatch.setattr(site_client, "send", lambda request: (502, b""))
    SharedEvent.objects.update(stored_at=earlier)
    assert not publish(event)
    event.refresh_from_db()
    assert (event.stored_at, event.problem) == (earlier, "site_unreachable")


def test_answer_whose_digests_are_no_object_is_a_problem_and_no_error(
    event: SharedEvent, server: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(event)
    event.refresh_from_db()
    state = {"turn": event.turn, "version": event.version, "digests": [1]}
    SharedEvent.objects.update(stored_at=event.stored_at - timedelta(seconds=61))
    monkeypatch.setattr(site_client, "send", lambda request: (200, json.dumps(state).encode()))

    assert not publish(event)

    event.refresh_from_db()
    assert event.problem == "state_malformed"


def test_next_result_follows(event: SharedEvent, server: Elsewhere) -> None:
    publish(event)
    plays = list_plays(event.tournament)
    enter_results([(plays[2], SCORES[2])])
    ranking = ranking_of(event.tournament)

    assert publish(event)

    with server.entered():
        assert SharedEvent.objects.get().version == 2
        assert ResultSlip.objects.count() == 3
        assert ranking_of(Tournament.objects.get()) == ranking


@contextmanager
def older_version() -> Iterator[None]:
    """Know no first end of a tournament in the block, as a version from before this field."""
    kind = BY_NAME["Tournament"]
    values = {
        "fields": tuple(each for each in kind.fields if each.name != "first_finished_at"),
        "field_names": [name for name in kind.field_names if name != "first_finished_at"],
    }
    known_fields.cache_clear()
    with patch.dict(vars(kind), values):
        yield
    known_fields.cache_clear()


def test_updated_site_gets_the_values_that_its_older_version_did_not_store(
    event: SharedEvent, server: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(request: Request) -> tuple[int, bytes]:
        with older_version():
            return server.answer(request)

    finished_at = timezone.now()
    Tournament.objects.update(first_finished_at=finished_at)
    monkeypatch.setattr(site_client, "send", answer)
    assert publish(event)
    with server.entered():
        assert Tournament.objects.get().first_finished_at is None
    monkeypatch.setattr(site_client, "send", server.answer)
    SharedEvent.objects.update(stored_at=None)

    assert publish(event)

    with server.entered():
        assert Tournament.objects.get().first_finished_at == finished_at
        Tournament.objects.update(first_finished_at=None)
        SharedEvent.objects.update(digests={**SharedEvent.objects.get().digests, "fields": "older"})
    # the same if a result is the next that is sent
    enter_results([(list_plays(event.tournament)[2], SCORES[2])])
    assert publish(event)
    with server.entered():
        assert ResultSlip.objects.count() == 3
        assert SharedEvent.objects.get().digests["fields"] == known_fields()


def test_older_laptop_leaves_what_it_does_not_know(
    event: SharedEvent, server: Elsewhere, organiser: User
) -> None:
    publish(event)
    with server.entered():
        Tournament.objects.update(first_finished_at=timezone.now())
    Tournament.objects.update(name="Soirée de la salle")
    with older_version():
        state = load_state(event).parts
    texts = {name: part.text for name, part in state.items()}

    with server.entered():
        copy = SharedEvent.objects.get()
        parts = {"Tournament": json.loads(texts["Tournament"]), "people": json.loads(texts["people"])}
        Receiver(copy, copy.club, None).apply(parts, texts)
        tournament = Tournament.objects.get()
        assert tournament.name == "Soirée de la salle"
        assert tournament.first_finished_at is not None


def test_correction_and_swapped_seats_follow(event: SharedEvent, server: Elsewhere) -> None:
    publish(event)
    first, second = Seating.objects.order_by("pk")[:2]
    first.entry, second.entry = second.entry, first.entry
    first.save()
    second.save()
    entry_moved, entry_swapped = Entry.objects.order_by("pk")[:2]
    places = [(entry.section, entry.start_table, entry.start_seat) for entry in (entry_moved, entry_swapped)]
    Entry.objects.filter(pk=entry_moved.pk).update(section=None, start_table=None, start_seat=None)
    for entry, (section, table, seat) in ((entry_swapped, places[0]), (entry_moved, places[1])):
        entry.section, entry.start_table, entry.start_seat = section, table, seat
        entry.save()
    ResultSlip.objects.filter(version=1).order_by("pk").first().delete()

    assert publish(event)

    with server.entered():
        assert SharedEvent.objects.get().version == 2
        assert ResultSlip.objects.count() == 1


def test_lost_answer_stores_nothing_twice(
    event: SharedEvent, server: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(request: Request) -> tuple[int, bytes]:
        server.answer(request)
        raise AppError("site_unreachable", "perdu")

    monkeypatch.setattr(site_client, "send", lose)
    assert not publish(event)
    event.refresh_from_db()
    assert (event.version, event.failures, event.problem) == (0, 1, "site_unreachable")
    monkeypatch.setattr(site_client, "send", server.answer)

    assert publish(event)

    event.refresh_from_db()
    assert event.version == 1
    with server.entered():
        assert SharedEvent.objects.get().version == 1
        assert Tournament.objects.count() == 1


def test_site_that_lost_its_last_days_gets_everything_again(event: SharedEvent, server: Elsewhere) -> None:
    saved_state = server.kept()
    publish(event)
    server.put_back(saved_state)
    enter_results([(list_plays(event.tournament)[3], SCORES[3])])

    assert publish(event)

    with server.entered():
        assert ResultSlip.objects.count() == 3


def test_copy_that_does_not_fit_is_made_anew(event: SharedEvent, server: Elsewhere) -> None:
    publish(event)
    with server.entered():
        # as if a row of the site stood where a row of the hall goes
        ResultSlip.objects.filter(pk=ResultSlip.objects.order_by("pk")[0].pk).update(
            version=2, reason="autre"
        )
    play = ResultSlip.objects.order_by("pk")[0].play
    enter_result(play, SCORES[3], seen_version=1, reason="relu")
    ranking = ranking_of(event.tournament)

    assert publish(event)

    with server.entered():
        assert ranking_of(Tournament.objects.get()) == ranking


def test_full_disk_of_the_site_is_told_and_costs_nothing(
    event: SharedEvent, server: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: Any, **_named: Any) -> None:
        full = sqlite3.OperationalError("database or disk is full")
        full.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise OperationalError from full

    monkeypatch.setattr(receiving, "renew_event", fail)

    assert not publish(event)

    event.refresh_from_db()
    assert event.problem == "disk_full"
    assert event.problem in PROBLEMS
    with server.entered():
        assert not Tournament.objects.exists()
    monkeypatch.undo()
    monkeypatch.setattr(site_client, "send", server.answer)
    assert publish(event)


def test_only_one_process_publishes_at_a_time(event: SharedEvent) -> None:
    publish(event)
    enter_results([(list_plays(event.tournament)[2], SCORES[2])])

    assert not publish_event(event_id=event.pk)


@pytest.mark.parametrize(("failures", "seconds"), [(0, 10), (1, 20), (4, 120), (60, 120)])
def test_next_try_is_due_later_after_failures(event: SharedEvent, failures: int, seconds: int) -> None:
    tried_at = timezone.now()
    SharedEvent.objects.filter(pk=event.pk).update(tried_at=tried_at, failures=failures)

    assert due_events(tried_at + timedelta(seconds=seconds - 1)) == []
    assert due_events(tried_at + timedelta(seconds=seconds)) == [event.pk]
    # the clock was put back
    assert due_events(tried_at - timedelta(days=1)) == [event.pk]


def test_event_that_is_not_published_any_more_is_never_due(event: SharedEvent, organiser: User) -> None:
    stop_sharing(event=event, stopped_by=organiser)

    assert due_events(timezone.now()) == []
    assert not publish_event(event_id=event.pk)


def test_closed_deals_do_not_leave_the_hall_in_clear(
    event: SharedEvent, server: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = current_session(event.tournament)
    if session.deal_set is None:
        deal_boards(session=session, dealt_by=None, seed=bytes(32))
    bodies: list[bytes] = []

    def keep(request: Request) -> tuple[int, bytes]:
        bodies.append(request.data or b"")
        return server.answer(request)

    monkeypatch.setattr(site_client, "send", keep)

    assert publish(event)

    body_bytes = b"".join(gzip.decompress(body) for body in bodies if body)
    assert session.deal_set is not None
    with server.entered():
        assert not Deal.objects.exists()
        assert SharedEvent.objects.get().sealed
    for deal in session.deal_set.deals.all():
        assert open_sealed(deal.hands).encode() not in body_bytes


# --- who writes -----------------------------------------------------------------------------------


@pytest.fixture
def prepared(site: ClubSite, server: Elsewhere) -> str:
    """The address of an event that was prepared on the site, with its players and deals."""
    with server.entered():
        tournament = make_seated_tournament(Club.objects.get())
        Person.objects.update(email="joueur@example.org")
        return tournament.slug


def take(site: ClubSite, slug: str, organiser: User, **options: Any) -> Tournament:
    listed = {row["slug"]: row for row in ask_club_site(site, "GET", "events/")["events"]}
    terms = {"turn": listed[slug]["turn"], "is_forced": False, "phrase": ""} | options
    return take_along(site=site, slug=slug, taken_by=organiser, **terms)


def test_event_prepared_on_the_site_is_written_in_the_hall(
    site: ClubSite, prepared: str, server: Elsewhere, organiser: User
) -> None:
    tournament = take(site, prepared, organiser)

    assert tournament.writer == ""
    assert Deal.objects.filter(deal_set__session__tournament=tournament).count() == 20
    assert set(Person.objects.values_list("email", flat=True)) == {"joueur@example.org"}
    with server.entered():
        assert Tournament.objects.get().writer == "Portable"
    enter_results([(list_plays(tournament)[0], SCORES[0])])
    event = SharedEvent.objects.get()
    assert publish(event)
    ranking = ranking_of(tournament)
    with server.entered():
        assert ResultSlip.objects.count() == 1
        assert Person.objects.count() == 20
        assert ranking_of(Tournament.objects.get()) == ranking


def test_repeated_taking_gives_the_event_again(
    site: ClubSite, prepared: str, server: Elsewhere, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(request: Request) -> tuple[int, bytes]:
        status, answer = server.answer(request)
        return (status, answer) if request.get_method() == "GET" else (502, b"")

    monkeypatch.setattr(site_client, "send", lose)
    with pytest.raises(AppError, match="site_unreachable"):
        take(site, prepared, organiser)
    assert not Tournament.objects.exists()
    monkeypatch.setattr(site_client, "send", server.answer)

    tournament = take(site, prepared, organiser)

    assert tournament.entries.count() == 20
    assert SharedEvent.objects.get().turn == 2
    with server.entered():
        assert SharedEvent.objects.get().turn == 2


def test_event_that_another_laptop_writes_is_taken_only_after_a_question(
    event: SharedEvent, site: ClubSite, server: Elsewhere, organiser: User
) -> None:
    publish(event)
    second_laptop = pair_another(server)

    with pytest.raises(AppError, match="writer_other"):
        take(second_laptop, server_slug(server), organiser)


def test_second_laptop_takes_over_with_the_phrase(
    event: SharedEvent, site: ClubSite, server: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(event)
    slips = sorted(ResultSlip.objects.values_list("token", flat=True))
    deals = sorted(open_sealed(deal.hands) for deal in Deal.objects.all())
    ranking = ranking_of(event.tournament)
    second = Elsewhere()
    with second.entered():
        user = make_user("Paule", club=make_club("Tarot Club"))
        second_laptop = pair_another(server, club=Club.objects.get(), user=user)

        with pytest.raises(AppError, match="phrase_wrong"):
            take(second_laptop, server_slug(server), user, is_forced=True, phrase="abcd-efgh")
        tournament = take(second_laptop, server_slug(server), user, is_forced=True, phrase=site.phrase)

        assert sorted(ResultSlip.objects.values_list("token", flat=True)) == slips
        assert sorted(open_sealed(deal.hands) for deal in Deal.objects.all()) == deals
        assert ranking_of(tournament) == ranking
        enter_results([(list_plays(tournament)[4], SCORES[2])])
        assert publish(SharedEvent.objects.get())
    second.close()

    # the first laptop wakes up: it publishes nothing any more, and keeps what it has
    SharedEvent.objects.update(stored_at=None)
    assert not publish(event)
    event.refresh_from_db()
    assert event.problem == "writer_other"
    assert Tournament.objects.get().writer == ""
    with server.entered():
        assert ResultSlip.objects.count() == 3


@pytest.fixture
def backup(event: SharedEvent) -> Iterator[Elsewhere]:
    """A second machine on which a backup of the laptop was restored, with its key and its pair."""
    publish(event)
    saved_state = bytes(connection.connection.serialize())
    installation = Elsewhere()
    installation.put_back(saved_state)
    yield installation
    installation.close()


def write(tournament: Tournament, number: int) -> None:
    enter_results([(list_plays(tournament)[number], SCORES[number % len(SCORES)])])


def test_second_machine_with_the_key_of_a_laptop_is_refused(
    event: SharedEvent, server: Elsewhere, backup: Elsewhere
) -> None:
    write(event.tournament, 2)
    write(event.tournament, 3)
    assert publish(event)
    ranking = ranking_of(event.tournament)

    with backup.entered():
        copied = SharedEvent.objects.select_related("tournament").get()
        write(copied.tournament, 4)
        assert not publish(copied)
        assert not publish(copied)
        copied.refresh_from_db()
        assert copied.problem == "writer_twice"
        assert "Choisissez l’ordinateur qui continue" in state_of_event(copied).sentence

    with server.entered():
        assert ResultSlip.objects.count() == 4
        assert ranking_of(Tournament.objects.get()) == ranking
    # the laptop in the hall notices nothing
    write(event.tournament, 5)
    assert publish(event)


def test_organiser_chooses_which_machine_goes_on(
    event: SharedEvent, server: Elsewhere, backup: Elsewhere
) -> None:
    """The restored one here. The first one then publishes nothing more, and can follow the event."""
    write(event.tournament, 2)
    assert publish(event)
    with backup.entered():
        copied = SharedEvent.objects.select_related("tournament__club", "site").get()
        write(copied.tournament, 6)
        assert not publish(copied)

        take_back(event=copied, taken_by=User.objects.get())

        assert publish(copied)
        assert AuditEvent.objects.filter(action="event.taken_back").exists()
        ranking = ranking_of(copied.tournament)
    write(event.tournament, 7)
    event.refresh_from_db()
    assert not publish(event)
    with server.entered():
        assert ResultSlip.objects.count() == 3
        assert ranking_of(Tournament.objects.get()) == ranking
    event = SharedEvent.objects.select_related("tournament__club", "site").get(pk=event.pk)
    assert event.problem == "writer_twice"
    user = User.objects.get()
    let_go(event=event, let_go_by=user)
    assert ranking_of(take(ClubSite.objects.get(), server_slug(server), user)) == ranking


def test_backup_from_before_the_event_takes_it_with_its_closed_deals(
    site: ClubSite, server: Elsewhere, organiser: User
) -> None:
    """The laptop is lost during the evening. Its backup has the key and the phrase, and not the event."""
    saved_state = bytes(connection.connection.serialize())
    tournament = make_seated_tournament(site.club, table_count=3)
    assert publish(share_event(tournament=tournament, site=site, shared_by=organiser))
    backup = Elsewhere()
    backup.put_back(saved_state)

    with backup.entered():
        taken_event = take(ClubSite.objects.get(), server_slug(server), User.objects.get())

        assert Deal.objects.filter(deal_set__session__tournament=taken_event).count() == 12
        assert publish(SharedEvent.objects.get())
    backup.close()


def test_laptop_takes_an_event_whose_seal_it_cannot_open_without_the_deals(
    event: SharedEvent, server: Elsewhere
) -> None:
    publish(event)
    second = Elsewhere()
    with second.entered():
        user = make_user("Paule", club=make_club("Tarot Club"))
        second_laptop = pair_another(server, club=Club.objects.get(), user=user)

        take(second_laptop, server_slug(server), user, is_forced=True)

        assert not Deal.objects.exists()
    second.close()


def test_machine_that_alone_has_the_backup_goes_on_without_a_question(
    event: SharedEvent, server: Elsewhere, backup: Elsewhere
) -> None:
    """The laptop was lost after the backup. If it comes back, it is the one that is refused."""
    with backup.entered():
        copied = SharedEvent.objects.select_related("tournament").get()
        write(copied.tournament, 2)
        assert publish(copied)
    write(event.tournament, 3)

    assert not publish(event)

    event.refresh_from_db()
    assert event.problem == "writer_twice"
    with server.entered():
        assert ResultSlip.objects.count() == 3


def test_lost_answers_of_a_laptop_are_not_taken_for_another_machine(
    event: SharedEvent, server: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(request: Request) -> tuple[int, bytes]:
        server.answer(request)
        raise AppError("site_unreachable", "perdu")

    for number in range(2, 6):
        write(event.tournament, number)
        monkeypatch.setattr(site_client, "send", lose)
        assert not publish(event)
    with server.entered():
        reclaim_event(event=SharedEvent.objects.get(), reclaimed_by=User.objects.get())
    monkeypatch.setattr(site_client, "send", lambda request: _lose_taking(server, request))
    event = SharedEvent.objects.select_related("tournament__club", "site").get()
    with pytest.raises(AppError, match="site_unreachable"):
        take_back(event=event, taken_by=User.objects.get())
    monkeypatch.setattr(site_client, "send", server.answer)

    assert publish(event)

    with server.entered():
        assert ResultSlip.objects.count() == 6


def _lose_taking(server: Elsewhere, request: Request) -> tuple[int, bytes]:
    status, answer = server.answer(request)
    if request.get_method() == "POST":
        raise AppError("site_unreachable", "perdu")
    return status, answer


def test_backup_between_two_tries_does_not_know_the_mark_of_the_second(
    event: SharedEvent, server: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(event)
    write(event.tournament, 2)
    monkeypatch.setattr(site_client, "send", lambda request: (502, b""))
    assert not publish(event)
    backup = Elsewhere()
    backup.put_back(bytes(connection.connection.serialize()))
    monkeypatch.setattr(site_client, "send", server.answer)
    write(event.tournament, 3)
    assert publish(event)

    with backup.entered():
        assert not publish(SharedEvent.objects.select_related("tournament").get())

    backup.close()
    with server.entered():
        assert ResultSlip.objects.count() == 4


def test_hand_back_by_a_second_machine_is_refused(
    event: SharedEvent, server: Elsewhere, backup: Elsewhere
) -> None:
    write(event.tournament, 2)
    assert publish(event)
    with backup.entered():
        # more than a minute later
        SharedEvent.objects.update(stored_at=None)
        copied = SharedEvent.objects.select_related("tournament__club", "site").get()

        with pytest.raises(AppError, match="writer_twice"):
            hand_event_back(event=copied, handed_by=User.objects.get())

        assert Tournament.objects.get().writer == ""
    with server.entered():
        assert Tournament.objects.get().writer == "Portable"


def test_laptop_keeps_a_bounded_number_of_marks(event: SharedEvent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "MOST_MARKS", 3)

    for version in range(1, 12):
        store_mark(event, turn=1, version=version)

    event.refresh_from_db()
    assert [version for _turn, version, _mark in event.marks] == [9, 10, 11]


def test_page_and_worker_know_each_mark_that_the_other_stored(event: SharedEvent) -> None:
    of_page, of_worker = (SharedEvent.objects.get(pk=event.pk) for _thread in range(2))
    turn, version = event.turn, event.version

    stored_marks = [store_mark(thread, turn=turn, version=version) for thread in (of_page, of_worker)]

    assert sent_marks(of_page)[-2:] == sent_marks(of_worker)[-2:] == stored_marks


@pytest.mark.parametrize("is_answer_lost", [False, True])
def test_worker_leaves_an_event_that_is_handed_back_meanwhile(
    event: SharedEvent, server: Elsewhere, monkeypatch: pytest.MonkeyPatch, is_answer_lost: bool
) -> None:
    def ask_during_hand_back(*args: Any) -> Any:
        answer = ask_club_site(*args)
        Tournament.objects.filter(pk=event.tournament_id).update(writer="Le club")
        SharedEvent.objects.update(problem="handing_back")
        if is_answer_lost:
            raise AppError("site_away", "")
        return answer

    monkeypatch.setattr(publishing, "ask_club_site", ask_during_hand_back)
    publish_event(event_id=event.pk)

    event.refresh_from_db()
    assert (event.problem, event.failures) == ("handing_back", 0)


def test_hall_goes_on_after_the_site_took_the_event_by_mistake(event: SharedEvent, server: Elsewhere) -> None:
    publish(event)
    with server.entered():
        reclaim_event(event=SharedEvent.objects.get(), reclaimed_by=User.objects.get())
        assert Tournament.objects.get().writer == ""
    enter_results([(list_plays(event.tournament)[2], SCORES[2])])
    assert not publish(event)

    event.refresh_from_db()
    take_back(event=event, taken_by=User.objects.get())

    assert publish(event)
    with server.entered():
        assert ResultSlip.objects.count() == 3
        assert Tournament.objects.get().writer == "Portable"


def test_event_handed_back_is_written_by_the_site(
    event: SharedEvent, server: Elsewhere, organiser: User
) -> None:
    enter_results([(list_plays(event.tournament)[2], SCORES[2])])

    hand_event_back(event=event, handed_by=organiser)

    tournament = Tournament.objects.get()
    assert tournament.writer == "Tarot Club en ligne"
    with server.entered():
        copy = Tournament.objects.get()
        assert copy.writer == ""
        assert ResultSlip.objects.count() == 3
        assert Deal.objects.count() == 12
        enter_results([(list_plays(copy)[5], SCORES[3])])
    # and back again: the hall has what the site added
    site = ClubSite.objects.get()
    tournament_here = take(site, server_slug(server), organiser)
    assert tournament_here.pk == tournament.pk
    assert ResultSlip.objects.count() == 4


def test_hand_back_without_an_answer_is_settled_by_the_next_one(
    event: SharedEvent, server: Elsewhere, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(request: Request) -> tuple[int, bytes]:
        status, answer = server.answer(request)
        if request.full_url.endswith("hand-back/"):
            raise AppError("site_unreachable", "perdu")
        return status, answer

    monkeypatch.setattr(site_client, "send", lose)
    with pytest.raises(AppError, match="site_unreachable"):
        hand_event_back(event=event, handed_by=organiser)
    event.refresh_from_db()
    assert Tournament.objects.get().writer == "Tarot Club en ligne"
    assert event.problem == "handing_back"
    monkeypatch.setattr(site_client, "send", server.answer)

    hand_event_back(event=event, handed_by=organiser)

    event.refresh_from_db()
    assert (event.problem, event.turn) == ("", 2)
    with server.entered():
        assert SharedEvent.objects.get().turn == 2


def test_event_stays_open_if_the_hand_back_was_never_sent(
    event: SharedEvent, server: Elsewhere, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(event)
    event.refresh_from_db()
    enter_results([(list_plays(event.tournament)[2], SCORES[2])])
    for answer in ((502, b""), (200, b"{}"), (200, b"portal")):
        monkeypatch.setattr(site_client, "send", lambda request, answer=answer: answer)
        with pytest.raises(AppError):
            hand_event_back(event=event, handed_by=organiser)

        assert Tournament.objects.get().writer == ""
        event.refresh_from_db()
        assert event.problem in ("site_unreachable", "state_malformed", "site_without_etui")


def test_hall_continues_without_an_answer_to_its_hand_back_and_loses_no_result(
    event: SharedEvent, server: Elsewhere, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(event)
    event.refresh_from_db()

    def lose(request: Request) -> tuple[int, bytes]:
        answer = server.answer(request)
        return (502, b"") if request.full_url.endswith("hand-back/") else answer

    monkeypatch.setattr(site_client, "send", lose)
    with pytest.raises(AppError, match="site_unreachable"):
        hand_event_back(event=event, handed_by=organiser)
    event.refresh_from_db()

    continue_here(event=event, continued_by=organiser)

    assert Tournament.objects.get().writer == ""
    enter_results([(list_plays(event.tournament)[2], SCORES[2])])
    monkeypatch.setattr(site_client, "send", server.answer)
    event = SharedEvent.objects.select_related("site", "tournament").get()
    # the site has the event since then: a second hand-back must not count as the first one
    with pytest.raises(AppError, match="writer_other"):
        hand_event_back(event=event, handed_by=organiser)
    event = SharedEvent.objects.select_related("site", "tournament").get()
    assert (event.tournament.writer, event.problem) == ("", "writer_other")
    with pytest.raises(AppError, match="event_elsewhere"):
        continue_here(event=event, continued_by=organiser)
    take_back(event=event, taken_by=organiser)
    assert publish(event)
    with server.entered():
        assert ResultSlip.objects.count() == 3


def test_person_who_was_merged_stays_one_person_on_the_way(
    event: SharedEvent, server: Elsewhere, organiser: User
) -> None:
    publish(event)
    with server.entered():
        double = Person.objects.order_by("pk")[0]
        remaining = Person.objects.create(club=double.club, last_name="Reste", first_name="Anne")
        merge_people(kept=remaining, removed=double, merged_by=None)
    enter_results([(list_plays(event.tournament)[2], SCORES[2])])

    assert publish(event)

    with server.entered():
        assert Person.objects.count() == 12
        assert remaining.entries.count() == 1


def test_change_that_the_site_takes_back_comes_to_the_hall(
    site: ClubSite, prepared: str, server: Elsewhere, organiser: User
) -> None:
    tournament = take(site, prepared, organiser)
    Tournament.objects.update(name="Nom de la salle")
    hand_event_back(event=SharedEvent.objects.select_related("site").get(), handed_by=organiser)
    with server.entered():
        assert Tournament.objects.get().name == "Nom de la salle"
        Tournament.objects.update(name=tournament.name)

    assert take(site, prepared, organiser).name == tournament.name


def server_slug(server: Elsewhere) -> str:
    with server.entered():
        return Tournament.objects.get().slug


def pair_another(server: Elsewhere, club: Club | None = None, user: User | None = None) -> ClubSite:
    with server.entered():
        code = make_pairing_code(club=Club.objects.get(), made_by=User.objects.get())
    club = club or make_club("Autre portable")
    return pair_with_site(
        club=club, address=ADDRESS, code=code, name="Second", paired_by=user or make_user("Paul", club=club)
    )
