"""Carrying out a form once: the first request that claims its key, and whether it was carried out."""

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.models import SentForm

KEPT_FOR = timedelta(days=1)
"""Nobody taps twice within more: after that a form that says the same is another one."""


def find_sent(key: str) -> SentForm | None:
    """The first sending of a form; None when there was none, or when it did nothing. One query."""
    return SentForm.objects.filter(key=key).first()


def claim_form(key: str) -> SentForm | None:
    """The row of a form that nobody sent before, stored; None for one that was. One query."""
    try:
        with transaction.atomic():
            return SentForm.objects.create(key=key)
    except IntegrityError:
        return None


def note_done(sent: SentForm) -> None:
    """Store that a form was carried out, and nothing of its response."""
    SentForm.objects.filter(pk=sent.pk).update(answer=b"")


def release_form(sent: SentForm) -> None:
    """Forget a form that did nothing: it may be sent again."""
    SentForm.objects.filter(pk=sent.pk).delete()


def sweep_forms() -> int:
    """Forget what was sent long ago; how many rows went."""
    return SentForm.objects.filter(sent_at__lt=timezone.now() - KEPT_FOR).delete()[0]
