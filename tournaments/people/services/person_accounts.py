"""Ties between accounts and people of a register.

A club requests a tie, or the owner of the account opens the private link of the person. Only the owner of the
account can accept a tie. The club gets no data about the account: not whether an address has one, nor what
its owner answered. As soon as a club has requested a tie, the account may not read sealed cards of the
person's events, regardless of the answer: see `base.queries.involvement`.
"""

from datetime import timedelta
from smtplib import SMTPException

from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.language_codes import reader_language
from accounts.mail_notes import deliver
from accounts.mails import can_send, header_line
from accounts.models import User
from common.errors import AppError
from common.workers.queueing import after_commit
from tournaments.base.queries.teams import is_entry_of
from tournaments.enums import TieState, TournamentState
from tournaments.models import Entry, Person, TieRequest
from tournaments.people.queries.tie_requests import list_waiting_requests
from tournaments.trace.services.trace import record_event

ASKED_FOR = timedelta(days=30)
"""Validity of a tie request, and shortest time between two requests to one address."""


@transaction.atomic
def request_tie(*, person: Person, email: str, asked_by: User, link: str) -> TieRequest:
    """Ask the owner of the account with this address to confirm the person. Other open requests end.

    An address without an account is treated in the same way. A request to the same address that has not
    expired is returned unchanged, even after a refusal.

    Args:
        link: absolute URL of the page where the owner answers, for the message.

    Raises:
        AppError: the person is already tied (`tied_already`), or `asked_by` would replace a request to their
            own address during an event that they play (`own_account_plays`).
    """
    locked_person = _lock(person)
    if locked_person.user_id is not None:
        message = _("Cette personne a déjà lié son compte.")
        raise AppError("tied_already", message, fields={"email": message})
    address, moment = email.strip().lower(), timezone.now()
    previous_request = locked_person.tie_requests.filter(email=address).first()
    if previous_request is not None and previous_request.expires_at > moment:
        return previous_request
    other_requests = locked_person.tie_requests.exclude(email=address)
    _forbid_own_account(locked_person, asked_by, other_requests.filter(email=asked_by.email.lower()).exists())
    other_requests.delete()
    tie_request, _is_made = TieRequest.objects.update_or_create(
        person=locked_person,
        email=address,
        defaults={
            "state": TieState.ASKED,
            "is_by_owner": False,
            "asked_by": asked_by,
            "asked_at": moment,
            "expires_at": moment + ASKED_FOR,
        },
    )
    _record(locked_person, asked_by, "person.tie_asked")
    after_commit(
        "tournaments.send_tie_mail", request_id=tie_request.pk, link=link, language=reader_language()
    )
    return tie_request


@transaction.atomic
def accept_tie(*, asked: TieRequest, user: User) -> Person:
    """Accept a tie request as the owner of the account.

    Raises:
        AppError: the request is answered, expired or sent to another address (`tie_unknown`); another account
            is tied to the person (`tied_already`); the account is tied to another person of the club
            (`account_taken`).
    """
    person, open_request = _lock_request(asked, user)
    _tie(person, user)
    open_request.state = TieState.ACCEPTED
    open_request.save(update_fields=["state"])
    return person


@transaction.atomic
def refuse_tie(*, asked: TieRequest, user: User) -> None:
    """Refuse a tie request as the owner of the account. The club is not notified.

    Raises:
        AppError: the request is answered, expired or sent to another address (`tie_unknown`).
    """
    _person, open_request = _lock_request(asked, user)
    open_request.state = TieState.REFUSED
    open_request.save(update_fields=["state"])


@transaction.atomic
def tie_by_link(*, person: Person, user: User) -> Person:
    """Tie the account of a signed-in user who has opened the private link of the person.

    Raises:
        AppError: as `accept_tie`.
    """
    locked_person = _lock(person)
    if locked_person.user_id == user.pk:
        return locked_person
    _tie(locked_person, user)
    _record_decision(locked_person, user, TieState.ACCEPTED)
    return locked_person


@transaction.atomic
def untie_own(*, person: Person, user: User) -> None:
    """Untie the owner's account from the person.

    The account still may not read sealed cards of the person's events until the club drops the request.
    """
    locked_person = _lock(person)
    if locked_person.user_id != user.pk:
        return
    locked_person.user = None
    locked_person.save(update_fields=["user"])
    _record_decision(locked_person, user, TieState.REFUSED)
    _record(locked_person, None, "person.untied")


@transaction.atomic
def drop_tie(*, person: Person, dropped_by: User) -> None:
    """Drop a tie or a request as the club. The account itself does not change.

    Raises:
        AppError: the tie is the user's own, and they play (`own_account_plays`).
    """
    locked_person = _lock(person)
    is_own = locked_person.user_id == dropped_by.pk
    is_asked = locked_person.tie_requests.filter(email=dropped_by.email.lower()).exists()
    _forbid_own_account(locked_person, dropped_by, is_own or is_asked)
    if locked_person.user_id is None and not locked_person.tie_requests.exists():
        return
    locked_person.tie_requests.all().delete()
    locked_person.user = None
    locked_person.save(update_fields=["user"])
    _record(locked_person, dropped_by, "person.tie_dropped")


def ask_again(*, removed: Person, kept: Person) -> None:
    """Prepare the tie requests of `removed` for their move to `kept`.

    An accepted tie becomes an open request, since only the owner of the account may confirm another person.
    """
    removed.tie_requests.filter(email__in=kept.tie_requests.values("email")).delete()
    accepted_requests = removed.tie_requests.filter(state=TieState.ACCEPTED)
    accepted_requests.update(state=TieState.ASKED, expires_at=timezone.now() + ASKED_FOR)


def send_tie_mail(*, request: TieRequest, link: str, language: str) -> int:
    """Send the message of a tie request if the address has an account. Return the number of messages sent.

    A worker calls it, so that the response time does not reveal whether an address has an account. A lost
    message does no harm: the request is listed on the account's pages.
    """
    account = User.objects.find_open_account(request.email)
    if account is None or request.state != TieState.ASKED or not can_send():
        return 0
    with override(account.language or language):
        subject = _("%(club)s : êtes-vous %(person)s ?") % {
            "club": request.person.club,
            "person": request.person.full_name,
        }
        context = {"request": request, "person": request.person, "link": link}
        body = render_to_string("tournaments/people/mails/tie.txt", context)
    message = EmailMessage(subject=header_line(subject), body=body, to=[account.email])
    try:
        return deliver(message)
    except (SMTPException, OSError):
        return 0


def _lock(person: Person) -> Person:
    return Person.objects.select_for_update(of=("self",)).select_related("club").get(pk=person.pk)


def _lock_request(tie_request: TieRequest, user: User) -> tuple[Person, TieRequest]:
    person = _lock(tie_request.person)
    open_request = list_waiting_requests(user).filter(pk=tie_request.pk, person=person).first()
    if open_request is None:
        raise AppError("tie_unknown", _("Cette demande n’attend plus de réponse."))
    return person, open_request


def _tie(person: Person, user: User) -> None:
    if person.user_id is not None:
        raise AppError(
            "tied_already", _("Un autre compte est déjà lié à cette personne : demandez à votre club.")
        )
    # an account accepts two people of one club one after the other
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    holder = Person.objects.filter(club=person.club, user=user).exclude(pk=person.pk).first()
    if holder is not None:
        raise AppError(
            "account_taken",
            _("Votre compte est déjà lié à %(holder)s dans ce club : déliez-le d’abord.")
            % {"holder": holder},
        )
    person.user = user
    person.save(update_fields=["user"])
    _record(person, None, "person.tied")


def _record_decision(person: Person, user: User, state: TieState) -> None:
    """Record the owner's decision on the club's request, or on a request of their own."""
    moment = timezone.now()
    tie_request, is_made = TieRequest.objects.get_or_create(
        person=person,
        email=user.email.lower(),
        defaults={"state": state, "is_by_owner": True, "asked_at": moment, "expires_at": moment},
    )
    if not is_made:
        tie_request.state = state
        tie_request.save(update_fields=["state"])


def _forbid_own_account(person: Person, actor: User, is_own: bool) -> None:
    """Refuse to untie the user's own account during a tournament with sealed deals that the person plays."""
    if not is_own or not _plays_sealed_deals(person):
        return
    message = _(
        "Vous jouez un tournoi dont les donnes sont scellées : un autre organisateur peut délier ce compte."
    )
    raise AppError("own_account_plays", message, fields={"email": message})


def _plays_sealed_deals(person: Person) -> bool:
    """Return whether the person is entered in an unfinished tournament with deals."""
    entries = Entry.objects.filter(is_entry_of(person), tournament__sessions__deal_set__isnull=False)
    return entries.exclude(tournament__state=TournamentState.FINISHED).exists()


def _record(person: Person, actor: User | None, action: str) -> None:
    """Write a trace without the address, the account and the author of the answer."""
    record_event(club=person.club, actor=actor, action=action, subject=person.full_name, person=person)
