"""What is hidden from a seat never leaves the server: every answer of whole deals is searched for it.

Cards are drawn and spoken on a page, and written in its forms: each way is read, in everything that is sent.
"""

import re
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from games.core.bots.choosing import RobotLevel
from games.core.cards import Card, face, format_card
from games.core.play import View
from games.core.variants.registry import find_variant
from games.enums import TableOrigin
from games.models import PlayedTable
from games.services.played_tables import Sitting, begin_table, load_sitting
from rooms.words.cards import the_card
from tournaments.templatetags.cards import card_words

pytestmark = pytest.mark.django_db

LABEL = re.compile(r'aria-label="([^"]*)"')


def names_of(card: Card) -> tuple[str, str, str]:
    """A card as pages write it: drawn, in a sentence, in a form."""
    return card_words(card), the_card(card), format_card(card)


def words_of_page(text: str) -> set[str]:
    """All that a page says of cards: labels of what is drawn, values of forms, sentences."""
    parts = set(LABEL.findall(text)) | set(re.findall(r'value="([^"]*)"', text))
    sentences = re.findall(r"<li>([^<]*)</li>|data-words=\"([^\"]*)\"", text)
    return parts | {one or other for one, other in sentences}


def known_faces(view: View) -> set[int]:
    """Faces of the cards that a seat knows: its hand, what lies open, what was done, what may be called."""
    cards = set(view.hand) | {card for _name, pile in view.exposed for card in pile}
    for action in (*(step.action for step in view.steps), *view.legal):
        cards |= {action.card} if hasattr(action, "card") else set(getattr(action, "cards", ()))
    return {face(card) for card in cards}


def hidden_in(text: str, sitting: Sitting) -> list[str]:
    """Cards of an answer that its reader cannot know."""
    said = "\n".join(words_of_page(text))
    known = known_faces(sitting.view)
    hidden = {face(card) for card in sitting.state.variant.deck} - known
    return [
        format_card(Card(card))
        for card in sorted(hidden)
        if any(
            name in said and re.search(rf"(?<![\w]){re.escape(name)}(?!\w)", said)
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
    ("game", "contract"),
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
)
def test_no_answer_of_a_whole_deal_holds_a_card_that_is_hidden(
    client: Client, game: str, contract: tuple[int, str] | None
) -> None:
    table, rng = begin(game, contract), Random(1)
    page = reverse("rooms-table", args=[table.secret])
    sitting, seen, found, asked = load_sitting(table), 0, list[str](), 0

    while not sitting.state.is_over:
        if sitting.is_turn:
            action = re.findall(
                r'name="(?:action|carte)"\s+value="([^"]+)"', client.get(page).content.decode()
            )
            sent = {"numero": sitting.number, "depuis": seen, "action": rng.choice(action)}
            if asked % 5 == 0:
                hint = client.post(f"{page}indice/", {"numero": sitting.number})
                found += hidden_in(hint.content.decode(), sitting)
            answer = client.post(f"{page}coup/", sent, follow=True)
        else:
            answer = client.post(f"{page}suite/", {"depuis": seen}, follow=True)
        seen, sitting = len(sitting.view.steps), load_sitting(table)
        found += hidden_in(answer.content.decode(), sitting)
        asked += 1
        assert answer.status_code == 200

    assert found == []
    assert asked > 5


def test_hidden_cards_are_found_where_a_page_shows_them(client: Client) -> None:
    table = begin("tarot-4", (1, "garde"))
    page = client.get(reverse("rooms-table", args=[table.secret])).content.decode()
    sitting = load_sitting(table)
    hidden = min(sitting.state.layout.hands[3])

    for name in names_of(hidden):
        assert hidden_in(page + f'<i aria-label="{name}">', sitting) == [format_card(hidden)]
