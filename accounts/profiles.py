"""Under which pseudonym and for which country somebody plays."""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import PastPseudonym, User
from accounts.pseudonyms import clean_pseudonym, fold_pseudonym
from common.errors import AppError
from common.text.moments import within

RESERVED_FOR = timedelta(days=183)
"""Half a year: as long as anything is kept by which one finds out who somebody was (docs/privacy.md)."""


@transaction.atomic
def change_profile(*, user: User, pseudonym: str, country: str) -> User:
    """Take a pseudonym and a country, or none; a pseudonym given up stays its owner's for half a year.

    Args:
        country: a code of ISO 3166-1 that the form has checked, "" for none.

    Raises:
        AppError: the pseudonym is not allowed (`pseudonym_refused`) or somebody has it (`pseudonym_taken`).
    """
    name = clean_pseudonym(pseudonym) if pseudonym.strip() else ""
    refuse_taken(name, owner=user)
    locked = User.objects.select_for_update().get(pk=user.pk)
    if locked.pseudonym and locked.pseudonym != name:
        PastPseudonym.objects.create(
            user=locked, pseudonym=locked.pseudonym, folded=locked.pseudonym_folded, left_at=timezone.now()
        )
    locked.pseudonym, locked.pseudonym_folded, locked.country = name, fold_pseudonym(name), country
    try:
        with transaction.atomic():
            locked.save(update_fields=["pseudonym", "pseudonym_folded", "country"])
    except IntegrityError:  # somebody was quicker by a moment
        raise _taken() from None
    return locked


def clean_public_name(typed: str, *, owner: User | None = None) -> str:
    """Return a name that other players will read, as it is kept. Two queries.

    Args:
        owner: the account that takes it, which may use its own pseudonym; None for a guest.

    Raises:
        AppError: `pseudonym_refused`, `pseudonym_taken`.
    """
    name = clean_pseudonym(typed)
    refuse_taken(name, owner=owner)
    return name


def refuse_taken(name: str, *, owner: User | None = None) -> None:
    """Two queries, whether somebody has it or not.

    Raises:
        AppError: somebody else has a name that could be taken for this one, or had it lately
            (`pseudonym_taken`).
    """
    folded = fold_pseudonym(name)
    if not folded:
        return
    others = User.objects.filter(pseudonym_folded=folded)
    lately = PastPseudonym.objects.filter(
        within("left_at", RESERVED_FOR, timezone.now()), folded=folded, user__is_active=True
    )
    if owner is not None:
        others, lately = others.exclude(pk=owner.pk), lately.exclude(user=owner)
    if sum((others.exists(), lately.exists())):
        raise _taken()


def forget_pseudonyms_before(limit: datetime) -> int:
    """Delete what was given up before; how many rows."""
    return PastPseudonym.objects.filter(left_at__lt=limit).delete()[0]


def _taken() -> AppError:
    message = _("Ce pseudonyme, ou un autre qui lui ressemble, est pris. Choisissez-en un autre.")
    return AppError("pseudonym_taken", message, fields={"pseudonym": message})
