"""Movements of a club: files, the editor, comparisons, searches."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_club, make_relay_movement, store_movement
from tournaments.core.exchange.movement_file import MovementFile
from tournaments.core.exchange.movement_json import movement_to_json
from tournaments.core.movements.constructions import build_straight
from tournaments.enums import MovementOrigin, SearchState
from tournaments.models import Club, MovementSearch, StoredMovement
from tournaments.movements.queries.movements import movement_of
from tournaments.movements.services import movement_searches
from tournaments.movements.services.movement_choices import stored_choice


def upload(client: Client, club: Club, content: bytes) -> str:
    file = SimpleUploadedFile("mouvement.json", content)
    response = client.post(
        reverse("organiser-movements", args=[club.slug]), {"file": file, "name": ""}, follow=True
    )
    return response.content.decode()


def edit_values(client: Client, club: Club, movement_row: StoredMovement) -> dict[str, str]:
    """Return the unchanged values of the editor's form."""
    form = client.get(reverse("organiser-movement-edit", args=[club.slug, movement_row.pk])).context["form"]
    cells = {cell.name: cell.value for _number, cells in form.rounds() for cell in cells}
    return {"name": "Le mien", "boards_per_set": "3", **cells}


def test_file_sent_is_shown_as_a_movement_of_the_club(signed_in: Client, club: Club) -> None:
    content = movement_to_json(MovementFile(build_straight(5, 5), 4, "Cinq tables")).encode()

    page = upload(signed_in, club, content)

    assert "Le mouvement est gardé" in page
    assert "<h1>Cinq tables</h1>" in page
    assert "Cinq tables" in signed_in.get(reverse("organiser-movements", args=[club.slug])).content.decode()


def test_problems_of_a_file_are_listed(signed_in: Client, club: Club) -> None:
    page = upload(signed_in, club, b'{"format": "etui-movement", "version": 1, "players": 3}')

    assert "Ce mouvement ne peut pas être gardé" in page
    assert "Ce nom manque" in page
    assert not StoredMovement.objects.exists()


def test_page_without_a_file_asks_for_one(signed_in: Client, club: Club) -> None:
    response = signed_in.post(reverse("organiser-movements", args=[club.slug]), {"name": "x"})

    assert response.context["form"].errors["file"]


def test_edited_movement_is_a_new_one(signed_in: Client, club: Club) -> None:
    movement_row = store_movement(club, build_straight(5, 2))
    values = edit_values(signed_in, club, movement_row)
    assert values["t-1-1"] == "1 2 3 4 1"

    signed_in.post(reverse("organiser-movement-edit", args=[club.slug, movement_row.pk]), values)

    edited = StoredMovement.objects.latest("pk")
    assert (edited.name, edited.origin, edited.boards_per_set) == ("Le mien", MovementOrigin.EDITED, 3)
    assert (movement_of(edited).players == movement_of(movement_row).players).all()
    assert StoredMovement.objects.count() == 2


def test_editor_says_what_is_wrong_and_keeps_what_was_typed(signed_in: Client, club: Club) -> None:
    movement_row = store_movement(club, build_straight(5, 2))
    values = edit_values(signed_in, club, movement_row) | {"t-1-1": "1 1 3 4 1"}

    page = signed_in.post(
        reverse("organiser-movement-edit", args=[club.slug, movement_row.pk]), values
    ).content.decode()

    assert "le joueur 1 a 2 places" in page
    assert 'value="1 1 3 4 1"' in page
    assert StoredMovement.objects.count() == 1


@pytest.mark.parametrize("cell", ["1 2 3", "a b c d e", "1 2 3 4 99999999", "-1 2 3 4 1", "٣ 2 3 4 1"])
def test_cell_that_is_no_five_numbers_is_refused_there(signed_in: Client, club: Club, cell: str) -> None:
    movement_row = store_movement(club, build_straight(5, 2))
    values = edit_values(signed_in, club, movement_row) | {"t-2-3": cell}

    response = signed_in.post(reverse("organiser-movement-edit", args=[club.slug, movement_row.pk]), values)

    assert set(response.context["form"].errors) == {"t-2-3"}


def test_check_answers_without_keeping_anything(signed_in: Client, club: Club) -> None:
    movement_row = store_movement(club, build_straight(5, 2))
    values = edit_values(signed_in, club, movement_row)
    path = reverse("organiser-movement-check", args=[club.slug, movement_row.pk])

    sound = signed_in.post(path, values).content.decode()
    broken = signed_in.post(path, values | {"t-2-1": values["t-1-1"]}).content.decode()
    unread = signed_in.post(path, values | {"t-2-1": "?"}).content.decode()
    unnamed = signed_in.post(path, values | {"name": "", "boards_per_set": "13"}).content.decode()

    assert "Ce mouvement est correct" in sound
    assert "ne peut pas être gardé" in broken
    assert "sont illisibles" in unread
    assert "Nom du nouveau mouvement : Ce champ est obligatoire." in unnamed
    assert "Étuis par position : " in unnamed
    assert "sont illisibles" not in unnamed
    assert StoredMovement.objects.count() == 1


def test_two_movements_are_compared(signed_in: Client, club: Club) -> None:
    movement_row = store_movement(club, make_relay_movement())
    query = {"joueurs": "31", "a": stored_choice(movement_row), "b": "resting_table-8-8-31-3"}

    response = signed_in.get(reverse("organiser-movements-compare", args=[club.slug]), query)

    page = response.content.decode()
    assert [choice.code for choice, _report in response.context["compared"]] == [query["a"], query["b"]]
    assert page.count("Qui rencontre qui") >= 2
    assert "rovers-7-7-31-4" in page


def test_comparing_what_is_not_there_is_refused_at_its_field(signed_in: Client, club: Club) -> None:
    stranger = store_movement(make_club(), make_relay_movement())
    query = {"a": stored_choice(stranger), "b": "rien"}

    response = signed_in.get(reverse("organiser-movements-compare", args=[club.slug]), query)

    assert set(response.context["form"].errors) == {"a", "b"}
    assert response.context["compared"] == []


def test_search_is_started_followed_and_stopped(
    signed_in: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(movement_searches, "SLICE_SECONDS", 0.1)
    values = {"player_count": "20", "table_count": "5", "round_count": "6", "seconds": "600"}
    path = reverse("organiser-movements", args=[club.slug])

    started = signed_in.post(reverse("organiser-movement-search", args=[club.slug]), values)
    search = movement_searches.run_search(search=MovementSearch.objects.get())
    fragment = signed_in.get(path, headers={"HX-Request": "true"}).content.decode()
    signed_in.post(reverse("organiser-search-cancel", args=[club.slug, search.pk]))

    assert started.headers["Location"] == path
    assert "Secondes\u00a0: 1 sur 600" in fragment
    assert "hx-get" in fragment
    assert "<h1>" not in fragment
    assert MovementSearch.objects.get().state == SearchState.CANCELLED
    ended = signed_in.get(path, headers={"HX-Request": "true"}).content.decode()
    assert "Voir le mouvement trouvé" in ended
    assert "hx-get" not in ended


def test_search_of_an_impossible_size_is_refused_at_its_field(signed_in: Client, club: Club) -> None:
    values = {"player_count": "8", "table_count": "5", "round_count": "6", "seconds": "30"}

    response = signed_in.post(reverse("organiser-movement-search", args=[club.slug]), values)

    assert response.context["search_form"].errors["player_count"]
    assert not MovementSearch.objects.exists()


def test_movement_too_large_for_the_editor_is_not_found_there(signed_in: Client, club: Club) -> None:
    movement_row = store_movement(club, build_straight(31, 31))

    page = signed_in.get(
        reverse("organiser-kept-movement", args=[club.slug, movement_row.pk])
    ).content.decode()

    assert reverse("organiser-movement-edit", args=[club.slug, movement_row.pk]) not in page
    assert (
        signed_in.get(reverse("organiser-movement-edit", args=[club.slug, movement_row.pk])).status_code
        == 404
    )
