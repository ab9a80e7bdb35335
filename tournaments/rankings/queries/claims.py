"""Claims of an event, and the state of its ranking with regard to them."""

import datetime
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from tournaments.enums import ClaimState
from tournaments.models import Entry, Play, RankingClaim, Seating, Tournament

_LINE = ("play__table", "play__round__section__session__tournament")


class ClaimPhase(StrEnum):
    """State of a ranking with regard to claims."""

    NONE = "none"
    """No hour is announced: players cannot claim on the site."""
    OPEN = "open"
    PENDING = "pending"
    """The hour has passed, and claims are not yet answered."""
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class ClaimsState:
    """Phase and hour of the claims of an event."""

    phase: ClaimPhase
    until: datetime.datetime | None = None
    open_count: int = 0
    """Number of claims without an answer."""

    @property
    def is_open(self) -> bool:
        return self.phase is ClaimPhase.OPEN

    @property
    def keeps_provisional(self) -> bool:
        """True if a claim may still change the ranking."""
        return self.phase in (ClaimPhase.OPEN, ClaimPhase.PENDING)


def claims_state(tournament: Tournament, moment: datetime.datetime | None = None) -> ClaimsState:
    """Return the state of the claims at a moment, by default now. One query if an hour is announced."""
    until = tournament.claims_until
    if until is None:
        return ClaimsState(ClaimPhase.NONE)
    open_count = tournament.claims.filter(state=ClaimState.OPEN).count()
    if (moment or timezone.now()) <= until:
        return ClaimsState(ClaimPhase.OPEN, until, open_count)
    return ClaimsState(ClaimPhase.PENDING if open_count else ClaimPhase.CLOSED, until, open_count)


def claims_mark(tournament: Tournament) -> str:
    """Return the part of a page's version for the announced hour; "" without one. No query.

    Claims and answers change the version of the public pages, so that the hour alone is left.
    """
    until = tournament.claims_until
    return "" if until is None else f"-{until:%H%M}-{int(timezone.now() > until)}"


def list_claims(tournament: Tournament) -> QuerySet[RankingClaim]:
    """Return all claims of an event, those without an answer first. One query."""
    rows = tournament.claims.select_related(
        "entry__person",
        "answered_by",
        "correction",
        "play__table",
        "play__round__section__session__tournament",
    )
    return rows.order_by(F("answered_at").asc(nulls_first=True), "made_at", "pk")


def list_entry_claims(entry: Entry) -> QuerySet[RankingClaim]:
    """Return the claims of an entry, the latest first. One query."""
    rows = entry.claims.select_related(*_LINE)
    return rows.order_by("-made_at", "-pk")


def list_entry_plays(entry: Entry) -> list[Play]:
    """Return the plays of an entry over all sessions, in order. One query."""
    seatings = Seating.objects.filter(entry=entry, round=OuterRef("round"), table=OuterRef("table"))
    plays = Play.objects.filter(Exists(seatings)).select_related(
        "table", "round__section__session__tournament"
    )
    return list(plays.order_by("round__section__session__number", "round__number", "board"))
