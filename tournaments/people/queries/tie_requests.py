"""Requests of clubs to tie an account to a person of their register."""

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from tournaments.enums import TieState
from tournaments.models import TieRequest


def list_waiting_requests(user: User) -> QuerySet[TieRequest]:
    """Return the user's unanswered tie requests, latest first, with person and club. One query."""
    requests = TieRequest.objects.filter(
        email=user.email.lower(), state=TieState.ASKED, expires_at__gt=timezone.now(), person__erased_at=None
    )
    return requests.select_related("person__club")
