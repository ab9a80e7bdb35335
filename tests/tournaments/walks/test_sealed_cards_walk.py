"""Every address, read and written to, in an evening under way and in one that took its deals over: who finds
a sealed card in any answer.

The addresses are those of the permission matrix, of the API's resolver and of the documents, the club's pages
among them: a new one is asked here too. What is looked for and how: `tests/factories/card_texts.py`.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import NoReverseMatch, reverse

from accounts.models import User
from games.models import Deal
from tests.factories.card_texts import text_of_answer, texts_of_cards
from tests.factories.stored_again import stored_first
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_entered_tournament,
    make_player,
    make_reader,
    make_seated_tournament,
    make_user,
)
from tests.tournaments.walks.matrix.asking import IS_WHOLE, ask
from tests.tournaments.walks.matrix.evening import MATRIX, Evening, make_evening, set_visibility
from tests.tournaments.walks.matrix.rules import NOBODY
from tournaments.api.v1.urls import urlpatterns as api_urls
from tournaments.base.access import Right
from tournaments.deals.services.deal_import import reuse_deal_set
from tournaments.deals.services.deals import open_boards, reveal_deals
from tournaments.enums import DocumentKind, JobState, TournamentState, Visibility
from tournaments.models import PrintedDocument, Session, Tournament
from tournaments.paper.documents.making.sandbox import original_text
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.services.document_making import make_now
from tournaments.seating.services.seating import apply_movement

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("sessions_in_cookies")]

BOARDS = (1, 2)
CARD_PAPERS = {kind for kind in DocumentKind if DOCUMENTS[kind].right == Right.SEE_DEALS}
TEMPLATED = {*CARD_PAPERS, DocumentKind.SESSION_REPORT}
"""Papers with cards that a club may adjust."""
NOT_ASKED = {"api-v1-schema"}
PRINTED = "organiser-document"


@dataclass(frozen=True)
class Scene:
    """A club with an evening under way, A, and another that took its deals over, B."""

    source: Evening
    copy: Evening
    texts: tuple[str, ...]
    """The cards of both, in every form."""

    def person(self, *, named: bool = False, named_in_copy: bool = False, plays: bool = False) -> User:
        """Store a user who keeps the club."""
        user = make_user("Organisatrice", club=self.source.tournament.club)
        if named:
            make_reader(user, self.source.tournament)
        if named_in_copy:
            make_reader(user, self.copy.tournament)
        if plays:
            make_player(user, self.source.tournament)
        return user


Found = tuple[tuple[int, dict[str, dict[str, Any]]], ...]


def name_scene(scene: Scene) -> tuple[Found, tuple[str, ...]]:
    """Return the key that finds a scene again: numbers of both events, arguments of addresses, and texts."""
    return tuple((event.tournament.pk, event.ids) for event in (scene.source, scene.copy)), scene.texts


def find_scene(scene_name: tuple[Found, tuple[str, ...]]) -> Scene:
    source, copy = (
        Evening(Tournament.objects.select_related("club").get(pk=pk), dict(ids)) for pk, ids in scene_name[0]
    )
    return Scene(source, copy, scene_name[1])


@pytest.fixture
def scene() -> Scene:
    return make_scene()


@stored_first(name_scene, find_scene)
def make_scene() -> Scene:
    """Both are public; in B every étui is open and the first one played, in A nothing but one line is."""
    first = make_seated_tournament(make_club())
    enter_result(list_plays(first)[0], 56)
    set_visibility(first, Visibility.PUBLIC)
    tournament = make_entered_tournament(first.club, name="Reprise")
    session, earlier = tournament.sessions.get(), first.sessions.get()
    reuse_deal_set(session=session, earlier=earlier, reused_by=None, confirmed=True)
    tournament = apply_movement(tournament=tournament, seated_by=None)
    copy = make_evening(Visibility.PUBLIC, is_revealed=False, tournament=tournament)
    of_boards = {name: values for name, values in copy.ids.items() if set(values) <= {"number", "kind"}}
    source = Evening(Tournament.objects.select_related("club").get(pk=first.pk), of_boards)
    for event in (source, copy):
        plays_due = list_plays(event.tournament)
        Deal.objects.filter(deal_set__session__tournament=event.tournament).exclude(
            number__in=BOARDS
        ).delete()
        if event is copy:
            enter_results((play, 56) for play in plays_due[1:] if play.board == BOARDS[0])
    open_boards(session=session, boards=None, opened_by=None)
    deals = Deal.objects.filter(deal_set__session=earlier)
    return Scene(source, copy, tuple(text for deal in deals for text in texts_of_cards(deal)))


def sign_in(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def print_paper(tournament: Tournament, kind: DocumentKind) -> str:
    """The address of a paper that was printed."""
    document = PrintedDocument(tournament=tournament, kind=kind, state=JobState.DONE)
    document.file.save("cartes.pdf", ContentFile(make_now(tournament=tournament, kind=kind)))
    return reverse(PRINTED, args=[tournament.slug, document.pk])


def paths_of(evening: Evening, names: Iterable[str]) -> dict[str, str]:
    """The paths of some addresses, without those that name what only the other evening has one of."""
    paths = {}
    for name in names:
        with suppress(NoReverseMatch, KeyError):
            paths[name] = evening.path(name)
    return paths


def reading_paths(evening: Evening) -> dict[str, str]:
    """Every address that answers a reader, papers with cards and étuis by each of their addresses."""
    tournament = evening.tournament
    paths = paths_of(evening, [name for name, row in MATRIX.items() if row.reading is not NOBODY])
    for kind in TEMPLATED:
        paths[f"preview {kind}"] = reverse("organiser-document-preview", args=[tournament.slug, kind])
        paths[f"page {kind}"] = reverse("organiser-document-page", args=[tournament.slug, kind])
    play = list_plays(tournament)[0]
    values = {"slug": tournament.slug, "number": BOARDS[0], "pk": play.pk}
    for pattern in api_urls:
        if pattern.name not in NOT_ASKED and set(pattern.pattern.converters) <= set(values):
            arguments = {key: values[key] for key in pattern.pattern.converters}
            paths[str(pattern.name)] = reverse(str(pattern.name), kwargs=arguments)
    return paths


def writing_paths(evening: Evening, earlier: Session) -> list[tuple[str, str, dict[str, Any]]]:
    """Every address that is written to, with what makes it answer where that shows cards."""
    tournament = evening.tournament
    requests: list[tuple[str, str, dict[str, Any]]] = []
    for name, path in paths_of(
        evening, [n for n, row in MATRIX.items() if row.writing is not NOBODY]
    ).items():
        requests.append((name, path, {}))
    club = tournament.club.slug
    for kind in TEMPLATED:
        text = {"text": original_text(DOCUMENTS[kind].template)}
        requests.append((f"try {kind}", reverse("organiser-paper-template-preview", args=[club, kind]), text))
    slug = [tournament.slug]
    requests.append(("documents", reverse("organiser-documents", args=slug), {"kind": "hand_diagrams"}))
    reuse = {"earlier": earlier.pk, "replace": "on"}
    requests.append(("reuse", reverse("organiser-deals-reuse", args=slug), reuse))
    return requests


def found_in(
    client: Client, evening: Evening, scene: Scene, *, writes: bool = True, only: set[str] | None = None
) -> set[str]:
    """Return the pages on which a user who requests everything in an evening finds a card."""
    requests = [("GET", name, path, {}) for name, path in reading_paths(evening).items()]
    if writes:
        earlier = scene.source.tournament.sessions.get()
        requests += [("POST", *request) for request in writing_paths(evening, earlier)]
    names_found = set()
    for method, name, path, data in requests:
        if only is None or name in only:
            text = text_of_answer(ask(client, method, path, data))
            if any(card in text for card in scene.texts):
                names_found.add(name)
    return names_found


OF_READERS = {"organiser-hands", "organiser-preparing", "organiser-deals-strength", "organiser-deals-file"}
OF_PAPERS = {f"preview {kind}" for kind in CARD_PAPERS}
OF_ALL = {"public-board", "public-deal-document", "api-v1-board", "preview session_report"}
OF_CLUB = {f"try {kind}" for kind in TEMPLATED}
CAN_SHOW = OF_READERS | OF_PAPERS | OF_ALL | (OF_CLUB if IS_WHOLE else set())
"""Pages that show cards to a user at some time. By day the player with almost all rights requests the rest.

Trials of a club's papers, equal for all users, are requested by day by the player alone.
"""


def test_search_finds_the_cards_with_who_may_read_them_and_both_traces_say_so(scene: Scene) -> None:
    client = sign_in(scene.person(named=True, named_in_copy=True))
    expected_pages = OF_READERS | OF_PAPERS
    evenings = (scene.source, scene.copy)

    for searched in evenings:
        paths = reading_paths(searched)
        answers = {name: text_of_answer(client.get(paths[name])) for name in expected_pages}
        assert {
            name for name in expected_pages if any(card in answers[name] for card in scene.texts)
        } == expected_pages

    for searched, second_event in (evenings, evenings[::-1]):
        lines = searched.tournament.audit_events.filter(action="deals.seen_elsewhere")
        assert lines.count() == len(expected_pages)
        assert {event.after["event"] for event in lines if event.after} == {second_event.tournament.name}


def test_search_finds_what_is_open_or_revealed_once_the_other_event_is_over(scene: Scene) -> None:
    Tournament.objects.filter(pk=scene.source.tournament.pk).update(state=TournamentState.FINISHED)
    opened = found_in(sign_in(None), scene.copy, scene, writes=False, only=OF_ALL)
    Tournament.objects.filter(pk=scene.copy.tournament.pk).update(state=TournamentState.FINISHED)
    session = scene.copy.tournament.sessions.get()
    reveal_deals(session=Session.objects.get(pk=session.pk), reason="", revealed_by=None)

    revealed = found_in(sign_in(None), scene.copy, scene, writes=False, only=OF_ALL)

    assert opened == {"public-board", "api-v1-board"}
    assert revealed == opened | {"public-deal-document"}


@pytest.mark.parametrize("kind", [DocumentKind.DOG_SLIPS, DocumentKind.DEAL_BOOKLET])
def test_printed_paper_is_found_with_who_may_read_it_and_refused_to_the_others(
    scene: Scene, kind: DocumentKind
) -> None:
    path = print_paper(scene.copy.tournament, kind)
    reader = sign_in(scene.person(named=True, named_in_copy=True))
    thief = sign_in(scene.person(named_in_copy=True, plays=True))

    page_text = text_of_answer(reader.get(path))

    assert any(card in page_text for card in scene.texts)
    assert thief.get(path).status_code == 403


def test_player_who_names_himself_reader_of_the_copy_finds_no_card_at_any_address(scene: Scene) -> None:
    client = sign_in(scene.person(named_in_copy=True, plays=True))

    assert found_in(client, scene.copy, scene) == set()
    assert found_in(client, scene.source, scene, only=CAN_SHOW) == set()


def test_reader_of_the_copy_who_is_not_named_where_it_was_taken_finds_no_card(scene: Scene) -> None:
    client = sign_in(scene.person(named_in_copy=True))

    assert found_in(client, scene.copy, scene, only=CAN_SHOW) == set()


def test_who_keeps_the_club_without_being_named_finds_no_card(scene: Scene) -> None:
    client = sign_in(scene.person())

    for evening in (scene.source, scene.copy):
        assert found_in(client, evening, scene, only=CAN_SHOW) == set()


def test_visitor_and_another_club_find_no_card(scene: Scene) -> None:
    only = None if IS_WHOLE else CAN_SHOW
    assert found_in(sign_in(None), scene.copy, scene, writes=False, only=only) == set()
    neighbour = sign_in(make_user("Voisine", club=make_club("Ailleurs")))
    for evening in (scene.source, scene.copy):
        assert found_in(neighbour, evening, scene, only=CAN_SHOW) == set()


def test_refusal_names_the_event_that_keeps_the_cards(scene: Scene) -> None:
    player = sign_in(scene.person(named_in_copy=True, plays=True))
    unnamed = sign_in(scene.person(named_in_copy=True))
    page = scene.copy.path("organiser-preparing")

    answers = [client.get(page) for client in (player, unnamed)]

    assert [answer.status_code for answer in answers] == [403, 403]
    assert "que vous jouez" in answers[0].text
    assert "ne vous nomme pas" in answers[1].text
    assert all(scene.source.tournament.name in answer.text for answer in answers)
    assert "Ouverts, mais pas encore visibles" in unnamed.get(scene.copy.path("organiser-deals")).text
