"""The movements of a tournament: proposals, the page of the movement, choosing another."""

import random

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories.sheets import make_sheet_tournament
from tests.factories.tournaments import (
    SCORES,
    enter_results,
    list_plays,
    make_club,
    make_people,
    make_relay_movement,
    make_seated_tournament,
    make_stored_evening,
    make_tournament,
    make_user,
    store_movement,
)
from tournaments.core.exchange.movement_reading import read_movement
from tournaments.core.movements.constructions import build_straight
from tournaments.events.services.events import enter_people
from tournaments.models import Club, Section, Tournament
from tournaments.movements.queries.movements import movement_of, sections_of
from tournaments.movements.services.movement_choices import stored_choice
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seating.services.seating import apply_movement
from tournaments.seating.services.starting_places import draw_places

EVENING = {
    "name": "Soirée",
    "starts_on": "2026-11-27",
    "format": "duplicate_individual",
    "round_count": "",
}


def propose(client: Client, club: Club, players: int) -> list[str]:
    """Names of the proposals for so many players and three and a half hours."""
    query = {"joueurs": players, "minutes": 210, "etuis": "", "copies": 1}
    response = client.get(reverse("organiser-tournament-create", args=[club.slug]), query)
    assert all(proposal.choice in response.content.decode() for proposal in response.context["proposals"])
    return [proposal.choice for proposal in response.context["proposals"]]


@pytest.mark.parametrize("players", [20, 24, 28, 31, 40, 52])
def test_evening_is_made_from_each_proposal(signed_in: Client, club: Club, players: int) -> None:
    choices = propose(signed_in, club, players)
    assert choices

    for choice in choices:
        signed_in.post(
            reverse("organiser-tournament-create", args=[club.slug]),
            EVENING | {"shape": choice},
        )
        tournament = Tournament.objects.latest("pk")
        assert sum(section.player_count for section in sections_of(tournament)) in (players, players + 1)

    assert Tournament.objects.count() == len(choices)


def test_time_that_is_too_short_is_said(signed_in: Client, club: Club) -> None:
    query = {"joueurs": 28, "minutes": 60, "etuis": 3, "copies": 1}

    page = signed_in.get(reverse("organiser-tournament-create", args=[club.slug]), query).content.decode()

    assert "Trop peu d’étuis" in page or "trop court" in page


def test_shape_that_is_not_there_is_refused_at_its_field(signed_in: Client, club: Club) -> None:
    path = reverse("organiser-tournament-create", args=[club.slug])
    wrong = ["", "club-1-2", "fft-straight-7-8-28-4", "+", "x" * 400, f"club-{'9' * 19}-2", "straight-7-4-8"]

    for choice in wrong:
        assert signed_in.post(path, EVENING | {"shape": choice}).context["form"].errors["shape"]
        assert not Tournament.objects.exists()


def test_movement_of_the_club_is_offered_and_used(signed_in: Client, club: Club) -> None:
    movement_row = store_movement(club, make_relay_movement())
    choice = stored_choice(movement_row)
    assert choice in signed_in.get(reverse("organiser-tournament-create", args=[club.slug])).content.decode()

    signed_in.post(
        reverse("organiser-tournament-create", args=[club.slug]),
        EVENING | {"shape": choice},
    )

    assert Section.objects.get().movement == movement_row


def test_page_says_what_the_movement_is_worth_and_draws_who_meets_whom(signed_in: Client, club: Club) -> None:
    tournament = make_stored_evening(club, make_relay_movement())

    page = signed_in.get(reverse("organiser-movement", args=[tournament.slug])).content.decode()

    assert "relay-5" in page
    assert 'class="met-2"' in page
    assert "R1" in page


def test_colours_have_a_report_each(signed_in: Client, club: Club) -> None:
    tournament = make_stored_evening(club, build_straight(5, 2), build_straight(5, 2))

    page = signed_in.get(reverse("organiser-movement", args=[tournament.slug])).content.decode()

    assert "Rouge" in page
    assert "Vert" in page
    assert "N10" in page


def test_another_movement_is_taken_while_nothing_is_fixed(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club, table_count=5)
    path = reverse("organiser-movement-change", args=[tournament.slug])

    response = signed_in.post(path, {"shape": "fft-line-6-5-24-4", "round_count": ""})

    assert response.headers["Location"] == reverse("organiser-movement", args=[tournament.slug])
    assert Section.objects.get().player_count == 24


def test_page_of_the_places_leads_to_movements_for_those_who_came(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club, table_count=8)
    enter_people(tournament=tournament, people=make_people(club, 31), entered_by=None)

    page = signed_in.get(reverse("organiser-places", args=[tournament.slug])).content.decode()
    address = reverse("organiser-movement-change", args=[tournament.slug]) + "?joueurs=31"
    offered = signed_in.get(address, {"joueurs": 31, "minutes": 210, "etuis": "", "copies": 1})

    assert address in page
    assert any(proposal.choice.startswith("resting_table-8") for proposal in offered.context["proposals"])


def test_change_after_the_seats_are_fixed_is_refused_in_words(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    path = reverse("organiser-movement-change", args=[tournament.slug])

    page = signed_in.post(path, {"shape": "fft-line-6-5-24-4", "round_count": ""}).content.decode()

    assert "Les places sont déjà fixées" in page
    assert Section.objects.get().table_count == 5


@pytest.mark.parametrize("form", ["json", "csv"])
def test_file_of_a_section_reads_back_as_its_movement(signed_in: Client, club: Club, form: str) -> None:
    tournament = make_tournament(club)

    content = signed_in.get(reverse("organiser-movement-file", args=[tournament.slug, 1, form])).content

    file = read_movement(content).file
    movement = movement_of(Section.objects.get().movement)
    assert file is not None
    assert file.boards_per_set == 4
    assert (file.movement.board_sets == movement.board_sets).all()


@pytest.mark.parametrize(("number", "form"), [(2, "json"), (1, "exe")])
def test_file_that_is_not_there_is_not_found(signed_in: Client, club: Club, number: int, form: str) -> None:
    tournament = make_tournament(club)

    assert (
        signed_in.get(reverse("organiser-movement-file", args=[tournament.slug, number, form])).status_code
        == 404
    )


def test_page_costs_the_same_for_five_and_for_seven_tables(
    signed_in: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for table_count in (5, 7):
        tournament = make_tournament(club, table_count=table_count)
        with django_assert_num_queries(6):
            signed_in.get(reverse("organiser-movement", args=[tournament.slug]))


def test_short_evening_of_thirty_one_is_played_to_its_ranking(signed_in: Client, club: Club) -> None:
    values = EVENING | {"shape": "resting_table-8-3-31-1"}
    signed_in.post(reverse("organiser-tournament-create", args=[club.slug]), values)
    tournament = Tournament.objects.get()
    people = [person.pk for person in make_people(club, 31)]
    signed_in.post(reverse("organiser-entries", args=[tournament.slug]), {"people": people})
    line_up = {"method": "lot", "apart": "on"}
    signed_in.post(reverse("organiser-places-all", args=[tournament.slug]), line_up)
    signed_in.post(reverse("organiser-seats-fix", args=[tournament.slug]))

    seats = signed_in.get(reverse("organiser-seats", args=[tournament.slug])).content.decode()
    enter_results((play, SCORES[number % len(SCORES)]) for number, play in enumerate(list_plays(tournament)))
    refresh_standings(session=tournament.sessions.get())
    ranking = signed_in.get(reverse("public-standings", args=[tournament.slug])).content.decode()

    rows = snapshot_rows(latest_standings(tournament.sessions.get()))
    assert seats.count("Relais") == 3
    assert sorted(row.deal_count for row in rows) == [2] * 9 + [3] * 22
    assert {row.line for row in rows} == {0, 1, 2, 3}
    assert ranking.count("<tr id=") == 31


def test_ranking_of_a_howell_has_neither_lines_nor_alternated_order(signed_in: Client, club: Club) -> None:
    values = EVENING | {"shape": "fft-howell-4-5-16-4"}
    signed_in.post(reverse("organiser-tournament-create", args=[club.slug]), values)
    tournament = Tournament.objects.get()
    enter_people(tournament=tournament, people=make_people(club, 16), entered_by=None)
    draw_places(tournament=tournament, rng=random.Random(1), drawn_by=None)
    apply_movement(tournament=tournament, seated_by=None)
    first = [play for play in list_plays(tournament) if play.board == 1]
    enter_results(zip(first, SCORES, strict=False))
    refresh_standings(session=tournament.sessions.get())

    path = reverse("public-standings", args=[tournament.slug])
    page = signed_in.get(path, {"ordre": "alterne"}).content.decode()

    assert len({play.table_id for play in first}) == len(first) == 4
    assert len({play.round_id for play in first}) == 1
    assert "Classement général" in page
    assert "Alterné" not in page
    assert "Ligne" not in page


@pytest.mark.parametrize(("code", "game", "tables", "players"), [
    ("free_deals", "", 5, 21), ("friendly", "tarot-5", 3, 15), ("friendly_total", "papayou-6", 2, 12),
])  # fmt: skip
@pytest.mark.django_db
def test_tables_of_other_sizes_have_their_movement_page(
    client: Client, code: str, game: str, tables: int, players: int
) -> None:
    club = make_club()
    tournament = make_sheet_tournament(
        club, format_code=code, game=game, table_count=tables, player_count=players
    )
    client.force_login(make_user(club=club))

    page = client.get(reverse("organiser-movement", args=[tournament.slug]))

    assert page.status_code == 200
    assert "A1" in page.text or "A5" in page.text


@pytest.mark.parametrize(
    ("origin", "page"),
    [
        ("places", "organiser-places"),
        ("inscrits", "organiser-entries"),
        ("", "organiser-movement"),
        ("//example.org", "organiser-movement"),
    ],
)
def test_giving_up_another_movement_leads_back(signed_in: Client, club: Club, origin: str, page: str) -> None:
    tournament = make_tournament(club)

    response = signed_in.get(
        reverse("organiser-movement-change", args=[tournament.slug]), {"depuis": origin, "joueurs": "20"}
    )

    text = response.content.decode()
    assert f'<a class="target" href="{reverse(page, args=[tournament.slug])}">Annuler</a>' in text
    # the other proposals keep the way back
    assert ('name="depuis"' in text) == (page != "organiser-movement")


def test_shapes_that_want_more_people_come_last_once_nobody_else_comes(signed_in: Client, club: Club) -> None:
    address = reverse("organiser-movement-change", args=[make_tournament(club).slug])
    people = {"joueurs": "26", "minutes": "210", "copies": "1"}

    pages = [signed_in.get(address, people | {"depuis": origin}) for origin in ("inscrits", "places")]
    shown = [[proposal.choice for proposal in page.context["proposals"]] for page in pages]
    wanting = [
        [proposal.proposal.odd.code == "odd_substitutes" for proposal in page.context["proposals"]]
        for page in pages
    ]

    assert [row[0] for row in wanting] == [True, False]
    assert sorted(shown[0]) == sorted(shown[1])
    assert wanting[1] == sorted(wanting[1])
