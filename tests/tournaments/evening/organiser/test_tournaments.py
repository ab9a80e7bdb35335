"""Creating a tournament."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tournaments.models import Club, Section, Tournament

VALID = {
    "name": "Soirée du vendredi",
    "starts_on": "2026-11-27",
    "format": "duplicate_individual",
    "shape": "fft-straight-7-7-28-4",
    "round_count": "",
}


def create(client: Client, club: Club, **changes: str) -> Any:
    return client.post(reverse("organiser-tournament-create", args=[club.slug]), VALID | changes)


def test_page_shows_what_each_shape_needs(signed_in: Client, club: Club) -> None:
    response = signed_in.get(reverse("organiser-tournament-create", args=[club.slug]))

    figures_by_shape = {
        (option.table_count, option.boards_per_set): (
            option.player_count,
            option.board_count,
            option.deals_per_player,
        )
        for option in response.context["shapes"]
    }
    assert figures_by_shape[5, 4] == (20, 20, 20)
    assert figures_by_shape[7, 4] == (28, 28, 28)
    assert figures_by_shape[11, 2] == (44, 22, 22)
    assert figures_by_shape[13, 2] == (52, 26, 26)
    assert response.content.decode().count('name="shape"') == len(figures_by_shape)


@pytest.mark.parametrize(
    ("shape", "rounds", "made"),
    [
        ("fft-straight-7-7-28-4", "", (7, 7, 4)),
        ("fft-straight-7-7-28-3", "5", (7, 5, 3)),
        ("fft-straight-13-13-52-2", "", (13, 13, 2)),
    ],
)
def test_tournament_is_made_in_the_shape_chosen(
    signed_in: Client, club: Club, shape: str, rounds: str, made: tuple[int, int, int]
) -> None:
    response = create(signed_in, club, shape=shape, round_count=rounds)

    tournament = Tournament.objects.get()
    section = Section.objects.get()
    assert (section.table_count, section.round_count, section.boards_per_set) == made
    assert response.headers["Location"] == reverse("organiser-desk", args=[tournament.slug])


def test_more_rounds_than_the_movement_has_are_refused(signed_in: Client, club: Club) -> None:
    response = create(signed_in, club, round_count="8")

    assert "7" in response.context["form"].non_field_errors()[0]
    assert 'value="Soirée du vendredi"' in response.content.decode()
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [{"shape": "straight-6-4-6"}, {"shape": ""}, {"name": " "}, {"starts_on": "hier"}, {"format": "x"}],
)
def test_what_is_missing_or_unknown_is_said_at_its_field(
    signed_in: Client, club: Club, changes: dict[str, str]
) -> None:
    response = create(signed_in, club, **changes)

    assert list(response.context["form"].errors) == list(changes)
    assert not Tournament.objects.exists()


def test_friendly_event_is_made_for_its_game(signed_in: Client, club: Club) -> None:
    page = signed_in.get(reverse("organiser-tournament-create", args=[club.slug]), {
        "formule": "friendly", "jeu": "nullo-3", "joueurs": "21", "minutes": "210", "copies": "1",
    }).text  # fmt: skip

    create(signed_in, club, format="friendly", game="nullo-3", shape="seats-3-7-7-21-3")

    assert "Nullo à 3" in page
    assert 'value="seats-3-7-7-21-4"' in page
    tournament, section = Tournament.objects.get(), Section.objects.get()
    assert (tournament.game, tournament.options) == ("nullo-3", {"lowest_wins": True})
    assert (section.player_count, section.boards_per_set) == (21, 3)


def test_free_deals_may_be_kept_by_totals(signed_in: Client, club: Club) -> None:
    create(signed_in, club, format="free_deals", game="papayou-3", shape="fft-free-5-5-20-4", sheet="totals")

    tournament = Tournament.objects.get()
    assert (tournament.game, tournament.options) == ("tarot-4", {"sheet": "totals"})


def test_shape_of_another_game_is_refused(signed_in: Client, club: Club) -> None:
    response = create(signed_in, club, format="friendly", game="nullo-3", shape="fft-straight-7-7-28-4")

    assert "movement_invalid" not in response.content.decode()
    assert not Tournament.objects.exists()


def test_unknown_game_is_no_page_of_error(signed_in: Client, club: Club) -> None:
    address = reverse("organiser-tournament-create", args=[club.slug])

    assert "Tarot à 4" in signed_in.get(address, {"formule": "friendly", "jeu": "belote"}).text
    assert list(create(signed_in, club, format="friendly", game="x").context["form"].errors) == ["game"]
