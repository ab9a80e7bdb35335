"""Invitations: made, opened without an account or with one, expired, taken back."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.models import User
from common.errors import AppError
from tests.factories.invitations import invite_guest, make_invitation
from tests.factories.tournaments import make_club, make_seated_tournament, make_tournament, make_user
from tournaments.base.access import RIGHTS_BY_ROLE, Right, desks_of, possible_readers, rights_in
from tournaments.deals.services.deal_readers import name_reader
from tournaments.enums import EventRole, InvitationLength
from tournaments.models import AuditEvent, Invitation, Role, Tournament
from tournaments.people.services import invitations
from tournaments.people.services.invitations import (
    accept_invitation,
    ends_at,
    find_invitation,
    invite,
    revoke_invitation,
)
from tournaments.people.services.roles import give_role, withdraw_role
from tournaments.results.services.table_access import (
    ClosedTable,
    find_table_access,
    open_own_table,
    table_secret,
)
from tournaments.trace.services.trace import record_event

pytestmark = pytest.mark.django_db

PARIS = ZoneInfo("Europe/Paris")


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament(make_club())


def let_pass(invitation: Invitation) -> None:
    Invitation.objects.filter(pk=invitation.pk).update(expires_at=timezone.now() - timedelta(minutes=1))


@pytest.mark.parametrize(
    ("length", "now", "end"),
    [
        (
            InvitationLength.EVENING,
            datetime(2026, 11, 20, 19, tzinfo=PARIS),
            datetime(2026, 11, 21, 6, tzinfo=PARIS),
        ),
        (
            InvitationLength.EVENING,
            datetime(2026, 11, 21, 1, tzinfo=PARIS),
            datetime(2026, 11, 21, 6, tzinfo=PARIS),
        ),
        (
            InvitationLength.DAYS,
            datetime(2026, 11, 20, 19, tzinfo=UTC),
            datetime(2026, 11, 23, 19, tzinfo=UTC),
        ),
        (
            InvitationLength.MONTH,
            datetime(2026, 11, 20, 19, tzinfo=UTC),
            datetime(2026, 12, 20, 19, tzinfo=UTC),
        ),
    ],
)
def test_length_says_when_it_ends(length: InvitationLength, now: datetime, end: datetime) -> None:
    with timezone.override(PARIS):
        assert ends_at(length, now) == end


@pytest.mark.parametrize("role", [role for role in EventRole if role is not EventRole.DIRECTOR])
def test_guest_has_the_rights_of_the_role_in_this_tournament_only(
    role: EventRole, tournament: Tournament
) -> None:
    elsewhere = make_tournament(tournament.club)

    _invitation, guest = invite_guest(tournament, role)

    assert (guest.is_guest, guest.has_usable_password(), guest.name) == (True, False, "Table des marques")
    assert rights_in(guest, tournament) == RIGHTS_BY_ROLE[role] - {Right.SEE_DEALS, Right.READ_HANDS}
    assert rights_in(guest, elsewhere) == frozenset()


def test_invited_director_prepares_and_gives_no_roles(tournament: Tournament) -> None:
    _invitation, guest = invite_guest(tournament, EventRole.DIRECTOR)

    rights = rights_in(guest, tournament)

    assert Right.PREPARE in rights
    assert Right.GIVE_ROLES not in rights


@pytest.mark.postgres
def test_only_a_digest_of_the_link_is_stored(tournament: Tournament) -> None:
    invitation, token = make_invitation(tournament)

    invitation_row = Invitation.objects.values().get(pk=invitation.pk)

    assert token not in str(invitation_row)
    assert find_invitation(token) == invitation


def test_link_opened_twice_is_the_same_guest(tournament: Tournament) -> None:
    _made, token = make_invitation(tournament)

    _first, guest = accept_invitation(token=token, account=None)
    again, same_guest = accept_invitation(token=token, account=guest)

    assert guest == same_guest
    assert again.accepted_count == 2
    assert guest.event_roles.count() == 1


@pytest.mark.postgres
def test_expired_invitation_gives_nothing_and_opens_nothing(tournament: Tournament) -> None:
    invitation, token = make_invitation(tournament, EventRole.REFEREE)
    _made, guest = accept_invitation(token=token, account=None)

    let_pass(invitation)

    assert rights_in(guest, tournament) == frozenset()
    assert guest not in possible_readers(tournament)
    assert not desks_of(guest)
    with pytest.raises(AppError) as refused:
        accept_invitation(token=token, account=None)
    assert refused.value.code == "invitation_expired"


def test_named_reader_reads_no_more_once_the_invitation_is_over(tournament: Tournament) -> None:
    invitation, guest = invite_guest(tournament, EventRole.REFEREE)
    name_reader(tournament=tournament, reader=guest, named_by=None)
    assert Right.SEE_DEALS in rights_in(guest, tournament)

    let_pass(invitation)

    assert rights_in(guest, tournament) == frozenset()


def test_invitation_withdrawn_while_it_is_accepted_makes_no_guest(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    invitation, token = make_invitation(tournament)
    owner = make_user("Odile", club=tournament.club)

    def find_then_revoke(token: str) -> Invitation:
        open_invitation = find_invitation(token)
        revoke_invitation(invitation=invitation, revoked_by=owner)
        return open_invitation

    monkeypatch.setattr(invitations, "find_invitation", find_then_revoke)

    with pytest.raises(AppError) as refused:
        accept_invitation(token=token, account=None)

    assert refused.value.code == "invitation_withdrawn"
    assert not User.objects.filter(is_guest=True).exists()


def test_withdrawn_invitation_ends_at_once(tournament: Tournament) -> None:
    invitation, token = make_invitation(tournament)
    _made, guest = accept_invitation(token=token, account=None)
    owner = make_user("Odile", club=tournament.club)

    revoke_invitation(invitation=invitation, revoked_by=owner)
    revoke_invitation(invitation=invitation, revoked_by=owner)

    guest.refresh_from_db()
    assert not guest.is_active
    assert rights_in(guest, tournament) == frozenset()
    with pytest.raises(AppError) as refused:
        find_invitation(token)
    assert refused.value.code == "invitation_withdrawn"
    assert AuditEvent.objects.filter(action="invitation.withdrawn").count() == 1


def test_link_of_a_director_who_was_removed_lets_no_one_in(tournament: Tournament) -> None:
    invitation, token = make_invitation(tournament)
    _same, guest = accept_invitation(token=token, account=None)
    Role.objects.filter(user=invitation.invited_by).delete()

    with pytest.raises(AppError) as refusal:
        accept_invitation(token=token, account=invitation.invited_by)

    assert refusal.value.code == "invitation_withdrawn"
    # the guests already in the hall go on
    assert Right.ENTER_RESULTS in rights_in(guest, tournament)


def test_wrong_link_invites_nobody() -> None:
    with pytest.raises(AppError) as refused:
        find_invitation("é\ud800" * 30)
    assert refused.value.code == "invitation_unknown"


@pytest.mark.postgres
def test_account_has_the_role_until_the_invitation_ends(tournament: Tournament) -> None:
    account = make_user("Zoé")
    invitation, token = make_invitation(tournament)

    accept_invitation(token=token, account=account)
    rights_before = rights_in(account, tournament)
    let_pass(invitation)

    assert rights_before == RIGHTS_BY_ROLE[EventRole.SCORER]
    assert rights_in(account, tournament) == frozenset()
    assert Invitation.objects.get().guest is None


def test_role_that_is_taken_away_does_not_come_back_by_its_link(tournament: Tournament) -> None:
    owner, account = make_user("Odile", club=tournament.club), make_user("Zoé")
    _invitation, token = make_invitation(tournament)
    accept_invitation(token=token, account=account)

    withdraw_role(role=Role.objects.get(user=account), withdrawn_by=owner)
    with pytest.raises(AppError) as refused:
        accept_invitation(token=token, account=account)

    assert refused.value.code == "invitation_withdrawn"
    assert rights_in(account, tournament) == frozenset()


def test_account_that_gives_its_own_role_up_leaves_the_invitation_to_others(tournament: Tournament) -> None:
    account, other_account = make_user("Zoé"), make_user("Léa")
    _invitation, token = make_invitation(tournament)
    accept_invitation(token=token, account=account)

    withdraw_role(role=Role.objects.get(user=account), withdrawn_by=account)
    accept_invitation(token=token, account=other_account)

    assert rights_in(account, tournament) == frozenset()
    assert rights_in(other_account, tournament) == RIGHTS_BY_ROLE[EventRole.SCORER]


@pytest.mark.postgres
def test_later_invitation_lasts_as_long_as_itself(tournament: Tournament) -> None:
    account = make_user("Zoé")
    first, token = make_invitation(tournament)
    accept_invitation(token=token, account=account)
    let_pass(first)

    _second, later = make_invitation(tournament)
    accept_invitation(token=later, account=account)

    assert rights_in(account, tournament) == RIGHTS_BY_ROLE[EventRole.SCORER]


def test_role_for_good_outlives_an_invitation_to_it(tournament: Tournament) -> None:
    account = make_user("Zoé", tournament=tournament, role=EventRole.SCORER)
    invitation, token = make_invitation(tournament)

    accept_invitation(token=token, account=account)
    let_pass(invitation)

    assert rights_in(account, tournament) == RIGHTS_BY_ROLE[EventRole.SCORER]


def test_role_given_for_good_replaces_the_invitation(tournament: Tournament) -> None:
    account = make_user("Zoé")
    invitation, token = make_invitation(tournament)
    accept_invitation(token=token, account=account)

    give_role(tournament=tournament, email=account.email, role=EventRole.SCORER, given_by=account)
    let_pass(invitation)

    assert rights_in(account, tournament) == RIGHTS_BY_ROLE[EventRole.SCORER]


def test_captain_needs_a_table(tournament: Tournament) -> None:
    with pytest.raises(AppError) as refused:
        invite(
            tournament=tournament,
            role=EventRole.TABLE,
            label="Table 3",
            length=InvitationLength.EVENING,
            invited_by=make_user(),
        )
    assert (refused.value.code, set(refused.value.fields)) == ("table_missing", {"table_number"})


@pytest.mark.postgres
def test_trace_calls_a_guest_as_the_invitation_does(tournament: Tournament) -> None:
    _made, guest = invite_guest(tournament)

    event = record_event(club=tournament.club, actor=guest, action="result.entered", subject="1/1/1")

    assert str(event.actor) == "Table des marques"
    assert list(
        AuditEvent.objects.filter(action__startswith="invitation").values_list("action", "subject")
    ) == [("invitation.accepted", "Table des marques"), ("invitation.made", "Table des marques")]


# --- captains ---------------------------------------------------------------------------------------


def test_captain_opens_his_table_by_a_link_of_his_own() -> None:
    tournament = make_seated_tournament(make_club())
    _made, guest = invite_guest(tournament, EventRole.TABLE, table=3)

    access = open_own_table(role=guest.event_roles.select_related("user", "tournament").get())
    secret = table_secret(access)
    table_access = find_table_access(secret)

    assert table_access.table.number == 3
    assert table_access.captain == guest.event_roles.get()
    access.captain = None
    assert table_secret(access) != secret


def test_captains_link_closes_with_his_invitation() -> None:
    tournament = make_seated_tournament(make_club())
    invitation, guest = invite_guest(tournament, EventRole.TABLE, table=3)
    access = open_own_table(role=guest.event_roles.select_related("user", "tournament").get())
    secret = table_secret(access)

    let_pass(invitation)

    with pytest.raises(ClosedTable):
        find_table_access(secret)


@pytest.mark.postgres
def test_captains_link_opens_no_other_table() -> None:
    tournament = make_seated_tournament(make_club())
    _made, guest = invite_guest(tournament, EventRole.TABLE, table=3)
    access = open_own_table(role=guest.event_roles.select_related("user", "tournament").get())
    guest.event_roles.update(table_number=4)

    with pytest.raises(ClosedTable):
        find_table_access(table_secret(access))


def test_table_that_is_not_there_is_said() -> None:
    tournament = make_seated_tournament(make_club())
    _made, guest = invite_guest(tournament, EventRole.TABLE, table=30)

    with pytest.raises(AppError) as refused:
        open_own_table(role=guest.event_roles.select_related("user", "tournament").get())

    assert refused.value.code == "no_such_table"
