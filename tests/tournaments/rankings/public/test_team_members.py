"""The members of a team below its name: once, also where the name already lists them."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_team_tournament
from tournaments.entries.services.teams import change_team
from tournaments.enums import Visibility
from tournaments.models import Club, Tournament


@pytest.mark.parametrize(("name", "times"), [("Les Atouts", 1), ("", 1)])
def test_each_member_is_named_once(client: Client, club: Club, name: str, times: int) -> None:
    tournament = make_team_tournament(club, "triplets", is_seated=True)
    entry = tournament.entries.order_by("pk")[0]
    people = [member.person for member in entry.members.select_related("person")]
    for number, person in enumerate(people):
        person.first_name, person.shows_full_name = f"Zoé{number}", False
        person.save()
    change_team(entry=entry, name=name, people=people, changed_by=None)
    Tournament.objects.update(visibility=Visibility.PUBLIC)

    page = client.get(reverse("public-player", args=[tournament.slug, entry.pk])).text
    main = page[page.index("<h1") : page.index("</main>")]

    assert main[: main.index("<h2")].count(people[0].public_name) == times
