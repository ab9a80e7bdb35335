"""Pages of shared sheets: taking them, whose sheet a page shows, questions, lists and counts."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.sheets import (
    bid_line,
    enter_line,
    find_play,
    make_seated_sheets,
    make_sheet_tournament,
)
from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tournaments.enums import EventRole, SheetTask
from tournaments.models import SheetQuestion, SheetShare
from tournaments.results.organiser import sharing
from tournaments.results.queries.checking import SheetName
from tournaments.results.services.results import Author
from tournaments.results.services.sharing import ask_about_sheet, take_range, take_sheet

pytestmark = pytest.mark.django_db
FIRST = SheetName(round_number=1, table_number=1)


@pytest.fixture
def evening():
    return make_seated_sheets(make_club(), round_count=2, deals=1)


@pytest.fixture
def session(evening):
    return evening.sessions.get()


@pytest.fixture
def alice(evening):
    return make_user("Alice", tournament=evening, role=EventRole.SCORER)


@pytest.fixture
def bruno(evening):
    return make_user("Bruno", tournament=evening, role=EventRole.SCORER)


@pytest.fixture
def checker(evening):
    return make_user("Rémi", tournament=evening, role=EventRole.CHECKER)


def client_of(user):
    client = Client()
    client.force_login(user)
    return client


def page_of(evening, name, *arguments):
    return reverse(name, args=[evening.slug, *arguments])


def score_sheet(evening, round_number=1, table=1):
    return page_of(evening, "organiser-score-sheet", round_number, table)


def test_next_sheet_is_taken_and_opened(evening, alice, bruno) -> None:
    address = page_of(evening, "organiser-share-next", "enter")

    answers = [client_of(user).post(address) for user in (alice, bruno)]

    assert [answer.url for answer in answers] == [score_sheet(evening, 1, 1), score_sheet(evening, 1, 2)]


def test_checker_takes_sheets_to_check_and_none_to_type(evening, alice, checker) -> None:
    enter_line(find_play(evening, 1, 2), bid_line(0, 50), author=Author(user=alice, device="test"))
    client = client_of(checker)

    to_check = client.post(page_of(evening, "organiser-share-next", "check"))
    to_type = client.post(page_of(evening, "organiser-share-next", "enter"))

    assert to_check.url == page_of(evening, "organiser-check-score-sheet", 1, 2)
    assert to_type.status_code == 403


def test_typist_takes_no_sheet_to_check(evening, alice) -> None:
    client = client_of(alice)

    for name in ("organiser-share-next", "organiser-share-sheet"):
        assert client.post(page_of(evening, name, "check")).status_code == 403
    assert client.post(page_of(evening, "organiser-share-next", "other")).status_code == 404


def test_no_sheet_left_is_said(evening, alice) -> None:
    for round_number in (1, 2):
        for table in range(1, 6):
            enter_line(find_play(evening, round_number, table), bid_line(0, 50))

    page = client_of(alice).post(page_of(evening, "organiser-share-next", "enter"), follow=True)

    assert "Il ne reste aucune feuille à prendre." in page.text


def test_page_of_a_sheet_says_who_has_it(evening, session, alice, bruno) -> None:
    take_sheet(session=session, sheet=FIRST, task=SheetTask.ENTER, taken_by=alice)

    own_page, foreign_page, free = (
        client_of(alice).get(score_sheet(evening)).text,
        client_of(bruno).get(score_sheet(evening)).text,
        client_of(bruno).get(score_sheet(evening, 1, 2)).text,
    )

    assert "à vous" in own_page
    assert "Alice a pris cette feuille à" in foreign_page
    assert "Personne n’a pris cette feuille." in free


def test_sheet_says_nothing_of_sharing_until_sheets_are_shared_or_questioned(
    evening, session, alice, bruno
) -> None:
    typist = client_of(alice)
    page_before = typist.get(score_sheet(evening)).text
    ask_about_sheet(session=session, sheet=FIRST, text="?", asked_by=bruno)
    questioned, unquestioned = (typist.get(score_sheet(evening, 1, table)).text for table in (1, 2))
    take_sheet(session=session, sheet=FIRST, task=SheetTask.ENTER, taken_by=bruno)
    shared = typist.get(score_sheet(evening, 1, 2)).text

    assert ["Partage et questions" in page for page in (page_before, questioned, unquestioned, shared)] == [
        False,
        True,
        False,
        True,
    ]


def test_sheet_of_another_person_can_be_taken_over(evening, session, alice, bruno) -> None:
    take_sheet(session=session, sheet=FIRST, task=SheetTask.ENTER, taken_by=alice)

    answer = client_of(bruno).post(
        page_of(evening, "organiser-share-sheet", "enter"), {"round_number": 1, "table_number": 1}
    )

    assert answer.url == score_sheet(evening)
    assert SheetShare.objects.get().holder == bruno


@pytest.mark.parametrize(
    "sent", [{}, {"board": 1}, {"round_number": 1}, {"round_number": "x", "table_number": 1}]
)
def test_broken_name_of_a_sheet_changes_nothing_and_is_said(evening, alice, sent) -> None:
    client = client_of(alice)

    share_page = client.post(page_of(evening, "organiser-share-sheet", "enter"), sent, follow=True)
    question_page = client.post(
        page_of(evening, "organiser-sheet-ask"), sent | {"question": "?"}, follow=True
    )

    assert all("Cette page a été abîmée" in page.text for page in (share_page, question_page))
    assert not SheetShare.objects.exists()
    assert not SheetQuestion.objects.exists()


def test_next_sheet_of_a_page_is_none_that_another_person_took(evening, session, alice, bruno) -> None:
    take_range(session=session, task=SheetTask.ENTER, first=2, last=3, taken_by=alice)

    page = client_of(bruno).get(score_sheet(evening))

    assert page.context["to_do"] == (1, 4)
    assert client_of(alice).get(score_sheet(evening)).context["to_do"] == (1, 2)


def test_travellers_have_their_shares(alice) -> None:
    evening = make_seated_tournament(make_club("Autre club"), is_dealt=False)
    typist = make_user("Nina", tournament=evening, role=EventRole.SCORER)
    session = evening.sessions.get()
    take_range(session=session, task=SheetTask.ENTER, first=2, last=5, taken_by=alice)

    page = client_of(typist).get(page_of(evening, "organiser-traveller", 2))

    assert "Alice a pris cette feuille à" in page.text
    assert page.context["to_do"] == SheetName(board=6)


def test_range_is_taken_on_the_page(evening, alice) -> None:
    client = client_of(alice)

    page = client.post(
        page_of(evening, "organiser-share-range"), {"task": "enter", "first": 2, "last": 4}, follow=True
    )

    assert "Ces feuilles sont à vous." in page.text
    assert "Mes feuilles (6)" in page.text


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({"first": 1, "last": 9}, "Le dernier numéro est 5."),
        ({"first": 4, "last": 2}, "Au moins 4."),
        ({"first": "", "last": 2}, "Ce champ est obligatoire."),
        ({"first": 1, "last": 2, "task": "check"}, "Sélectionnez un choix valide"),
        ({"first": 1, "last": 2, "round_number": "7"}, "Sélectionnez un choix valide"),
    ],
)
def test_wrong_range_is_refused_at_its_field(evening, alice, sent, message) -> None:
    page = client_of(alice).post(page_of(evening, "organiser-share-range"), {"task": "enter"} | sent)

    assert page.status_code == 422
    assert message in page.text
    assert not SheetShare.objects.exists()


def test_range_of_another_person_is_refused_at_its_field(evening, session, alice, bruno) -> None:
    take_range(session=session, task=SheetTask.ENTER, first=1, last=3, taken_by=alice)

    page = client_of(bruno).post(
        page_of(evening, "organiser-share-range"), {"task": "enter", "first": 3, "last": 5}
    )

    assert page.status_code == 422
    assert "Alice a déjà les feuilles de 1 à 3" in page.text


def test_sheets_of_a_person_who_went_home_are_given_back(evening, session, alice, bruno) -> None:
    take_range(session=session, task=SheetTask.ENTER, first=1, last=3, taken_by=alice)
    client = client_of(bruno)
    assert ": Alice</span>" in client.get(page_of(evening, "organiser-shares")).text

    page = client.post(page_of(evening, "organiser-share-back", alice.pk), follow=True)

    assert "Feuilles rendues : Alice." in page.text
    assert not SheetShare.objects.exists()


def test_number_of_an_account_without_sheets_names_no_one(evening, alice) -> None:
    stranger = make_user("Inconnue")

    assert client_of(alice).post(page_of(evening, "organiser-share-back", stranger.pk)).status_code == 404


def test_question_is_asked_and_answered_on_the_sheet(evening, alice, checker) -> None:
    typist = client_of(alice)
    typist.post(
        page_of(evening, "organiser-sheet-ask"),
        {"round_number": 1, "table_number": 1, "question": "Un 7 ou un 1 ?", "task": "enter"},
    )
    question = SheetQuestion.objects.get()
    assert "Un 7 ou un 1 ?" in typist.get(score_sheet(evening)).text
    assert "Avec une question (1)" in typist.get(page_of(evening, "organiser-shares")).text

    answered = client_of(checker).post(
        page_of(evening, "organiser-sheet-answer", question.pk), {"answer": "Un 1.", "task": "check"}
    )

    assert answered.url == page_of(evening, "organiser-check-score-sheet", 1, 1)
    assert "Un 1." in typist.get(score_sheet(evening)).text
    assert "Avec une question (0)" in typist.get(page_of(evening, "organiser-shares")).text


@pytest.mark.parametrize("text", [" ", "a\x00b"])
def test_question_without_words_is_refused_with_a_message(evening, alice, text) -> None:
    page = client_of(alice).post(
        page_of(evening, "organiser-sheet-ask"),
        {"round_number": 1, "table_number": 1, "question": text},
        follow=True,
    )

    assert "Écrivez la question." in page.text


def test_question_of_another_event_is_not_found(evening, alice) -> None:
    foreign_session = make_seated_sheets(make_club("Autre club")).sessions.get()
    question = ask_about_sheet(session=foreign_session, sheet=FIRST, text="?", asked_by=alice)

    answer = client_of(alice).post(page_of(evening, "organiser-sheet-answer", question.pk), {"answer": "Oui"})

    assert answer.status_code == 404


def test_list_comes_page_by_page_and_by_number(evening, alice, monkeypatch) -> None:
    monkeypatch.setattr(sharing, "ROWS", 4)
    client, address = client_of(alice), page_of(evening, "organiser-shares")

    pages = [client.get(address, {"liste": "toutes", "page": page}) for page in ("1", "3", "99", "x")]
    of_table = client.get(address, {"numero": "2"})

    assert [len(page.context["rows"]) for page in pages] == [4, 2, 2, 4]
    assert "?liste=toutes&amp;page=2" in pages[0].text
    assert [shared.name.table_number for shared, _address in of_table.context["rows"]] == [2, 2]


def test_captain_sees_no_shares(evening, session, alice) -> None:
    captain = make_user("Capi", tournament=evening, role=EventRole.TABLE)
    ask_about_sheet(session=session, sheet=FIRST, text="Secret ?", asked_by=alice)

    page = client_of(captain).get(score_sheet(evening))

    assert page.status_code == 200
    assert "Secret ?" not in page.text
    assert client_of(captain).get(page_of(evening, "organiser-shares")).status_code == 403


def test_before_the_seats_are_fixed_there_is_nothing_to_share(alice) -> None:
    draft = make_sheet_tournament(make_club("Autre club"))
    owner = make_user("Olga", club=draft.club)

    page = client_of(owner).get(page_of(draft, "organiser-shares"))

    assert "Fixez d’abord les places" in page.text
