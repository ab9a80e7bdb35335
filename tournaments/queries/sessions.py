"""The sessions of a tournament: the one being prepared or played now, and those before it."""

from typing import Any

from django.db.models import QuerySet

from tournaments.models import Session, Tournament


def current_session(tournament: Tournament) -> Session:
    """The last session, prepared, played or finished, with its deals and its club. One query."""
    sessions = tournament.sessions.select_related("deal_set", "tournament__club")
    return sessions.order_by("-number")[0]


def current_session_key(tournament: Tournament) -> QuerySet[Session, Any]:
    """The same as a subquery, to compare a column with: no query of its own."""
    return Session.objects.filter(tournament=tournament).order_by("-number").values("pk")[:1]


def find_session(tournament: Tournament, number: int) -> Session | None:
    """The session of this number, None when there is none. One query."""
    sessions = tournament.sessions.select_related("deal_set", "tournament__club")
    return sessions.filter(number=number).first()
