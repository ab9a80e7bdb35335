"""Storage of forms carried out once: the first request claims the key of a form."""

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.models import SentForm

KEPT_FOR = timedelta(days=1)
"""Time for which a sent form is remembered. An equal form sent later is a new one."""


def find_sent(key: str) -> SentForm | None:
    """Return the first sending of a form; None if there was none, or if it changed nothing. One query."""
    return SentForm.objects.filter(key=key).first()


def claim_form(key: str) -> SentForm | None:
    """Store and return the row of a new form; None if its key was sent before. One query."""
    try:
        # a savepoint: a failed insert does not break the caller's transaction
        with transaction.atomic():
            return SentForm.objects.create(key=key)
    except IntegrityError:
        return None


def note_done(sent_form: SentForm) -> None:
    """Store that a form was carried out. Its response is not stored."""
    SentForm.objects.filter(pk=sent_form.pk).update(answer=b"")


def release_form(sent_form: SentForm) -> None:
    """Delete the row of a form that changed nothing, so that it may be sent again."""
    SentForm.objects.filter(pk=sent_form.pk).delete()


def sweep_forms() -> int:
    """Delete the rows of old forms. Return the number of rows deleted."""
    return SentForm.objects.filter(sent_at__lt=timezone.now() - KEPT_FOR).delete()[0]
