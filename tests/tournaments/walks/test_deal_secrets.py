"""Every role × every state of the deals × every address of pages and API: visibility of cards.

The addresses are those of the permission matrix, of the API's resolver and of the documents: new ones are
requested here too.
"""

from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Deal, DealSet
from tests.cases import by_day
from tests.factories.card_texts import text_of_answer, texts_of_cards
from tests.factories.tournaments import enter_results, list_plays, make_reader, reveal
from tests.tournaments.walks.matrix.asking import IS_WHOLE
from tests.tournaments.walks.matrix.evening import MATRIX, Evening, make_evening, make_role
from tests.tournaments.walks.matrix.rules import CARD_READERS, NOBODY, ROLES, VISITOR
from tests.tournaments.walks.matrix.scene import make_document
from tournaments.api.v1.urls import urlpatterns as api_urls
from tournaments.base.access import Right
from tournaments.deals.services.deals import open_boards
from tournaments.enums import DocumentKind, Visibility
from tournaments.models import Play, Seating
from tournaments.paper.documents.registry import DOCUMENTS

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("sessions_in_cookies")]

BOARD = 1
NOT_ASKED = {"api-v1-schema", "api-v1-result-record"}
"""Routes of the API that describe it or are only written to."""
CARD_PAPERS = {kind for kind in DocumentKind if DOCUMENTS[kind].right == Right.SEE_DEALS}
PAGE_OF_HANDS = {"organiser-hands"}
"""Page that shows a reader who plays the cards that they may know."""
SECRET = PAGE_OF_HANDS | {
    "organiser-preparing",
    "organiser-deals-strength",
    "organiser-deals-file",
    *CARD_PAPERS,
}
"""Pages and papers that show sealed cards to users who may read all of them."""
OPEN = {"public-board", "api-v1-board"}
"""Public pages that show the cards of an étui that is opened and no longer in play."""
REVEALED = {"public-deal-document"}
"""Pages that show the cards with the seed."""


@dataclass(frozen=True)
class State:
    """State of the deals: sealed, opened, revealed."""

    is_dealt: bool = True
    is_opened: bool = False
    is_played: bool = False
    is_over: bool = False
    """No other étui is due: everything is played."""
    is_revealed: bool = False


STATES = {
    "none": State(is_dealt=False),
    "sealed": State(),
    "sealed, played": State(is_played=True),
    "opened, in play": State(is_opened=True),
    "opened, played": State(is_opened=True, is_played=True),
    "all played": State(is_played=True, is_over=True),
    "revealed": State(is_opened=True, is_played=True, is_over=True, is_revealed=True),
}


@dataclass(frozen=True)
class Viewer:
    """Role that requests everything."""

    role: str
    is_named: bool = False
    table: int | None = None
    """Table of the viewer in the first round, None for a viewer who does not play.

    The étui begins at table 1.
    """

    def sees(self, state: State) -> set[str]:
        """Return the pages that show the viewer the cards of the étui."""
        pages_shown: set[str] = OPEN if state.is_opened and state.is_played else set()
        pages_shown = pages_shown | (REVEALED if state.is_revealed else set())
        if not (state.is_dealt and self.is_named and self.role in CARD_READERS):
            return pages_shown
        if self.table is None or state.is_over:
            return pages_shown | SECRET
        return pages_shown | (PAGE_OF_HANDS if state.is_played or self.table == 1 else set())


EVERYBODY = [
    *(Viewer(role) for role in ROLES),
    *(Viewer(role, is_named=True) for role in sorted(CARD_READERS)),
    *(Viewer("director", is_named=True, table=table) for table in (1, 2)),
    Viewer("director", table=2),
]
KINDS = [viewer for viewer in EVERYBODY if viewer.role in (VISITOR, "scorer", "director")]
"""One viewer of each kind: the permission matrix proves that only these kinds differ."""
BOTH = [Viewer(VISITOR), Viewer("director", is_named=True)]
"""Viewers with the fewest and the most rights."""
UNLIKE = [viewer for viewer in KINDS if viewer.role == VISITOR or viewer.is_named]
"""Viewers of the day: those of the kinds for whom one state shows something else than another.

Sealed cards stay sealed to each kind every day.
"""
DIFFERING = [viewer for viewer in EVERYBODY if viewer not in KINDS and not viewer.is_named]
"""Roles that the kinds leave out. By day a director stands for all who are named to read cards."""
IN_PLAY = "opened, in play"
OPENS_ALL: dict[str, list[Viewer]] = (
    {name: BOTH for name in STATES if name != "none"} | {IN_PLAY: KINDS} if IS_WHOLE else {}
)
"""Viewers who open every page, by state. All others open the pages that can show cards.

By day none: pages add nothing for a viewer who may read every card. A visitor, and a viewer who may open
every page and see no card, do so each day in `test_sealed_cards_walk.py`.
"""
PAPERS = sorted(CARD_PAPERS)


def papers_asked(name: str) -> set[str]:
    """The papers with cards that are asked for in a state: by day one in turn, but all while sealed."""
    return set(PAPERS) if IS_WHOLE or name == "sealed" else {PAPERS[[*STATES].index(name) % len(PAPERS)]}


def bring_to(state: State, evening: Evening) -> None:
    session = evening.tournament.sessions.get()
    Deal.objects.filter(number__gt=2).delete()
    if not state.is_dealt:
        session.deal_set = None
        session.save()
        DealSet.objects.filter(room_round=None).delete()
    if state.is_opened:
        open_boards(session=session, boards=[BOARD], opened_by=None)
    if state.is_played:
        enter_results((play, 56) for play in list_plays(evening.tournament)[1:5])
    if state.is_over:
        Play.objects.exclude(board=BOARD).delete()
    if state.is_revealed:
        reveal(evening.tournament)


def sign_in(viewer: Viewer, evening: Evening) -> Client:
    client = Client()
    user = make_role(viewer.role, evening.tournament)
    if user is not None:
        client.force_login(user)
    if user is not None and viewer.is_named:
        make_reader(user, evening.tournament)
    if user is not None and viewer.table is not None:
        seat_at(user, viewer.table, evening)
    return client


def seat_at(user: User, table: int, evening: Evening) -> None:
    """Tie the account to the person with the North seat of the table in the first round."""
    first = Seating.objects.filter(entry__tournament=evening.tournament, round__number=1)
    seating = first.get(table__number=table, seat=0)
    seating.entry.person.user = user
    seating.entry.person.save()


def addresses(evening: Evening) -> dict[str, str]:
    paths_by_page = {name: evening.path(name) for name, row in MATRIX.items() if row.reading is not NOBODY}
    for kind in CARD_PAPERS:
        paths_by_page[kind] = reverse("organiser-document-preview", args=[evening.tournament.slug, kind])
    values = {
        "slug": evening.tournament.slug,
        "number": BOARD,
        "pk": list_plays(evening.tournament)[0].pk,
    }
    for pattern in api_urls:
        if pattern.name not in NOT_ASKED:
            arguments = {key: values[key] for key in pattern.pattern.converters}
            paths_by_page[str(pattern.name)] = reverse(str(pattern.name), kwargs=arguments)
    return paths_by_page


def shows_cards(response: Any, texts: list[str]) -> bool:
    return response.status_code == 200 and any(cards in text_of_answer(response) for cards in texts)


@pytest.mark.parametrize("name", STATES)
def test_cards_show_where_they_may_and_nowhere_else(name: str) -> None:
    state = STATES[name]
    evening = make_evening(Visibility.PUBLIC, is_revealed=False)
    texts = texts_of_cards(Deal.objects.get(deal_set__session__tournament=evening.tournament, number=BOARD))
    bring_to(state, evening)
    paths = addresses(evening)
    expected, pages_by_viewer = {}, {}

    dealt = KINDS if IS_WHOLE or name == "sealed" else UNLIKE
    for viewer in dealt if state.is_dealt else BOTH:
        client = sign_in(viewer, evening)
        opens_all = viewer in OPENS_ALL.get(name, ())
        pages = paths.keys() if opens_all else paths.keys() & (SECRET | OPEN | REVEALED)
        pages -= CARD_PAPERS - papers_asked(name)
        expected[viewer] = viewer.sees(state) & pages
        pages_by_viewer[viewer] = {page for page in pages if shows_cards(client.get(paths[page]), texts)}

    assert pages_by_viewer == expected


def test_sealed_cards_show_to_every_role_as_to_its_kind() -> None:
    state = STATES["sealed"]
    evening = make_evening(Visibility.PUBLIC, is_revealed=False)
    texts = texts_of_cards(Deal.objects.get(deal_set__session__tournament=evening.tournament, number=BOARD))
    bring_to(state, evening)
    paths = {page: path for page, path in addresses(evening).items() if page in SECRET | OPEN | REVEALED}
    expected, pages_by_viewer = {}, {}

    for viewer in EVERYBODY if IS_WHOLE else DIFFERING:
        client = sign_in(viewer, evening)
        expected[viewer] = viewer.sees(state)
        pages_by_viewer[viewer] = {
            page for page, path in paths.items() if shows_cards(client.get(path), texts)
        }

    assert pages_by_viewer == expected


@pytest.mark.parametrize(
    "viewer",
    by_day(
        [
            Viewer("scorer"),
            Viewer("scorer", table=2),
            Viewer("owner"),
            Viewer("superuser"),
            Viewer("director", is_named=True, table=1),
        ],
        lambda viewer: viewer.role in ("superuser", "director") or viewer == Viewer("scorer"),
    ),
    ids=str,
)
@pytest.mark.usefixtures("unwritten")
def test_papers_with_cards_are_refused(viewer: Viewer) -> None:
    evening = make_evening(Visibility.PUBLIC, is_revealed=False)
    slug = evening.tournament.slug
    client = sign_in(viewer, evening)

    for kind in CARD_PAPERS:
        document = make_document(evening.tournament, kind)
        preview = client.get(reverse("organiser-document-preview", args=[slug, kind]))
        file = client.get(reverse("organiser-document", args=[slug, document.pk]))
        request_refused = client.post(reverse("organiser-documents", args=[slug]), {"kind": kind})

        assert [answer.status_code for answer in (preview, file, request_refused)] == [403, 403, 403], kind


@pytest.mark.parametrize(
    ("viewer", "sentence"),
    [
        (Viewer("director", is_named=True, table=1), "Vous jouez ce tournoi"),
        (Viewer("director"), "Vous n’êtes pas nommé"),
        (Viewer("scorer"), "Votre compte n’a pas ce droit"),
    ],
    ids=str,
)
def test_refusal_says_why(viewer: Viewer, sentence: str) -> None:
    evening = make_evening(Visibility.PUBLIC, is_revealed=False)

    page = sign_in(viewer, evening).get(evening.path("organiser-preparing"))

    assert page.status_code == 403
    assert sentence in page.text
    assert (f"{evening.path('organiser-deals')}#lecteurs" in page.text) is (viewer.role == "director")


def test_page_of_documents_says_why_papers_are_missing_to_those_who_could_be_named() -> None:
    evening = make_evening(Visibility.PUBLIC, is_revealed=False)
    documents = evening.path("organiser-documents")

    scorer = sign_in(Viewer("scorer"), evening).get(documents)
    unnamed = sign_in(Viewer("referee"), evening).get(documents)

    assert scorer.context["why_no_cards"] == ""
    assert "Vous n’êtes pas nommé" in unnamed.text
