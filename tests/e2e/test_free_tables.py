"""Tables of people in two browsers, free and of a round: a lost network, a robot in a player's seat."""

import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from datetime import timedelta
from fractions import Fraction
from itertools import count
from random import Random
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, expect

from games.core.actions import format_action
from games.core.bots.choosing import RobotLevel, choose_action, offered_levels
from play.free.models import FreeTable, TableSeat
from play.free.queries.free_tables import load_gathering
from play.free.services.acting import act_at_seat
from play.free.services.dealing import begin_deal
from play.free.web import shown_table
from play.rooms.enums import RoomSeating, UnplayedRule
from play.rooms.models import RoomEntry, RoomPlay, RoomRound
from play.rooms.queries.tables import played_hands
from play.rooms.services.rounds import deal_round, leave_round, round_to_enter
from play.rooms.services.seating import go_on_with_tables
from play.tables.models import TableAction
from play.tables.services.played_tables import load_sitting
from tests.cases import by_day
from tests.e2e.judging import faults_of_kinds
from tests.factories.rooms import end_round, make_entry, make_room
from tests.processes import wait_until

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 360, "height": 640}
MOST_ROUNDS = 400
DEALS = 6
"""Deals of a round of eight people: two at each of three positions."""
PATIENCE = 30_000
"""Milliseconds to wait for the effect of a page's next poll."""
OWN_TURN = "form.turn:not(.waits, .say, [data-sending])"


AT_ONCE = threading.Lock()
"""Lock of the connection that all threads of this site share: a rollback of one is one of all."""
WAITING = set[int]()
"""Threads with a request that was sent and is not answered."""


@pytest.fixture(autouse=True)
def one_request_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = WSGIHandler.__call__

    def alone(handler: WSGIHandler, environ: Any, start_response: Any) -> Any:
        WAITING.add(threading.get_ident())
        try:
            with AT_ONCE:
                return answer(handler, environ, start_response)
        finally:
            WAITING.discard(threading.get_ident())

    monkeypatch.setattr(WSGIHandler, "__call__", alone)


@pytest.fixture
def people(browser: Browser) -> Iterator[tuple[Page, Page]]:
    """One on a phone, one at a computer in the dark."""
    phone = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    computer = browser.new_context(color_scheme="dark", reduced_motion="reduce")
    yield phone.new_page(), computer.new_page()
    phone.close()
    computer.close()


def act(page: Page) -> bool:
    """Do the last possible action at the page's turn: bids are high, cards low."""
    turn = page.locator(OWN_TURN)
    if not turn.count():
        return False
    number = turn.locator("[name=numero]").input_value()
    required = int(turn.get_attribute("data-discards") or 0)
    if required:
        boxes = page.locator(".own-hand label")
        for place in range(required):
            boxes.nth(-1 - place).click(position={"x": 12, "y": 16})
        page.locator("[data-discard]").click()
    elif turn.locator(".choices button").count():
        turn.locator(".choices button").last.click()
    else:
        page.locator(".own-hand button").last.click(position={"x": 12, "y": 16})
    page.wait_for_function(
        """number => document.querySelector('.end')
            || document.querySelector('[name=numero]')?.value !== number""",
        arg=number,
    )
    return True


def play_until(pages: tuple[Page, ...], what: str, others: Callable[[], bool] = lambda: False) -> None:
    """Let all players act at their turn until the first page has an element.

    `others` lets players without a page act, and returns whether one did.
    """
    for _ in range(MOST_ROUNDS):
        if pages[0].locator(what).count():
            return
        acted = [others(), *(act(page) for page in pages)]
        if not any(acted):
            pages[0].wait_for_timeout(200)
    raise AssertionError(f"{what} does not come")


def let_time_pass(name: str) -> None:
    """Let the clock of a player who is away run out."""
    past = timezone.now() - timedelta(hours=1)
    wait_until(lambda: not WAITING, 20)  # what he sent before he lost the network would bring him back
    with AT_ONCE:
        table = FreeTable.objects.get(seats__name=name)
        TableAction.objects.filter(table__free_deal__free_table=table).update(made_at=past)
        FreeTable.objects.filter(pk=table.pk).update(resumed_at=past)
        table.seats.filter(name=name).update(back_at=past, seen_at=past)


def wait_for_robot(name: str, his: Locator, play: Callable[[], None]) -> None:
    """Wait until a player's time runs out and a robot plays for them.

    Their last action may arrive only now, or the page that shows the turn may be behind. Then the present
    players go on, and the player's turn comes again.
    """
    for _again in range(10):
        play()
        let_time_pass(name)
        if wait_until(lambda: "un robot joue" in his.inner_text(), 4):
            return
    raise AssertionError("no robot comes")


@pytest.mark.parametrize(
    "played",
    by_day(
        [("contrat-4", "fft cards_each=4"), ("tarot-4", "fft"), ("papayou-5", "traditional")],
        lambda played: played[0] == "contrat-4",
    ),
)
def test_two_people_and_robots_play_a_deal_one_loses_the_network_and_comes_back(
    people: tuple[Page, Page], live_server, monkeypatch: pytest.MonkeyPatch, played: tuple[str, str]
) -> None:
    game, rules = played
    monkeypatch.setattr(shown_table, "HEARTBEAT", 1)
    anne, boris = people
    errors: list[str] = []
    for page in people:
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
    anne.goto(live_server.url + reverse("rooms-free-open"))
    assert faults_of_kinds(anne, anne.url, "rooms-free-open", {}) == []
    anne.set_viewport_size(PHONE)
    anne.reload()  # some of the games were taken away to judge the page
    anne.get_by_label("Votre nom à la table").fill("Anne")
    anne.get_by_label("Jeu", exact=True).select_option(game)
    levels = anne.get_by_label("Robots", exact=True)
    if len(offered_levels(game)) > 1:
        levels.select_option("debutant")
    else:
        expect(levels).to_be_hidden()
    anne.get_by_role("button", name="Ouvrir la table").click()
    expect(anne.get_by_label("Lien de la table")).to_be_visible()
    FreeTable.objects.update(rule_set=rules, reserve_seconds=600)

    boris.goto(live_server.url + reverse("rooms-free"))
    assert faults_of_kinds(boris, boris.url, "rooms-free", {}) == []
    boris.locator(".own-tables a").click()
    boris.get_by_label("Votre nom à la table").fill("Boris")
    boris.get_by_role("button", name="S’asseoir").click()
    expect(anne.locator(".waiting-seats")).to_contain_text("Boris")
    assert faults_of_kinds(anne, anne.url, "rooms-free-table", {}) == []
    anne.set_viewport_size(PHONE)
    anne.get_by_role("button", name="Commencer").click()
    expect(boris.locator("[data-table]")).to_be_visible()
    play_until((boris, anne), ".last-trick")

    with boris.expect_response("**/suite/"):  # nothing of his is on its way
        pass
    boris.context.set_offline(True)
    his = anne.locator(".places li", has_text="Boris")
    wait_for_robot("Boris", his, lambda: play_until((anne,), ".places .is-turn:has-text('Boris')"))
    boris.context.set_offline(False)
    expect(his).not_to_contain_text("un robot joue")
    assert faults_of_kinds(anne, anne.url, "rooms-free-deal", {}) == []
    anne.set_viewport_size(PHONE)
    play_until((anne, boris), ".end")

    expect(anne.locator(".totals")).to_contain_text("Boris")
    expect(boris.get_by_role("button", name="Donne suivante")).to_be_visible()
    assert faults_of_kinds(anne, anne.url, "rooms-free-end", {}) == []
    rows = list(TableAction.objects.order_by("number").values_list("number", flat=True))
    assert rows == list(range(1, len(rows) + 1))
    makers = set(TableAction.objects.filter(seat=1).values_list("made_by", flat=True))
    assert makers == {"person", "robot"}
    cards_told = [line for line in anne.locator("[data-log] p").all_inner_texts() if "Vous jouez" in line]
    assert len(set(cards_told)) == len(cards_told) > 0
    assert errors == []


# --- the tables of a round ----------------------------------------------------------------------------------


def enter(page: Page, site: str, of: RoomRound) -> str:
    """Enter a round that waits; the name at the table."""
    page.goto(site + reverse("rooms-round", args=[of.pk]))
    page.get_by_role("button", name="Entrer dans cette manche").click()
    expect(page.get_by_role("button", name="Quitter cette manche")).to_be_visible()
    return f"Joueur {of.entries.count()}"


def seed_that_seats_together() -> int:
    """A round's seed with which the first two of eight sit at the first table."""

    def first_table(seed: int) -> list[int]:
        people = list(range(8))
        Random(seed).shuffle(people)
        return people[:4]

    return next(seed for seed in count() if {0, 1} <= set(first_table(seed)))


def play_others(of: RoomRound, in_browsers: Collection[str]) -> bool:
    """Let one person without a browser act at each table, then run the worker. Return whether any acted."""
    acted = False
    with AT_ONCE:
        current_time = timezone.now()
        for at in of.tables.filter(free_table__ended_at=None).select_related("free_table"):
            seated = load_gathering(at.free_table)
            acting = seated.acting()
            if acting is not None and acting.name not in in_browsers:
                sitting = load_gathering(at.free_table, acting).sitting
                assert sitting is not None
                action = choose_action(sitting.view, RobotLevel.DEBUTANT, seed=sitting.number)
                act_at_seat(me=acting, number=sitting.number, texts=[format_action(action)], now=current_time)
                acted = True
            elif not seated.is_playing and not {seat.name for seat in seated.seats} & set(in_browsers):
                assert seated.deal is not None
                if not seated.is_match_over:
                    begin_deal(me=seated.seats[0], seen=seated.deal.number, now=current_time)
        go_on_with_tables(of=of, now=current_time)
    return acted


def naive_ranking(of: RoomRound) -> dict[int, tuple[Fraction, int | None]]:
    """percent and place of each entry, from the logs: the two hands of each deal and seat compared."""
    hands: dict[tuple[int, int], list[tuple[int, Fraction]]] = defaultdict(list)
    for deal in range(1, of.deals + 1):
        tables = played_hands(of, deal)
        for hand in RoomPlay.objects.filter(entry__round=of, deal=deal):
            points = load_sitting(tables[hand.at_id or 0]).state.scores()[hand.seat or 0]
            hands[deal, hand.seat or 0].append((hand.entry_id, Fraction(points)))
    marks: dict[int, list[Fraction]] = defaultdict(list)
    for (entry_pk, scores), (rival_pk, his) in hands.values():
        marks[entry_pk].append(Fraction(100 * (scores > his) + 50 * (scores == his)))
        marks[rival_pk].append(Fraction(100 * (his > scores) + 50 * (scores == his)))
    percents = {entry: sum(scores, Fraction()) / len(scores) for entry, scores in marks.items()}
    people = of.entries.filter(is_robot=False).values_list("pk", flat=True)
    ranked = [pk for pk in people if 2 * len(marks[pk]) >= of.deals]
    return {
        pk: (
            percent,
            1 + sum(percents[ranked_pk] > percent for ranked_pk in ranked) if pk in ranked else None,
        )
        for pk, percent in percents.items()
    }


@pytest.mark.nights
def test_eight_people_play_a_round_together_one_leaves_one_loses_the_network_and_comes_back(
    people: tuple[Page, Page], live_server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown_table, "HEARTBEAT", 1)
    anne, boris = people
    errors: list[str] = []
    room = make_room(seating=RoomSeating.TABLES, deals=DEALS, unplayed=UnplayedRule.LEFT_OUT)
    current_time = timezone.now()
    of = round_to_enter(room=room, now=room.start_at(current_time))
    later = {
        "starts_at": current_time + timedelta(minutes=5),
        "ends_at": current_time + timedelta(minutes=65),
    }
    RoomRound.objects.filter(pk=of.pk).update(robot_seed=seed_that_seats_together(), **later)
    of.refresh_from_db()
    names = []
    for page in people:
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        names.append(enter(page, live_server.url, of))
    with AT_ONCE:
        entries = [make_entry(of, f"phone-{number}", now=timezone.now()) for number in range(6)]
        RoomRound.objects.filter(pk=of.pk).update(starts_at=timezone.now())
        of = deal_round(of=of, now=timezone.now())
        neighbour = next(entry for entry in entries if RoomEntry.objects.get(pk=entry.pk).line in range(4))
    for page in people:
        # the page of a round goes to the table by itself
        expect(page.locator("[data-table]")).to_be_visible()

    assert faults_of_kinds(anne, anne.url, "rooms-shared-deal", {}) == []
    anne.set_viewport_size(PHONE)
    anne.reload()
    play_until((boris, anne), ".last-trick", lambda: play_others(of, names))
    with boris.expect_response("**/suite/"):  # nothing of his is on its way
        pass
    boris.context.set_offline(True)
    his_place = anne.locator(".places li", has_text=names[1])
    his_turn = f".places .is-turn:has-text('{names[1]}')"
    wait_for_robot(names[1], his_place, lambda: play_until((anne,), his_turn, lambda: play_others(of, names)))
    boris.context.set_offline(False)
    expect(his_place).not_to_contain_text("un robot joue")
    play_until((anne, boris), ".end", lambda: play_others(of, names))
    his_seat = TableSeat.objects.get(name=names[1])
    his_actions = TableAction.objects.filter(
        table__free_deal__free_table=his_seat.table_id, seat=his_seat.seat
    )
    makers = set(his_actions.values_list("made_by", flat=True))

    anne.get_by_role("button", name="Donne suivante").click()
    expect(boris.locator(".end")).to_have_count(0)
    play_until((boris, anne), ".last-trick", lambda: play_others(of, names))
    with AT_ONCE:
        leave_round(entry=RoomEntry.objects.get(pk=neighbour.pk), now=timezone.now())
    expect(anne.locator(".places")).not_to_contain_text(f"Joueur {neighbour.number}")
    while of.tables.filter(position=1).count() < 2:
        play_others(of, ())
    anne.get_by_role("link", name="Aller à ma table suivante").click()
    play_until((anne,), ".last-trick", lambda: play_others(of, names[:1]))
    while of.tables.filter(free_table__ended_at=None).exists():
        play_others(of, ())

    with AT_ONCE:
        end_round(of)
        expected = naive_ranking(of)
        results = {entry.pk: (entry.percent, entry.place) for entry in of.entries.all()}
        places = {entry.number: entry.place for entry in of.entries.filter(is_robot=False)}
    anne.goto(live_server.url + reverse("rooms-round", args=[of.pk]))
    expect(anne.locator(".my-place")).to_contain_text(f"Votre place : {places[1]} sur 7")
    assert faults_of_kinds(anne, anne.url, "rooms-shared-round", {}) == []
    assert {pk: (Fraction(percent), place) for pk, (percent, place) in results.items() if percent} == expected
    assert places[neighbour.number] is None
    assert makers == {"person", "robot"}
    assert errors == []
