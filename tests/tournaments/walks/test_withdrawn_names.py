"""A name without consent disappears at once from every address of a visitor."""

from collections.abc import Iterable, Iterator

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.walks.matrix.asking import ask
from tests.tournaments.walks.matrix.evening import MATRIX, Evening, make_evening
from tests.tournaments.walks.matrix.rules import VISITOR, Answer
from tournaments.enums import PrizeShowing, TournamentState, Visibility
from tournaments.models import Person, PrizePlan, Tournament
from tournaments.people.services.people import change_person
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seasons.services.ratings import refresh_records
from tournaments.work.kinds import request_records

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sessions_in_cookies")]

NAME = "zyxobert"
API = ("standings", "event-standings")
STANDS_ON = {
    "public-standings",
    "public-standings-live",
    "public-seats",
    "public-player",
    "public-find-evening",
}
"""Among others, while the name is public."""


def addresses(evening: Evening) -> Iterator[tuple[str, str]]:
    """Yield every address that is open to a visitor, with its name."""
    for name, row in MATRIX.items():
        if row.reading.answer(VISITOR, is_public=True) is Answer.ALLOWED:
            yield name, evening.path(name)
    for name in API:
        yield name, reverse(f"api-v1-{name}", args=[evening.tournament.slug])
    yield "board", reverse("api-v1-board", args=[evening.tournament.slug, 1])


def named_on(client: Client, asked: Iterable[tuple[str, str]]) -> set[str]:
    names_found = set()
    for name, path in asked:
        response = ask(client, "GET", path)
        if not response.streaming and NAME in response.content.decode(errors="replace").casefold():
            names_found.add(name)
    return names_found


@pytest.mark.once
def test_a_name_is_on_no_address_once_it_is_withdrawn(client: Client) -> None:
    evening = make_evening(Visibility.PUBLIC)
    tournament = evening.tournament
    entry = tournament.entries.select_related("person__club").order_by("pk")[0]
    Person.objects.filter(pk=entry.person_id).update(last_name="Zyxobert", first_name="Quirine")
    PrizePlan.objects.filter(tournament=tournament).update(showing=PrizeShowing.WINNERS)
    refresh_standings(session=tournament.sessions.get())
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.FINISHED)
    request_records(tournament=tournament)
    refresh_records(club=tournament.club)
    names_before = named_on(client, [(name, evening.path(name)) for name in STANDS_ON])
    entry.person.refresh_from_db()

    change_person(person=entry.person, values={"shows_full_name": False}, changed_by=None)

    assert names_before == STANDS_ON
    assert named_on(client, addresses(evening)) == set()
