"""The page of checks: from the rows of an evening, every line with the page that mends it."""

import datetime
import inspect
import re

import pytest
from django.core.files.base import ContentFile
from django.urls import reverse
from django.utils import timezone

from tests.factories.incidents import deal_with, entry_called
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_entered_tournament,
    make_people,
    make_player,
    make_reader,
    make_seated_tournament,
    make_team_tournament,
    make_tournament,
    make_user,
    name_every_attacker,
)
from tournaments.core import preflight
from tournaments.core.preflight import check_evening
from tournaments.deals.services.deals import deal_boards
from tournaments.entries.services.fees import RateLine, record_payment, set_fee_rates
from tournaments.enums import DocumentKind, JobState, Visibility
from tournaments.evening.organiser.preflight import SENTENCES
from tournaments.evening.queries.desk import DeskStep, load_desk
from tournaments.evening.queries.preflight import load_preflight
from tournaments.events.services.events import enter_people, set_visibility
from tournaments.incidents.services.missing import LeftEmpty
from tournaments.models import Entry, Person, PrintedDocument
from tournaments.results.services.table_access import open_phones
from tournaments.seating.services.seating import undo_seating
from tournaments.trace.services.trace import record_event

pytestmark = pytest.mark.django_db


def codes(tournament):
    tournament.refresh_from_db()
    return {check.code for check in check_evening(load_preflight(tournament))}


def make_paper(tournament, kind, *, minutes_ago=0):
    document = PrintedDocument(
        tournament=tournament,
        kind=kind,
        state=JobState.DONE,
        created_at=timezone.now() - datetime.timedelta(minutes=minutes_ago),
    )
    document.file.save("paper.pdf", ContentFile(b"%PDF"))


def test_an_evening_nobody_entered_lacks_everything():
    tournament = make_tournament(make_club())

    assert codes(tournament) == {
        "players_missing", "places_empty", "deals_none", "readers_none", "papers_missing", "arrivals_none",
        "fees_none", "licences_valid", "phones_closed", "results_private",
    }  # fmt: skip


def test_an_evening_made_ready_step_by_step_is_ready():
    tournament = make_seated_tournament(make_club())
    make_reader(make_user(club=tournament.club), tournament)
    tournament.entries.update(arrived_at=timezone.now())
    Person.objects.update(licence_until=tournament.starts_on)
    for number, person in enumerate(Person.objects.all()):
        Person.objects.filter(pk=person.pk).update(federation_number=f"{number}")
    for kind in (DocumentKind.SEAT_LISTS, DocumentKind.TRAVELLERS, DocumentKind.HAND_DIAGRAMS):
        make_paper(tournament, kind)
    open_phones(session=tournament.sessions.get(), opened_by=None)
    set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)

    assert codes(tournament) == {
        "players_complete", "seats_fixed", "deals_sealed", "readers_named", "papers_ready",
        "arrivals_complete", "fees_none", "licences_valid", "phones_open", "phones_alone", "results_public",
    }  # fmt: skip


def test_who_never_came_is_no_player_too_many_once_the_seats_are_fixed():
    tournament = make_seated_tournament(make_club())

    deal_with(tournament, LeftEmpty(entry=entry_called(tournament, "Nom01")))

    assert "players_complete" in codes(tournament)


def test_papers_made_before_the_last_change_are_old():
    tournament = make_seated_tournament(make_club())
    for kind in (DocumentKind.SEAT_LISTS, DocumentKind.TRAVELLERS, DocumentKind.HAND_DIAGRAMS):
        make_paper(tournament, kind)
    assert load_preflight(tournament).papers_old == ()

    deal_boards(session=tournament.sessions.get(), dealt_by=None)

    assert load_preflight(tournament).papers_old == (DocumentKind.HAND_DIAGRAMS,)
    make_paper(tournament, DocumentKind.HAND_DIAGRAMS)
    assert load_preflight(tournament).papers_old == ()
    make_paper(tournament, DocumentKind.PERSONAL_CARDS, minutes_ago=5)
    assert load_preflight(tournament).papers_old == (DocumentKind.PERSONAL_CARDS,)


def test_something_unforeseen_makes_the_papers_of_the_seats_old():
    tournament = make_seated_tournament(make_club())
    for kind in (DocumentKind.SEAT_LISTS, DocumentKind.TRAVELLERS, DocumentKind.HAND_DIAGRAMS):
        make_paper(tournament, kind)

    record_event(club=tournament.club, tournament=tournament, actor=None, action="incident.done", subject="")

    assert load_preflight(tournament).papers_old == (DocumentKind.SEAT_LISTS, DocumentKind.TRAVELLERS)


def test_somebody_who_plays_and_reads_is_named():
    tournament = make_seated_tournament(make_club())
    user = make_user("Claire", club=tournament.club)
    make_player(user, tournament)
    make_reader(user, tournament)

    assert load_preflight(tournament).boards.playing_readers == ("Claire",)


def test_money_and_licences_are_counted():
    tournament = make_entered_tournament(make_club())
    set_fee_rates(
        tournament=tournament, rates=[RateLine(None, "Plein", 800)], is_per_member=False, set_by=None
    )
    record_payment(
        entry=Entry.objects.all()[0], rate=tournament.fee_rates.get(), paid_cents=None, recorded_by=None
    )
    first, second, *_rest = Person.objects.all()
    Person.objects.filter(pk=first.pk).update(federation_number="1", licence_until=datetime.date(2020, 1, 1))
    Person.objects.filter(pk=second.pk).update(federation_number="2")

    facts = load_preflight(tournament)

    assert (facts.unpaid_count, facts.without_licence) == (19, 18)
    assert (facts.expired_licences, facts.unchecked_licences) == (1, 1)


def test_the_page_says_each_line_with_the_page_that_mends_it(client):
    tournament = make_tournament(make_club())
    enter_people(tournament=tournament, people=make_people(tournament.club, 19), entered_by=None)
    client.force_login(make_user(club=tournament.club))

    page = client.get(reverse("organiser-preflight", args=[tournament.slug]))

    text = page.content.decode()
    assert "Il manque un joueur\u00a0: 19 inscrits pour 20 places." in text
    assert "3 points empêchent de commencer." in text
    assert f'href="{reverse("organiser-entries", args=[tournament.slug])}"' in text
    assert [level for level, _lines in page.context["groups"]] == ["blocking", "attention", "ok"]


def test_every_finding_has_its_words_and_its_page():
    finding_codes = re.findall(r'"((?:[a-z]+_)+[a-z]+)", Level', inspect.getsource(preflight))
    units = {f"{unit}_{state}" for unit in ("players", "teams") for state in ("missing", "extra", "complete")}
    licences = {"licences_expired", "licences_without", "licences_unchecked"}
    phones = {"phones_confirm", "phones_alone"}

    assert set(SENTENCES) == set(finding_codes) | units | licences | phones
    for words in SENTENCES.values():
        assert reverse(words.page, args=["soiree"])


def test_it_costs_the_same_for_many_as_for_few(django_assert_max_num_queries):
    tournament = make_seated_tournament(make_club())
    make_reader(make_user(club=tournament.club), tournament)
    tournament.refresh_from_db()

    with django_assert_max_num_queries(16):
        load_preflight(tournament)


def test_a_running_evening_can_still_be_checked():
    tournament = make_seated_tournament(make_club())
    enter_result(list_plays(tournament)[0], 56)

    assert "seats_fixed" in codes(tournament)


def test_seats_taken_back_are_open_again():
    tournament = make_seated_tournament(make_club())
    undo_seating(tournament=tournament, undone_by=None)

    assert "seats_open" in codes(tournament)


def test_attackers_of_quartets_are_asked_for_until_every_captain_has_named_one():
    tournament = make_team_tournament(make_club(), "quartets", is_seated=True)
    deal_boards(session=tournament.sessions.get(), dealt_by=None)
    make_paper(tournament, DocumentKind.SEAT_LISTS)
    assert (load_desk(tournament).next_step, load_desk(tournament).attacker_count) == (DeskStep.ATTACKERS, 0)
    assert load_preflight(tournament).attackers_missing == 5
    assert "papers_old" not in codes(tournament)

    name_every_attacker(tournament)

    assert (load_desk(tournament).next_step, load_desk(tournament).attacker_count) == (DeskStep.PAPERS, 5)
    assert load_preflight(tournament).papers_old == (DocumentKind.SEAT_LISTS,)
    assert "attackers_named" in codes(tournament)
    # older than the seats, too: named once
    PrintedDocument.objects.update(created_at=timezone.now() - datetime.timedelta(days=1))
    assert load_preflight(tournament).papers_old == (DocumentKind.SEAT_LISTS,)


def test_attackers_are_not_asked_for_where_badges_turn_or_seats_are_open():
    triplets = make_team_tournament(make_club(), "triplets", is_seated=True)
    quartets = make_team_tournament(make_club("Un autre club"), "quartets", is_entered=True)

    assert DeskStep.ATTACKERS not in load_desk(triplets).steps
    assert DeskStep.ATTACKERS not in load_desk(quartets).done
    assert load_preflight(triplets).attackers_missing is load_preflight(quartets).attackers_missing is None
