"""Whole deals at a table of the site: on a phone, with the keys alone, without JavaScript; read by axe."""

import gzip
import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Locator, Page, Route, expect

from games.core.actions import format_action
from games.core.bots.choosing import RobotLevel
from games.core.bots.habits.choices import ChoiceMethod, RobotChoice
from games.core.variants.registry import find_variant
from play.tables.enums import ActionMaker, TableOrigin
from play.tables.models import PlayedTable, TableAction
from play.tables.services import table_robots
from play.tables.services.played_tables import begin_table, load_sitting, play_turn
from tests.cases import by_day
from tests.e2e.judging import LARGE_TEXT, OVERFLOW, faults_of_kinds
from tests.factories.played_tables import play_out
from tournaments.rankings.services import play_analyses

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 360, "height": 640}
ON_ITS_SIDE = {"width": 640, "height": 360}
PARTS = ".place, .laid .playing-card, .asked, .choices, .last-trick summary, .middle .won, .own-hand"
PRINTED_OVER = """parts => {
    const shown = [...document.querySelectorAll(parts)].filter(part => part.checkVisibility());
    const boxes = shown.map(part => [part, part.getBoundingClientRect()]);
    const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const name = part => part.className || part.localName;
    return boxes.flatMap(([one, a], place) => boxes.slice(place + 1)
        .filter(([two, b]) => !(one.matches(".laid *") && two.matches(".laid *")) && meets(a, b))
        .map(([two]) => `${name(one)} over ${name(two)}`));
}"""
"""Script that returns the parts of the table that overlap; cards of one trick may."""
CUT_NAMES = """[...document.querySelectorAll('.place h3')]
    .filter(name => name.scrollWidth > name.clientWidth).map(name => name.textContent)"""
FIRST_CHOICE = ".turn :is(.own-hand, .choices) :enabled, .end-actions :is(button, a)"
MOST_TURNS = 60
LONG_GAMES = (
    "tarot-2-mort",
    "tarot-2-tirette",
    "tarot-16",
    "nullo-4",
    "papayou-5",
    "grelin-5",
    "cold-poker-3",
)
"""Games of document 004 besides contrat and its kind, with cards lying open beside a hand."""
ANALYSIS = 60_000
"""Milliseconds: the search may have to be compiled first."""
BYTES = 120 * 1024
"""Largest first load, compressed as it is sent, without pictures."""


def begin(game: str, *, seat: int = 0, bid: str = "garde", number: int = 5) -> str:
    """Path of a table at which the person took."""
    return reverse(
        "rooms-table",
        args=[
            begin_table(
                origin=TableOrigin.PRACTICE,
                game=game,
                layout=find_variant(game).random_layout(Random(number)),
                dealer=1,
                seat=seat,
                contract=(0, bid) if game.startswith("tarot") else None,
                level=RobotLevel.DEBUTANT,
                robot_seed=2,
            ).table.secret
        ],
    )


def settle(page: Page) -> int:
    """Wait until the person can do something, or the deal is over; the log's number then."""
    expect(page.locator("form.turn:not(.waits):not([data-sending]), .end").first).to_be_visible()
    return int(page.locator("[name=numero]").first.input_value())


def moved(page: Page, number: int) -> None:
    """Wait until something was added to the log."""
    page.wait_for_function(
        "number => Number(document.querySelector('[name=numero]')?.value) > number", arg=number
    )


def tap(page: Page) -> None:
    """Tap the requested action: cards to discard, the first choice, the first card."""
    discards = int(page.locator("form.turn").get_attribute("data-discards") or 0)
    if discards:
        boxes = page.locator(".own-hand label")
        for place in range(discards):
            boxes.nth(-1 - place).tap(position={"x": 12, "y": 16})
        page.locator("[data-discard]").tap()
    elif page.locator(".choices button").count():
        page.locator(".choices button").first.tap()
    else:
        page.locator(".own-hand button").first.tap(position={"x": 12, "y": 16})


def lowest_card(page: Page) -> float:
    """Return the lower edge of the person's hand, in pixels from the top of the page."""
    return float(
        page.evaluate("""Math.max(0, ...[...document.querySelectorAll('.own-hand .playing-card')]
            .map(card => card.getBoundingClientRect().bottom + scrollY))""")
    )


def tap_through(page: Page) -> int:
    """Play the whole deal by tapping, the hand in sight all the time; how many turns it took."""
    for turn in range(MOST_TURNS):
        number = settle(page)
        if page.locator(".end").count():
            return turn
        assert lowest_card(page) <= PHONE["height"], f"turn {turn}"
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        tap(page)
        moved(page, number)
    raise AssertionError("the deal does not end")


def play_on(page: Page, turns: int) -> Iterator[int]:
    """Tap through so many turns; before each tap the page is the caller's."""
    for turn in range(turns):
        number = settle(page)
        yield turn
        tap(page)
        moved(page, number)


def go_to(page: Page, name: str) -> None:
    """Go with an arrow key to the next thing of a name."""
    for _ in range(MOST_TURNS):
        if page.evaluate("document.activeElement.name") == name:
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"no arrow leads to {name or 'a button'}")


def press(page: Page) -> None:
    """Take the requested action with the keys alone, and wait until it is logged."""
    number = settle(page)
    discards = int(page.locator("form.turn").get_attribute("data-discards") or 0)
    page.keyboard.press("ArrowRight")
    if discards:
        go_to(page, "carte")
        for count in range(1, discards + 1):
            page.keyboard.press("Space")
            expect(page.locator("[data-log] p").last).to_have_text(f"{count} sur {discards}")
            page.keyboard.press("ArrowRight")
        go_to(page, "")
    page.keyboard.press("Enter")
    moved(page, number)


def press_through(page: Page) -> int:
    """Play the whole deal with the keys alone; how many turns it took."""
    for turn in range(MOST_TURNS):
        settle(page)
        if turn:
            expect(page.locator(FIRST_CHOICE).first).to_be_focused()
        if page.locator(".end").count():
            return turn
        press(page)
    raise AssertionError("the deal does not end")


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("game", by_day(["tarot-3", "tarot-5", "tarot-9"], "tarot-9".__eq__))
def test_table_of_any_size_is_read_by_axe_on_a_phone_and_takes_a_tap(
    phone: Page, live_server, game: str
) -> None:
    phone.goto(live_server.url + begin(game))
    assert faults_of_kinds(phone, phone.url, "rooms-table", {}) == []
    phone.set_viewport_size(PHONE)

    number = settle(phone)
    tap(phone)

    moved(phone, number)


@pytest.mark.parametrize(
    "game",
    by_day(["tarot-3", "tarot-5", "tarot-9", "contrat-4", *LONG_GAMES], "tarot-5".__eq__),
)
def test_whole_deal_is_tapped_on_a_phone(phone: Page, live_server, game: str) -> None:
    phone.goto(live_server.url + begin(game))

    turns = tap_through(phone)

    expect(phone.locator(".scores li")).to_have_count(find_variant(game).player_count)
    ends_with_an_empty_hand = game.startswith("grelin")  # anybody's
    assert (
        ends_with_an_empty_hand or turns >= find_variant(game).hand_sizes(find_variant(game).make_rules())[0]
    )
    said = phone.locator("[data-log] p")
    assert said.count() > turns
    if game == "tarot-5":
        expect(said.last).to_contain_text("le pli.")
        lines = said.all_inner_texts()
        assert all(line != next_line for line, next_line in pairwise(lines))
        assert " ".join(lines).count("le pli.") == 15


@pytest.mark.parametrize(
    "game", by_day(["tarot-3", "tarot-4", "tarot-5", "tarot-10", "tarot-16"], "tarot-5".__eq__)
)
def test_phone_on_its_side_and_large_text_show_hand_trick_and_turn(
    phone: Page, live_server, game: str
) -> None:
    phone.set_viewport_size(ON_ITS_SIDE)
    phone.goto(live_server.url + begin(game))

    # a bid of one's own comes late around a large table
    for turn in play_on(phone, 8 if game == "tarot-16" else 5):
        assert phone.evaluate(PRINTED_OVER, PARTS) == [], f"turn {turn}"
        assert lowest_card(phone) <= ON_ITS_SIDE["height"], f"turn {turn}"
        assert phone.evaluate("scrollY") == 0
    assert phone.locator(".last-trick").count() == 1

    phone.set_viewport_size(PHONE)
    phone.evaluate(LARGE_TEXT)
    for turn in play_on(phone, 2):
        assert phone.evaluate(PRINTED_OVER, PARTS) == [], f"large, turn {turn}"
        assert phone.evaluate(CUT_NAMES) == []
        cards = phone.locator(".laid .playing-card").all()
        edges = [box for card in cards if card.is_visible() and (box := card.bounding_box())]
        assert all(0 <= box["x"] <= box["x"] + box["width"] <= PHONE["width"] for box in edges)
        assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_large_text_keeps_words_and_open_piles_whole(phone: Page, live_server) -> None:
    phone.goto(live_server.url + begin("cold-poker-3"))
    phone.evaluate(LARGE_TEXT)

    for turn in play_on(phone, 8):
        words = phone.locator(".middle .won").all()
        assert all(line.evaluate("line => line.clientWidth") > PHONE["width"] / 2 for line in words), turn
    names, cards = phone.locator(".pile h3").first, phone.locator(".pile .fan").first

    assert phone.locator(".pile").count() >= 3
    assert phone.locator(".middle .won").count()
    above, below = names.bounding_box(), cards.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"] + 1


def test_cards_chosen_for_the_discard_keep_their_index(phone: Page, live_server) -> None:
    phone.goto(live_server.url + begin("tarot-4"))
    settle(phone)

    boxes = phone.locator(".own-hand label")
    for place in range(6):
        boxes.nth(-1 - place).tap(position={"x": 12, "y": 16})

    hidden = phone.evaluate("""[...document.querySelectorAll('.own-hand label:has(:checked) .card-index')]
        .filter(index => {
            const {left, top, height} = index.getBoundingClientRect();
            const upon = document.elementsFromPoint(left + 8, top + height / 3);
            return upon.find(part => part.matches('.playing-card, .playing-card *'))
                ?.closest('.playing-card') !== index.closest('.playing-card');
        }).length""")
    assert hidden == 0


@pytest.mark.nights  # by day a deal of one's own is replayed with them, below
@pytest.mark.parametrize(
    "game",
    [
        "tarot-3",
        "tarot-4",
        "tarot-5",
        "tarot-9",
        "nullo-4",
        "papayou-4",
        "papayou-5",
        "grelin-5",
        "contrat-4",
        "cold-poker-3",
    ],
)
def test_whole_deal_is_played_with_the_keys_alone(page: Page, live_server, game: str) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_viewport_size(PHONE)
    page.goto(live_server.url + begin(game))
    assert faults_of_kinds(page, page.url, "rooms-table", {}) == []
    page.set_viewport_size(PHONE)

    press_through(page)

    expect(page.locator(".scores li")).to_have_count(find_variant(game).player_count)
    assert faults_of_kinds(page, page.url, "rooms-table-end", {}) == []
    assert errors == []


def test_own_deal_is_replayed_with_the_keys_alone(page: Page, live_server) -> None:
    page.goto(live_server.url + begin("tarot-4"))
    page.locator(".asked").get_by_role("button", name="Indice").press("Enter")
    expect(page.locator(FIRST_CHOICE).first).to_be_focused()
    press(page)
    settle(page)
    expect(page.locator(FIRST_CHOICE).first).to_be_focused()
    expect(page.locator("[data-log] p").last).to_have_text("Annoncez-vous un chelem ?")
    page.locator(".asked").get_by_role("button", name="Indice").press("Enter")
    # a hint repeats no prompt
    expect(page.locator("[data-log] p").last).to_have_text(re.compile("^Le robot"))
    play_out(PlayedTable.objects.get())
    page.reload()

    expect(page.locator(".account .total")).to_be_visible()
    page.get_by_role("link", name="Revoir carte par carte").press("Enter")
    expect(page.locator(".middle h3")).to_have_text(re.compile("Avant la première carte"))
    assert faults_of_kinds(page, page.url, "rooms-table-replay", {}) == []

    page.set_viewport_size(PHONE)
    rows = page.evaluate("""[...document.querySelectorAll('#coup .place .fan')].map(hand =>
        new Set([...hand.querySelectorAll('.playing-card')].map(card => card.offsetTop)).size)""")
    assert rows == [1] * 4
    felt = page.locator("#coup .felt-table").bounding_box()
    assert felt is not None
    assert felt["height"] <= PHONE["height"]
    # text at 200 % on this phone: half of its width in rem
    page.set_viewport_size({"width": 180, "height": 320})
    assert page.evaluate(OVERFLOW) == 0
    page.goto(f"{live_server.url}/apprendre/debuter/")
    assert page.evaluate(OVERFLOW) == 0


@pytest.mark.nights  # by day a deal of one's own is, above
def test_etui_of_a_finished_evening_is_played_again_with_the_keys_alone_and_compared(
    page: Page, site: str
) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_viewport_size(PHONE)
    page.goto(site)
    page.get_by_role("link", name="Tournoi d’automne").click()
    page.get_by_role("navigation", name="Tournoi").wait_for()
    page.goto(page.url.partition("?")[0] + "etuis/1/")
    page.get_by_role("link", name="Rejouer cette donne").click()
    assert faults_of_kinds(page, page.url, "rooms-again", {}) == []
    page.get_by_label("Robots").select_option("debutant")
    page.get_by_role("button", name="Jouer", exact=True).click()
    page.wait_for_url("**/jouer/table/**")

    press_through(page)

    expect(page.get_by_role("heading", name="À côté des autres tables")).to_be_visible()
    compared = re.compile(r"\d+\s%\s+en (attaque|défense) contre \d+ tables?, hors classement")
    expect(page.locator(".field-beside > p")).to_have_text(compared)
    assert faults_of_kinds(page, page.url, "rooms-table-end", {}) == []
    address = page.url
    page.get_by_role("link", name="Revenir à l’étui").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Étui 1")
    page.goto(address)
    page.get_by_role("link", name="La soirée rejouée").click()
    expect(page.locator(".daily-result")).to_contain_text("Votre moyenne sur 1 étui")
    assert faults_of_kinds(page, page.url, "rooms-evening-again", {}) == []
    page.get_by_role("link", name="Rejouer à plusieurs").click()
    assert faults_of_kinds(page, page.url, "rooms-evening-table", {}) == []
    page.goto(address)
    page.get_by_role("button", name="L’étui suivant").press("Enter")
    expect(page.locator(".table-title, h1").first).to_contain_text("Étui 2")
    assert errors == []


def test_finished_deal_is_analysed_on_a_phone(
    browser: Browser, live_server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_analyses, "BUDGET", 20_000)
    monkeypatch.setattr(play_analyses, "JUDGE", RobotLevel.DEBUTANT)
    monkeypatch.setattr(play_analyses, "PLAY_OUTS", 20)
    monkeypatch.setattr(play_analyses, "can_compile", lambda: True)
    monkeypatch.setattr(play_analyses, "compile_search", lambda: True)
    address = begin("tarot-4", bid="garde_sans", number=6)
    page = browser.new_context(viewport=PHONE).new_page()
    play_out(PlayedTable.objects.get())
    page.goto(f"{live_server.url}{address}carte-par-carte/")

    page.get_by_role("button", name="Analyser la donne").click(timeout=ANALYSIS)

    expect(page.get_by_text("L’analyse est exacte à partir du pli")).to_be_visible(timeout=ANALYSIS)
    assert faults_of_kinds(page, page.url, "rooms-table-replay", {}) == []
    page.get_by_role("link", name="Fin").click()
    expect(page.locator(".card-cost")).to_contain_text("Cette carte")
    assert faults_of_kinds(page, page.url, "rooms-table-replay-card", {}) == []
    page.context.close()


def test_table_is_played_without_javascript(browser: Browser, live_server) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(live_server.url + begin("tarot-4", bid="garde_sans"))

    page.get_by_role("button", name="Non, jouer").click()
    if page.get_by_role("button", name="Continuer").count():
        page.get_by_role("button", name="Continuer").click()
    page.get_by_role("button", name=re.compile("^Jouer l")).first.click()

    expect(page.locator(".last-trick")).to_be_attached()
    page.context.close()


def drag(page: Page, card: Locator, right: int, up: int) -> None:
    """Drag a card by so many pixels from a point near its index."""
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + 10, box["y"] + 20
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y - up, steps=3)
    page.mouse.up()


def first_cards(page: Page) -> Locator:
    """The hand from which a card may be played, after the question for a slam."""
    number = settle(page)
    page.get_by_role("button", name="Non, jouer").click()
    moved(page, number)
    settle(page)
    return page.locator(".own-hand button")


def test_own_card_is_dragged_or_clicked_moves_at_once_and_comes_back_if_refused(
    page: Page, live_server
) -> None:
    page.goto(live_server.url + begin("tarot-4", bid="garde_sans"))
    cards = first_cards(page)
    number, held_routes = settle(page), list[Route]()
    drag(page, cards.first, right=120, up=20)  # beside the hand: put back
    assert settle(page) == number

    def hold(route: Route) -> None:
        held_routes.append(route)

    page.route("**/coup/", hold)

    cards.first.click(position={"x": 10, "y": 20})
    expect(page.locator(".laid .is-sent")).to_be_visible()
    expect(cards.first).to_be_hidden()
    assert len(held_routes) == 1
    held_routes[0].continue_()
    moved(page, number)
    page.unroute("**/coup/")

    number = settle(page)
    drag(page, cards.first, right=30, up=160)
    moved(page, number)

    settle(page)
    count = page.locator(".own-hand li").count()
    page.evaluate("document.querySelector('.own-hand button').value = '99'")
    cards.first.click(position={"x": 10, "y": 20})
    expect(page.get_by_role("alert")).to_contain_text("Ce coup n’est pas permis")
    expect(page.locator(".laid .is-sent")).to_have_count(0)
    assert page.locator(".own-hand li").count() == count


def test_card_tapped_without_network_is_played_once_when_it_is_back_and_no_hint_is_kept(
    page: Page, live_server
) -> None:
    page.goto(live_server.url + begin("tarot-4", bid="garde_sans"))
    cards = first_cards(page)
    number = settle(page)

    page.context.set_offline(True)
    page.get_by_role("button", name="Indice").click()
    expect(page.get_by_role("alert")).to_contain_text("recommencez")
    cards.first.click(position={"x": 10, "y": 20})
    expect(page.get_by_role("alert")).to_contain_text("votre coup est gardé ici")
    expect(page.locator(".laid .is-sent")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("[data-told] [role=status]")).to_have_text("Le réseau est revenu.")
    moved(page, number)
    number = settle(page)
    assert TableAction.objects.filter(made_by=ActionMaker.PERSON).count() == 2

    page.context.set_offline(True)
    cards.first.click(position={"x": 10, "y": 20})
    expect(page.get_by_role("alert")).to_contain_text("votre coup est gardé ici")
    sitting, tapped = load_sitting(PlayedTable.objects.get()), cards.first.get_attribute("value")
    other_actions = [text for action in sitting.view.legal if (text := format_action(action)) != tapped]
    play_turn(table=sitting.table, number=number, texts=other_actions[:1])
    page.context.set_offline(False)
    expect(page.get_by_role("alert")).to_contain_text("La partie a continué sans attendre")
    assert TableAction.objects.filter(made_by=ActionMaker.PERSON).count() == 3


def test_first_load_is_small_and_the_first_pages_are_read_by_axe(page: Page, live_server) -> None:
    sizes: dict[str, int] = {}
    page.on("response", lambda answer: sizes.update({answer.url: len(gzip.compress(answer.body()))}))
    page.goto(live_server.url + begin("tarot-4"), wait_until="networkidle")
    weights = {url: size for url, size in sizes.items() if "/img/" not in url}

    assert len(weights) >= 5
    assert sum(weights.values()) < BYTES
    for name in ("rooms-home", "rooms-daily"):
        page.goto(live_server.url + reverse(name))
        assert faults_of_kinds(page, page.url, name, {}) == []


DECK_FILES = """performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname)
    .filter(path => path.includes('/img/deck')).map(path => path.split('/').at(-1).split('.')[0])"""


def test_page_parses_the_drawings_of_the_cards_that_it_shows_alone(page: Page, live_server) -> None:
    page.set_viewport_size(PHONE)
    page.goto(live_server.url, wait_until="networkidle")
    pictures = page.locator(".fan .card-picture use").evaluate_all(
        "uses => uses.map(use => use.getAttribute('href').split('#')[1])"
    )
    assert len(pictures) == 18
    assert set(page.evaluate(DECK_FILES)) == {"deck-signs", *pictures}

    # small cards without pictures, in the same part as all hands of an étui
    page.goto(live_server.url + begin("tarot-4", bid="garde_sans"))
    play_out(PlayedTable.objects.get())
    page.goto(page.url + "carte-par-carte/", wait_until="networkidle")
    assert page.locator(".place .card-picture").count() == 72
    assert page.locator(".place .card-picture svg").count() == 0
    assert page.evaluate(DECK_FILES) == ["deck-signs"]
    page.set_viewport_size({"width": 1600, "height": 900})
    expect(page.locator(".place .card-picture > svg").first).to_be_visible()


def test_exercise_is_answered_by_keyboard_and_read_by_axe(page: Page, live_server) -> None:
    page.set_viewport_size(PHONE)
    address = live_server.url + reverse("rooms-exercise", args=["ecart", 1])
    page.goto(address)
    boxes = page.locator(".own-hand input")
    for place in range(6):
        boxes.nth(place).focus()
        page.keyboard.press("Space")
    page.get_by_role("button", name="Écarter les 6 cartes choisies").press("Enter")

    verdict = page.get_by_role("status")
    expect(verdict).to_be_focused()
    expect(verdict).to_contain_text("La nôtre")
    assert faults_of_kinds(page, page.url, "rooms-exercise-answered", {}) == []

    page.goto(address)
    assert faults_of_kinds(page, page.url, "rooms-exercise", {}) == []


@pytest.mark.nights  # by day an exercise is answered without it, below
def test_hands_are_bid_and_the_commented_deal_is_followed_without_javascript(
    browser: Browser, live_server
) -> None:
    page = browser.new_context(java_script_enabled=False, locale="fr-FR", viewport=PHONE).new_page()
    page.goto(live_server.url + reverse("rooms-bids"))

    page.locator("#main-1").get_by_label("Prise").check()
    page.locator("#main-7").get_by_label("Passe").check()
    page.get_by_role("button", name="Voir les réponses").click()
    expect(page.get_by_role("status")).to_contain_text("1 sur 2")
    expect(page.locator("#main-1")).to_contain_text("C’est cela")
    expect(page.locator("#main-7")).to_contain_text("La nôtre : Garde contre")

    page.get_by_role("link", name="Suivre la donne commentée").click()
    expect(page.get_by_role("status")).to_contain_text("Nord a risqué une prise")
    page.get_by_role("link", name="Pli ››").click()
    expect(page.get_by_role("status")).to_contain_text("Ouest entame l’as de pique")
    page.get_by_role("link", name="Fin").click()
    expect(page.get_by_role("status")).to_contain_text("29 points pour chaque défenseur")
    page.context.close()


@pytest.mark.nights
@pytest.mark.parametrize(
    "name", ["rooms-bids", "rooms-commented", "games-pack", "games-look", "lessons-index"]
)
def test_pages_of_the_games_are_read_by_axe(page: Page, live_server, name: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(live_server.url + reverse(name))

    assert faults_of_kinds(page, page.url, name, {}) == []


def test_exercise_is_answered_without_javascript(browser: Browser, live_server) -> None:
    page = browser.new_context(java_script_enabled=False, locale="fr-FR").new_page()
    page.goto(live_server.url + reverse("rooms-exercise", args=["attaque", 1]))

    page.get_by_role("button", name="Jouer le 1 d’atout").click()

    expect(page.get_by_role("heading", name="C’est cela")).to_be_visible()
    page.context.close()


def test_practice_deal_that_all_pass_is_followed_by_the_next_at_its_own_address(
    page: Page, live_server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        table_robots,
        "explain_action",
        lambda view, level, **more: RobotChoice(view.legal[0], ChoiceMethod.THUMB),
    )
    layout = find_variant("tarot-4").random_layout(Random(5))
    table = begin_table(
        origin=TableOrigin.PRACTICE,
        game="tarot-4",
        layout=layout,
        dealer=0,
        seat=1,
        level=RobotLevel.DEBUTANT,
    ).table
    page.goto(live_server.url + reverse("rooms-table", args=[table.secret]))
    settle(page)

    page.get_by_role("button", name="Passe", exact=False).first.click()

    expect(page.locator("[data-told]")).to_contain_text("Tout le monde a passé")
    settle(page)
    following = PlayedTable.objects.exclude(pk=table.pk).get()
    page.wait_for_url(re.compile(following.secret))
    page.reload()
    settle(page)
    assert following.secret in page.url


@pytest.mark.parametrize("javascript", [True, False])
def test_level_is_chosen_only_for_games_that_have_levels(
    browser: Browser, live_server, *, javascript: bool
) -> None:
    page = browser.new_context(viewport=PHONE, java_script_enabled=javascript, locale="fr-FR").new_page()
    page.goto(live_server.url + reverse("rooms-home"))
    level = page.locator("#game_level")
    expect(level).to_be_visible()

    page.locator("#game_game").select_option("papayou-4")

    expect(level).to_be_hidden()
    page.context.close()


def test_suits_of_older_packs_are_drawn_as_soon_as_they_are_chosen(page: Page, live_server) -> None:
    page.goto(live_server.url + begin("tarot-4"))
    settle(page)
    sign = page.locator(".own-hand .playing-card.spades .card-index svg").first
    expect(sign).to_have_css("mask-image", "none")

    page.locator(".table-options summary").click()
    page.locator("[name=old-suits]").check()

    expect(sign).to_have_css("mask-image", re.compile("img/old/spades"))
    expect(sign.locator("use")).to_be_hidden()
    page.reload()
    expect(sign).to_have_css("mask-image", re.compile("img/old/spades"))
    assert faults_of_kinds(page, page.url, "rooms-table", {}) == []


def see_hand_beside_open_codes(phone: Page) -> None:
    """Open the announcements on a phone on its side, and compare the hand with the height of the screen."""
    upright, on_its_side = phone.viewport_size, {"width": 740, "height": 360}
    phone.set_viewport_size(on_its_side)
    phone.get_by_text("Annonce à vos équipiers").tap()
    expect(phone.get_by_role("button", name="Une longue")).to_be_visible()
    card = phone.locator(".own-hand li").first.bounding_box()
    assert card is not None
    assert card["y"] < on_its_side["height"] - 44
    phone.get_by_text("Annonce à vos équipiers").tap()
    assert upright is not None
    phone.set_viewport_size(upright)


def test_coded_announcements_are_made_by_tap_and_then_the_card(phone: Page, live_server) -> None:
    game = find_variant("tarot-6")
    table = begin_table(
        origin=TableOrigin.PRACTICE,
        game="tarot-6",
        rules="fft codes=partners petit_sec=play",
        layout=game.random_layout(Random(5)),
        dealer=5,
        seat=0,
        contract=(0, "garde"),
        level=RobotLevel.CLUB,
    ).table
    phone.goto(live_server.url + reverse("rooms-table", args=[table.secret]))
    settle(phone)
    phone.get_by_role("button", name="Non, jouer").tap()
    summary = phone.get_by_text("Annonce à vos équipiers")

    for words, number in (("Une coupe", 2), ("Une longue", 3)):
        summary.tap()
        phone.get_by_role("button", name=words).tap()
        expect(phone.locator("[name=numero]").first).to_have_value(str(number))
        if number == 2:
            see_hand_beside_open_codes(phone)
    expect(summary).to_have_count(0)
    phone.locator(".own-hand button").first.tap(position={"x": 12, "y": 16})

    expect(phone.locator(".story")).to_contain_text("Vous annoncez\N{NO-BREAK SPACE}: une coupe.")
    codes = [action.action.name for action in load_sitting(table).view.steps[1:3]]  # type: ignore[attr-defined]
    assert codes == ["code_void", "code_long"]
