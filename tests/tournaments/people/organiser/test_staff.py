"""The pages of those who work in a tournament, of those who keep a club, and the log."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.mail_notes import MailPostponed
from accounts.mails import CONSOLE
from accounts.models import User
from tests.factories.invitations import invitation_path, invite_guest, make_invitation
from tests.factories.sheets import find_play, make_seated_sheets
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_seated_tournament,
    make_user,
)
from tournaments.enums import EventRole, MembershipRole
from tournaments.models import AuditEvent, Club, Invitation, Role, Tournament
from tournaments.people.services import invitations
from tournaments.people.services.invitations import (
    accept_invitation,
    revoke_invitation,
    send_invitation_mail,
)
from tournaments.people.services.roles import give_role, withdraw_role


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return make_seated_tournament(club)


def page_of(name: str, tournament: Tournament) -> str:
    return reverse(f"organiser-{name}", args=[tournament.slug])


def invited(signed_in: Client, tournament: Tournament, **changes: object) -> str:
    """The path of an invitation made on the page, as the page shows it."""
    form = {"label": "Marie", "role": "scorer", "length": "evening", "table_number": ""} | changes
    response = signed_in.post(page_of("invitation-make", tournament), form, follow=True)
    link_match = re.search(r'href="http://testserver(/invitation/[^"]+)"', response.text)
    assert link_match is not None
    return link_match[1]


def test_invitation_goes_by_mail_where_the_site_can_mail(
    signed_in: Client,
    tournament: Tournament,
    mailoutbox: list[EmailMessage],
    settings: Settings,
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    User.objects.filter(pk=make_user("Marie").pk).update(email="marie@club.example", language="en")
    with django_capture_on_commit_callbacks(execute=True):
        path = invited(signed_in, tournament, email="Marie@club.example")
        refused = signed_in.post(page_of("invitation-make", tournament), {"label": "M", "email": "nowhere"})

    (message,) = mailoutbox
    invitation = Invitation.objects.get()
    assert message.to == ["Marie@club.example"]
    assert f"http://testserver{path}" in message.body
    assert "Odile invites you" in message.body
    assert f"{timezone.localtime(invitation.expires_at):%H:%M}" in message.body
    assert refused.status_code == 422
    assert "club.example" not in str([list(row.values()) for row in AuditEvent.objects.values()])
    settings.EMAIL_BACKEND = CONSOLE
    assert 'name="email"' not in signed_in.get(page_of("staff", tournament)).text.split("Donner un rôle")[0]


def test_invitation_that_is_withdrawn_or_that_no_server_takes(
    tournament: Tournament, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    invitation, token = make_invitation(tournament)
    values = {"link": f"http://testserver{invitation_path(token)}", "email": "m@club.example"}
    refusals: list[Exception] = [SMTPRecipientsRefused({}), MailPostponed()]

    def refuse(message: EmailMessage) -> int:
        raise refusals.pop(0)

    monkeypatch.setattr(invitations, "deliver", refuse)
    assert send_invitation_mail(invitation=invitation, language="fr", **values) == 0
    with pytest.raises(MailPostponed):
        send_invitation_mail(invitation=invitation, language="fr", **values)
    withdrawn = revoke_invitation(invitation=invitation, revoked_by=make_user())
    assert send_invitation_mail(invitation=withdrawn, language="fr", **values) == 0
    assert mailoutbox == []


def test_link_is_shown_to_whoever_made_it_and_lets_a_phone_in(
    signed_in: Client, tournament: Tournament
) -> None:
    path = invited(signed_in, tournament)
    phone = Client()

    opened = phone.get(path)
    entered = phone.post(path, follow=True)

    assert "Odile vous invite au tournoi" in opened.text
    assert "saisit et corrige les résultats de toutes les tables" in opened.text
    assert entered.redirect_chain[-1][0] == page_of("desk", tournament)
    assert phone.get(page_of("results", tournament)).status_code == 200
    assert phone.get(page_of("staff", tournament)).status_code == 403
    guest = Invitation.objects.get().guest
    assert guest is not None
    assert guest.name == "Marie"
    assert AuditEvent.objects.get(action="invitation.accepted").actor == guest


def test_opening_the_link_takes_nothing(client: Client, tournament: Tournament) -> None:
    invitation, token = make_invitation(tournament)

    client.get(invitation_path(token))

    invitation.refresh_from_db()
    assert (invitation.accepted_count, invitation.guest) == (0, None)
    assert "_auth_user_id" not in client.session


def test_guest_is_signed_in_as_long_as_the_invitation_lasts(client: Client, tournament: Tournament) -> None:
    invitation, token = make_invitation(tournament)

    client.post(invitation_path(token))

    assert client.session.get_expiry_date() == invitation.expires_at


def test_withdrawing_on_the_page_ends_the_session_at_once(signed_in: Client, tournament: Tournament) -> None:
    path = invited(signed_in, tournament)
    phone = Client()
    phone.post(path)
    assert phone.get(page_of("desk", tournament)).status_code == 200

    signed_in.post(
        reverse("organiser-invitation-revoke", args=[tournament.slug, Invitation.objects.get().pk])
    )

    assert phone.get(page_of("desk", tournament)).status_code == 302
    refused = phone.get(path)
    assert refused.status_code == 410
    assert "Cette invitation a été retirée" in refused.text


def test_role_taken_away_ends_its_invitation_in_words(signed_in: Client, tournament: Tournament) -> None:
    invitation, token = make_invitation(tournament)
    own_account = User.objects.get(pk=signed_in.session["_auth_user_id"])
    for account in (make_user("Zoé"), own_account):
        accept_invitation(token=token, account=account)
    give_role(
        tournament=tournament, email=make_user("Léa").email, role=EventRole.CHECKER, given_by=make_user()
    )

    for name, ends in (("Léa", False), (own_account.name, False), ("Zoé", True)):
        role = Role.objects.get(user__name=name)
        page = signed_in.post(
            reverse("organiser-role-withdraw", args=[tournament.slug, role.pk]), follow=True
        ).text
        assert f"{role.user} n’a plus le rôle" in page
        assert (f"L’invitation « {invitation.label} » est retirée." in page) == ends


def test_open_invitation_of_a_former_director_shows_that_its_link_is_closed(
    signed_in: Client, tournament: Tournament
) -> None:
    director = make_user("Zoé")
    role = give_role(
        tournament=tournament, email=director.email, role=EventRole.DIRECTOR, given_by=make_user()
    )
    invitation, _token = make_invitation(tournament, author=director)
    page_before = signed_in.get(page_of("staff", tournament))

    withdraw_role(role=role, withdrawn_by=make_user())

    page = signed_in.get(page_of("staff", tournament))
    assert "lien fermé" not in page_before.text
    assert page.text.count("lien fermé") == 1
    assert page.context["staff"].open_invitations == [invitation]


def test_account_accepts_as_itself(client: Client, tournament: Tournament) -> None:
    zoe = make_user("Zoé")
    client.force_login(zoe)
    _made, token = make_invitation(tournament)

    page = client.get(invitation_path(token))
    client.post(invitation_path(token))

    assert "Accepter comme Zoé" in page.text
    assert zoe.event_roles.get().role == EventRole.SCORER
    assert not User.objects.filter(is_guest=True).exists()


@pytest.mark.usefixtures("one_moment")
def test_wrong_links_are_limited(client: Client, db: None) -> None:
    answers = [client.get(invitation_path(f"wrong{number}")).status_code for number in range(31)]

    assert answers == [410] * 30 + [429]


def test_guest_chooses_no_password(client: Client, tournament: Tournament) -> None:
    _made, token = make_invitation(tournament)
    client.post(invitation_path(token))

    response = client.post(
        reverse("accounts-password-first"), {"new_password1": "etui-2026!", "new_password2": "etui-2026!"}
    )

    assert response.headers["Location"] == reverse("organiser-home")
    assert not User.objects.get(is_guest=True).has_usable_password()


def test_captain_reaches_his_table_and_no_other(client: Client, tournament: Tournament) -> None:
    _made, token = make_invitation(tournament, EventRole.TABLE, table=3)

    entered = client.post(invitation_path(token), follow=True)
    table = client.post(page_of("my-tables", tournament), {"table": "3"}, follow=True)
    refused = client.post(page_of("my-tables", tournament), {"table": "4"})

    assert "Ouvrir la table 3" in entered.text
    assert table.redirect_chain[-1][0].startswith("/table/")
    assert "Table 3" in table.text
    assert "Vous n’êtes pas capitaine de cette table" in refused.text
    assert client.get(page_of("results", tournament)).status_code == 403
    assert page_of("my-tables", tournament) in client.get(reverse("organiser-home")).text


def test_captain_needs_a_table_said_at_the_field(signed_in: Client, tournament: Tournament) -> None:
    form = {"label": "Marie", "role": "table", "length": "evening", "table_number": ""}

    response = signed_in.post(page_of("invitation-make", tournament), form)

    assert response.status_code == 422
    assert response.context["invitation_form"].errors["table_number"] == ["Dites de quelle table."]
    assert response.context["invitation_form"]["label"].value() == "Marie"


def test_role_is_given_to_an_account_and_taken_back(signed_in: Client, tournament: Tournament) -> None:
    zoe = make_user("Zoé")
    form = {"email": zoe.email, "role": "checker", "table_number": ""}

    response = signed_in.post(page_of("role-give", tournament), form, follow=True)
    signed_in.post(reverse("organiser-role-withdraw", args=[tournament.slug, zoe.event_roles.get().pk]))

    assert "Zoé a le rôle «\u00a0vérificateur\u00a0»" in response.text
    assert not zoe.event_roles.exists()


def test_unknown_address_is_said_at_the_field(signed_in: Client, tournament: Tournament) -> None:
    response = signed_in.post(
        page_of("role-give", tournament), {"email": "nobody@example.org", "role": "checker"}
    )

    assert "email" in response.context["role_form"].errors


def test_invited_director_sees_the_staff_and_gives_no_role(client: Client, tournament: Tournament) -> None:
    _made, token = make_invitation(tournament, EventRole.DIRECTOR)
    client.post(invitation_path(token))

    page = client.get(page_of("staff", tournament))
    answer = client.post(page_of("role-give", tournament), {"email": "a@example.org", "role": "director"})

    assert page.status_code == 200
    assert "Créer l’invitation" not in page.text
    assert answer.status_code == 403


def test_staff_costs_the_same_with_many(
    signed_in: Client, tournament: Tournament, django_assert_num_queries: Any
) -> None:
    director = make_user("Directrice", tournament=tournament)
    invite_guest(tournament, author=director)
    with CaptureQueriesContext(connection) as few:
        signed_in.get(page_of("staff", tournament))
    for _guest in range(3):
        invite_guest(tournament, author=director)

    with django_assert_num_queries(len(few)):
        signed_in.get(page_of("staff", tournament))


# --- who keeps a club -------------------------------------------------------------------------------


def test_owner_adds_and_withdraws_an_organiser(signed_in: Client, club: Club) -> None:
    page, zoe = reverse("organiser-keepers", args=[club.slug]), make_user("Zoé")

    signed_in.post(page, {"email": zoe.email, "role": "organiser"})
    membership = zoe.memberships.get()
    signed_in.post(reverse("organiser-keeper-withdraw", args=[club.slug, membership.pk]))

    assert membership.role == MembershipRole.ORGANISER
    assert not zoe.memberships.exists()


def test_last_owner_is_told_why_he_stays(signed_in: Client, club: Club, owner: User) -> None:
    membership = owner.memberships.get()

    response = signed_in.post(
        reverse("organiser-keeper-withdraw", args=[club.slug, membership.pk]), follow=True
    )

    assert "C’est le dernier responsable du club" in response.text
    assert owner.memberships.exists()


def test_account_is_made_and_its_link_shown_here_only(signed_in: Client, club: Club) -> None:
    page = reverse("organiser-keepers", args=[club.slug])
    form = {"account-name": "Zoé", "account-email": "zoe@example.org", "account-role": "organiser"}

    response = signed_in.post(reverse("organiser-keeper-account", args=[club.slug]), form, follow=True)
    second_client = Client()
    second_client.force_login(make_user("Omar", club=club))

    assert "/connexion/lien/" in response.text
    assert "/connexion/lien/" not in second_client.get(page).text
    assert User.objects.get(email="zoe@example.org").memberships.get().club == club


# --- the log ----------------------------------------------------------------------------------------


def test_log_is_filtered_and_paged(signed_in: Client, tournament: Tournament) -> None:
    enter_results((play, 56) for play in list_plays(tournament)[:8])

    every = signed_in.get(page_of("log", tournament))
    some = signed_in.get(page_of("log", tournament), {"kind": "results", "table": "1"})
    nasty = signed_in.get(page_of("log", tournament), {"since": "hier", "board": "x"})

    assert "Résultat saisi" in every.text
    assert {line.event.action for line in some.context["lines"]} == {"result.entered"}
    assert len(some.context["lines"]) < 8
    assert nasty.status_code == 200


def test_log_costs_the_same_with_many_lines(
    signed_in: Client, tournament: Tournament, django_assert_num_queries: Any
) -> None:
    enter_result(list_plays(tournament)[0], 56, user=make_user("Zoé"))
    with CaptureQueriesContext(connection) as few:
        signed_in.get(page_of("log", tournament))
    for play in list_plays(tournament)[1:8]:
        enter_result(play, 56, user=make_user("Marc"))

    with django_assert_num_queries(len(few)):
        signed_in.get(page_of("log", tournament))


def test_published_log_is_read_without_names(signed_in: Client, tournament: Tournament) -> None:
    enter_result(list_plays(tournament)[0], 56, user=make_user("Zoé"))
    tournament.visibility = "public"
    tournament.save()
    page = reverse("public-log", args=[tournament.slug])
    page_before = Client().get(page)

    signed_in.post(page_of("log-publish", tournament), {"published": "1"})
    page_shown = Client().get(page)
    signed_in.post(page_of("log-publish", tournament), {"published": "0"})

    assert page_before.status_code == 404
    assert "Résultat saisi" in page_shown.text
    assert not any(text in page_shown.text for text in ("Zoé", "Odile", "+56", "Nom01"))
    assert Client().get(page).status_code == 404


def test_withdrawn_guest_is_still_named_in_the_log(
    signed_in: Client, tournament: Tournament, owner: User
) -> None:
    invitation, guest = invite_guest(tournament)
    enter_result(list_plays(tournament)[0], 56, user=guest)

    revoke_invitation(invitation=invitation, revoked_by=owner)

    assert "Table des marques" in signed_in.get(page_of("log", tournament)).text


def test_captain_writes_the_sheets_of_his_table_only(client: Client, club: Club) -> None:
    tournament = make_seated_sheets(club)
    _made, token = make_invitation(tournament, EventRole.TABLE, table=1)
    play = find_play(tournament, 1, 1, 1)
    typed = {"kind": "passed", "seen_version": 0, "token": "00000001-0000-4000-8000-000000000001"}

    mine = client.post(invitation_path(token), follow=True)
    sheet = reverse("organiser-score-sheet", args=[tournament.slug, 1, 1])
    response = client.post(sheet, {f"p{play.pk}-{name}": value for name, value in typed.items()})
    page = client.get(sheet)
    refused = client.get(reverse("organiser-score-sheet", args=[tournament.slug, 1, 2]))

    assert sheet in mine.text
    assert response.status_code == 302
    assert str(play.slips.get().entered_by) == "Table des marques"
    assert page_of("my-tables", tournament) in page.text
    assert f'"{page_of("results", tournament)}"' not in page.text
    assert refused.status_code == 403
