"""States of events of every kind, written on another installation and compared row by row."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from publishing.models import SharedEvent
from publishing.queries.states import load_state, name_people
from publishing.services.applying import Receiver
from publishing.services.receiving import renew_event
from tests.factories.shown_events import show_individual, show_sheets, show_teams
from tests.factories.tournaments import make_club, make_user
from tests.publishing.elsewhere import Elsewhere
from tournaments.models import Club, Tournament
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.rankings.services.standings import refresh_standings

EVENTS: dict[str, Callable[[Club], Tournament]] = {
    "individual": lambda club: show_individual(club, 2),
    "triplets": lambda club: show_teams(club, "triplets", 1),
    "quartets": lambda club: show_teams(club, "quartets", 1),
    "triangular": lambda club: show_teams(club, "triangular", 1),
    "free deals": lambda club: show_sheets(club, 1),
}


def share(tournament: Tournament) -> SharedEvent:
    event = SharedEvent.objects.create(tournament=tournament, club=tournament.club, turn=1)
    name_people(event)
    return event


def rows_of(event: SharedEvent) -> dict[str, Any]:
    return {name: json.loads(part.text) for name, part in load_state(event).parts.items()}


def ranking_of(tournament: Tournament) -> list[tuple[Any, ...]]:
    for session in tournament.sessions.all():
        refresh_standings(session=session)
    rows = load_event_standings(tournament).rows
    return [(row.place, row.entry.public_name, row.value) for row in rows]


def receipts_of(tournament: Tournament) -> list[tuple[int, str]]:
    return list(tournament.receipts.values_list("number", "payer"))


@pytest.mark.parametrize("kind", EVENTS)
def test_copy_has_the_rows_and_the_ranking_of_the_event(kind: str, elsewhere: Elsewhere) -> None:
    event = share(EVENTS[kind](make_club()))
    parts = rows_of(event)
    ranking, receipts = ranking_of(event.tournament), receipts_of(event.tournament)
    with elsewhere.entered():
        club = make_club()
        copy = SharedEvent(club=club, uid=event.uid)

        renew_event(Receiver(copy, club, make_user("Odile")).apply(parts, parts))

        assert rows_of(copy) == parts
        assert ranking_of(copy.tournament) == ranking
        # the numbers go on wherever the event is written
        assert receipts_of(copy.tournament) == receipts
        assert ranking
