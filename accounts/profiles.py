"""Pseudonym and country of a player."""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import PastPseudonym, User
from accounts.pseudonyms import clean_pseudonym, fold_pseudonym
from common.errors import AppError
from common.text.moments import filter_recent

RESERVED_FOR = timedelta(days=183)
"""Time for which a former pseudonym stays reserved: as long as data exists that identifies a person by it
(docs/privacy.md).
"""


@transaction.atomic
def change_profile(*, user: User, pseudonym: str, country: str) -> User:
    """Set the pseudonym and the country of a user. A former pseudonym stays reserved for its owner.

    Args:
        pseudonym: "" for none.
        country: a code of ISO 3166-1 that the form has checked, "" for none.

    Raises:
        AppError: the pseudonym is not allowed (`pseudonym_refused`) or not free (`pseudonym_taken`).
    """
    name = clean_pseudonym(pseudonym) if pseudonym.strip() else ""
    refuse_taken(name, owner=user)
    stored_user = User.objects.select_for_update().get(pk=user.pk)
    if stored_user.pseudonym and stored_user.pseudonym != name:
        PastPseudonym.objects.create(
            user=stored_user,
            pseudonym=stored_user.pseudonym,
            folded=stored_user.pseudonym_folded,
            left_at=timezone.now(),
        )
    stored_user.pseudonym, stored_user.pseudonym_folded, stored_user.country = (
        name,
        fold_pseudonym(name),
        country,
    )
    try:
        with transaction.atomic():
            stored_user.save(update_fields=["pseudonym", "pseudonym_folded", "country"])
    except IntegrityError:  # another request has just taken the name
        raise _not_free() from None
    return stored_user


def clean_public_name(typed: str, *, owner: User | None = None) -> str:
    """Return a name that other players will read, in its stored form. Two queries.

    Args:
        owner: the account that uses the name, which may be its own pseudonym; None for a guest.

    Raises:
        AppError: `pseudonym_refused`, `pseudonym_taken`.
    """
    name = clean_pseudonym(typed)
    refuse_taken(name, owner=owner)
    return name


def refuse_taken(name: str, *, owner: User | None = None) -> None:
    """Check that no other account has a similar name now or had it lately. Two queries.

    Raises:
        AppError: another account has it (`pseudonym_taken`).
    """
    folded_name = fold_pseudonym(name)
    if not folded_name:
        return
    current_owners = User.objects.filter(pseudonym_folded=folded_name)
    past_owners = PastPseudonym.objects.filter(
        filter_recent("left_at", RESERVED_FOR, timezone.now()), folded=folded_name, user__is_active=True
    )
    if owner is not None:
        current_owners, past_owners = current_owners.exclude(pk=owner.pk), past_owners.exclude(user=owner)
    # `sum` runs both queries: their number and time must not depend on the result
    if sum((current_owners.exists(), past_owners.exists())):
        raise _not_free()


def forget_pseudonyms_before(limit: datetime) -> int:
    """Delete pseudonyms given up before a time. Return their number."""
    return PastPseudonym.objects.filter(left_at__lt=limit).delete()[0]


def _not_free() -> AppError:
    message = _("Ce pseudonyme, ou un autre qui lui ressemble, est pris. Choisissez-en un autre.")
    return AppError("pseudonym_taken", message, fields={"pseudonym": message})
