"""The étuis: dealing, the commitment, the secret hands."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Deal, DealSet
from tests.factories.opened import seed_of
from tests.factories.tournaments import (
    EVENING,
    enter_result,
    enter_results,
    list_plays,
    make_player,
    make_reader,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.enums import DocumentKind, EventRole, JobState
from tournaments.events.services.events import create_tournament
from tournaments.models import AuditEvent, Club, OpenedBoard, PrintedDocument, Tournament
from tournaments.movements.services.sections import SectionPlan


def deals_path(tournament: Tournament) -> str:
    return reverse("organiser-deals", args=[tournament.slug])


def test_deals_are_made_and_their_commitment_shown(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)

    page = signed_in.post(deals_path(tournament), follow=True).content.decode()

    deal_set = DealSet.objects.get()
    assert deal_set.commitment in page
    assert deal_set.deals.count() == 20


def test_seed_and_cards_stay_out_of_the_page(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    deal_set = DealSet.objects.get()

    page = signed_in.get(deals_path(tournament)).content.decode()

    assert seed_of(deal_set).hex() not in page
    assert "♠" not in page


def test_dealer_and_taker_follow_the_federation_s_table(signed_in: Client, club: Club) -> None:
    boards = signed_in.get(deals_path(make_tournament(club))).context["boards"]

    assert [(row.board, row.dealer, row.taker) for row in boards[:3]] == [(1, 0, 0), (2, 3, 1), (3, 2, 3)]


def test_game_without_an_imposed_taker_is_dealt_as_it_is(signed_in: Client, club: Club) -> None:
    plan = SectionPlan(table_count=5, round_count=5, boards_per_set=2)
    tournament = create_tournament(
        club=club,
        name="Papayou",
        starts_on=EVENING,
        format_code="friendly",
        game="papayou-4",
        sections=[plan],
        created_by=None,
    )

    first_page = signed_in.get(deals_path(tournament))
    second_page = signed_in.post(deals_path(tournament), follow=True)

    sizes = "Cartes de chaque pochette de l’étui : Nord 19, Sud 19, Est 19, Ouest 19, Talon 2."
    for page in (first_page, second_page):
        assert page.context["guarantees"] == [sizes, "Le donneur suit le numéro de l’étui."]
        assert "preneur imposé" not in page.content.decode()
    assert DealSet.objects.get().deals.count() == 10


def test_dealing_again_is_asked_for_twice(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)
    signed_in.post(deals_path(tournament))
    first = DealSet.objects.get().commitment

    unsure = signed_in.post(deals_path(tournament)).content.decode()
    assert "Cochez la case" in unsure
    assert DealSet.objects.get().commitment == first

    signed_in.post(deals_path(tournament), {"replace": "on"})
    assert DealSet.objects.get().commitment != first


def test_deals_that_are_played_cannot_be_replaced(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    enter_result(list_plays(tournament)[0], 56)
    first = DealSet.objects.get().commitment

    page = signed_in.post(deals_path(tournament), {"replace": "on"}).content.decode()

    assert "Des résultats sont déjà saisis" in page
    assert DealSet.objects.get().commitment == first


def test_hands_are_shown_whole_and_the_trace_keeps_who_looked(client: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    referee = make_user("Arbitre", tournament=tournament, role=EventRole.REFEREE)
    client.force_login(make_reader(referee, tournament))

    response = client.get(reverse("organiser-hands", args=[tournament.slug]))

    page = response.content.decode()
    assert page.count("Chien") == 20
    assert all(symbol in page for symbol in "♠♥♦♣")
    assert "no-store" in response.headers["Cache-Control"]
    assert AuditEvent.objects.filter(action="deals.seen", actor=referee).count() == 1


def test_scorer_finds_no_link_to_the_hands(client: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    hands = reverse("organiser-hands", args=[tournament.slug])
    referee = make_user(tournament=tournament, role=EventRole.REFEREE)
    client.force_login(make_reader(referee, tournament))
    assert hands in client.get(deals_path(tournament)).content.decode()

    client.force_login(make_user(tournament=tournament, role=EventRole.SCORER))

    assert hands not in client.get(deals_path(tournament)).content.decode()


def test_board_is_opened_and_closed_from_the_page(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    open_path, close_path = (
        reverse(f"organiser-deals-{word}", args=[tournament.slug]) for word in ("open", "close")
    )

    opened = signed_in.post(open_path, {"board": "3"}, follow=True)
    assert list(OpenedBoard.objects.values_list("board", flat=True)) == [3]
    assert "Refermer l’étui 3" in opened.text

    signed_in.post(open_path, {"board": "tous"})
    assert OpenedBoard.objects.count() == 20

    signed_in.post(close_path, {"board": "3"})
    assert OpenedBoard.objects.count() == 19


@pytest.mark.parametrize("board", ["", "0", "21", "-1", "x"])
def test_board_that_does_not_exist_is_not_opened(signed_in: Client, club: Club, board: str) -> None:
    tournament = make_seated_tournament(club)

    page = signed_in.post(
        reverse("organiser-deals-open", args=[tournament.slug]), {"board": board}, follow=True
    )

    assert ("Choisissez un étui" if board == "" else "Cet étui n’existe pas") in page.text
    assert not OpenedBoard.objects.exists()


@pytest.mark.parametrize("table_count", [5, 7])
def test_page_costs_the_same_queries_however_many_boards_and_readings(
    signed_in: Client,
    owner: User,
    club: Club,
    table_count: int,
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    tournament = make_seated_tournament(club, table_count=table_count)
    make_reader(owner, tournament)
    make_reader(make_user("Nouveau", tournament=tournament), tournament)
    signed_in.post(reverse("organiser-deals-open", args=[tournament.slug]), {"board": "tous"})
    for _reading in range(table_count - 4):
        signed_in.get(reverse("organiser-hands", args=[tournament.slug]))
    signed_in.get(deals_path(tournament))

    with django_assert_num_queries(17):
        signed_in.get(deals_path(tournament))


def test_every_reading_of_the_cards_is_listed_with_its_reader(client: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    referee = make_user("Arnaud", tournament=tournament, role=EventRole.REFEREE)
    client.force_login(make_reader(referee, tournament))
    kind = DocumentKind.HAND_DIAGRAMS.value
    paper = PrintedDocument(tournament=tournament, kind=kind, state=JobState.DONE)
    paper.file.save("mains.pdf", ContentFile(b"%PDF-1.7"))
    first_page = client.get(deals_path(tournament))

    client.get(reverse("organiser-hands", args=[tournament.slug]))
    client.get(reverse("organiser-document-preview", args=[tournament.slug, kind]))
    list(client.get(reverse("organiser-document", args=[tournament.slug, paper.pk])).streaming_content)
    client.get(reverse("organiser-document-preview", args=[tournament.slug, DocumentKind.TRAVELLERS]))
    second_page = client.get(deals_path(tournament))

    assert "Personne n’a encore lu ces mains." in first_page.text
    assert [reader.user.name for reader in second_page.context["readers"]] == ["Arnaud"]
    assert [(event.actor.name, words) for event, words in second_page.context["readings"]] == [
        ("Arnaud", "PDF\u00a0: diagrammes des donnes"),
        ("Arnaud", "Aperçu\u00a0: diagrammes des donnes"),
        ("Arnaud", "Toutes les mains, à l’écran"),
    ]


def test_seed_is_revealed_from_the_page(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    reveal = reverse("organiser-deals-reveal", args=[tournament.slug])
    assert "encore en jeu" in signed_in.post(reveal, {"reason": "Litige"}, follow=True).text
    Deal.objects.exclude(number=1).delete()
    enter_results((play, 56) for play in list_plays(tournament)[:5])

    unsure = signed_in.post(reveal, follow=True)
    assert "dites pourquoi" in unsure.text
    assert DealSet.objects.get().state == "sealed"

    page = signed_in.post(reveal, {"reason": "Litige"}, follow=True)
    assert DealSet.objects.get().state == "revealed"
    assert "chacun peut vérifier les donnes" in page.text


def test_reader_is_named_and_unnamed_from_the_page(signed_in: Client, owner: User, club: Club) -> None:
    tournament = make_seated_tournament(club)
    path = reverse("organiser-reader-name", args=[tournament.slug])
    next_step = "Pour remplir les étuis, nommez la personne qui lit les mains."
    unnamed_page = signed_in.get(deals_path(tournament)).text
    assert "Personne n’est nommé" in unnamed_page
    assert next_step in unnamed_page

    page = signed_in.post(path, {"reader": owner.pk}, follow=True)
    assert next_step not in page.text
    assert [row.user for row in page.context["readers"]] == [owner]
    assert "Me nommer lecteur" not in page.text

    unname = reverse("organiser-reader-unname", args=[tournament.slug, tournament.deal_readers.get().pk])
    assert unname in page.text
    assert "Personne n’est nommé" in signed_in.post(unname, follow=True).text


def test_organiser_names_himself_where_papers_are_missing(signed_in: Client, owner: User, club: Club) -> None:
    tournament = make_seated_tournament(club)
    documents = reverse("organiser-documents", args=[tournament.slug])
    page_before = signed_in.get(documents).text

    response = signed_in.post(
        reverse("organiser-reader-name", args=[tournament.slug]), {"reader": owner.pk, "from": "documents"}
    )

    assert response.headers["Location"] == documents
    page_after = signed_in.get(documents).text
    assert ("Me nommer lecteur" in page_before, "Me nommer lecteur" in page_after) == (True, False)
    assert ("Fiches de tri" in page_before, "Fiches de tri" in page_after) == (False, True)


def test_somebody_without_a_role_is_not_named(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    path = reverse("organiser-reader-name", args=[tournament.slug])

    page = signed_in.post(path, {"reader": make_user("Passant").pk}, follow=True)

    assert "Seuls les directeurs, les arbitres et le club lisent des mains." in page.text
    assert not tournament.deal_readers.exists()


def test_page_of_hands_tells_a_player_why_most_are_missing(client: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    director = make_reader(make_user(tournament=tournament), tournament)
    make_player(director, tournament)
    enter_result(list_plays(tournament)[0], 56)
    client.force_login(director)

    hands = client.get(reverse("organiser-hands", args=[tournament.slug]))

    assert [deal.number for deal in hands.context["deals"]] == [1]
    assert "Vous jouez ce tournoi" in hands.text
    assert "Mains déjà jouées, à l’écran" in client.get(deals_path(tournament)).text


def test_list_of_readings_names_the_board_that_was_prepared(client: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    client.force_login(make_reader(make_user(tournament=tournament), tournament))

    client.get(reverse("organiser-preparing", args=[tournament.slug, 7]))

    (reading,) = client.get(deals_path(tournament)).context["readings"]
    assert reading[1] == "Étui 7, carte par carte à l’écran"


@pytest.mark.parametrize(
    ("typed", "constraints"),
    [
        ({}, {"taker_bids": ["garde"]}),
        ({"taker_bids": "prise_or_garde"}, {"taker_bids": ["prise", "garde"]}),
        ({"taker_bids": "any", "themes": ["missing_21"]}, {"taker_bids": [], "themes": ["missing_21"]}),
        (
            {"taker_bids": "points", "least": "30", "most": "45"},
            {"taker_bids": [], "taker_points": [30, 45]},
        ),
    ],
)
def test_what_is_asked_of_the_deals_is_what_they_commit_to(
    signed_in: Client, club: Club, typed: dict[str, object], constraints: dict[str, object]
) -> None:
    signed_in.post(deals_path(make_tournament(club)), typed)

    constraint_row = DealSet.objects.get().constraints
    assert constraint_row == {"no_bare_petit": True, "scale": "hatier-1986", **constraints}


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"taker_bids": "points"}, "least"),
        ({"taker_bids": "points", "least": "50", "most": "40"}, "least"),
        ({"taker_bids": "points", "least": "0", "most": "151"}, "most"),
        ({"taker_bids": "petite"}, "taker_bids"),
        ({"themes": ["horoscope"]}, "themes"),
        ({"scope": "takers", "themes": ["missing_21"]}, "themes"),
    ],
)
def test_wish_that_makes_no_sense_is_refused_at_its_field(
    signed_in: Client, club: Club, typed: dict[str, object], field: str
) -> None:
    page = signed_in.post(deals_path(make_tournament(club)), typed)

    assert list(page.context["form"].errors) == [field]
    assert "<details open>" in page.text
    assert not DealSet.objects.exists()


def test_takers_hands_alone_are_read_and_lead_to_no_sorting(
    signed_in: Client, owner: User, club: Club
) -> None:
    tournament = make_tournament(club)
    make_reader(owner, tournament)

    page = signed_in.post(deals_path(tournament), {"scope": "takers"}, follow=True)
    hands = signed_in.get(reverse("organiser-hands", args=[tournament.slug])).text

    assert DealSet.objects.get().scope == "takers"
    assert "carte par carte" not in page.text
    assert hands.count('class="badge"') == hands.count('<section class="card hand') == 20
    assert signed_in.get(reverse("organiser-preparing", args=[tournament.slug, 1])).status_code == 404
