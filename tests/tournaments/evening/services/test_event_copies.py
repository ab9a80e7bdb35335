"""An evening played again: its choices, and its people where wanted."""

import datetime

import pytest

from tests.factories.registrations import open_event
from tests.factories.sheets import make_sheet_tournament
from tests.factories.tournaments import (
    EVENING,
    make_club,
    make_seated_tournament,
    make_team_tournament,
    make_tournament,
)
from tournaments.entries.services.partners import set_partners
from tournaments.enums import EntryPresence, TournamentState
from tournaments.evening.services.event_choices import load_event_choices
from tournaments.evening.services.event_templates import repeat_event
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

NEXT_WEEK = EVENING + datetime.timedelta(days=7)


def repeat(tournament, **changes):
    arguments = {"name": "Encore", "starts_on": NEXT_WEEK, "with_entries": False, "repeated_by": None}
    return repeat_event(tournament=tournament, **{**arguments, **changes})


def test_an_evening_is_played_again_without_people_places_and_deals():
    tournament = make_seated_tournament(make_club())

    new_event = repeat(tournament)

    assert load_event_choices(new_event) == load_event_choices(tournament)
    assert (new_event.name, new_event.starts_on, new_event.state) == (
        "Encore",
        NEXT_WEEK,
        TournamentState.DRAFT,
    )
    assert (new_event.entries.count(), new_event.sessions.get().deal_set) == (0, None)


def test_hour_place_and_note_come_again():
    tournament = make_tournament(make_club())
    Tournament.objects.update(starts_at=datetime.time(20, 30), place="Salle des fêtes")
    tournament.refresh_from_db()
    open_event(tournament, places=12, note="Repas à 19 h")

    new_event = repeat(tournament)
    earlier = repeat(tournament, starts_at=datetime.time(14))

    assert (new_event.starts_at, new_event.place) == (datetime.time(20, 30), "Salle des fêtes")
    assert (new_event.opening.note, new_event.opened_at) == ("Repas à 19 h", None)
    assert earlier.starts_at == datetime.time(14)


@pytest.mark.postgres
def test_those_who_stayed_are_entered_again_without_a_place():
    tournament = make_seated_tournament(make_club())
    withdrawn = tournament.entries.order_by("pk")[0]
    withdrawn.presence = EntryPresence.WITHDRAWN
    withdrawn.save()

    new_event = repeat(tournament, with_entries=True)

    people = set(new_event.entries.values_list("person", flat=True))
    assert people == set(tournament.entries.exclude(pk=withdrawn.pk).values_list("person", flat=True))
    assert not new_event.entries.exclude(section=None).exists()


def test_teams_come_again_with_name_captain_and_members():
    tournament = make_team_tournament(make_club(), "triplets", is_entered=True)
    teams_before = teams_of(tournament)

    new_event = repeat(tournament, with_entries=True)

    assert teams_of(new_event) == teams_before


def teams_of(tournament):
    return {
        entry.name: (entry.person_id, frozenset(entry.members.values_list("person", flat=True)))
        for entry in tournament.entries.all()
    }


@pytest.mark.postgres
def test_partners_of_free_deals_stay_together():
    tournament = make_sheet_tournament(make_club(), format_code="free_deals_pairs")
    entries = list(tournament.entries.order_by("pk"))
    names = {entry.pk: f"Paire {place // 2}" for place, entry in enumerate(entries)}
    set_partners(tournament=tournament, names=names, set_by=None)

    new_event = repeat(tournament, with_entries=True)

    partners_before = dict(tournament.entries.values_list("person", "partners"))
    assert dict(new_event.entries.values_list("person", "partners")) == partners_before
    assert partners_before == {entry.person_id: names[entry.pk] for entry in entries}
