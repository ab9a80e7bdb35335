"""Deals from a file and from another session: faults by line, players who know them, input kept."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.models import DealSet
from tests.factories.opened import hands_of
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
    make_tournament,
)
from tournaments.deals.services.deals import deal_boards
from tournaments.events.services.events import enter_people
from tournaments.models import Club, Tournament


@pytest.fixture
def evening(club: Club) -> Tournament:
    return make_tournament(club)


def import_path(tournament: Tournament) -> str:
    return reverse("organiser-deals-import", args=[tournament.slug])


def reuse_path(tournament: Tournament) -> str:
    return reverse("organiser-deals-reuse", args=[tournament.slug])


def lines_of(tournament: Tournament) -> list[str]:
    deal_set = tournament.sessions.get().deal_set
    assert deal_set is not None
    return [hands_of(deal) for deal in deal_set.deals.all()]


@pytest.fixture
def elsewhere() -> Tournament:
    """Store an evening of another club, whose deals fill a file."""
    return make_seated_tournament(make_club("Ailleurs"))


def test_deals_of_a_file_are_sealed_and_the_importer_is_listed(
    signed_in: Client, evening: Tournament, elsewhere: Tournament
) -> None:
    file = SimpleUploadedFile("donnes.txt", "\n".join(lines_of(elsewhere)).encode())

    page = signed_in.post(import_path(evening), {"file": file}, follow=True)

    assert lines_of(evening) == lines_of(elsewhere)
    assert "20 donnes importées d’un fichier" in page.text
    assert [words for _event, words in page.context["readings"]] == [
        "Toutes les mains, importées d’un fichier"
    ]


def test_faults_are_listed_by_line_and_the_file_comes_back_as_text(
    signed_in: Client, evening: Tournament, elsewhere: Tournament
) -> None:
    lines = lines_of(elsewhere)
    wrong = "\n".join([*lines[:2], lines[2].replace("T", "X", 1), *lines[3:]])

    page = signed_in.post(import_path(evening), {"file": SimpleUploadedFile("x.txt", wrong.encode())})

    assert [fault["line"] for fault in page.context["faults"]] == [3]
    assert wrong.splitlines()[2] in page.text
    assert not evening.sessions.get().deal_set


def test_file_that_is_no_text_is_refused(signed_in: Client, evening: Tournament) -> None:
    page = signed_in.post(import_path(evening), {"file": SimpleUploadedFile("x.bin", b"\xff\xfe\x00")})

    assert page.status_code == 200
    assert page.context["faults"]


def test_nothing_and_far_too_much_are_refused(signed_in: Client, evening: Tournament) -> None:
    nothing = signed_in.post(import_path(evening))
    much = signed_in.post(import_path(evening), {"file": SimpleUploadedFile("x", b"x" * 300_001)})

    assert nothing.context["form"].non_field_errors() == ["Choisissez un fichier, ou collez son texte."]
    assert list(much.context["form"].errors) == ["file"]


def test_replacing_is_asked_for_twice(signed_in: Client, evening: Tournament, elsewhere: Tournament) -> None:
    deal_boards(session=evening.sessions.get(), dealt_by=None)
    first_set = evening.sessions.get().deal_set
    text = "\n".join(lines_of(elsewhere))

    unsure = signed_in.post(import_path(evening), {"document": text})
    assert list(unsure.context["form"].errors) == ["replace"]
    assert evening.sessions.get().deal_set == first_set

    signed_in.post(import_path(evening), {"document": text, "replace": "on"})
    assert evening.sessions.get().deal_set != first_set


def test_deals_of_another_evening_are_taken_again_once_it_is_said_who_knows_them(
    signed_in: Client, club: Club, evening: Tournament
) -> None:
    played_event = make_seated_tournament(club, name="Hier")
    enter_result(list_plays(played_event)[0], 56)
    person = played_event.entries.get(person__last_name="Nom01").person
    enter_people(tournament=evening, people=[person], entered_by=None)
    typed = {"earlier": played_event.sessions.get().pk}

    question_page = signed_in.post(reuse_path(evening), typed)

    assert [row["name"] for row in question_page.context["people"]] == ["NOM01 Ana"]
    assert "NOM01 Ana" in question_page.text
    assert evening.sessions.get().deal_set is None

    page = signed_in.post(reuse_path(evening), {**typed, "confirmed": "on"}, follow=True)
    assert lines_of(evening) == lines_of(played_event)
    assert "reprises d’une autre séance" in page.text


def test_session_of_another_club_is_not_offered(
    signed_in: Client, evening: Tournament, elsewhere: Tournament
) -> None:
    sets = DealSet.objects.count()

    page = signed_in.get(reuse_path(evening))
    signed_in.post(reuse_path(evening), {"earlier": elsewhere.sessions.get().pk})

    assert "Aucune autre séance" in page.text
    assert DealSet.objects.count() == sets
