"""The page where players of free deals get their partners."""

import pytest
from django.urls import reverse

from tests.factories.sheets import make_sheet_tournament
from tests.factories.tournaments import make_club, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairs(client):
    tournament = make_sheet_tournament(make_club(), format_code="free_deals_pairs")
    client.force_login(make_user(club=tournament.club))
    return tournament


def typed(tournament, *names):
    """The first entries with their names; the others without."""
    ids = tournament.entries.order_by("pk").values_list("pk", flat=True)
    return {f"partners-{pk}": names[place] if place < len(names) else "" for place, pk in enumerate(ids)}


def test_names_are_stored_and_shown_again(client, pairs):
    address = reverse("organiser-partners", args=[pairs.slug])

    answer = client.post(address, typed(pairs, "Renards", "Renards", "Loutres"))

    assert answer.status_code == 302
    assert [entry.partners for entry in pairs.entries.order_by("pk")[:3]] == ["Renards", "Renards", "Loutres"]
    assert client.get(address).text.count('value="Renards"') == 3
    assert address in client.get(reverse("organiser-entries", args=[pairs.slug])).text


def test_teams_are_drawn_beside_those_that_were_typed(client, pairs):
    address, button = reverse("organiser-partners", args=[pairs.slug]), "Tirer au sort les autres équipes"
    page_before = client.get(address).text

    refused = client.post(address, typed(pairs, *["Renards"] * 3) | {"then": "draw"})
    answer = client.post(address, typed(pairs, "Renards", "Renards") | {"then": "draw"}, follow=True)

    assert refused.status_code == 422
    assert "9 équipes tirées au sort." in answer.text
    assert pairs.entries.filter(partners="Renards").count() == 2
    assert (button in page_before, button in answer.text) == (True, False)


def test_third_partner_is_refused_beside_each_and_the_input_stays(client, pairs):
    answer = client.post(reverse("organiser-partners", args=[pairs.slug]), typed(pairs, "A", "A", "A"))

    assert answer.status_code == 422
    assert answer.text.count("Une équipe a 2 joueurs, pas plus.") >= 3
    assert answer.text.count('value="A"') == 3
    assert not pairs.entries.exclude(partners="").exists()


def test_other_formats_have_no_such_page(client):
    tournament = make_sheet_tournament(make_club())
    client.force_login(make_user(club=tournament.club))

    answer = client.get(reverse("organiser-partners", args=[tournament.slug]))

    assert answer.headers["Location"] == reverse("organiser-entries", args=[tournament.slug])
