"""Ties of accounts to people, requested by the club and accepted by the owner."""

import datetime
import json
from collections.abc import Callable
from io import BytesIO
from zipfile import ZipFile

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from common.errors import AppError
from tests.factories.concurrent import run_against
from tests.factories.tournaments import (
    make_club,
    make_people,
    make_player,
    make_reader,
    make_seated_tournament,
    make_user,
)
from tournaments.base.access import Right, access_to, rights_in
from tournaments.deals.queries.deals import list_readers
from tournaments.enums import FollowKind, TieState, TournamentState
from tournaments.models import AuditEvent, Club, Follow, Person, TieRequest, Tournament
from tournaments.people.queries.tie_requests import list_waiting_requests
from tournaments.people.services.merges import merge_people, undo_merge
from tournaments.people.services.person_accounts import (
    accept_tie,
    drop_tie,
    refuse_tie,
    request_tie,
    tie_by_link,
    untie_own,
)
from tournaments.site.queries.personal import load_personal
from tournaments.site.services.erasure import erase_person
from tournaments.site.services.personal_exports import export_person

pytestmark = pytest.mark.django_db

LINK = "https://etui.example/moi/donnees/"


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def keeper(club: Club) -> User:
    return make_user("Odile", club=club)


@pytest.fixture
def owner() -> User:
    """Return a user of another club, whose address this club knows."""
    user = make_user("Secret Nom", club=make_club("Ailleurs"))
    user.language = "en"
    user.save()
    Follow.objects.create(user=user, kind=FollowKind.CLUB, club=make_club("Suivi"))
    return user


@pytest.fixture
def person(club: Club) -> Person:
    return make_people(club, 1)[0]


def ask(person: Person, email: str, keeper: User) -> TieRequest:
    return request_tie(person=person, email=email, asked_by=keeper, link=LINK)


def told_by(person: Person) -> str:
    """Return all own data of a person that a club's owner can export."""
    packed = export_person(person=Person.everybody.get(pk=person.pk), exported_by=None)
    with ZipFile(BytesIO(packed)) as archive:
        return "".join(archive.read(name).decode() for name in archive.namelist())


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(AppError) as refusal:
        act()
    return refusal.value.code


def test_asking_ties_nothing_until_the_owner_says_yes(person: Person, keeper: User, owner: User) -> None:
    ask(person, owner.email.upper(), keeper)
    person.refresh_from_db()
    assert person.user is None
    (tie_request,) = list_waiting_requests(owner)

    accept_tie(asked=tie_request, user=owner)

    person.refresh_from_db()
    assert person.user == owner
    assert not list_waiting_requests(owner)


@pytest.mark.postgres
def test_a_club_takes_nothing_of_an_account_along_before_or_after_the_owner_s_word(
    person: Person, keeper: User, owner: User
) -> None:
    tie_request = ask(person, owner.email, keeper)
    text_before = told_by(person)
    accept_tie(asked=tie_request, user=owner)
    text_after = told_by(person)

    for text in (text_before, text_after):
        assert "Secret Nom" not in text
        assert "follows" not in text
        assert "user_id" not in text
    assert load_personal(Person.objects.get(pk=person.pk), for_owner=True)["account"]["name"] == "Secret Nom"


@pytest.mark.postgres
def test_the_trace_of_a_club_names_no_account(person: Person, keeper: User, owner: User) -> None:
    accept_tie(asked=ask(person, owner.email, keeper), user=owner)
    untie_own(person=person, user=owner)

    events = AuditEvent.objects.filter(club=person.club_id).order_by("pk")

    assert [(event.action, event.actor, event.subject) for event in events] == [
        ("person.tie_asked", keeper, "NOM01 Ana"),
        ("person.tied", None, "NOM01 Ana"),
        ("person.untied", None, "NOM01 Ana"),
    ]
    assert owner.email not in json.dumps([(event.before, event.after) for event in events])


@pytest.mark.postgres
def test_erasing_a_person_closes_no_account(person: Person, keeper: User) -> None:
    """Found by an attack: a keeper tied a foreign account to an invented person and erased it."""
    owner = User.objects.create_user("seul@example.org", "trois bouts et le chien", name="Seul")
    ask(person, owner.email, keeper)
    erase_person(person=person, typed_name=person.full_name, erased_by=keeper)
    (tied,) = make_people(make_club("Deux"), 1)
    tie_by_link(person=tied, user=owner)
    erase_person(person=tied, typed_name=tied.full_name, erased_by=None)

    owner.refresh_from_db()
    assert (owner.is_active, owner.email, owner.name) == (True, "seul@example.org", "Seul")
    assert owner.check_password("trois bouts et le chien")
    assert not TieRequest.objects.exists()


@pytest.mark.postgres
def test_an_address_without_an_account_is_asked_alike(club: Club, keeper: User, owner: User) -> None:
    first, second = make_people(club, 2)

    tie_requests = [ask(first, owner.email, keeper), ask(second, "personne@example.org", keeper)]

    rows = TieRequest.objects.order_by("pk").values("state", "asked_by", "is_by_owner")
    assert list(rows) == [{"state": "asked", "asked_by": keeper.pk, "is_by_owner": False}] * 2
    assert [row.expires_at - row.asked_at for row in tie_requests] == [datetime.timedelta(days=30)] * 2


def test_asking_costs_the_same_queries_whether_there_is_an_account(
    club: Club, keeper: User, owner: User
) -> None:
    first, second = make_people(club, 2)
    queries = []
    for person, email in ((first, owner.email), (second, "personne@example.org")):
        with CaptureQueriesContext(connection) as captured:
            ask(person, email, keeper)
        queries.append([query["sql"].split()[:1] for query in captured])

    assert queries[0] == queries[1]


@pytest.mark.postgres
def test_only_the_worker_looks_for_the_account_and_writes_to_the_owner(
    club: Club, keeper: User, owner: User, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    first, second = make_people(club, 2)

    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        ask(first, owner.email, keeper)
        ask(second, "personne@example.org", keeper)

    (message,) = mail.outbox
    assert message.to == [owner.email]
    assert LINK in message.body
    assert "NOM01 Ana" in message.body
    assert message.subject.endswith("?")


@pytest.mark.postgres
def test_a_refusal_is_not_told_and_not_asked_again_before_the_request_is_old(
    person: Person, keeper: User, owner: User
) -> None:
    start = datetime.datetime(2026, 11, 20, 20, 0, tzinfo=datetime.UTC)
    with time_machine.travel(start, tick=False) as clock:
        refuse_tie(asked=ask(person, owner.email, keeper), user=owner)
        clock.shift(datetime.timedelta(days=29))
        again = ask(person, owner.email, keeper)
        early = list(list_waiting_requests(owner))
        clock.shift(datetime.timedelta(days=2))
        ask(person, owner.email, keeper)
        late = list(list_waiting_requests(owner))

    assert again.asked_at == start
    assert (early, len(late)) == ([], 1)
    assert code_of(lambda: refuse_tie(asked=late[0], user=keeper)) == "tie_unknown"


def test_an_old_request_is_answered_no_more(person: Person, keeper: User, owner: User) -> None:
    tie_request = ask(person, owner.email, keeper)
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=31)):
        assert not list_waiting_requests(owner)
        assert code_of(lambda: accept_tie(asked=tie_request, user=owner)) == "tie_unknown"


@pytest.mark.postgres
def test_a_person_has_one_account_and_an_account_one_person_of_a_club(
    club: Club, keeper: User, owner: User
) -> None:
    first, second = make_people(club, 2)
    tie_by_link(person=first, user=owner)

    assert code_of(lambda: ask(first, "autre@example.org", keeper)) == "tied_already"
    assert code_of(lambda: tie_by_link(person=first, user=keeper)) == "tied_already"
    assert code_of(lambda: tie_by_link(person=second, user=owner)) == "account_taken"
    (elsewhere,) = make_people(make_club("Plus loin"), 1)
    tie_by_link(person=elsewhere, user=owner)
    assert owner.people.count() == 2


def test_the_private_link_ties_without_telling_the_address(person: Person, owner: User) -> None:
    tie_by_link(person=person, user=owner)

    assert owner.email not in told_by(person)


@pytest.mark.postgres
def test_the_club_drops_a_tie_and_the_account_stays(person: Person, keeper: User, owner: User) -> None:
    tie_by_link(person=person, user=owner)

    drop_tie(person=person, dropped_by=keeper)

    person.refresh_from_db()
    owner.refresh_from_db()
    assert (person.user, owner.is_active) == (None, True)
    assert not person.tie_requests.exists()


@pytest.mark.parametrize("answer", ["none", "refused", "untied"])
def test_whoever_the_club_says_that_he_plays_reads_no_sealed_cards_whatever_he_answers(
    club: Club, keeper: User, answer: str
) -> None:
    tournament = make_seated_tournament(club)
    player = tournament.entries.order_by("pk")[0].person
    reader = make_reader(make_user("Lecteur", club=club), tournament)
    assert Right.SEE_DEALS in rights_in(reader, tournament)

    tie_request = ask(player, reader.email, keeper)
    if answer == "refused":
        refuse_tie(asked=tie_request, user=reader)
    if answer == "untied":
        accept_tie(asked=tie_request, user=reader)
        untie_own(person=Person.objects.get(pk=player.pk), user=reader)

    access = access_to(reader, tournament)
    assert Right.SEE_DEALS not in access.rights
    assert (access.entry_ids, [row.plays for row in list_readers(tournament)]) == (frozenset(), [False])
    drop_tie(person=player, dropped_by=keeper)
    assert Right.SEE_DEALS in rights_in(reader, tournament)


def test_nobody_lets_go_of_his_own_account_to_read_the_deals_he_plays(club: Club, keeper: User) -> None:
    tournament = make_seated_tournament(club)
    player = make_player(keeper, tournament)
    second_person = tournament.entries.order_by("pk")[1].person
    ask(second_person, keeper.email, make_user("Autre", club=club))

    assert code_of(lambda: drop_tie(person=player, dropped_by=keeper)) == "own_account_plays"
    assert code_of(lambda: drop_tie(person=second_person, dropped_by=keeper)) == "own_account_plays"
    assert code_of(lambda: ask(second_person, "autre@example.org", keeper)) == "own_account_plays"
    Tournament.objects.update(state=TournamentState.FINISHED)
    drop_tie(person=player, dropped_by=keeper)

    player.refresh_from_db()
    assert player.user is None


@pytest.mark.postgres
def test_a_merge_carries_no_tie_over_and_asks_its_owner_again(club: Club, keeper: User, owner: User) -> None:
    survivor, removed = make_people(club, 2)
    accept_tie(asked=ask(removed, owner.email, keeper), user=owner)
    removed.refresh_from_db()

    merge = merge_people(kept=survivor, removed=removed, merged_by=keeper)

    survivor.refresh_from_db()
    (tie_request,) = list_waiting_requests(owner)
    assert (survivor.user, tie_request.person, tie_request.state) == (None, survivor, TieState.ASKED)
    back = undo_merge(merge=merge, undone_by=keeper)
    assert back.user is None
    assert list_waiting_requests(owner).get().person == back


@pytest.mark.postgres
@pytest.mark.postgres_alone
@pytest.mark.django_db(transaction=True)
def test_account_that_accepts_two_people_at_once_is_tied_to_one() -> None:
    first, second = make_people(make_club(), 2)
    user = make_user("Ana")

    _tied, refusal = run_against(
        lambda: tie_by_link(person=first, user=user), lambda: tie_by_link(person=second, user=user)
    )

    assert refusal.code == "account_taken"
