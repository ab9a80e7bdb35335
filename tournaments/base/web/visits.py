"""A reader's visit to a page of a session: the data that every such page needs, read once."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, Subquery
from django.http import Http404, HttpRequest
from django.utils import timezone

from tournaments.base.access import Access, Right
from tournaments.base.queries.rounds import clock_of, read_sessions
from tournaments.base.queries.showing import play_state, showing_of
from tournaments.base.web.finding import find_access, requested_session_number
from tournaments.core.hall.clock import Clock
from tournaments.core.showing import Moment, Part, PlayState, Viewer, shown_parts, waits_for
from tournaments.models import Entry, Round, Section, Session, Tournament
from tournaments.rankings.queries.standings import has_alternated


@dataclass(frozen=True, slots=True)
class Visit:
    """A session as a reader sees it. Its properties and methods make no query."""

    tournament: Tournament
    """Tournament with its club and `session_count`."""
    session: Session
    """Session with its deal set and the same tournament."""
    access: Access
    state: PlayState
    """Progress of the session, as far as the choice of visible parts depends on it."""

    event_state: PlayState
    """Progress of the current session. It decides when the parts that add up all sessions become visible."""
    has_alternated: bool
    """True if the session has an alternated ranking."""
    round_count: int
    """Number of rounds in the section with most; 0 before the seats are fixed."""
    clock: Clock | None
    """Clock of the event's current session; None if none was set."""

    @property
    def sees_circulating(self) -> bool:
        """True if the reader sees the results of a board that still goes from table to table.

        Only readers of the organiser's pages do. For a player it would amount to reading the traveller.
        """
        return Right.READ_DESK in self.access.rights

    @property
    def viewer(self) -> Viewer:
        return self.access.viewer()

    def parts(self, entry: Entry | None = None) -> frozenset[Part]:
        """Return the visible parts of the session.

        At the page of their own `entry` the reader is its player.
        """
        return self.parts_for(self.access.viewer(entry))

    def parts_for(self, viewer: Viewer) -> frozenset[Part]:
        return shown_parts(showing_of(self.tournament), self.state, viewer)

    def sees_total(self, viewer: Viewer) -> bool:
        """Return whether the viewer sees the ranking over several sessions."""
        is_several = self.tournament.session_count > 1  # type: ignore[attr-defined]  # annotated
        parts = shown_parts(showing_of(self.tournament), self.event_state, viewer)
        return is_several and Part.RANKING in parts

    def waits_for(self, part: Part, viewer: Viewer | None = None) -> Moment | None:
        """Return the moment for which a hidden part waits, None for a visible part.

        The default viewer is the reader.
        """
        return waits_for(showing_of(self.tournament), part, self.state, viewer or self.viewer)


def visit_session(request: HttpRequest, slug: str) -> Visit:
    """Return the visit to the session of `?seance=`, by default the current one.

    Three queries, two for a visitor.

    Raises:
        Http404, PermissionDenied: as `find_tournament` with the right to view.
    """
    tournament, access = find_access(request, slug, Right.VIEW)
    return _visit(tournament, access, requested_session_number(request))


def visit_event(request: HttpRequest, slug: str) -> Visit:
    """Return the visit to the current session, for pages that cover all sessions of the event.

    The parameter `?seance=` is ignored.
    """
    return _visit(*find_access(request, slug, Right.VIEW), None)


def _visit(tournament: Tournament, access: Access, number: int | None) -> Visit:
    """Return the visit. One query, for the requested session and the current one."""
    turning_sections = Section.objects.filter(session=OuterRef("pk"), keeps_lines=False)
    later_sessions = Session.objects.filter(tournament=tournament, number__gt=OuterRef("number"))
    rows = tournament.sessions.select_related("deal_set", "clock").annotate(
        keeps_lines=~Exists(turning_sections)
    )
    last_round = Round.objects.filter(section__session=OuterRef("pk")).order_by("-number")
    rows = rows.annotate(round_count=Subquery(last_round.values("number")[:1]))
    # the current session comes last
    rows = rows.filter(Q(number=number or 0) | ~Exists(later_sessions)).order_by("number")
    needs_state = showing_of(tournament).needs_state
    states = {state.session: state for state in read_sessions(rows)} if needs_state else {}
    sessions = list(states or rows)
    session = next((session_row for session_row in sessions if number in (None, session_row.number)), None)
    if session is None:
        raise Http404
    moment = timezone.now()
    play_states = {
        session_row: play_state(state, tournament, moment) for session_row, state in states.items()
    }
    return Visit(
        tournament=tournament,
        session=session,
        access=access,
        state=play_states.get(session, PlayState()),
        event_state=play_states.get(sessions[-1], PlayState()),
        has_alternated=has_alternated(session, session.keeps_lines),  # type: ignore[attr-defined]  # annotated
        round_count=session.round_count or 0,  # type: ignore[attr-defined]  # annotated
        clock=clock_of(sessions[-1]),
    )
