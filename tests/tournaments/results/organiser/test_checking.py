"""Checking sheets, locking rounds, withdrawing results: the organiser's pages."""

import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories.sheets import (
    bid_line,
    enter_line,
    find_play,
    make_seated_sheets,
)
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
)
from tournaments.base.queries.sessions import current_session
from tournaments.core.hall.halls import EventHall
from tournaments.enums import CheckVerdict, EventRole, SlipKind
from tournaments.hall.services.event_halls import set_halls
from tournaments.models import RoundLock, SheetCheck
from tournaments.results.organiser import checking
from tournaments.results.queries.checking import SheetName, SheetState, find_sheet, list_sheets
from tournaments.results.services.checking import check_sheet, lock_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return make_seated_tournament(make_club(), is_dealt=False)


@pytest.fixture
def claire(evening):
    return make_user("Claire", club=evening.club)


@pytest.fixture
def checker(evening):
    return make_user("Rémi", tournament=evening, role=EventRole.CHECKER)


def client_of(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def desk(claire):
    return client_of(claire)


def fill_board(evening, user, board=1):
    for play in list_plays(evening):
        if play.board == board:
            enter_result(play, 56, user=user)


def fill_round(evening, user=None):
    plays = [play for play in list_plays(evening) if play.round.number == 1]
    for play in plays:
        enter_result(play, 56, user=user)
    return plays


def sheet_of(evening, board=1):
    return find_sheet(current_session(evening), SheetName(board=board))


def check_page(evening, board=1):
    return reverse("organiser-check-traveller", args=[evening.slug, board])


def send_check(client, evening, **changes):
    sheet = sheet_of(evening)
    return client.post(
        check_page(evening), {"verdict": "conform", "seen": sheet.version_count, "note": ""} | changes
    )


def withdraw(client, evening, play, **changes):
    address = reverse("organiser-result-withdraw", args=[evening.slug, play.pk])
    return client.post(address, {"token": str(uuid.uuid4()), "seen_version": "1", **changes})


def test_a_result_on_the_wrong_line_is_withdrawn(evening, desk):
    play = list_plays(evening)[0]
    enter_result(play, 56)

    answer = withdraw(desk, evening, play, reason="mauvaise ligne")
    page = desk.get(answer.url)

    assert play.slips.get(version=2).kind == SlipKind.WITHDRAWN
    assert [text in page.text for text in ("retirée", "à saisir de nouveau", "mauvaise ligne")] == [True] * 3
    assert "en vigueur" not in page.text
    assert "0 résultat saisi sur 100" in desk.get(reverse("organiser-results", args=[evening.slug])).text


def test_a_withdrawal_says_why_or_is_refused_where_it_was_asked(evening, desk):
    play = list_plays(evening)[0]
    enter_result(play, 56)

    without_reason = withdraw(desk, evening, play, reason="")
    enter_result(play, 84, seen_version=1, reason="relu")
    too_late = withdraw(desk, evening, play, reason="mauvaise ligne")

    assert (without_reason.status_code, too_late.status_code) == (422, 422)
    assert "+84" in too_late.context["form"].non_field_errors()[0]
    assert 'value="mauvaise ligne"' in too_late.text
    assert play.slips.current().get().score == 84


@pytest.mark.parametrize("name", ["organiser-result-withdraw", "organiser-result-revert"])
def test_consequences_are_seen_before_anything_is_stored(evening, desk, name):
    fill_board(evening, None)
    play = list_plays(evening)[0]
    enter_result(play, -100, seen_version=1, reason="relu")
    number = [1] if name == "organiser-result-revert" else []
    form = {"token": str(uuid.uuid4()), "seen_version": "2", "reason": "à voir", "preview": ""}

    page = desk.post(reverse(name, args=[evening.slug, play.pk, *number]), form)

    assert page.status_code == 200
    (deal,) = page.context["consequences"].deals
    assert (deal.before, deal.after) == ("−100", "+56" if number else "")
    assert page.context["consequences"].ranking
    assert [text in page.text for text in ("Ce qui changerait", "Au classement", 'value="à voir"')] == [
        True
    ] * 3
    assert play.slips.count() == 2


def test_a_checker_reads_results_and_changes_none(evening, checker):
    fill_board(evening, None)
    play, client = list_plays(evening)[0], client_of(checker)

    listed = client.get(reverse("organiser-results", args=[evening.slug]))
    history_page = client.get(reverse("organiser-result-history", args=[evening.slug, play.pk]))

    assert check_page(evening) in listed.text
    assert reverse("organiser-traveller", args=[evening.slug, 1]) not in listed.text
    assert "+56" in history_page.text
    assert "Retirer ce résultat" not in history_page.text
    assert client.get(reverse("organiser-traveller", args=[evening.slug, 1])).status_code == 403
    assert withdraw(client, evening, play, reason="x").status_code == 403


def test_the_list_says_what_waits_and_what_was_checked(evening, checker, claire):
    fill_board(evening, claire)
    fill_board(evening, claire, board=2)
    session = current_session(evening)
    version = sheet_of(evening).version_count
    check_sheet(
        session=session,
        sheet=SheetName(board=1),
        verdict=CheckVerdict.CONFORM,
        note="",
        seen=version,
        checked_by=checker,
    )
    client, address = client_of(checker), reverse("organiser-checking", args=[evening.slug])

    page = client.get(address)
    only_checked = client.get(address, {"etat": "conform"})

    assert "2 feuilles entièrement saisies sur 20" in page.text
    assert "1 feuille contrôlée sur 20" in page.text
    assert "Contrôler l’étui 2" in page.text
    assert [sheet.name.board for sheet in only_checked.context["sheets"]] == [1]
    assert "Rémi, " in only_checked.text
    assert list(client.get(address, {"etat": "rien"}).context["sheets"]) == []


def test_a_sheet_is_compared_and_found_right(evening, checker, claire):
    fill_board(evening, claire)
    fill_board(evening, claire, board=2)
    client = client_of(checker)

    check_text = client.get(check_page(evening))
    answer = send_check(client, evening)

    assert check_text.text.count("+56") == 5
    assert "<input" not in check_text.text.split("<table")[1].split("</table>")[0]
    assert answer.url == check_page(evening, 2)
    assert sheet_of(evening).state is SheetState.CONFORM
    assert "Étui 1\u00a0: conforme." in client.get(answer.url).text


def test_a_sheet_to_review_asks_what_is_wrong(evening, checker, claire):
    fill_board(evening, claire)
    client = client_of(checker)

    refused = send_check(client, evening, verdict="to_review")
    answer = send_check(client, evening, verdict="to_review", note="table 3, signe")

    assert refused.status_code == 422
    assert refused.context["form"].errors["note"]
    assert answer.url == reverse("organiser-checking", args=[evening.slug])
    assert SheetCheck.objects.get().note == "table 3, signe"
    assert "table 3, signe" in client.get(answer.url).text


def test_a_sheet_changed_meanwhile_is_shown_again(evening, checker, claire):
    fill_board(evening, claire)
    version = sheet_of(evening).version_count
    enter_result(list_plays(evening)[0], 84, seen_version=1, reason="relu")

    answer = send_check(client_of(checker), evening, seen=version)

    assert answer.status_code == 422
    assert "+84" in answer.text
    assert f'name="seen" value="{version + 1}"' in answer.text
    assert not SheetCheck.objects.exists()


def test_a_director_alone_says_that_he_checks_himself(evening, claire, desk):
    fill_board(evening, claire)

    refused = send_check(desk, evening)
    send_check(desk, evening, is_alone="on")

    assert refused.status_code == 422
    assert SheetCheck.objects.get().own_entry


def test_somebody_else_never_checks_his_own_entry(evening, checker):
    fill_board(evening, checker)
    client = client_of(checker)

    page = client.get(check_page(evening))
    send_check(client, evening, is_alone="on")

    assert "quelqu’un d’autre doit la contrôler" in page.text
    assert not SheetCheck.objects.exists()


@pytest.mark.parametrize("sent", [{"verdict": "rien"}, {"seen": "beaucoup"}, {"note": "x" * 999}])
def test_what_no_page_sends_is_refused(evening, checker, claire, sent):
    fill_board(evening, claire)

    assert send_check(client_of(checker), evening, **sent).status_code == 422
    assert not SheetCheck.objects.exists()


def test_a_sheet_that_nobody_plays_is_not_found(evening, checker):
    client = client_of(checker)

    assert client.get(check_page(evening, 1)).status_code == 200
    assert client.get(check_page(evening, 99)).status_code == 404
    sheet = reverse("organiser-check-score-sheet", args=[evening.slug, 1, 1])
    assert client.get(sheet).url == reverse("organiser-checking", args=[evening.slug])


def test_score_sheets_are_checked_too():
    evening = make_seated_sheets(make_club())
    client = client_of(make_user("Rémi", tournament=evening, role=EventRole.CHECKER))

    listed = client.get(reverse("organiser-checking", args=[evening.slug]))
    results = client.get(reverse("organiser-results", args=[evening.slug]))
    address = reverse("organiser-check-score-sheet", args=[evening.slug, 1, 2])

    assert address in listed.text
    assert address in results.text
    assert "Contrôle\u00a0: tour 1, table 2" in client.get(address).text


@pytest.fixture
def halls():
    """The score sheets of an evening of five tables in two halls."""
    evening = make_seated_sheets(make_club())
    halls = {1: EventHall("Grande salle", 1, 3), 2: EventHall("Véranda", 4, 5), 3: EventHall("Cave", 90, 99)}
    set_halls(tournament=evening, halls=halls, set_by=make_user("Directrice", club=evening.club))
    evening.refresh_from_db()
    return evening


def test_list_comes_page_by_page_of_one_state(halls, monkeypatch):
    monkeypatch.setattr(checking, "ROWS", 4)
    client = client_of(make_user("Rémi", tournament=halls, role=EventRole.CHECKER))
    address = reverse("organiser-checking", args=[halls.slug])
    enter_line(find_play(halls, 1, 1, 1), bid_line(0, 58))

    pages = [client.get(address, {"etat": "incomplete", "page": page}) for page in ("1", "3", "99", "x")]
    count = sum(sheet.state == SheetState.INCOMPLETE for sheet in list_sheets(current_session(halls)))

    assert pages[0].context["sheets"].paginator.count == count
    assert [len(page.context["sheets"]) for page in pages] == [4, (count - 1) % 4 + 1, (count - 1) % 4 + 1, 4]
    assert "?etat=incomplete&amp;page=2" in pages[0].text
    assert "?etat=to_check" not in pages[0].text
    assert f"{count} feuilles" not in pages[0].text


@pytest.mark.parametrize("name", ["organiser-checking", "organiser-results"])
def test_lists_of_sheets_are_those_of_one_hall(halls, name):
    client = client_of(make_user("Claire", club=halls.club))
    address = reverse(name, args=[halls.slug])
    sheet = "organiser-check-score-sheet" if name == "organiser-checking" else "organiser-score-sheet"
    names = {number: f'{reverse(sheet, args=[halls.slug, 1, number])}"' for number in range(1, 6)}

    all_sheets, veranda, wrong = (client.get(address, {"salle": hall}) for hall in ("", "2", "9"))
    empty = client.get(address, {"salle": "3"})

    assert [number for number in names if names[number] in veranda.text] == [4, 5]
    assert [number for number in names if names[number] in all_sheets.text] == list(names)
    assert [number for number in names if names[number] in wrong.text] == list(names)
    assert 'href="?salle=2"' in all_sheets.text
    assert "Aucune table de cette salle ne joue dans cette séance." in empty.text
    assert 'href="?salle=1"' in empty.text


def test_travellers_go_through_all_halls_and_lines_of_tables_belong_to_one(evening, desk, claire):
    set_halls(tournament=evening, halls={1: EventHall("Véranda", 4, 5)}, set_by=claire)

    checked = desk.get(reverse("organiser-checking", args=[evening.slug]), {"salle": "1"})
    results = desk.get(reverse("organiser-results", args=[evening.slug]), {"salle": "1"})

    assert checked.context["total"] == 20
    assert "Véranda" not in checked.text
    assert reverse("organiser-table-lines", args=[evening.slug, 1, 4]) in results.text
    assert reverse("organiser-table-lines", args=[evening.slug, 1, 3]) not in results.text
    assert results.context["expected"] == 100


def test_a_round_is_locked_and_opened_again_from_the_results(evening, desk, claire):
    fill_round(evening)
    page = reverse("organiser-results", args=[evening.slug])

    page_before = desk.get(page)
    desk.post(reverse("organiser-round-lock", args=[evening.slug, 1]))
    locked = desk.get(page)
    desk.post(reverse("organiser-round-unlock", args=[evening.slug, 1]), {"reason": ""})
    assert RoundLock.objects.filter(unlocked_at=None).count() == 1
    desk.post(reverse("organiser-round-unlock", args=[evening.slug, 1]), {"reason": "réclamation"})

    assert "Verrouiller la position 1" in page_before.text
    assert "Verrouiller la position 2" not in page_before.text
    assert "Rouvrir la position 1" in locked.text
    assert not RoundLock.objects.filter(unlocked_at=None).exists()


def test_a_locked_round_tells_who_locked_it_where_one_would_correct(evening, desk, claire):
    play, *_ = fill_round(evening)
    lock_round(session=current_session(evening), number=1, locked_by=claire)

    history = desk.get(reverse("organiser-result-history", args=[evening.slug, play.pk]))
    refused = withdraw(desk, evening, play, reason="mauvaise ligne")

    assert "La position 1 est contrôlée et verrouillée (Claire" in history.text
    assert "Retirer ce résultat" not in history.text
    assert refused.status_code == 422
    assert play.slips.count() == 1


def test_a_round_that_waits_cannot_be_locked(evening, desk):
    desk.post(reverse("organiser-round-lock", args=[evening.slug, 1]))
    page = desk.get(reverse("organiser-results", args=[evening.slug]))

    assert "Il manque 20 résultats." in page.text
    assert not RoundLock.objects.exists()


def test_the_list_costs_the_same_however_much_is_entered(evening, checker, claire):
    fill_board(evening, claire)
    client = client_of(checker)
    address = reverse("organiser-checking", args=[evening.slug])
    with CaptureQueriesContext(connection) as few:
        client.get(address)
    for board in range(2, 8):
        fill_board(evening, claire, board=board)
    with CaptureQueriesContext(connection) as many:
        client.get(address)

    assert len(many) == len(few)


def typed(page, play, **figures):
    """The page sent back with one line typed on."""
    row = next(row for row in page.context["rows"] if row.line.play.pk == play.pk)
    form = {f"{row.prefix}-seen_version": row.seen_version, f"{row.prefix}-token": row.token}
    initial = {name: field.value() for name, field in ((field.name, field) for field in row.form)}
    values = {name: value for name, value in (initial | figures).items() if value is not None}
    return form | {f"{row.prefix}-{name}": value for name, value in values.items()}


def test_a_corrected_line_shows_what_it_moves_and_is_then_saved(evening, desk):
    fill_board(evening, None)
    play, address = list_plays(evening)[0], reverse("organiser-traveller", args=[evening.slug, 1])
    form = typed(desk.get(address), play, gain="", loss="100")

    preview = desk.post(address, form | {"preview": ""})

    assert preview.status_code == 200
    (deal,) = preview.context["consequences"].deals
    assert (deal.before, deal.after) == ("+56", "−100")
    assert 'value="100"' in preview.text
    assert play.slips.count() == 1
    row = next(row for row in preview.context["rows"] if row.line.play.pk == play.pk)
    assert (row.asks_reason, row.seen_version) == (True, 1)
    desk.post(address, form | {f"{row.prefix}-reason": "relu", f"{row.prefix}-confirmed": "on"})
    assert play.slips.current().get().score == -100


def test_an_impossible_line_shows_no_consequences(evening, desk):
    fill_board(evening, None)
    play, address = list_plays(evening)[0], reverse("organiser-traveller", args=[evening.slug, 1])

    preview = desk.post(address, typed(desk.get(address), play, gain="57") | {"preview": ""})

    assert preview.status_code == 422
    assert preview.context["consequences"] is None
    assert "Ce qui changerait" not in preview.text


def test_a_score_sheet_shows_what_it_moves():
    evening = make_seated_sheets(make_club())
    desk = client_of(make_user("Claire", club=evening.club))
    address = reverse("organiser-score-sheet", args=[evening.slug, 1, 1])
    play = find_play(evening, 1, 1)
    enter_line(play, bid_line(0, 50))
    form = typed(desk.get(address), play, taker="1", gain="", loss="58")

    preview = desk.post(address, form | {"preview": ""})

    assert preview.status_code == 200
    (deal,) = preview.context["consequences"].deals
    assert [(person.before, person.after) for person in deal.people][:2] == [(150, 58), (-50, -174)]
    assert play.slips.count() == 1


def test_a_page_of_a_sheet_says_that_it_was_checked_and_locked(evening, desk, claire, checker):
    plays = fill_round(evening, claire)
    for play in list_plays(evening):
        if play.board == 1 and play not in plays:
            enter_result(play, 56, user=claire)
    send_check(client_of(checker), evening)
    address = reverse("organiser-traveller", args=[evening.slug, 1])

    checked = desk.get(address)
    enter_result(plays[0], 84, seen_version=1, reason="relu")
    changed = desk.get(address)
    RoundLock.objects.create(session=current_session(evening), round_number=1, locked_by=claire)
    locked = desk.get(address)

    assert "Rémi, " in checked.text
    assert "modifiée depuis le contrôle" not in checked.text
    assert "modifiée depuis le contrôle" in changed.text
    assert "Position 1 verrouillée (Claire" in locked.text
