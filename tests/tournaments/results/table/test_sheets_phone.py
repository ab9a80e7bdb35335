"""Score sheets at the table: keys of a free deal, totals of a round, running totals, organisers' pages."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.incidents import deal_with
from tests.factories.sessions import make_short_evening, open_next, play_session
from tests.factories.sheets import (
    bid_line,
    enter_line,
    find_play,
    make_seated_sheets,
)
from tests.factories.tables import open_table
from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tournaments.base.queries.sessions import current_session
from tournaments.base.words.figures import signed
from tournaments.core.formats.event_options import SheetOf
from tournaments.enums import EventRole, MembershipRole, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.incidents.services.actions import undo_incident
from tournaments.incidents.services.leaving import Leaving
from tournaments.models import Play, ResultSlip, Role, TableAccess, Tournament
from tournaments.results.queries.table_page import load_table_round
from tournaments.results.services.checking import lock_round
from tournaments.results.services.table_access import (
    open_own_table,
    open_phones,
    renew_table_link,
    set_phone_rules,
    table_secret,
)
from tournaments.seating.services.seating import apply_movement

pytestmark = pytest.mark.django_db
FREE_DEAL = {"taker": "0", "bid": "garde", "bouts": "2", "points": "49"}
CONFIRMED_BY_WEST = {"seat": 1, "seen_version": 1}
TOTALS = {"score_0": "-446", "score_1": "-510", "score_2": "1346", "score_3": "-390"}


def free_deals(sheet: SheetOf = SheetOf.DEALS, **shape: int) -> Tournament:
    tournament = make_seated_sheets(make_club(), options={"sheet": sheet.value}, **shape)
    set_phone_rules(tournament=tournament, needs_confirmation=True, shows_comparison=False, set_by=None)
    return tournament


def sit(tournament: Tournament, place: int = 0, table: int = 1) -> tuple[Client, str]:
    """A phone at a seat, and the secret of its table."""
    client, secret = Client(), table_secret(open_table(tournament, table))
    client.post(reverse("table-sit", args=[secret, 1, place]))
    return client, secret


def send(client: Client, secret: str, play: Play, typed: dict[str, str]):
    line = {"kind": "played", "seen_version": "0", "token": str(uuid.uuid4()), "confirmed": "on"} | typed
    return client.post(reverse("table-record", args=[secret, play.pk]), line)


def page_of(client: Client, secret: str) -> str:
    return client.get(reverse("table-page", args=[secret])).text.replace("&nbsp;", "\N{NO-BREAK SPACE}")


def test_pressed_keys_of_a_passed_deal_are_left_out() -> None:
    tournament = free_deals()
    client, secret = sit(tournament)

    send(client, secret, find_play(tournament, 1, 1), FREE_DEAL | {"taker": "passed", "points": ""})

    slip = ResultSlip.objects.get()
    assert (slip.facts, slip.seat_scores) == ({"passed": True}, [0, 0, 0, 0])
    assert "passée" in page_of(client, secret)


@pytest.mark.parametrize("is_sheet", [True, False], ids=["sheet", "traveller"])
def test_pressed_keys_of_a_deal_that_was_not_played_are_left_out(is_sheet: bool) -> None:
    tournament = free_deals() if is_sheet else make_seated_tournament(make_club())
    client, secret = sit(tournament)
    play = Play.objects.filter(table__number=1, round__number=1).order_by("board")[0]

    send(client, secret, play, FREE_DEAL | {"kind": "not_played", "points": ""})

    assert ResultSlip.objects.get().kind == "not_played"


def test_figures_of_a_deal_that_was_not_played_are_refused_and_stay() -> None:
    tournament = free_deals()
    client, secret = sit(tournament)

    page = send(client, secret, find_play(tournament, 1, 1), FREE_DEAL | {"kind": "not_played"})

    assert page.status_code == 422
    assert 'value="49"' in page.text
    assert not ResultSlip.objects.exists()


@pytest.mark.parametrize(
    ("partner", "scores"), [("1", [136, 68, -68, -68, -68]), ("alone", [272, -68, -68, -68, -68]), ("", None)]
)
def test_a_table_of_five_says_who_is_called(partner: str, scores: list[int] | None) -> None:
    tournament = free_deals(player_count=21, round_count=3)
    client, secret = sit(tournament, table=5)
    play = find_play(tournament, 1, 5)

    answer = send(client, secret, play, FREE_DEAL | {"points": "50", "partner": partner})

    slip = ResultSlip.objects.first()
    assert (slip.seat_scores if slip else None) == scores
    assert ("Dites qui est appelé" in answer.text) is (scores is None)
    assert 'data-key="½"' in page_of(client, secret)


def test_a_score_is_worked_out_without_scripts_and_not_stored() -> None:
    tournament = free_deals()
    client, secret = sit(tournament)

    page = send(client, secret, find_play(tournament, 1, 1), FREE_DEAL | {"preview": "1"})

    assert "N +198, S −66, E −66, O −66" in page.text
    assert not ResultSlip.objects.exists()


def test_running_totals_are_for_the_phones_of_the_table() -> None:
    tournament = free_deals()
    for board, taker in ((1, 0), (2, 2)):
        enter_line(find_play(tournament, 1, 1, board), bid_line(taker, 66 if taker == 0 else -56))
    client, secret = sit(tournament)

    table_round = load_table_round(
        open_table(tournament).table, find_play(tournament, 1, 1).round, uuid.uuid4()
    )

    assert [(place, total) for place, _entry, total in table_round.running_totals] == [
        (0, 254), (2, -234), (3, -10), (1, -10)
    ]  # fmt: skip
    assert "+254" in page_of(client, secret)
    assert "+254" not in page_of(Client(), secret)


def test_own_marks_of_free_deals_are_added_up() -> None:
    tournament = free_deals()
    (phone, secret), (defender, _secret) = sit(tournament), sit(tournament, 1)
    plays = [find_play(tournament, 1, 1, board) for board in (1, 2)]
    for play, points in zip(plays, ("49", "38"), strict=True):
        assert send(phone, secret, play, FREE_DEAL | {"points": points}).status_code == 302

    pages = [client.get(reverse("table-marks", args=[secret])).text for client in (phone, defender)]

    totals = [re.search(r'score-large">(\S+)<', page) for page in pages]
    scores = [play.slips.get().seat_scores for play in plays]
    assert [total and total[1] for total in totals] == [
        signed(scores[0][seat] + scores[1][seat]) for seat in (0, 1)
    ]
    assert "garde" in pages[0]


def test_a_sum_that_is_not_zero_comes_with_the_value_of_each_player() -> None:
    tournament = free_deals(SheetOf.TOTALS)
    client, secret = sit(tournament)

    play, typed = find_play(tournament, 1, 1), TOTALS | {"score_1": "-500"}
    page = send(client, secret, play, typed)
    response = send(client, secret, play, typed | {"nearest": "score_1=-510"})

    assert page.status_code == 422
    assert "La somme des marques doit être 0\N{NO-BREAK SPACE}; elle est 10" in page.text
    assert all(f">{value}</button>" in page.text for value in ("N −456", "S +1336", "E −400", "O −510"))
    assert response.status_code == 302
    assert ResultSlip.objects.get().seat_scores == [-446, -510, 1346, -390]


def test_a_new_phone_shows_totals_that_wait_and_then_the_next_round() -> None:
    tournament = free_deals(SheetOf.TOTALS)
    client, secret = sit(tournament)
    play = find_play(tournament, 1, 1)
    send(client, secret, play, TOTALS)

    waiting = page_of(Client(), secret)
    second_phone, _secret = sit(tournament, 1)
    second_phone.post(reverse("table-confirm", args=[secret, play.pk]), {"seat": 1, "seen_version": 1})
    confirmed = page_of(Client(), secret)

    assert "Table 1, tour 1" in waiting
    assert "Table 1, tour 2" in confirmed


def test_a_phone_from_another_table_opens_the_next_round_although_totals_wait() -> None:
    tournament = free_deals(SheetOf.TOTALS)
    writer, secret = sit(tournament)
    newcomer, _other_secret = sit(tournament, place=1, table=2)
    send(writer, secret, find_play(tournament, 1, 1), TOTALS)

    page = page_of(newcomer, secret)
    newcomer.post(reverse("table-sit", args=[secret, 1, 1]))
    same_phone_after_sitting = page_of(newcomer, secret)

    assert "Table 1, tour 2" in page
    assert "Table 1, tour 1" in same_phone_after_sitting


def test_a_phone_that_follows_its_player_shows_the_totals_that_wait_there() -> None:
    tournament = free_deals(SheetOf.TOTALS, round_count=3)
    follower, _secret = sit(tournament, place=1)  # the West of table 1 plays round 2 at table 4
    writer, secret = Client(), table_secret(open_table(tournament, 4))
    writer.post(reverse("table-sit", args=[secret, 2, 0]))
    send(writer, secret, find_play(tournament, 2, 4), TOTALS)

    assert "Table 4, tour 2" in page_of(follower, secret)


def test_a_complete_round_leads_on_and_names_what_waits() -> None:
    tournament = free_deals(SheetOf.TOTALS)
    north, secret = sit(tournament)
    second_phone, _secret = sit(tournament, place=1)
    before = page_of(north, secret)
    send(north, secret, find_play(tournament, 1, 1), TOTALS)

    waiting = page_of(north, secret)
    mover = page_of(second_phone, secret)
    play = find_play(tournament, 1, 1)
    second_phone.post(reverse("table-confirm", args=[secret, play.pk]), CONFIRMED_BY_WEST)
    confirmed = page_of(north, secret)

    assert "Avant de quitter la table" not in before
    assert "Avant de quitter la table : 1 résultat est à confirmer" in waiting
    assert "Avant de quitter la table" not in confirmed
    assert 'href="?tour=2"' in waiting.split("Tour suivant")[1].split("<details")[0]
    assert "Scannez le code" not in waiting  # the North stays at their table
    assert "donne 1" not in mover  # the line of totals stands for all deals of the round
    assert mover.count("Scannez le code de cette table.") == 1
    # places come before the phone that writes
    assert mover.index("Tour suivant") < mover.index("Noter sur ce téléphone")


def open_page(secret: str, client: Client | None = None) -> str:
    return (client or Client()).get(reverse("table-page", args=[secret])).text


def test_a_code_of_the_session_before_leads_to_the_same_table_of_this_one() -> None:
    evening, owner = make_short_evening(), Client()
    owner.force_login(make_user(club=evening.club, role=MembershipRole.OWNER))
    access = open_table(evening, 2)
    secret, phones = table_secret(access), reverse("organiser-phones", args=[evening.slug])
    captain = make_user(tournament=evening, role=EventRole.TABLE)
    captains_secret = table_secret(open_own_table(role=Role.objects.get(user=captain)))
    evening = play_session(evening)
    open_next(evening)
    between = open_page(secret)
    set_visibility(tournament=evening, visibility=Visibility.PUBLIC, set_by=None)
    shown_between = open_page(secret)
    set_visibility(tournament=evening, visibility=Visibility.PRIVATE, set_by=None)
    apply_movement(tournament=evening, seated_by=None)
    without_codes = open_page(secret), owner.get(phones).text
    new_access = TableAccess.objects.get(
        pk__in=[made.pk for made in open_phones(session=current_session(evening), opened_by=None)],
        table__number=2,
    )
    page = open_page(secret)

    assert "Table fermée" in between
    assert "Cette séance est terminée." in shown_between
    assert "Table fermée" in without_codes[0]
    assert "restent bons" not in without_codes[1]
    assert "Cette séance est terminée." in page
    assert f'href="{reverse("table-page", args=[table_secret(new_access)])}"' in page
    assert "Table 2, position 1" in open_page(table_secret(new_access))
    assert "restent bons" in owner.get(phones).text
    assert "Table fermée" in open_page(captains_secret)  # it ends with the role, the link of a table does not

    renew_table_link(access=new_access, renewed_by=None)
    assert "Table fermée" in open_page(secret)


def test_next_places_on_an_open_page_follow_an_incident_and_its_undoing() -> None:
    tournament = free_deals(SheetOf.TOTALS)
    phone, secret = sit(tournament)
    send(phone, secret, find_play(tournament, 1, 1), TOTALS)
    address = reverse("table-page", args=[secret])

    def poll(page: str) -> tuple[int, str]:
        mark = page.split('data-mark="')[1].split('"', maxsplit=1)[0]
        response = phone.get(address, {"tour": "1", "shown": mark})
        return response.status_code, response.text

    page = phone.get(address, {"tour": "1"}).text
    unchanged, _nothing = poll(page)
    case = Leaving(entry=tournament.entries.order_by("pk")[1], after_round=1)
    incident = deal_with(tournament, case)
    changed, without_the_leaver = poll(page)
    undo_incident(incident=incident, undone_by=make_user())
    restored, as_before = poll(without_the_leaver)

    assert (unchanged, changed, restored) == (204, 200, 200)
    places = [text.count("sans table") for text in (page, without_the_leaver, as_before)]
    assert places == [0, 1, 0]


def test_confirmations_that_nobody_requires_are_not_asked_for() -> None:
    tournament = free_deals(SheetOf.TOTALS)
    set_phone_rules(tournament=tournament, needs_confirmation=False, shows_comparison=False, set_by=None)
    writer, secret = sit(tournament)

    send(writer, secret, find_play(tournament, 1, 1), TOTALS)

    assert "Avant de quitter la table" not in page_of(writer, secret)


def test_confirmations_of_a_locked_round_are_not_asked_for() -> None:
    tournament = free_deals(SheetOf.TOTALS)
    writer, secret = sit(tournament)
    for table in range(1, 6):
        phone, table_key = sit(tournament, table=table) if table > 1 else (writer, secret)
        send(phone, table_key, find_play(tournament, 1, table), TOTALS)
    waiting = page_of(writer, secret)

    # a round is locked without confirmations where none is required
    set_phone_rules(tournament=tournament, needs_confirmation=False, shows_comparison=False, set_by=None)
    lock_round(session=tournament.sessions.get(), number=1, locked_by=make_user())
    set_phone_rules(tournament=tournament, needs_confirmation=True, shows_comparison=False, set_by=None)

    assert "Avant de quitter la table" in waiting
    assert "Avant de quitter la table" not in page_of(writer, secret)


def test_a_new_phone_of_boards_goes_on_to_the_next_round() -> None:
    """The next players of a table must not read results of boards that they still play."""
    tournament = make_seated_tournament(make_club())
    set_phone_rules(tournament=tournament, needs_confirmation=True, shows_comparison=False, set_by=None)
    client, secret = sit(tournament)
    for play in Play.objects.filter(table__number=1, round__number=1).order_by("board"):
        send(client, secret, play, {"bouts": "2", "points": "45"})

    second_phone, _secret = sit(tournament, 1)

    assert "Table 1, position 2" in page_of(Client(), secret)
    assert "seat-score" not in page_of(second_phone, secret)


def test_facts_of_tarot_name_the_side_that_confirms() -> None:
    tournament = make_seated_sheets(make_club(), format_code="friendly_total", game="tarot-4")
    client, secret = sit(tournament, 1)
    play = find_play(tournament, 1, 1)
    facts = {"fact_bid": "garde", "fact_taker": "0", "fact_bouts": "2", "fact_points": "49"}

    send(client, secret, play, facts)

    deal = load_table_round(open_table(tournament).table, play.round, uuid.uuid4()).deals[0]
    assert (deal.attack, deal.facing) == ((0,), (0,))


def plain_text(page: str) -> str:
    return re.sub("[ \n]+", " ", re.sub("<[^>]+>", "", page))


def test_organisers_see_disputes_and_missing_confirmations_of_sheets() -> None:
    tournament = free_deals()
    client, secret = sit(tournament)
    play = find_play(tournament, 1, 1)
    send(client, secret, play, FREE_DEAL)
    client.post(reverse("table-dispute", args=[secret, play.pk]), {"text": "c’est 48", "seen_version": 1})
    owner = Client()
    owner.force_login(make_user("Odile", club=tournament.club))

    page = owner.get(reverse("organiser-results", args=[tournament.slug])).text
    flag = owner.get(reverse("organiser-flag", args=[tournament.slug, play.flags.get().pk])).text

    assert page.count("Donne 1, tour 1, table 1") == 2
    assert "N +198, S −66, E −66, O −66" in page
    assert "N +198, S −66, E −66, O −66" in flag
    assert reverse("organiser-score-sheet", args=[tournament.slug, 1, 1]) in flag
    assert "preneur\N{NO-BREAK SPACE}: Nord, garde, 2 bouts, 49 points, réussie de 8" in plain_text(flag)


def test_organisers_see_the_facts_of_a_disputed_side_game() -> None:
    tournament = make_seated_sheets(make_club(), format_code="friendly_total", game="tarot-4")
    client, secret = sit(tournament, 1)
    play = find_play(tournament, 1, 1)
    facts = {"fact_bid": "garde", "fact_taker": "0", "fact_bouts": "2", "fact_points": "49"}
    send(client, secret, play, facts)
    client.post(reverse("table-dispute", args=[secret, play.pk]), {"text": "c’est 48", "seen_version": 1})
    owner = Client()
    owner.force_login(make_user("Odile", club=tournament.club))

    flag = owner.get(reverse("organiser-flag", args=[tournament.slug, play.flags.get().pk])).text
    assert "garde, Preneur\N{NO-BREAK SPACE}: Nord, Bouts de l’attaque\N{NO-BREAK SPACE}: 2, " in (
        plain_text(flag)
    )


def test_comparison_is_offered_for_travellers_alone() -> None:
    for tournament, is_offered in ((free_deals(), False), (make_seated_tournament(make_club("Autre")), True)):
        owner = Client()
        owner.force_login(make_user(f"Odile {tournament.pk}", club=tournament.club))
        page = owner.get(reverse("organiser-phones", args=[tournament.slug])).text
        assert ("shows_comparison" in page) is is_offered
        owner.post(reverse("organiser-phone-rules", args=[tournament.slug]), {"shows_comparison": "on"})
        tournament.phone_rules.refresh_from_db()
        assert tournament.phone_rules.shows_comparison is is_offered
