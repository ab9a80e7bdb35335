"""Roles for good: in a tournament and in a club."""

import pytest

from accounts.models import User
from common.errors import AppError
from tests.factories.invitations import invite_guest
from tests.factories.tournaments import make_club, make_tournament, make_user
from tournaments.base.access import RIGHTS_BY_ROLE, Right, may_own_club, rights_in
from tournaments.enums import EventRole, MembershipRole
from tournaments.models import AuditEvent, Membership
from tournaments.people.services.account_closing import close_account
from tournaments.people.services.roles import (
    give_membership,
    give_role,
    open_keeper_account,
    withdraw_membership,
    withdraw_role,
)
from tournaments.people.words.role_wording import RIGHT_WORDS, roles_in_words

pytestmark = pytest.mark.django_db


@pytest.mark.postgres
def test_role_is_given_and_withdrawn_with_its_trace() -> None:
    tournament = make_tournament(make_club())
    owner, zoe = make_user("Odile", club=tournament.club), make_user("Zoé")

    role = give_role(tournament=tournament, email=zoe.email.upper(), role=EventRole.CHECKER, given_by=owner)
    rights = rights_in(zoe, tournament)
    withdraw_role(role=role, withdrawn_by=owner)

    assert rights == RIGHTS_BY_ROLE[EventRole.CHECKER]
    assert rights_in(zoe, tournament) == frozenset()
    trace_rows = AuditEvent.objects.filter(action__startswith="role.").order_by("pk")
    assert list(trace_rows.values_list("action", "actor__name", "subject")) == [
        ("role.given", "Odile", "Zoé"),
        ("role.withdrawn", "Odile", "Zoé"),
    ]


@pytest.mark.postgres
def test_role_given_twice_is_told_once() -> None:
    tournament = make_tournament(make_club())
    zoe = make_user("Zoé")

    for _time in range(2):
        give_role(tournament=tournament, email=zoe.email, role=EventRole.CHECKER, given_by=zoe)

    assert zoe.event_roles.count() == 1
    assert AuditEvent.objects.filter(action="role.given").count() == 1


def test_unknown_address_and_guests_have_no_account() -> None:
    tournament = make_tournament(make_club())
    _made, guest = invite_guest(tournament)

    for email in ("nobody@example.org", guest.email):
        with pytest.raises(AppError) as refused:
            give_role(tournament=tournament, email=email, role=EventRole.CHECKER, given_by=make_user())
        assert (refused.value.code, set(refused.value.fields)) == ("account_unknown", {"email"})


def test_last_owner_stays_an_owner() -> None:
    club = make_club()
    owner = make_user("Odile", club=club)
    make_user("Omar", club=club, role=MembershipRole.ORGANISER)
    membership = Membership.objects.get(user=owner)

    for refused_change in (
        lambda: withdraw_membership(membership=membership, withdrawn_by=owner),
        lambda: give_membership(club=club, email=owner.email, role=MembershipRole.ORGANISER, given_by=owner),
    ):
        with pytest.raises(AppError) as refused:
            refused_change()
        assert refused.value.code == "last_owner"

    assert may_own_club(owner, club)


def test_the_last_active_owner_does_not_leave_the_club_to_an_inactive_one() -> None:
    club = make_club()
    owner, inactive = make_user("Odile", club=club), make_user("Omar", club=club)
    User.objects.filter(pk=inactive.pk).update(is_active=False)
    membership = Membership.objects.get(user=owner)

    with pytest.raises(AppError) as refusal_info:
        withdraw_membership(membership=membership, withdrawn_by=owner)
    with pytest.raises(AppError) as open_account:
        close_account(user=owner)

    assert (refusal_info.value.code, open_account.value.code) == ("last_owner", "last_owner")
    assert may_own_club(owner, club)


def test_role_of_an_older_page_is_not_the_one_that_is_withdrawn() -> None:
    club = make_club()
    owner = make_user("Odile", club=club, role=MembershipRole.ORGANISER)
    membership = Membership.objects.get()
    give_membership(club=club, email=owner.email, role=MembershipRole.OWNER, given_by=owner)

    with pytest.raises(AppError, match="last_owner"):
        withdraw_membership(membership=membership, withdrawn_by=owner)
    make_user("Omar", club=club)
    for _owner in range(2):
        withdraw_membership(membership=membership, withdrawn_by=owner)

    event = AuditEvent.objects.get(action="membership.withdrawn")
    assert event.before == {"role": "owner"}


@pytest.mark.postgres
def test_owner_leaves_once_another_is_there() -> None:
    club = make_club()
    owner, omar = make_user("Odile", club=club), make_user("Omar", club=club, role=MembershipRole.ORGANISER)

    give_membership(club=club, email=omar.email, role=MembershipRole.OWNER, given_by=owner)
    withdraw_membership(membership=Membership.objects.get(user=owner), withdrawn_by=owner)

    assert may_own_club(omar, club)
    assert not Membership.objects.filter(user=owner).exists()
    assert list(AuditEvent.objects.order_by("pk").values_list("action", "before", "after")) == [
        ("membership.given", {"role": "organiser"}, {"role": "owner"}),
        ("membership.withdrawn", {"role": "owner"}, None),
    ]


@pytest.mark.postgres
def test_account_is_made_with_a_link_that_signs_in_once(client) -> None:
    club = make_club()
    owner = make_user("Odile", club=club)

    account, link = open_keeper_account(
        club=club, name="Zoé", email="Zoe@Example.org", role=MembershipRole.ORGANISER, made_by=owner
    )
    client.post(link)

    assert client.session["_auth_user_id"] == str(account.user.pk)
    assert not account.user.has_usable_password()
    with pytest.raises(AppError) as refused:
        open_keeper_account(
            club=club, name="Z", email="zoe@example.org", role=MembershipRole.OWNER, made_by=owner
        )
    assert refused.value.code == "account_exists"
    assert User.objects.filter(email="zoe@example.org").count() == 1


def test_every_right_is_told_in_words() -> None:
    assert set(RIGHT_WORDS) == set(Right)


def test_roles_are_told_from_the_rights_themselves() -> None:
    words_by_role = {words.role: words for words in roles_in_words()}

    assert set(words_by_role) == set(EventRole)
    assert words_by_role[EventRole.TABLE].sentences == [RIGHT_WORDS[Right.ENTER_TABLE]]
    assert words_by_role[EventRole.DIRECTOR].kept_back == [RIGHT_WORDS[Right.GIVE_ROLES]]
    assert words_by_role[EventRole.SCORER].kept_back == []
