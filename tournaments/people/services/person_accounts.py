"""Which account is whose: the club asks, or the owner shows the private link; only the owner's word ties.

The club never learns whether an account has an address, what its owner answered, or anything of an account.
Whoever the club says that he plays reads no sealed cards, whatever he answers: `base.queries.involvement`.
"""

from datetime import timedelta
from smtplib import SMTPException

from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from accounts.mails import can_send
from accounts.models import User
from common.errors import AppError
from common.workers.queueing import after_commit
from tournaments.base.queries.teams import is_entry_of
from tournaments.enums import TieState, TournamentState
from tournaments.models import Entry, Person, TieRequest
from tournaments.people.queries.tie_requests import list_waiting_requests
from tournaments.trace.services.trace import record_event

ASKED_FOR = timedelta(days=30)
"""How long a request waits for its answer, and the least time between two to one address."""


@transaction.atomic
def request_tie(*, person: Person, email: str, asked_by: User, link: str) -> TieRequest:
    """Ask whoever has the account with this address whether he is the person; another open request ends.

    The same happens for an address that no account has. Who refused is asked again once the request is old.

    Args:
        link: the whole address of the page where the owner answers, for the message.

    Raises:
        AppError: the person is tied already (`tied_already`); the asker's own plays (`own_account_plays`).
    """
    locked = _lock(person)
    if locked.user_id is not None:
        message = _("Cette personne a déjà lié son compte.")
        raise AppError("tied_already", message, fields={"email": message})
    address, now = email.strip().lower(), timezone.now()
    known = locked.tie_requests.filter(email=address).first()
    if known is not None and known.expires_at > now:
        return known
    others = locked.tie_requests.exclude(email=address)
    _keep_own_away(locked, asked_by, others.filter(email=asked_by.email.lower()).exists())
    others.delete()
    asked, _is_made = TieRequest.objects.update_or_create(
        person=locked,
        email=address,
        defaults={
            "state": TieState.ASKED,
            "is_by_owner": False,
            "asked_by": asked_by,
            "asked_at": now,
            "expires_at": now + ASKED_FOR,
        },
    )
    _record(locked, asked_by, "person.tie_asked")
    after_commit("tournaments.send_tie_mail", request_id=asked.pk, link=link, language=get_language() or "")
    return asked


@transaction.atomic
def accept_tie(*, asked: TieRequest, user: User) -> Person:
    """The owner says that he is the person.

    Raises:
        AppError: the request is answered, too old or not his (`tie_unknown`); somebody else is tied to the
            person (`tied_already`), or he is to another person of the club (`account_taken`).
    """
    person, waiting = _lock_request(asked, user)
    _tie(person, user)
    waiting.state = TieState.ACCEPTED
    waiting.save(update_fields=["state"])
    return person


@transaction.atomic
def refuse_tie(*, asked: TieRequest, user: User) -> None:
    """The owner says that he is not the person, or does not want to be tied; the club is not told.

    Raises:
        AppError: the request is answered, too old or not his (`tie_unknown`).
    """
    _person, waiting = _lock_request(asked, user)
    waiting.state = TieState.REFUSED
    waiting.save(update_fields=["state"])


@transaction.atomic
def tie_by_link(*, person: Person, user: User) -> Person:
    """Tie the account of somebody who is signed in and has the person's private link.

    Raises:
        AppError: as `accept_tie`.
    """
    locked = _lock(person)
    if locked.user_id == user.pk:
        return locked
    _tie(locked, user)
    _keep_word(locked, user, TieState.ACCEPTED)
    return locked


@transaction.atomic
def untie_own(*, person: Person, user: User) -> None:
    """The owner is tied to the person no longer; until the club drops it he still reads no deals he plays."""
    locked = _lock(person)
    if locked.user_id != user.pk:
        return
    locked.user = None
    locked.save(update_fields=["user"])
    _keep_word(locked, user, TieState.REFUSED)
    _record(locked, None, "person.untied")


@transaction.atomic
def drop_tie(*, person: Person, dropped_by: User) -> None:
    """The club lets go of a tie or a request; the account itself stays as it is.

    Raises:
        AppError: one's own cannot be let go while one plays (`own_account_plays`).
    """
    locked = _lock(person)
    is_own = locked.user_id == dropped_by.pk
    is_asked = locked.tie_requests.filter(email=dropped_by.email.lower()).exists()
    _keep_own_away(locked, dropped_by, is_own or is_asked)
    if locked.user_id is None and not locked.tie_requests.exists():
        return
    locked.tie_requests.all().delete()
    locked.user = None
    locked.save(update_fields=["user"])
    _record(locked, dropped_by, "person.tie_dropped")


def ask_again(*, removed: Person, kept: Person) -> None:
    """Two rows were one person: make what was asked of one ready to be asked of the other.

    A tie never changes hands by the club's word: its owner is asked again.
    """
    removed.tie_requests.filter(email__in=kept.tie_requests.values("email")).delete()
    answered = removed.tie_requests.filter(state=TieState.ACCEPTED)
    answered.update(state=TieState.ASKED, expires_at=timezone.now() + ASKED_FOR)


def send_tie_mail(*, request: TieRequest, link: str, language: str) -> int:
    """Write to the owner where there is one and the site can send; how many messages left.

    Called by the worker: whoever asks waits as long for an address that nobody has. A message that is
    lost is no harm, the request shows on the account's pages.
    """
    accounts = User.objects.filter(email__iexact=request.email, is_active=True, is_guest=False)
    account = accounts.first()
    if account is None or request.state != TieState.ASKED or not can_send():
        return 0
    with override(account.language or language):
        subject = _("%(club)s : êtes-vous %(person)s ?") % {
            "club": request.person.club,
            "person": request.person.full_name,
        }
        context = {"request": request, "person": request.person, "link": link}
        body = render_to_string("tournaments/people/mails/tie.txt", context)
    message = EmailMessage(subject=" ".join(subject.splitlines()), body=body, to=[account.email])
    try:
        return message.send()
    except (SMTPException, OSError):
        return 0


def _lock(person: Person) -> Person:
    return Person.objects.select_for_update(of=("self",)).select_related("club").get(pk=person.pk)


def _lock_request(asked: TieRequest, user: User) -> tuple[Person, TieRequest]:
    person = _lock(asked.person)
    waiting = list_waiting_requests(user).filter(pk=asked.pk, person=person).first()
    if waiting is None:
        raise AppError("tie_unknown", _("Cette demande n’attend plus de réponse."))
    return person, waiting


def _tie(person: Person, user: User) -> None:
    if person.user_id is not None:
        raise AppError(
            "tied_already", _("Un autre compte est déjà lié à cette personne : demandez à votre club.")
        )
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


def _keep_word(person: Person, user: User, state: TieState) -> None:
    """Keep what the owner said, with the request where the club made one."""
    now = timezone.now()
    said, is_made = TieRequest.objects.get_or_create(
        person=person,
        email=user.email.lower(),
        defaults={"state": state, "is_by_owner": True, "asked_at": now, "expires_at": now},
    )
    if not is_made:
        said.state = state
        said.save(update_fields=["state"])


def _keep_own_away(person: Person, actor: User, is_own: bool) -> None:
    """Nobody lets go of his own account to read the deals that he plays."""
    if not is_own or not _plays(person):
        return
    message = _(
        "Vous jouez un tournoi dont les donnes sont scellées : un autre organisateur peut délier ce compte."
    )
    raise AppError("own_account_plays", message, fields={"email": message})


def _plays(person: Person) -> bool:
    """Whether they are entered in a tournament that is dealt and not finished."""
    dealt = Entry.objects.filter(is_entry_of(person), tournament__sessions__deal_set__isnull=False)
    return dealt.exclude(tournament__state=TournamentState.FINISHED).exists()


def _record(person: Person, actor: User | None, action: str) -> None:
    """The trace names no address and no account, and not who answered."""
    record_event(club=person.club, actor=actor, action=action, subject=person.full_name, person=person)
