"""Somebody at a page of a session: what every such page asks first, asked once."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, Subquery
from django.http import Http404, HttpRequest
from django.utils import timezone

from tournaments.base.access import Access, Right
from tournaments.base.queries.rounds import clock_of, read_sessions
from tournaments.base.queries.showing import play_state, showing_of
from tournaments.base.web.finding import asked_number, find_access
from tournaments.core.hall.clock import Clock
from tournaments.core.showing import Moment, Part, PlayState, Viewer, shown_parts, waits_for
from tournaments.models import Entry, Round, Section, Session, Tournament
from tournaments.rankings.queries.standings import has_alternated


@dataclass(frozen=True, slots=True)
class Visit:
    """A session as somebody looks at it. Nothing here asks the database."""

    tournament: Tournament
    """With its club and `session_count`."""
    session: Session
    """With its deal set and the same tournament."""
    access: Access
    state: PlayState
    """As far as the organiser's choice of what shows asks for it."""

    event_state: PlayState
    """The same of the current session: what adds up all sessions waits for it."""
    has_alternated: bool
    """The lines can be woven together."""
    round_count: int
    """Of the section that plays most; 0 before the seats are fixed."""
    clock: Clock | None
    """Of the event's current session; None before anybody set it."""

    @property
    def sees_circulating(self) -> bool:
        """Whether somebody reads the results of an étui that still goes from table to table.

        Only who opens the organiser's pages: for a player it would be reading the traveller.
        """
        return Right.READ_DESK in self.access.rights

    @property
    def viewer(self) -> Viewer:
        return self.access.viewer()

    def parts(self, entry: Entry | None = None) -> frozenset[Part]:
        """What somebody sees of the session now; at the page of an `entry` of his, as its player."""
        return self.parts_for(self.access.viewer(entry))

    def parts_for(self, viewer: Viewer) -> frozenset[Part]:
        return shown_parts(showing_of(self.tournament), self.state, viewer)

    def sees_total(self, viewer: Viewer) -> bool:
        """Whether somebody sees the ranking over several sessions."""
        is_several = self.tournament.session_count > 1  # type: ignore[attr-defined]  # annotated
        parts = shown_parts(showing_of(self.tournament), self.event_state, viewer)
        return is_several and Part.RANKING in parts

    def waits_for(self, part: Part, viewer: Viewer | None = None) -> Moment | None:
        """What a hidden part waits for, None when somebody sees it; by default who visits."""
        return waits_for(showing_of(self.tournament), part, self.state, viewer or self.viewer)


def visit_session(request: HttpRequest, slug: str) -> Visit:
    """The session that `?seance=` names, the current one without it. Three queries, two for a visitor.

    Raises:
        Http404, PermissionDenied: as `find_tournament` for those who look.
    """
    tournament, access = find_access(request, slug, Right.VIEW)
    return _visit(tournament, access, asked_number(request))


def visit_event(request: HttpRequest, slug: str) -> Visit:
    """The current session, whatever the address names: what adds up all sessions waits for it."""
    return _visit(*find_access(request, slug, Right.VIEW), None)


def _visit(tournament: Tournament, access: Access, number: int | None) -> Visit:
    """One query, for the session asked for and the current one."""
    turning = Section.objects.filter(session=OuterRef("pk"), keeps_lines=False)
    later = Session.objects.filter(tournament=tournament, number__gt=OuterRef("number"))
    rows = tournament.sessions.select_related("deal_set", "clock").annotate(keeps_lines=~Exists(turning))
    last_round = Round.objects.filter(section__session=OuterRef("pk")).order_by("-number")
    rows = rows.annotate(round_count=Subquery(last_round.values("number")[:1]))
    rows = rows.filter(Q(number=number or 0) | ~Exists(later)).order_by("number")
    needs_state = showing_of(tournament).needs_state
    states = {found.session: found for found in read_sessions(rows)} if needs_state else {}
    sessions = list(states or rows)
    session = next((each for each in sessions if number in (None, each.number)), None)
    if session is None:
        raise Http404
    now = timezone.now()
    said = {each: play_state(state, tournament, now) for each, state in states.items()}
    return Visit(
        tournament=tournament,
        session=session,
        access=access,
        state=said.get(session, PlayState()),
        event_state=said.get(sessions[-1], PlayState()),
        has_alternated=has_alternated(session, session.keeps_lines),  # type: ignore[attr-defined]  # annotated
        round_count=session.round_count or 0,  # type: ignore[attr-defined]  # annotated
        clock=clock_of(sessions[-1]),
    )
