"""Every address of the three audiences × every role × reading and writing.

The addresses are read from the resolver: a new one without a row here fails.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import User
from tests.factories.sessions import make_competition, make_season, make_season_tariff
from tests.factories.tables import make_device, open_table, sit_down
from tests.factories.tournaments import (
    enter_result,
    give_penalty,
    list_plays,
    make_club,
    make_people,
    make_reader,
    make_seated_tournament,
    make_user,
    reveal,
    store_movement,
)
from tournaments.core.movements.constructions import build_straight
from tournaments.enums import DocumentKind, EventRole, JobState, MembershipRole, Visibility
from tournaments.models import (
    DealReader,
    MovementSearch,
    Play,
    PrintedDocument,
    PrizePlan,
    ResultFlag,
    TableAccess,
    Tournament,
)
from tournaments.services.table_access import secret_of

pytestmark = pytest.mark.django_db

AUDIENCES = ("organiser-", "public-", "table-")

# --- who ------------------------------------------------------------------------------------------

VISITOR = "visitor"
CLUB_ROLES = {"owner", "organiser", "superuser"}
DIRECTING = CLUB_ROLES | {"director"}
REFEREEING = DIRECTING | {"referee"}
SCORING = REFEREEING | {"scorer"}
AT_THE_DESK = SCORING | {"checker", "treasurer"}
READING = AT_THE_DESK | {"screen"}
OUTSIDERS = {"stranger", "other_owner", "other_director"}
ROLES = sorted({VISITOR} | READING | OUTSIDERS)

# --- what -----------------------------------------------------------------------------------------


class Answer(Enum):
    ALLOWED = "allowed"
    SIGN_IN = "sent to the sign-in page"
    FORBIDDEN = "403"
    HIDDEN = "404"
    NO_METHOD = "405"


@dataclass(frozen=True)
class Rule:
    """Who is let in, and what the others are told."""

    allowed: frozenset[str] = field(default_factory=frozenset)
    kind: str = "tournament"

    def answer(self, role: str, *, is_public: bool) -> Answer:
        if self.kind == "nobody":
            return Answer.NO_METHOD
        if self.kind == "closed":
            return Answer.HIDDEN
        if self.kind in ("everybody", "secret") or role in self.allowed:
            return Answer.ALLOWED
        if self.kind in ("view", "club_view"):
            return Answer.ALLOWED if is_public else Answer.HIDDEN
        if role == VISITOR:
            return Answer.SIGN_IN
        if self.kind == "club":
            return Answer.HIDDEN
        if self.kind == "account":
            return Answer.FORBIDDEN
        return Answer.FORBIDDEN if is_public or role in READING else Answer.HIDDEN


EVERYBODY = Rule(kind="everybody")
SECRET = Rule(kind="secret")
"""Whoever has the link of the table."""
CLOSED = Rule(kind="closed")
"""Until every table has played the board: see tests/tournaments/web/table."""
NOBODY = Rule(kind="nobody")
VIEW = Rule(frozenset(READING), "view")
CLUB_VIEW = Rule(kind="club_view")
"""Pages of a club that has a public event."""
DESK = Rule(frozenset(AT_THE_DESK))
PREPARE = Rule(frozenset(DIRECTING))
RULE = Rule(frozenset(REFEREEING))
SEE_DEALS = Rule(frozenset(REFEREEING))
"""Once named: see test_deal_secrets."""
PRINT = Rule(frozenset(SCORING))
ENTER = Rule(frozenset(SCORING))
RUN = Rule(frozenset(REFEREEING))
CHECK = Rule(frozenset(REFEREEING | {"checker"}))
WELCOME = Rule(frozenset(DIRECTING | {"treasurer"}))
CLUB = Rule(frozenset(CLUB_ROLES), "club")
STAFF = Rule(frozenset({"superuser"}), "account")
SIGNED_IN = Rule(frozenset(ROLES) - {VISITOR}, "account")

MATRIX: dict[str, tuple[Rule, Rule]] = {
    # name: (reading, writing)
    "organiser-home": (SIGNED_IN, NOBODY),
    "organiser-club-create": (STAFF, STAFF),
    "organiser-club": (CLUB, NOBODY),
    "organiser-people": (CLUB, NOBODY),
    "organiser-people-export": (CLUB, NOBODY),
    "organiser-person-add": (CLUB, CLUB),
    "organiser-person-edit": (CLUB, CLUB),
    "organiser-person-account": (CLUB, CLUB),
    "organiser-people-import": (CLUB, CLUB),
    "organiser-people-import-check": (CLUB, CLUB),
    "organiser-people-import-cancel": (NOBODY, CLUB),
    "organiser-tournament-create": (CLUB, CLUB),
    "organiser-competitions": (CLUB, CLUB),
    "organiser-competition": (CLUB, CLUB),
    "organiser-competition-add": (NOBODY, CLUB),
    "organiser-competition-remove": (NOBODY, CLUB),
    "organiser-competition-visibility": (NOBODY, CLUB),
    "organiser-competition-join": (PREPARE, PREPARE),
    "organiser-seasons": (CLUB, CLUB),
    "organiser-season": (CLUB, CLUB),
    "organiser-season-weights": (NOBODY, CLUB),
    "organiser-season-tariff-add": (CLUB, CLUB),
    "organiser-season-tariff": (CLUB, CLUB),
    "organiser-movements": (CLUB, CLUB),
    "organiser-movement-search": (NOBODY, CLUB),
    "organiser-search-cancel": (NOBODY, CLUB),
    "organiser-movements-compare": (CLUB, NOBODY),
    "organiser-kept-movement": (CLUB, NOBODY),
    "organiser-kept-movement-file": (CLUB, NOBODY),
    "organiser-movement-edit": (CLUB, CLUB),
    "organiser-movement-check": (NOBODY, CLUB),
    "organiser-desk": (DESK, NOBODY),
    "organiser-visibility": (NOBODY, PREPARE),
    "organiser-finish": (NOBODY, PREPARE),
    "organiser-reopen": (NOBODY, PREPARE),
    "organiser-qr": (DESK, NOBODY),
    "organiser-entries": (DESK, PREPARE),
    "organiser-entry-visitor": (NOBODY, PREPARE),
    "organiser-entry-withdraw": (NOBODY, PREPARE),
    "organiser-team-add": (PREPARE, PREPARE),
    "organiser-team-change": (PREPARE, PREPARE),
    "organiser-first-badge": (NOBODY, PREPARE),
    "organiser-places": (DESK, PREPARE),
    "organiser-places-draw": (NOBODY, PREPARE),
    "organiser-places-all": (NOBODY, PREPARE),
    "organiser-seats-fix": (NOBODY, PREPARE),
    "organiser-movement": (DESK, NOBODY),
    "organiser-movement-change": (PREPARE, PREPARE),
    "organiser-movement-file": (DESK, NOBODY),
    "organiser-seats-undo": (NOBODY, PREPARE),
    "organiser-seats": (DESK, NOBODY),
    "organiser-deals": (DESK, PREPARE),
    "organiser-hands": (SEE_DEALS, NOBODY),
    "organiser-deals-import": (PREPARE, PREPARE),
    "organiser-deals-reuse": (PREPARE, PREPARE),
    "organiser-reader-name": (NOBODY, PREPARE),
    "organiser-reader-unname": (NOBODY, PREPARE),
    "organiser-deals-open": (NOBODY, PREPARE),
    "organiser-deals-close": (NOBODY, PREPARE),
    "organiser-deals-reveal": (NOBODY, PREPARE),
    "organiser-preparing": (SEE_DEALS, NOBODY),
    "organiser-deals-strength": (SEE_DEALS, NOBODY),
    "organiser-hands-record": (SEE_DEALS, SEE_DEALS),
    "organiser-rulings": (DESK, NOBODY),
    "organiser-ruling-give": (RULE, RULE),
    "organiser-changes": (DESK, NOBODY),
    "organiser-tariffs": (DESK, NOBODY),
    "organiser-tariff": (PREPARE, PREPARE),
    "organiser-ruling-withdraw": (NOBODY, RULE),
    "organiser-documents": (PRINT, PRINT),
    "organiser-document-preview": (PRINT, NOBODY),
    "organiser-document": (PRINT, NOBODY),
    "organiser-snapshots": (DESK, NOBODY),
    "organiser-ranking-options": (DESK, PREPARE),
    "organiser-bonuses": (DESK, PREPARE),
    "organiser-groups": (DESK, NOBODY),
    "organiser-fees": (DESK, PREPARE),
    "organiser-fee-pay": (NOBODY, PREPARE),
    "organiser-prizes": (DESK, PREPARE),
    "organiser-prize-preset": (NOBODY, PREPARE),
    "organiser-prize-add": (PREPARE, PREPARE),
    "organiser-prize-rule": (PREPARE, PREPARE),
    "organiser-prize-drop": (NOBODY, PREPARE),
    "organiser-presence": (DESK, PREPARE),
    "organiser-presence-change": (NOBODY, PREPARE),
    "organiser-substitution-cancel": (NOBODY, PREPARE),
    "organiser-homologation": (PREPARE, NOBODY),
    "organiser-homologation-table": (PREPARE, NOBODY),
    "organiser-sessions": (DESK, PREPARE),
    "organiser-session-drop": (NOBODY, PREPARE),
    "organiser-session-coefficient": (NOBODY, PREPARE),
    "organiser-results": (ENTER, NOBODY),
    "organiser-traveller": (ENTER, ENTER),
    "organiser-result-trial": (ENTER, NOBODY),
    "organiser-partners": (PREPARE, PREPARE),
    "organiser-score-sheet": (ENTER, ENTER),
    "organiser-score-sheet-trial": (ENTER, NOBODY),
    "organiser-score-sheet-rest": (NOBODY, ENTER),
    "organiser-result-history": (ENTER, NOBODY),
    "organiser-result-revert": (NOBODY, ENTER),
    "public-home": (EVERYBODY, NOBODY),
    "public-verify": (EVERYBODY, EVERYBODY),
    "public-deal-document": (VIEW, NOBODY),
    "public-competition": (CLUB_VIEW, NOBODY),
    "public-competition-live": (CLUB_VIEW, NOBODY),
    "public-ladders": (CLUB_VIEW, NOBODY),
    "public-season": (CLUB_VIEW, NOBODY),
    "public-standings": (VIEW, NOBODY),
    "public-groups": (VIEW, NOBODY),
    "public-prizes": (VIEW, NOBODY),
    "public-standings-live": (VIEW, NOBODY),
    "public-event": (VIEW, NOBODY),
    "public-event-live": (VIEW, NOBODY),
    "public-player": (VIEW, NOBODY),
    "public-boards": (VIEW, NOBODY),
    "public-board": (VIEW, NOBODY),
    "public-seats": (VIEW, NOBODY),
    "organiser-phones": (ENTER, NOBODY),
    "organiser-phones-open": (NOBODY, ENTER),
    "organiser-phone-rules": (NOBODY, PREPARE),
    "organiser-phone-renew": (NOBODY, ENTER),
    "organiser-phone-revoke": (NOBODY, ENTER),
    "organiser-phone-qr": (ENTER, NOBODY),
    "organiser-result-confirm": (NOBODY, ENTER),
    "organiser-flag": (ENTER, ENTER),
    "organiser-flag-photo": (ENTER, NOBODY),
    "table-page": (SECRET, NOBODY),
    "table-sit": (NOBODY, SECRET),
    "table-pen": (NOBODY, SECRET),
    "table-record": (NOBODY, SECRET),
    "table-trial": (SECRET, NOBODY),
    "table-confirm": (NOBODY, SECRET),
    "table-dispute": (SECRET, SECRET),
    "table-comparison": (CLOSED, NOBODY),
}


def named_addresses(patterns: list[Any]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from named_addresses(pattern.url_patterns)
        elif isinstance(pattern, URLPattern) and pattern.name and pattern.name.startswith(AUDIENCES):
            yield pattern.name


def test_every_address_has_a_row() -> None:
    assert set(named_addresses(get_resolver().url_patterns)) == set(MATRIX)


# --- the evening that is asked for ------------------------------------------------------------------


@dataclass(frozen=True)
class Evening:
    """A tournament with one of everything that an address can name."""

    tournament: Tournament
    ids: dict[str, dict[str, Any]]
    """Arguments by name of the address, where the slug of the tournament is not enough."""

    def path(self, name: str) -> str:
        if MATRIX[name][0].kind in ("everybody", "account") or MATRIX[name][1].kind == "account":
            return reverse(name)
        if name.startswith("table-"):
            return reverse(name, kwargs=self.ids[name])
        is_club = {"club", "club_view"} & {MATRIX[name][0].kind, MATRIX[name][1].kind}
        slug = self.tournament.club.slug if is_club else self.tournament.slug
        return reverse(name, kwargs={"slug": slug, **self.ids.get(name, {})})


def make_evening(visibility: Visibility = Visibility.PRIVATE, *, is_revealed: bool = True) -> Evening:
    tournament = make_seated_tournament(make_club())
    if is_revealed:
        reveal(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(visibility=visibility)
    play = list_plays(tournament)[0]
    enter_result(play, 56)
    entry = tournament.entries.all()[0]
    ruling = give_penalty(tournament.sessions.get(), entry)
    person = make_people(tournament.club, 1)[0]
    prizes = PrizePlan.objects.create(tournament=tournament, showing="winners")
    prizes.rules.create(position=1, name="A", ranking="overall", amounts=[5000])
    substitution = entry.substitutions.create(
        session=tournament.sessions.get(), leaves=entry.person, person=person, first_round=2
    )
    document = make_document(tournament, DocumentKind.TRAVELLERS)
    director = make_user("Directrice", tournament=tournament)
    named = DealReader.objects.create(tournament=tournament, user=director)
    stored = store_movement(tournament.club, build_straight(5, 2))
    search = MovementSearch.objects.create(
        club=tournament.club, player_count=20, table_count=5, round_count=5, seconds=1
    )
    access, flag = make_phones(tournament, play)
    secret = {"secret": secret_of(access)}
    season = make_season(tournament.club)
    tariff = make_season_tariff(tournament.club)
    member = make_competition(tournament, visibility)
    return Evening(
        tournament,
        {
            "organiser-season": {"pk": season.pk},
            "organiser-season-weights": {"pk": season.pk},
            "organiser-season-tariff": {"pk": tariff.pk},
            "public-season": {"pk": season.pk},
            "organiser-competition": {"pk": member.competition_id},
            "organiser-competition-add": {"pk": member.competition_id},
            "organiser-competition-visibility": {"pk": member.competition_id},
            "organiser-competition-remove": {"pk": member.competition_id, "member_pk": member.pk},
            "public-competition": {"slug": member.competition.slug},
            "public-competition-live": {"slug": member.competition.slug},
            "organiser-phone-renew": {"pk": access.pk},
            "organiser-phone-revoke": {"pk": access.pk},
            "organiser-phone-qr": {"pk": access.pk},
            "organiser-result-confirm": {"pk": play.pk},
            "organiser-flag": {"pk": flag.pk},
            "organiser-flag-photo": {"pk": flag.pk},
            "table-page": secret,
            "table-sit": secret | {"number": 1, "seat": 0},
            "table-pen": secret | {"number": 1},
            "table-record": secret | {"pk": play.pk},
            "table-trial": secret | {"pk": play.pk},
            "table-confirm": secret | {"pk": play.pk},
            "table-dispute": secret | {"pk": play.pk},
            "table-comparison": secret | {"pk": play.pk},
            "organiser-search-cancel": {"pk": search.pk},
            "organiser-kept-movement": {"pk": stored.pk},
            "organiser-kept-movement-file": {"pk": stored.pk, "form": "json"},
            "organiser-movement-edit": {"pk": stored.pk},
            "organiser-movement-check": {"pk": stored.pk},
            "organiser-movement-file": {"number": 1, "form": "csv"},
            "organiser-person-edit": {"pk": person.pk},
            "organiser-person-account": {"pk": person.pk},
            "organiser-reader-unname": {"pk": named.pk},
            "organiser-entry-withdraw": {"pk": entry.pk},
            "organiser-presence-change": {"pk": entry.pk},
            "organiser-fee-pay": {"pk": entry.pk},
            "organiser-prize-rule": {"pk": prizes.rules.get().pk},
            "organiser-prize-drop": {"pk": prizes.rules.get().pk},
            "organiser-substitution-cancel": {"pk": substitution.pk},
            "organiser-team-change": {"pk": entry.pk},
            "organiser-ruling-withdraw": {"pk": ruling.pk},
            "organiser-tariff": {"fault": "revoke"},
            "organiser-document": {"pk": document.pk},
            "organiser-document-preview": {"kind": DocumentKind.TRAVELLERS.value},
            "organiser-preparing": {"number": 1},
            "organiser-session-coefficient": {"number": 1},
            "organiser-hands-record": {"number": 1},
            "organiser-traveller": {"number": 1},
            "organiser-result-trial": {"number": 1},
            "organiser-score-sheet": {"round_number": 1, "table_number": 1},
            "organiser-score-sheet-trial": {"round_number": 1, "table_number": 1},
            "organiser-score-sheet-rest": {"round_number": 1, "table_number": 1},
            "organiser-result-history": {"pk": play.pk},
            "organiser-result-revert": {"pk": play.pk, "version": 1},
            "public-player": {"entry_id": entry.pk},
            "public-board": {"number": 1},
        },
    )


def make_phones(tournament: Tournament, play: Play) -> tuple[TableAccess, ResultFlag]:
    """The link of the play's table, and its result disputed with a photo."""
    access = open_table(tournament, play.table.number)
    phone = sit_down(access, 1, device=make_device(), number=play.round.number)
    flag = ResultFlag(play=play, slip=play.slips.get(), phone=phone, seat=1, text="+62")
    flag.photo.save("proof.jpg", ContentFile(b"JPEG"), save=False)
    flag.save()
    return access, flag


def make_document(tournament: Tournament, kind: DocumentKind) -> PrintedDocument:
    document = PrintedDocument(tournament=tournament, kind=kind, state=JobState.DONE)
    document.file.save(f"{kind}.pdf", ContentFile(b"%PDF-1.7"), save=False)
    document.save()
    return document


def make_role(role: str, tournament: Tournament) -> User | None:
    if role == VISITOR:
        return None
    if role in EventRole.values:
        return make_user(tournament=tournament, role=EventRole(role))
    if role in MembershipRole.values:
        return make_user(club=tournament.club, role=MembershipRole(role))
    if role == "superuser":
        return User.objects.create_superuser(f"super{User.objects.count()}@example.org", name="Super")
    if role == "other_owner":
        return make_user(club=make_club("Ailleurs"))
    if role == "other_director":
        return make_user(tournament=make_seated_tournament(make_club("Ailleurs")))
    return make_user("Inconnu")


def make_superuser(evening: Evening) -> User:
    """Somebody whom every address answers, named to read the cards."""
    superuser = User.objects.create_superuser(f"super{User.objects.count()}@example.org", name="Super")
    return make_reader(superuser, evening.tournament)


def read_answer(response: HttpResponse) -> Answer:
    told = {403: Answer.FORBIDDEN, 404: Answer.HIDDEN, 405: Answer.NO_METHOD}
    if response.status_code in told:
        return told[response.status_code]
    assert response.status_code < 500
    if response.status_code == 302 and response.headers["Location"].startswith(reverse("accounts-sign-in")):
        return Answer.SIGN_IN
    return Answer.ALLOWED


def ask(client: Client, method: str, path: str, data: dict[str, Any] | None = None) -> HttpResponse:
    """One request whose changes are undone."""
    with transaction.atomic():
        response = client.get(path, data) if method == "GET" else client.post(path, data or {})
        if response.streaming:  # type: ignore[attr-defined]
            list(response.streaming_content)  # type: ignore[attr-defined] # the client then closes the file
        transaction.set_rollback(True)
    return response  # type: ignore[return-value]


# --- the matrix -------------------------------------------------------------------------------------


@pytest.mark.once
@pytest.mark.parametrize("visibility", Visibility)
@pytest.mark.parametrize("role", ROLES)
def test_role_gets_what_the_matrix_says(client: Client, role: str, visibility: Visibility) -> None:
    evening = make_evening(visibility)
    user = make_role(role, evening.tournament)
    if user is not None:
        client.force_login(user)
    if user is not None and role in REFEREEING:
        make_reader(user, evening.tournament)
    is_public = visibility == Visibility.PUBLIC
    expected, found = {}, {}

    for name, rules in MATRIX.items():
        for method, rule in zip(("GET", "POST"), rules, strict=True):
            expected[name, method] = rule.answer(role, is_public=is_public)
            found[name, method] = read_answer(ask(client, method, evening.path(name)))

    assert found == expected


@pytest.mark.parametrize("visibility", Visibility)
def test_a_phone_at_a_table_is_a_visitor_everywhere_else(client: Client, visibility: Visibility) -> None:
    evening = make_evening(visibility)
    client.get(evening.path("table-page"))
    client.post(evening.path("table-sit"))

    is_public = visibility == Visibility.PUBLIC
    for name, rules in MATRIX.items():
        if not name.startswith("table-"):
            for method, rule in zip(("GET", "POST"), rules, strict=True):
                found = read_answer(ask(client, method, evening.path(name)))
                assert found is rule.answer(VISITOR, is_public=is_public), name


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


def test_ids_of_another_tournament_or_club_are_not_found(client: Client) -> None:
    mine, other = make_evening(), make_evening()
    client.force_login(make_user(club=mine.tournament.club))

    for name in mine.ids:
        if name.startswith("table-") or name in (
            "organiser-document-preview",
            "organiser-movement-file",
            "organiser-preparing",
            "organiser-session-coefficient",
            "organiser-hands-record",
            "organiser-traveller",
            "organiser-result-trial",
            "organiser-score-sheet",
            "organiser-score-sheet-trial",
            "organiser-score-sheet-rest",
            "organiser-tariff",
            "public-board",
        ):
            continue  # named by a kind or a number that both have
        if MATRIX[name][0] is CLUB_VIEW:
            continue  # nobody reads them while nothing is public
        method = "POST" if MATRIX[name][0] is NOBODY else "GET"
        assert read_answer(ask(client, method, mine.path(name))) is Answer.ALLOWED, name
        crossed = Evening(mine.tournament, other.ids).path(name)
        assert read_answer(ask(client, method, crossed)) is Answer.HIDDEN, name


def test_visitor_comes_back_after_signing_in(client: Client) -> None:
    evening = make_evening()
    path = evening.path("organiser-desk")

    response = client.get(path)

    assert response.headers["Location"] == f"{reverse('accounts-sign-in')}?next={path}"


def test_every_change_needs_the_token_of_its_page() -> None:
    evening = make_evening()
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_superuser(evening))

    for name, (_reading, writing) in MATRIX.items():
        if writing is not NOBODY:
            response = ask(client, "POST", evening.path(name))
            assert response.status_code == 403, name
            assert b"CSRF" in response.content, name


NASTY = ["", "\x00", "9" * 5000, "-1", "1e999999999", "NaN", "é" * 500, "0", "9999-12-31", "%s{{x}}<script>"]
# fmt: off
FIELDS = [
    "q", "page", "par", "name", "city", "last_name", "first_name", "federation_number", "series",
    "email", "phone", "starts_on", "format", "shape", "round_count", "visibility", "people",
    "visitor-last_name", "seen", "place-1-0", "place-1-3", "replace", "entry", "percent", "reason",
    "kind", "digest", "seen_version", "token", "file", "board", "reader", "earlier", "confirmed", "card-0",
    "document", "commitment", "empreinte", "joueurs", "minutes", "etuis", "copies", "a", "b", "player_count",
    "leaves", "person", "first_round", "presence", "tie_1", "tie_2", "attack", "defence", "best_sessions",
    "rate", "paid", "all", "name_1", "cents_1", "redistribution", "extra_cents", "preset", "group", "amounts",
    "fund_share", "prize_count", "step_cents", "ranking", "sharing", "cumulation", "showing",
    "counted_members", "age_1_name", "age_1_from", "age_1_to", "par", "seance",
    "table_count", "seconds", "t-1-1", "boards_per_set", "method", "apart",
    "bouts", "points", "seat", "text", "note", "tour", "shown", "takes_pen", "choice", "gain", "preview",
]
# fmt: on


@pytest.mark.parametrize("value", NASTY)
def test_no_input_makes_a_page_fail(client: Client, value: str) -> None:
    evening = make_evening()
    client.force_login(make_superuser(evening))
    data = dict.fromkeys(FIELDS, value)

    for name, (reading, writing) in MATRIX.items():
        if reading is not NOBODY:
            assert ask(client, "GET", evening.path(name), data).status_code < 500, name
        if writing is not NOBODY:
            assert ask(client, "POST", evening.path(name), data).status_code < 500, name


def test_bytes_that_are_no_form_make_no_page_fail(client: Client) -> None:
    evening = make_evening()
    client.force_login(make_superuser(evening))

    for name, (_reading, writing) in MATRIX.items():
        if writing is not NOBODY:
            for content_type in (
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
                "a/b",
            ):
                with transaction.atomic():
                    response = client.generic("POST", evening.path(name), b"\xff\xfe=\xff&%00", content_type)
                    assert response.status_code < 500, (name, content_type)
                    transaction.set_rollback(True)
