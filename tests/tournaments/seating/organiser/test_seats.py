"""Starting places, fixing them, and the seats of every round."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories.draws import prepare_drawn_tournament
from tests.factories.sheets import make_sheet_tournament
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_entered_tournament,
    make_people,
    make_seated_tournament,
    make_team_tournament,
    make_tournament,
    place_entry,
)
from tournaments.entries.forms.entries import PlaceCell, PlacesForm
from tournaments.enums import TournamentState
from tournaments.events.services.events import enter_people
from tournaments.models import Club, Seating, Tournament
from tournaments.seating.organiser import seats
from tournaments.seating.services.starting_places import current_places


def places_path(tournament: Tournament) -> str:
    return reverse("organiser-places", args=[tournament.slug])


def shown_grid(client: Client, tournament: Tournament) -> dict[str, Any]:
    """Return the unchanged values of the page's form."""
    form = client.get(places_path(tournament)).context["form"]
    cells = {cell.name: cell.entry_pk or "" for cell in cells_of(form)}
    return {"seen": form["seen"].value(), **cells}


def cells_of(form: PlacesForm) -> list[PlaceCell]:
    """Every place of the grid, those without a table after the tables."""
    return [
        cell
        for _section, tables, relays in form.groups()
        for cells in (*(cells for _table, cells in tables), relays)
        for cell in cells
    ]


def test_button_names_the_first_round_alone_where_rounds_are_drawn(signed_in: Client, club: Club) -> None:
    pages = [
        signed_in.get(places_path(tournament)).content.decode()
        for tournament in (prepare_drawn_tournament(club), make_sheet_tournament(club))
    ]

    assert ["Fixer les places du premier tour" in page for page in pages] == [True, False]
    assert ["Fixer les places de toute la soirée" in page for page in pages] == [False, True]


def test_two_players_swapped_in_the_grid_are_swapped(signed_in: Client, club: Club) -> None:
    tournament = make_entered_tournament(club)
    grid = shown_grid(signed_in, tournament)
    grid["place-1-0"], grid["place-5-3"] = grid["place-5-3"], grid["place-1-0"]

    response = signed_in.post(places_path(tournament), grid, follow=True)

    places = current_places(tournament.entries.all())
    assert (places[1, 0], places[5, 3]) == (grid["place-1-0"], grid["place-5-3"])
    assert "Les places sont enregistrées." in response.content.decode()


def test_lists_of_a_large_hall_offer_their_own_player_and_those_who_wait(
    signed_in: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "MOST_CHOICES", 100)
    tournament = make_entered_tournament(club)
    waiting = tournament.entries.get(start_table=5, start_seat=3)
    tournament.entries.filter(pk=waiting.pk).update(section=None, start_table=None, start_seat=None)

    page = signed_in.get(places_path(tournament)).text

    first_list = page[page.index('name="place-1-0"') :].split("</select>")[0]
    placed = current_places(tournament.entries.all())
    assert f'value="{placed[1, 0]}" selected' in " ".join(first_list.split())
    assert f'value="{waiting.pk}"' in first_list
    assert first_list.count("<option") == 3
    # the script fills each list from one copy of all names
    assert page.split("data-all-entries")[1].split("</template>")[0].count("<option") == 20


def test_fixed_places_of_a_large_hall_are_names(
    signed_in: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "MOST_CHOICES", 100)
    tournament = make_seated_tournament(club)

    page = signed_in.get(places_path(tournament)).text

    assert "<select" not in page.split("data-places")[1]
    assert all(str(entry) in page for entry in tournament.entries.select_related("person"))


def test_grid_lists_seats_as_the_sheets_do(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)

    form = signed_in.get(places_path(tournament)).context["form"]

    assert [cell.seat for cell in cells_of(form)][:4] == [0, 2, 3, 1]


def test_player_at_two_places_is_said_at_both_and_the_choice_kept(signed_in: Client, club: Club) -> None:
    tournament = make_entered_tournament(club)
    grid = shown_grid(signed_in, tournament)
    grid["place-1-0"] = grid["place-5-3"]

    response = signed_in.post(places_path(tournament), grid)

    form = response.context["form"]
    assert {name for name in form.errors if name != "__all__"} == {"place-1-0", "place-5-3"}
    assert "NOM20 Ana est à plusieurs places." in response.content.decode()
    assert form["place-1-0"].value() == str(grid["place-5-3"])


def test_places_changed_by_somebody_else_are_not_overwritten(signed_in: Client, club: Club) -> None:
    tournament = make_entered_tournament(club)
    grid = shown_grid(signed_in, tournament)
    place_entry(tournament.entries.all()[0], (5, 3))
    changed = current_places(tournament.entries.all())

    response = signed_in.post(places_path(tournament), grid | {"then": "fix"}, follow=True)

    assert "Une autre personne a changé des places entre-temps" in response.content.decode()
    assert current_places(tournament.entries.all()) == changed
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.DRAFT


def test_places_changed_on_two_pages_are_merged(signed_in: Client, club: Club) -> None:
    tournament = make_entered_tournament(club)
    grid = shown_grid(signed_in, tournament)
    place_entry(tournament.entries.all()[0], (5, 3))
    stored = current_places(tournament.entries.all())
    grid["place-2-0"], grid["place-3-0"] = grid["place-3-0"], grid["place-2-0"]

    signed_in.post(places_path(tournament), grid)

    swapped = {(2, 0): stored[3, 0], (3, 0): stored[2, 0]}
    assert current_places(tournament.entries.all()) == stored | swapped


def test_place_changed_on_both_pages_keeps_the_input_and_shows_both(signed_in: Client, club: Club) -> None:
    tournament = make_entered_tournament(club)
    grid = shown_grid(signed_in, tournament)
    other = tournament.entries.get(start_table=5, start_seat=3)
    place_entry(tournament.entries.all()[0], (5, 3))
    place_entry(other, (1, 0))
    stored = current_places(tournament.entries.all())
    grid["place-2-0"], grid["place-5-3"] = grid["place-5-3"], grid["place-2-0"]

    response = signed_in.post(places_path(tournament), grid)

    form = response.context["form"]
    assert form.errors["place-5-3"] == [
        "Changé entre-temps\u00a0: NOM01 Ana. Enregistrez de nouveau pour garder votre valeur."
    ]
    shown = {cell.name: cell.entry_pk for cell in cells_of(form)}
    assert (shown["place-5-3"], shown["place-1-0"]) == (grid["place-5-3"], stored[1, 0])
    assert current_places(tournament.entries.all()) == stored

    again = {name: pk or "" for name, pk in shown.items()} | {"seen": form["seen"].value()}
    again["place-1-0"] = stored[5, 3]
    signed_in.post(places_path(tournament), again)
    assert current_places(tournament.entries.all()) == {
        **stored,
        (5, 3): stored[2, 0],
        (2, 0): stored[1, 0],
        (1, 0): stored[5, 3],
    }


def test_arrangement_tampered_with_is_refused(signed_in: Client, club: Club) -> None:
    tournament = make_entered_tournament(club)
    grid = shown_grid(signed_in, tournament) | {"seen": "abîmé"}

    response = signed_in.post(places_path(tournament), grid)

    assert response.context["form"].errors["seen"]


def test_lot_fills_the_places_and_the_button_to_fix_them_appears(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club, table_count=5)
    enter_people(tournament=tournament, people=make_people(club, 20), entered_by=None)
    fix = 'value="fix"'
    assert fix not in signed_in.get(places_path(tournament)).content.decode()

    grid = shown_grid(signed_in, tournament) | {"then": "draw"}
    page = signed_in.post(places_path(tournament), grid, follow=True).content.decode()

    assert fix in page
    assert not tournament.entries.filter(section=None).exists()


def test_fixing_the_places_opens_the_seats_of_every_round(signed_in: Client, club: Club) -> None:
    tournament = make_entered_tournament(club)

    response = signed_in.post(reverse("organiser-seats-fix", args=[tournament.slug]))

    tournament.refresh_from_db()
    assert tournament.state == TournamentState.SEATED
    assert response.headers["Location"] == reverse("organiser-seats", args=[tournament.slug])


@pytest.mark.parametrize(("entered", "is_offered"), [(3, False), (12, True), (20, False)])
def test_a_smaller_movement_is_offered_while_places_stay_free(
    signed_in: Client, club: Club, entered: int, is_offered: bool
) -> None:
    tournament = make_tournament(club)
    enter_people(tournament=tournament, people=make_people(club, entered), entered_by=None)

    page = signed_in.get(reverse("organiser-places", args=[tournament.slug])).text

    assert ("Personne d’autre ne vient" in page) is is_offered


def test_fixing_with_empty_places_says_how_many(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club, table_count=5)

    page = signed_in.post(
        reverse("organiser-seats-fix", args=[tournament.slug]), follow=True
    ).content.decode()

    assert "Places vides\u00a0: 20" in page


def test_seats_can_be_undone_until_the_first_result(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    undo = reverse("organiser-seats-undo", args=[tournament.slug])
    enter_result(list_plays(tournament)[0], 56)

    refused = signed_in.post(undo, follow=True).content.decode()

    assert "Des résultats sont déjà saisis" in refused
    assert Seating.objects.exists()


def test_undone_seats_go_back_to_the_starting_places(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)

    response = signed_in.post(reverse("organiser-seats-undo", args=[tournament.slug]))

    assert response.headers["Location"] == places_path(tournament)
    assert not Seating.objects.exists()


def test_seats_are_shown_by_round_and_by_player(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club, table_count=5)
    path = reverse("organiser-seats", args=[tournament.slug])

    by_round = signed_in.get(path).content.decode()
    by_player = signed_in.get(path, {"par": "joueur"}).content.decode()

    assert by_round.count("NOM01 Ana") == 5
    assert "1, 2, 3, 4" in by_round
    assert by_player.count("NOM01 Ana") == 1
    assert by_player.count(">N1<") == 5


def test_seats_before_they_are_fixed_lead_to_the_starting_places(signed_in: Client, club: Club) -> None:
    response = signed_in.get(reverse("organiser-seats", args=[make_tournament(club).slug]))

    assert response.headers["Location"].endswith("/places/")


def test_seats_cost_the_same_for_five_and_for_seven_tables(
    signed_in: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for table_count in (5, 7):
        tournament = make_seated_tournament(club, table_count=table_count)
        with django_assert_num_queries(10):
            signed_in.get(reverse("organiser-seats", args=[tournament.slug]))


@pytest.mark.parametrize(
    ("then", "state"), [("fix", TournamentState.SEATED), ("draw", TournamentState.DRAFT)]
)
def test_places_chosen_are_kept_by_the_button_that_goes_on(
    signed_in: Client, club: Club, then: str, state: TournamentState
) -> None:
    tournament = make_entered_tournament(club)
    grid = shown_grid(signed_in, tournament)
    grid["place-1-0"], grid["place-5-3"] = grid["place-5-3"], grid["place-1-0"]

    signed_in.post(places_path(tournament), {**grid, "then": then})

    tournament.refresh_from_db()
    assert tournament.state == state
    assert current_places(tournament.entries.all())[1, 0] == grid["place-1-0"]


@pytest.mark.parametrize(("game", "seats"), [("nullo-3", 3), ("papayou-6", 6)])
def test_grid_has_every_seat_of_a_table(signed_in: Client, club: Club, game: str, seats: int) -> None:
    tournament = make_sheet_tournament(
        club,
        format_code="friendly_total",
        game=game,
        table_count=2,
        player_count=2 * seats,
        round_count=1,
        options={"sheet": "totals"},
    )
    places_before = current_places(tournament.entries.all())

    signed_in.post(places_path(tournament), shown_grid(signed_in, tournament))

    assert current_places(tournament.entries.all()) == places_before
    assert len(places_before) == 2 * seats


@pytest.mark.parametrize(
    ("format_code", "label", "other"),
    [("quartets", "Table 2", "Nord"), ("triplets", "Table 2, Nord-Sud", "Table 2, Nord<")],
)
def test_a_starting_place_of_a_team_is_a_side_or_a_table(
    signed_in: Client, club: Club, format_code: str, label: str, other: str
) -> None:
    tournament = make_team_tournament(club, format_code)

    page = signed_in.get(reverse("organiser-places", args=[tournament.slug])).text

    labels = re.sub(r"\s*\n\s*", "", page.partition('id="starting-places"')[2])
    assert f">{label}<" in labels
    assert other not in labels
