"""Every address of the audiences × every role × reading and writing.

The addresses are read from the resolver: a new one without a row in `matrix/rows` fails. Roles and their
rights are those of the program; `tests/tournaments/base/test_access.py` states the expected rights.
"""

import functools
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

from tests.factories.tournaments import make_reader, make_user
from tests.tournaments.walks.matrix.asking import IS_WHOLE, ask, read_answer
from tests.tournaments.walks.matrix.evening import (
    MATRIX,
    Evening,
    make_evening,
    make_role,
    make_superuser,
    set_visibility,
)
from tests.tournaments.walks.matrix.rules import (
    CARD_READERS,
    CLOSED,
    CLOSED_VIEW,
    CLUB_VIEW,
    KEEPERS,
    NOBODY,
    OUTSIDERS,
    RIGHTS,
    ROLES,
    SECRET,
    SUPERUSER,
    VISITOR,
    Answer,
    Rule,
)
from tests.tournaments.walks.matrix.scene import make_document
from tournaments.base.access import Right
from tournaments.enums import DocumentKind, EventRole, Visibility

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sessions_in_cookies")]

AUDIENCES = ("counting-", "organiser-", "own-", "public-", "rooms-", "table-")
METHODS = ("GET", "POST")
PRIVATE_ONLY = (Visibility.PRIVATE,)
"""Visibility for roles with a right to see the event: a public one adds nothing (see test_access)."""
SHOWN = {"view", "club_view", "closed_view"}
"""Kinds of what an event shows once it is public."""
EXTREMES = (VISITOR, SUPERUSER)
WEAKEST_FIRST = sorted(ROLES, key=lambda role: (len(RIGHTS[role]), role != VISITOR, role))


def named_addresses(patterns: list[Any]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from named_addresses(pattern.url_patterns)
        elif isinstance(pattern, URLPattern) and pattern.name and pattern.name.startswith(AUDIENCES):
            yield pattern.name


def test_every_address_has_a_row() -> None:
    addresses = set(named_addresses(get_resolver().url_patterns))
    assert addresses == set(MATRIX), "add its row to a file of tests/tournaments/walks/matrix/rows"


@functools.cache
def told_by_day(rule: Rule, turn: int) -> frozenset[tuple[str, Visibility]]:
    """Return the roles that request an address by day, and the visibility: those whose responses imply all
    others'.

    While the event is private: of the roles let in, the one with the fewest rights; of those refused, each
    with maximal rights, so that no wrong right is missed.

    A user of another club while it is private and a visitor once it is public have no right either way: they
    try in turn, and both do where being public opens something. A visitor requests what is open to all. What
    is closed to all is refused before the user is read: the weakest and the strongest role try it in turn.

    Args:
        turn: the number that selects a role where one of several is enough.
    """
    if rule.kind in ("everybody", "secret"):
        return frozenset({(VISITOR, Visibility.PRIVATE)})
    if rule is NOBODY:
        return frozenset({(EXTREMES[turn % len(EXTREMES)], Visibility.PRIVATE)})
    let_in = [role for role in WEAKEST_FIRST if rule.answer(role, is_public=False) is Answer.ALLOWED]
    refused = [role for role in ROLES if role not in let_in and RIGHTS[role]]
    strongest = {
        role for role in refused if not any(RIGHTS[role] < RIGHTS[rival_role] for rival_role in refused)
    }
    alike = [role for role in strongest if role in KEEPERS]
    left_out = [case for case in alike if case != alike[turn % len(alike)]]
    without_rights = [
        (sorted(OUTSIDERS)[turn % len(OUTSIDERS)], Visibility.PRIVATE),
        (VISITOR, Visibility.PUBLIC),
    ]
    if rule.kind not in SHOWN:
        without_rights = [without_rights[turn // 2 % 2]]
    private = {*let_in[:1], *strongest.difference(left_out)}
    return frozenset({*((role, Visibility.PRIVATE) for role in private), *without_rights})


def asked_of(role: str, visibility: Visibility) -> Iterator[tuple[str, str, Rule]]:
    """Yield address, method and rule of all requests of a role: by day those of `told_by_day`.

    An event with a link alone is requested for what it could show. A method without a handler is tried by the
    weakest and the strongest role.
    """
    for number, (name, row) in enumerate(MATRIX.items()):
        rules = zip(METHODS, (row.reading, row.writing), strict=True)
        for turn, (method, rule) in enumerate(rules, start=number):
            is_between = visibility not in (Visibility.PRIVATE, Visibility.PUBLIC)
            if is_between and row.reading.kind not in SHOWN:
                continue
            if not IS_WHOLE and (role, visibility) not in told_by_day(rule, turn):
                continue
            if rule is not NOBODY or (role in EXTREMES and visibility == Visibility.PRIVATE):
                yield name, method, rule


@pytest.mark.once
@pytest.mark.usefixtures("unwritten")
def test_every_role_gets_what_the_matrix_says() -> None:
    evening = make_evening()
    wrong = {}

    for role in ROLES:
        client = enter(role, evening)
        for visibility in PRIVATE_ONLY if Right.VIEW in RIGHTS[role] else Visibility:
            set_visibility(evening.tournament, visibility)
            for name, method, rule in asked_of(role, visibility):
                expected = rule.answer(role, is_public=visibility == Visibility.PUBLIC)
                answer = read_answer(ask(client, method, evening.path(name)))
                if answer is not expected:
                    wrong[role, name, method, visibility] = answer, expected

    assert wrong == {}


def enter(role: str, evening: Evening) -> Client:
    """Return the browser of a user of a role, named to read the cards if they may be."""
    cache.clear()  # of what limits counted
    client = Client()
    user = make_role(role, evening.tournament)
    if user is not None:
        client.force_login(user)
    if user is not None and role in CARD_READERS:
        make_reader(user, evening.tournament)
    return client


@pytest.mark.postgres
@pytest.mark.postgres_alone
def test_every_page_is_written_for_who_may_do_most(client: Client, request: pytest.FixtureRequest) -> None:
    """The one walk over all pages on PostgreSQL: what they ask while they are written is asked there, too.

    On SQLite other walks write them. A form is answered on the template of its page.
    """
    evening = make_evening(Visibility.PUBLIC)
    client.force_login(make_superuser(evening))

    def ask_all(method: str) -> None:
        for name, row in MATRIX.items():
            rule = row.reading if method == "GET" else row.writing
            if rule is not NOBODY:
                answer = read_answer(ask(client, method, evening.path(name)))
                assert answer is rule.answer(SUPERUSER, is_public=True), f"{method} {name}"

    ask_all("GET")
    request.getfixturevalue("unwritten")
    ask_all("POST")


@pytest.mark.usefixtures("unwritten")
@pytest.mark.parametrize(
    "visibility",
    [case if case in PRIVATE_ONLY else pytest.param(case, marks=pytest.mark.nights) for case in Visibility],
)
def test_a_phone_at_a_table_is_a_visitor_everywhere_else(client: Client, visibility: Visibility) -> None:
    evening = make_evening(visibility)
    client.get(evening.path("table-page"))
    client.post(evening.path("table-sit"))

    for name, row in MATRIX.items():
        for method, rule in zip(METHODS, (row.reading, row.writing), strict=True):
            is_asked = rule is not NOBODY and (IS_WHOLE or method == "GET" or row.reading is NOBODY)
            if is_asked and not name.startswith("table-"):
                answer = read_answer(ask(client, method, evening.path(name)))
                assert answer is rule.answer(VISITOR, is_public=visibility == Visibility.PUBLIC), name


def test_cards_need_their_own_right(client: Client) -> None:
    evening = make_evening()
    slug = evening.tournament.slug
    diagrams = make_document(evening.tournament, DocumentKind.HAND_DIAGRAMS)
    kind = DocumentKind.HAND_DIAGRAMS.value
    requests = [
        ("GET", reverse("organiser-document", args=[slug, diagrams.pk]), {}),
        ("GET", reverse("organiser-document-preview", args=[slug, kind]), {}),
        ("POST", reverse("organiser-documents", args=[slug]), {"kind": kind}),
    ]

    client.force_login(make_user(tournament=evening.tournament, role=EventRole.SCORER))
    scorer = [read_answer(ask(client, *request)) for request in requests]
    listed = client.get(reverse("organiser-documents", args=[slug])).content.decode()
    arbiter = make_user(tournament=evening.tournament, role=EventRole.REFEREE)
    client.force_login(make_reader(arbiter, evening.tournament))
    referee = [read_answer(ask(client, *request)) for request in requests]
    listed_for_referee = client.get(reverse("organiser-documents", args=[slug])).content.decode()

    assert scorer == [Answer.FORBIDDEN] * 3
    assert referee == [Answer.ALLOWED] * 3
    assert kind in listed_for_referee
    assert kind not in listed


@pytest.mark.usefixtures("unwritten")
def test_ids_of_another_tournament_or_club_are_not_found(client: Client) -> None:
    mine, foreign_evening = make_evening(), make_evening()
    client.force_login(make_reader(make_user(club=mine.tournament.club), mine.tournament))

    for name in mine.ids:
        row = MATRIX[name]
        if not row.is_told_apart or {row.reading, row.writing} & {SECRET, CLOSED, CLOSED_VIEW, CLUB_VIEW}:
            continue  # links of their own, and what nobody reads while nothing is public
        method = "POST" if row.reading is NOBODY else "GET"
        assert read_answer(ask(client, method, mine.path(name))) is Answer.ALLOWED, name
        crossed = Evening(mine.tournament, foreign_evening.ids).path(name)
        assert read_answer(ask(client, method, crossed)) is Answer.HIDDEN, name


def test_visitor_comes_back_after_signing_in(client: Client) -> None:
    evening = make_evening()
    path = evening.path("organiser-desk")

    response = client.get(path)

    assert response.headers["Location"] == f"{reverse('accounts-sign-in')}?next={path}"


def test_every_change_needs_the_token_of_its_page() -> None:
    """Django's middleware refuses all but exempt views: these are asked, and one address of each audience."""
    evening = make_evening()
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_superuser(evening))
    paths = {name: evening.path(name) for name, row in MATRIX.items() if row.writing is not NOBODY}
    exempt = {name for name, path in paths.items() if getattr(resolve(path).func, "csrf_exempt", False)}
    of_audiences = {name.partition("-")[0]: name for name in paths}

    for name in exempt.union(of_audiences.values()):
        response = ask(client, "POST", paths[name])
        assert response.status_code == 403, name
        assert "Rien n’a été enregistré" in response.text, name

    assert len(exempt) < len(of_audiences) < len(paths)
