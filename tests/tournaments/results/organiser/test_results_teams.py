"""Traveller's page of team formats: the attackers, and the bid of a match."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import list_plays, make_team_tournament
from tournaments.models import Club, ResultSlip, Tournament

pytestmark = pytest.mark.django_db


def page_of(client: Client, tournament: Tournament) -> str:
    content = client.get(reverse("organiser-traveller", args=[tournament.slug, 1])).content.decode()
    return " ".join(content.split())


def send(client: Client, tournament: Tournament, **fields: str) -> ResultSlip | None:
    play = list_plays(tournament)[0]
    path = reverse("organiser-traveller", args=[tournament.slug, play.board])
    token = client.get(path).context["rows"][0].token
    typed = {f"p{play.pk}-{name}": value for name, value in fields.items()}
    client.post(path, typed | {f"p{play.pk}-token": token, f"p{play.pk}-seen_version": "0"})
    return play.slips.current().first()


@pytest.mark.parametrize("format_code", ["triplets", "quartets"])
def test_attack_and_defence_are_named_with_their_seats(
    signed_in: Client, club: Club, format_code: str
) -> None:
    tournament = make_team_tournament(club, format_code, is_seated=True)

    page = page_of(signed_in, tournament)

    assert "Attaque" in page
    assert 'name="p' in page
    assert "-bid" not in page
    sides = {
        "triplets": ("<b>N-S</b>", "<b>E-O</b>"),
        "quartets": ("<b>Défense</b>", "<b>Attaque</b>", "n° 2"),
    }[format_code]
    assert all(side in page for side in sides)


def test_quartets_attack_from_south_on_every_board(signed_in: Client, club: Club) -> None:
    tournament = make_team_tournament(club, "quartets", is_seated=True)

    rows = signed_in.get(reverse("organiser-traveller", args=[tournament.slug, 2])).context["rows"]

    assert all(row.line.taker == row.line.entries[2] for row in rows)


def test_bid_of_a_match_is_asked_and_stored(signed_in: Client, club: Club) -> None:
    tournament = make_team_tournament(club, "teams", is_seated=True)

    refused = send(signed_in, tournament, gain="62", kind="played")
    slip_row = send(signed_in, tournament, gain="124", bid="garde_sans", kind="played")

    assert refused is None
    assert slip_row is not None
    assert (slip_row.score, slip_row.facts and slip_row.facts["bid"]) == (124, "garde_sans")
    assert '<option value="garde_sans" selected>' in page_of(signed_in, tournament)
