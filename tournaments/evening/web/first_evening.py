"""Progress of a visitor's visit of a first evening, in their session."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from tournaments.evening.queries.desk import load_desk
from tournaments.evening.words.first_evening import VISIT, VisitStop
from tournaments.models import Club, Tournament

VISIT_KEY = "first_evening"
"""Key in the session: slug of the event, number of the stop from 0, and whether the visit is left."""
HOME = "organiser-first-evening"
"""URL name of the page that lists the stops."""


@dataclass(frozen=True, slots=True)
class VisitProgress:
    """Place of a visitor in the visit."""

    event: str
    """Slug of the practice event."""
    number: int
    """Number of the stop, from 0; the number of stops at the end."""
    is_left: bool = False

    @property
    def stop(self) -> VisitStop | None:
        """The present stop; None at the end."""
        return VISIT[self.number] if self.number < len(VISIT) else None


@dataclass(frozen=True, slots=True)
class VisitBar:
    """What the bar on the pages of the practice event and of its club shows."""

    event: Tournament
    stop: VisitStop
    number: int
    """Number of the stop, from 1."""
    count: int
    url: str
    is_here: bool
    """True on the page of the stop."""
    is_done: bool
    """True if the step of the stop is taken, or if it has none."""


def visit_progress(request: HttpRequest) -> VisitProgress | None:
    """Return the progress of the visitor's visit; None if they have not begun one."""
    values = request.session.get(VISIT_KEY)
    return VisitProgress(*values) if values else None


def store_progress(request: HttpRequest, progress: VisitProgress) -> None:
    """Store the place of the visitor in the visit."""
    request.session[VISIT_KEY] = [progress.event, progress.number, progress.is_left]


def visit_bar(request: HttpRequest, tournament: Tournament) -> VisitBar | None:
    """Return the bar for a page of an event; None outside a visit. The queries are those of the desk."""
    # without a visit, which is the rule, nothing is read
    if not tournament.is_practice:
        return None
    progress = visit_progress(request)
    if progress is None or progress.event != tournament.slug or progress.is_left:
        return None
    return _bar(request, progress, tournament)


def visit_bar_of_club(request: HttpRequest, club: Club) -> VisitBar | None:
    """Return the bar for a page of a club, to which a stop leads; None outside a visit. One query more.

    The page that lists the stops has none.
    """
    progress = visit_progress(request)
    match = request.resolver_match
    if progress is None or progress.is_left or (match is not None and match.url_name == HOME):
        return None
    tournament = club.tournaments.select_related("club").filter(is_practice=True, slug=progress.event).first()
    return _bar(request, progress, tournament) if tournament is not None else None


def _bar(request: HttpRequest, progress: VisitProgress, tournament: Tournament) -> VisitBar | None:
    stop = progress.stop
    if stop is None:
        return None
    match = request.resolver_match
    return VisitBar(
        tournament,
        stop,
        progress.number + 1,
        len(VISIT),
        reverse(stop.page, args=[tournament.slug]),
        is_here=match is not None and match.url_name == stop.page,
        is_done=stop.step is None or stop.step in load_desk(tournament).done,
    )
