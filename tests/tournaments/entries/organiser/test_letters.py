"""Letters in the organiser's own words: to whom, what the preview says, once, by the worker."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.registrations import open_event, send_registration
from tests.factories.tournaments import make_people, make_tournament, make_user
from tournaments.entries.queries.letters import list_letters, load_addressees
from tournaments.entries.services import letters
from tournaments.entries.services.acceptances import accept_registration
from tournaments.entries.services.entries import mark_arrival
from tournaments.entries.services.fees import record_payment
from tournaments.entries.services.letters import LetterDraft, request_letter, send_letter
from tournaments.enums import LetterGroup, MailState
from tournaments.events.services.events import enter_people
from tournaments.models import AuditEvent, Club, ClubPage, EntrantLetter, FeeRate, LetterMail, Tournament
from tournaments.tasks import send_letter_task
from tournaments.work.kinds import LETTERS
from tournaments.work.mail_queue import PAUSES

pytestmark = pytest.mark.django_db
DRAFT = {"group": "all", "subject": "Repas de samedi", "text": "Apportez un dessert."}


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Two accepted with an address, one waits, one entered by the organiser, one without an address."""
    event = open_event(make_tournament(club), places=4)
    for name, email in (("Durand Anne", "anne@example.org"), ("Petit Jean", "jean@example.org")):
        registration = send_registration(event, name, email=email, link="http://testserver")
        accept_registration(registration=registration, person_ids={}, accepted_by=None)
    enter_people(tournament=event, people=make_people(club, 1), entered_by=None)
    send_registration(event, "Sans Adresse")
    send_registration(event, "Attente Luc", email="luc@example.org")
    return event


def addresses(tournament: Tournament, group: LetterGroup) -> tuple[list[str], set[str]]:
    found = load_addressees(tournament, group)
    return [row.email for row in found.registrations], set(found.without_address)


def path(tournament: Tournament) -> str:
    return reverse("organiser-letters", args=[tournament.slug])


def draft(text: str = "Bonjour", group: LetterGroup = LetterGroup.ALL) -> LetterDraft:
    return LetterDraft(group, "Objet", text)


def test_groups_have_their_addresses_and_name_those_without(tournament: Tournament) -> None:
    anne = tournament.entries.get(person__last_name="Durand")
    jean = tournament.entries.get(person__last_name="Petit")
    nom = tournament.entries.get(person__last_name="Nom01")
    rate = FeeRate.objects.create(tournament=tournament, name="Plein", cents=1000)
    record_payment(entry=anne, rate=rate, paid_cents=None, recorded_by=None)
    mark_arrival(entry=jean, is_here=True, marked_by=None)
    both = ["anne@example.org", "jean@example.org"]

    assert addresses(tournament, LetterGroup.ALL) == (
        [*both, "luc@example.org"], {str(nom), "SANS Adresse"},
    )  # fmt: skip
    assert addresses(tournament, LetterGroup.ACCEPTED) == (both, {str(nom)})
    assert addresses(tournament, LetterGroup.WAITING) == (["luc@example.org"], set())
    assert addresses(tournament, LetterGroup.UNPAID) == (["jean@example.org"], {str(nom)})
    assert addresses(tournament, LetterGroup.ABSENT) == (["anne@example.org"], {str(nom)})


def test_address_of_two_registrations_gets_one_letter(tournament: Tournament) -> None:
    tournament.registrations.filter(email="luc@example.org").update(email="Anne@example.org")

    assert len(load_addressees(tournament, LetterGroup.ALL).registrations) == 2


@pytest.mark.postgres
def test_letter_is_previewed_sent_once_and_logged_without_addresses(
    signed_in: Client, tournament: Tournament
) -> None:
    ClubPage.objects.create(club=tournament.club, contact="club@example.org")

    preview = signed_in.post(path(tournament), DRAFT | {"preview": ""})
    assert not EntrantLetter.objects.exists()
    assert all(text in preview.text for text in ("3 adresses", "2 inscrits sans adresse", "réponses à club@"))
    assert "anne@example.org" not in preview.text

    sent = signed_in.post(path(tournament), DRAFT | {"send": ""}, follow=True)
    again = signed_in.post(path(tournament), DRAFT | {"send": ""})

    letter = EntrantLetter.objects.get()
    assert "La lettre part à 3 adresses." in sent.text
    assert (again.status_code, "est déjà partie" in again.text) == (422, True)
    send_letter_task(letter_id=letter.pk)
    send_letter_task(letter_id=letter.pk)
    assert [message.to for message in mail.outbox] == [
        ["anne@example.org"], ["jean@example.org"], ["luc@example.org"],
    ]  # fmt: skip
    first = mail.outbox[0]
    assert (first.subject, first.reply_to) == ("Repas de samedi", ["club@example.org"])
    assert first.body.startswith("Apportez un dessert.")
    assert "vous recevez cette lettre pour votre préinscription" in first.body
    assert "http://testserver/" in first.body
    event = AuditEvent.objects.get(action="letters.requested")
    assert (event.subject, event.after) == (tournament.name, {"count": 3, "group": "all"})
    assert "3 sur 3 envoyés" in signed_in.get(path(tournament)).text


def test_replies_go_to_the_organiser_without_an_address_of_the_club(tournament: Tournament) -> None:
    user = make_user("Odile")
    ClubPage.objects.create(club=tournament.club, contact="06 12 34 56 78")
    request_letter(tournament=tournament, draft=draft(), requested_by=user)

    send_letter(letter=EntrantLetter.objects.get())

    assert {tuple(message.reply_to) for message in mail.outbox} == {(user.email,)}


def test_letter_is_sent_in_parts_and_skips_addresses_taken_back(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(letters, "PART", 2)
    request_letter(tournament=tournament, draft=draft(), requested_by=None)
    letter = EntrantLetter.objects.get()
    tournament.registrations.filter(email="luc@example.org").update(email="")

    assert [send_letter(letter=letter) for _part in range(3)] == [2, 0, 0]
    states = list(LetterMail.objects.values_list("state", flat=True))
    assert states == [MailState.SENT, MailState.SENT, MailState.CANCELLED]


def test_letters_are_refused_in_a_sentence(signed_in: Client, tournament: Tournament) -> None:
    for number in range(letters.MOST_A_DAY):
        request_letter(tournament=tournament, draft=draft(f"n° {number}"), requested_by=None)
    assert [letter.text for letter in list_letters(tournament)] == [
        f"n° {number}" for number in (4, 3, 2, 1, 0)
    ]
    assert "déjà envoyé 5 lettres en un jour" in signed_in.post(path(tournament), DRAFT | {"send": ""}).text

    EntrantLetter.objects.all().delete()
    tournament.registrations.update(email="")
    assert "n’a donné d’adresse" in signed_in.post(path(tournament), DRAFT | {"send": ""}).text


def test_site_without_mail_offers_the_addresses_to_copy(
    signed_in: Client, tournament: Tournament, settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

    page = signed_in.post(path(tournament), DRAFT | {"preview": ""})
    refused = signed_in.post(path(tournament), DRAFT | {"send": ""})

    assert "anne@example.org, jean@example.org, luc@example.org" in page.text
    assert "Envoyer la lettre" not in page.text
    assert "Ce site n’envoie pas de courriels." in refused.text
    assert not EntrantLetter.objects.exists()


@pytest.fixture
def mail_server(monkeypatch: pytest.MonkeyPatch) -> dict[str, Exception]:
    """Errors of the mail server: by address, or for "" when a connection is opened."""
    errors: dict[str, Exception] = {}
    send_messages = EmailBackend.send_messages

    def open_connection(_backend: EmailBackend) -> None:
        if "" in errors:
            raise errors[""]

    def take(backend: EmailBackend, messages: list[mail.EmailMessage]) -> int:
        if error := errors.get(messages[0].to[0]):
            raise error
        return send_messages(backend, messages)

    monkeypatch.setattr(EmailBackend, "open", open_connection)
    monkeypatch.setattr(EmailBackend, "send_messages", take)
    return errors


def refusal(address: str, code: int) -> SMTPRecipientsRefused:
    return SMTPRecipientsRefused({address: (code, b"anne@example.org is not here")})


def timed_out(_address: str) -> SMTPServerDisconnected:
    """Return the error of smtplib when the server does not respond any more."""
    try:
        try:
            raise TimeoutError
        except TimeoutError as error:
            raise SMTPServerDisconnected("Connection unexpectedly closed") from error
    except SMTPServerDisconnected as error:
        return error


def rest(tournament: Tournament, pause: timedelta) -> None:
    """Let the messages wait for so long."""
    earlier = timezone.now() - pause - timedelta(seconds=1)
    LetterMail.objects.filter(letter__tournament=tournament).update(changed_at=earlier)


def requested(tournament: Tournament) -> EntrantLetter:
    request_letter(tournament=tournament, draft=draft(), requested_by=None)
    return EntrantLetter.objects.get()


def states() -> list[tuple[str, int, int]]:
    return list(LetterMail.objects.order_by("pk").values_list("state", "attempts", "code"))


@pytest.mark.postgres
def test_letter_waits_for_a_server_that_is_away_and_leaves_once(
    signed_in: Client, tournament: Tournament, mail_server: dict[str, Exception]
) -> None:
    letter = requested(tournament)
    mail_server[""] = ConnectionRefusedError()

    assert send_letter(letter=letter) == 0
    assert states() == [(MailState.QUEUED, 1, 0)] * 3
    page = signed_in.get(path(tournament)).text
    assert all(words in page for words in ("3 en attente", "Étui réessaie de lui-même", "Arrêter l’envoi"))

    mail_server.clear()
    LetterMail.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    assert send_letter(letter=letter) == 0
    assert LETTERS.stale(timezone.now()) == []
    rest(tournament, PAUSES[0])
    assert LETTERS.stale(timezone.now()) == [letter.pk]
    assert [send_letter(letter=letter) for _run in range(2)] == [3, 0]
    assert len(mail.outbox) == 3


def test_letter_fails_after_the_last_attempt(
    tournament: Tournament, mail_server: dict[str, Exception]
) -> None:
    letter = requested(tournament)
    mail_server[""] = ConnectionRefusedError()

    for pause in PAUSES:
        send_letter(letter=letter)
        rest(tournament, pause)
    assert states() == [(MailState.QUEUED, len(PAUSES), 0)] * 3
    send_letter(letter=letter)

    assert states() == [(MailState.FAILED, len(PAUSES), 0)] * 3


@pytest.mark.parametrize(
    ("error", "state", "others", "words"),
    [
        (partial(refusal, code=450), (MailState.QUEUED, 1, 450), (MailState.SENT, 0, 0), "en attente"),
        (partial(refusal, code=550), (MailState.FAILED, 0, 550), (MailState.SENT, 0, 0), "(code 550)"),
        (timed_out, (MailState.FAILED, 0, 0), (MailState.QUEUED, 1, 0), "peut-être parti"),
    ],
    ids=["later", "refused", "hangs"],
)  # fmt: skip
def test_trouble_with_one_address(
    signed_in: Client,
    tournament: Tournament,
    mail_server: dict[str, Exception],
    error: Callable[[str], Exception],
    state: tuple[MailState, int, int],
    others: tuple[MailState, int, int],
    words: str,
) -> None:
    letter = requested(tournament)
    mail_server["anne@example.org"] = error("anne@example.org")

    send_letter(letter=letter)

    assert states() == [state, others, others]
    page = signed_in.get(path(tournament)).text
    assert words in page
    assert "anne@example.org" not in page


def test_letter_is_stopped_and_sent_to_those_left_after_a_correction(
    signed_in: Client, tournament: Tournament, mail_server: dict[str, Exception]
) -> None:
    letter = requested(tournament)
    mail_server["anne@example.org"] = refusal("anne@example.org", 550)
    mail_server["jean@example.org"] = refusal("jean@example.org", 450)
    send_letter(letter=letter)
    stop, resume = (
        reverse(f"organiser-letter-{step}", args=[tournament.slug, letter.pk]) for step in ("stop", "resume")
    )

    stopped = signed_in.post(stop, follow=True).text
    assert all(
        words in stopped
        for words in ("1 courriel n’est pas parti.", "2 pas partis", "envoi arrêté", "DURAND")
    )
    rest(tournament, PAUSES[-1])
    assert send_letter(letter=letter) == 0

    mail_server.clear()
    tournament.registrations.filter(email="anne@example.org").update(email="anne.durand@example.org")
    assert "La lettre repart." in signed_in.post(resume, follow=True).text
    send_letter(letter=letter)

    assert sorted(message.to[0] for message in mail.outbox) == [
        "anne.durand@example.org", "jean@example.org", "luc@example.org",
    ]  # fmt: skip
    assert "3 sur 3 envoyés" in signed_in.get(path(tournament)).text
    assert "n’a donné d’adresse" in signed_in.post(resume, follow=True).text
    actions = AuditEvent.objects.filter(action__startswith="letters.").order_by("pk")
    assert [(event.action, event.after["count"]) for event in actions] == [
        ("letters.requested", 3), ("letters.stopped", 1), ("letters.resumed", 2),
    ]  # fmt: skip
