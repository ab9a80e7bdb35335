"""Hidden cards never leave the server: every response of whole deals is searched for them.

Cards are drawn and spoken on a page, and written in its forms. Each form is searched for in every response.
"""

import re
from random import Random

import pytest
from django.core.signing import Signer
from django.test import Client
from django.urls import reverse

from common.requests.devices import DEVICE_COOKIE
from games.core.actions import MakeBid, PlayCard, Ready, format_action
from games.core.bots.choosing import RobotLevel
from games.core.cards import Card, face, format_card
from games.core.play import View
from games.core.variants.registry import find_variant
from play.free.models import FreeTable, TableSeat
from play.free.queries.free_tables import find_seat, load_gathering
from play.free.services.acting import act_at_seat
from play.free.services.dealing import begin_deal
from play.scene.web.table_parts import HEADER, TABLE
from play.tables.enums import TableOrigin
from play.tables.models import PlayedTable
from play.tables.services.played_tables import Sitting, begin_table, load_sitting
from tests.cases import by_day
from tests.factories.free_tables import Club
from tournaments.base.words.cards import the_card
from tournaments.templatetags.cards import card_words

pytestmark = pytest.mark.django_db

PARTS: tuple[dict[str, str], ...] = ({}, {HEADER: TABLE})
"""Headers of complete pages, and of the table alone that a script requests."""
LABEL = re.compile(r'aria-label="([^"]*)"')


def names_of(card: Card) -> tuple[str, str, str]:
    """A card as pages write it: drawn, in a sentence, in a form."""
    return card_words(card), the_card(card), format_card(card)


def words_of_page(text: str) -> set[str]:
    """Return all texts of a page about cards: labels of drawings, values of forms, sentences."""
    parts = set(LABEL.findall(text)) | set(re.findall(r'value="([^"]*)"', text))
    sentences = re.findall(r"<li>([^<]*)</li>|data-words=\"([^\"]*)\"", text)
    return parts | {label or sentence for label, sentence in sentences}


def known_faces(view: View) -> set[int]:
    """Return the faces of the cards that a seat knows: its hand, open cards, played ones, possible calls."""
    cards = set(view.hand) | {card for _name, pile in view.exposed for card in pile}
    for action in (*(step.action for step in view.steps), *view.legal):
        cards |= {action.card} if hasattr(action, "card") else set(getattr(action, "cards", ()))
    return {face(card) for card in cards}


def hidden_in(text: str, sitting: Sitting) -> list[str]:
    """Return the cards of a response that its reader cannot know."""
    page_words = "\n".join(words_of_page(text))
    visible_faces = known_faces(sitting.view)
    hidden = {face(card) for card in sitting.state.variant.deck} - visible_faces
    return [
        format_card(Card(card))
        for card in sorted(hidden)
        if any(
            name in page_words and re.search(rf"(?<![\w]){re.escape(name)}(?!\w)", page_words)
            for name in names_of(Card(card))
        )
    ]


def begin(game: str, contract: tuple[int, str] | None = None) -> PlayedTable:
    variant = find_variant(game)
    return begin_table(
        origin=TableOrigin.PRACTICE,
        game=game,
        layout=variant.random_layout(Random(5)),
        dealer=0,
        seat=1,
        level=RobotLevel.DEBUTANT,
        robot_seed=3,
        contract=contract,
    ).table


@pytest.mark.parametrize(
    "deal",
    by_day(
        [
            ("tarot-3", (0, "garde")),
            ("tarot-4", (1, "garde")),
            ("tarot-4", (2, "garde_contre")),
            ("tarot-5", (3, "garde")),
            ("tarot-10", (1, "garde")),
            ("tarot-2-mort", (1, "garde")),
            ("cold-poker-3", None),
            ("contrat-3", None),
        ],
        lambda deal: deal[0] == "cold-poker-3" or deal == ("tarot-4", (1, "garde")),
    ),
    ids=str,
)
def test_no_answer_of_a_whole_deal_holds_a_card_that_is_hidden(
    client: Client, deal: tuple[str, tuple[int, str] | None]
) -> None:
    table, rng = begin(*deal), Random(1)
    page = reverse("rooms-table", args=[table.secret])
    sitting, seen_steps, leaks, responses = load_sitting(table), 0, list[str](), 0
    answer = client.get(page)

    while not sitting.state.is_over:
        if sitting.is_turn:
            action = re.findall(r'name="(?:action|carte)"\s+value="([^"]+)"', answer.content.decode())
            form = {"numero": sitting.number, "depuis": seen_steps, "action": rng.choice(action)}
            if responses % 5 == 0:
                hint = client.post(f"{page}indice/", {"numero": sitting.number})
                leaks += hidden_in(hint.content.decode(), sitting)
            answer = client.post(f"{page}coup/", form, follow=True, headers=PARTS[responses % 2])
        else:
            answer = client.post(
                f"{page}suite/", {"depuis": seen_steps}, follow=True, headers=PARTS[responses % 2]
            )
        seen_steps, sitting = len(sitting.view.steps), load_sitting(table)
        leaks += hidden_in(answer.content.decode(), sitting)
        responses += 1
        assert answer.status_code == 200

    assert leaks == []
    assert responses > 5


def test_hidden_cards_are_found_where_a_page_shows_them(client: Client) -> None:
    table = begin("tarot-4", (1, "garde"))
    page = client.get(reverse("rooms-table", args=[table.secret])).content.decode()
    sitting = load_sitting(table)
    hidden = min(sitting.state.layout.hands[3])

    for name in names_of(hidden):
        assert hidden_in(page + f'<i aria-label="{name}">', sitting) == [format_card(hidden)]


def sign(client: Client, device: str) -> Client:
    """Give a client the cookie of the device that sits at a table."""
    client.cookies[DEVICE_COOKIE] = Signer(salt="common.devices").sign(device)
    return client


@pytest.mark.parametrize(
    "game",
    by_day(
        ["tarot-4", "tarot-5", "tarot-2-mort", "cold-poker-3", "contrat-3", "papayou-5"],
        lambda game: game == "tarot-4",
    ),
)
def test_no_answer_at_a_table_of_several_holds_the_cards_of_another(game: str) -> None:
    club, rng = Club(game, reserve_seconds=30_000), Random(1)
    if game.startswith("contrat"):  # a match of Contrat begins with a card each
        FreeTable.objects.update(rule_set="fft cards_each=7")
    every = 5 if game == "tarot-4" else 2  # others have fewer people or fewer cards
    browsers = [sign(Client(), f"device {number}") for number in range(2)] + [Client()]
    begin_deal(me=club.seats[0], seen=0, now=club.now)
    page = reverse("rooms-free-table", args=[club.table.secret])
    leaks, responses, turn = list[str](), 0, 0

    while club.look().is_playing:
        acting = club.acting()
        if acting is not None:
            sitting = club.look(acting).sitting
            assert sitting is not None
            legal = sitting.view.legal
            action = legal[-1] if isinstance(legal[-1], MakeBid) else rng.choice(legal)
            form = {"numero": sitting.number, "depuis": 0, "action": format_action(action)}
            browsers[club.seats.index(acting)].post(f"{page}coup/", form)
            club.wait(1)
        turn += 1
        for number, browser in enumerate(browsers if turn % every == 0 else []):
            answer = browser.get(page, {"depuis": 0}, headers=PARTS[turn % 2])
            seat = find_seat(club.table, f"device {number}", None)
            seated = load_gathering(club.table, seat)
            assert (seated.me is None) == (number == 2)
            assert seated.sitting is not None
            if not seated.sitting.state.is_over:
                leaks += hidden_in(answer.content.decode(), seated.sitting)
            responses += 1

    assert leaks == []
    assert responses > 20


def play_to_first_card(club: Club, seat: TableSeat) -> Sitting:
    """Bid and play at a table until it is a person's turn to play their first card."""
    while True:
        acting = club.acting()
        assert acting is not None
        sitting = club.look(acting).sitting
        assert sitting is not None
        legal = sitting.view.legal
        if acting == seat and any(isinstance(action, PlayCard) for action in legal):
            return sitting
        text = format_action(legal[0] if legal[0] == Ready() else legal[-1])
        act_at_seat(me=acting, number=sitting.number, texts=[text], now=club.now)


@pytest.mark.parametrize("heard", ["partners", "all"])
def test_coded_announcement_reaches_only_the_players_who_may_hear_it(heard: str) -> None:
    club = Club("tarot-6", people=1, rules=f"fft codes={heard} petit_sec=play", reserve_seconds=30_000)
    speaker = club.seats[0]
    club.sit("Boris", "device 1", seat=3)
    club.sit("Chloé", "device 2", seat=1)
    page = reverse("rooms-free-table", args=[club.table.secret])
    browsers = {seat.seat: sign(Client(), seat.device) for seat in club.seats} | {-1: Client()}
    begin_deal(me=speaker, seen=0, now=club.now)
    sitting = play_to_first_card(club, speaker)
    own_page = browsers[speaker.seat].get(page).content.decode()
    assert 'value="announce:code_long"' in own_page
    assert "une longue" not in own_page

    act_at_seat(me=speaker, number=sitting.number, texts=["announce:code_long"], now=club.now)

    hearers = set()
    for seat, browser in browsers.items():
        for part in PARTS:
            text = browser.get(page, {"depuis": 0}, headers=part).content.decode()
            assert "code_long" not in text
            assert ("Vous annoncez" if seat == speaker.seat else "Anne") in text
            hearers |= {seat} if "une longue" in text else set()
    assert hearers == (set(browsers) if heard == "all" else {0, 3})
