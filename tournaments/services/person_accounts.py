"""Which account somebody of the register signs in with: whoever plays reads no sealed cards."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.enums import TournamentState
from tournaments.models import Person
from tournaments.services.audit import record_event


@transaction.atomic
def link_account(*, person: Person, email: str, linked_by: User) -> Person:
    """Say which account is this person's, or with "" that none is.

    Raises:
        AppError: no active account has the address (`account_unknown`); it is somebody else's of the club
            (`account_taken`); one's own account cannot be let go while one plays (`own_account_plays`).
    """
    person = Person.objects.select_for_update(of=("self",)).select_related("club", "user").get(pk=person.pk)
    account = _find_account(person, email) if email else None
    if account == person.user:
        return person
    if person.user == linked_by and _plays(person):
        message = _(
            "Vous jouez un tournoi dont les donnes sont scellées : un autre organisateur peut "
            "délier ce compte."
        )
        raise AppError("own_account_plays", message, fields={"email": message})
    before, person.user = person.user, account
    person.save(update_fields=["user"])
    record_event(
        club=person.club,
        actor=linked_by,
        action="person.account_linked",
        subject=person.full_name,
        before={"account": str(before)} if before else None,
        after={"account": str(account)} if account else None,
    )
    return person


def _find_account(person: Person, email: str) -> User:
    account = User.objects.filter(email__iexact=email, is_active=True).first()
    if account is None:
        message = _("Aucun compte actif n’a cette adresse.")
        raise AppError("account_unknown", message, fields={"email": message})
    holder = Person.objects.filter(club=person.club, user=account).exclude(pk=person.pk).first()
    if holder is not None:
        message = _("Ce compte est déjà celui de %(holder)s.") % {"holder": holder}
        raise AppError("account_taken", message, fields={"email": message})
    return account


def _plays(person: Person) -> bool:
    """Whether they are entered in a tournament that is dealt and not finished."""
    dealt = person.entries.filter(tournament__sessions__deal_set__isnull=False)
    return dealt.exclude(tournament__state=TournamentState.FINISHED).exists()
