"""What a form that was sent before was answered."""

from tournaments.models import SentForm


def find_sent(key: str) -> SentForm | None:
    """The first sending of a form; None when there was none, or when it did nothing. One query."""
    return SentForm.objects.filter(key=key).first()
