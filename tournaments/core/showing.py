"""Visibility of the parts of a tournament: the one rule of pages, phones, screens, mails and the API.

Two rules stand elsewhere. `tournaments.base.access` decides whether a tournament is public at all. An étui
that still goes from table to table keeps its results hidden, regardless of this choice (docs/decisions/0010).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournaments.core.json_node import Node

MOST_HELD = 50


class Part(StrEnum):
    """A part of a tournament that is shown or hidden on its own."""

    OWN_RESULTS = "own_results"
    """Scores of the deals of a player, on the player's page."""
    OWN_MARKS = "own_marks"
    """Marks that a player received for their deals, with their calculation."""
    BOARDS = "boards"
    """Results of all tables on a deal."""
    RANKING = "ranking"
    """Places and totals."""
    HANDS = "hands"
    """Cards of the étuis that the organiser has opened."""


class Moment(StrEnum):
    """Point in time at which a part becomes visible."""

    HIDDEN = "hidden"
    """Not before the organiser publishes it."""
    LIVE = "live"
    SESSION = "session"
    """The end of the session: all its results are in."""
    END = "end"
    """The end of the event."""


class Viewer(StrEnum):
    """Role of the reader of a page."""

    EVERYBODY = "everybody"
    PLAYER = "player"
    """A player on their own page, opened by account or private link."""
    DESK = "desk"
    """A user with access to the organiser's pages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """The choice of an organiser. By default every part is live."""

    own_results: Moment = Moment.LIVE
    own_marks: Moment = Moment.LIVE
    boards: Moment = Moment.LIVE
    ranking: Moment = Moment.LIVE
    hands: Moment = Moment.LIVE
    held_rounds: int = 0
    """Number of last rounds of a session, 0 to 50, that hide a live ranking until the session is closed."""
    is_own_alone: bool = False
    """True if only the player reads their results and marks; others who open the page do not see them."""

    def moment_of(self, part: Part) -> Moment:
        """Return the point in time at which a part becomes visible."""
        return Moment(getattr(self, part.value))

    @property
    def needs_state(self) -> bool:
        """True if visibility depends on the progress of play."""
        moments = {self.moment_of(part) for part in Part}
        return bool(self.held_rounds or moments & {Moment.SESSION, Moment.END})


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayState:
    """Progress of a session and of its event."""

    round_number: int = 0
    """Number of the current round, from 1; 0 before the seats are fixed."""
    round_count: int = 0
    is_session_over: bool = False
    """True if every result of the session is in."""
    is_session_closed: bool = False
    """True if another session follows or the event is finished."""
    is_event_over: bool = False
    """True if the director has finished the event."""


CLUB_EVENING = Showing()
COMPETITION = Showing(own_marks=Moment.SESSION, boards=Moment.SESSION, hands=Moment.END, held_rounds=2)
SCHOOL = Showing(ranking=Moment.HIDDEN)
PRESETS: Mapping[str, Showing] = {"club": CLUB_EVENING, "competition": COMPETITION, "school": SCHOOL}
USUAL_PRESET = "club"
"""Name of the preset of an event without a choice of the organiser."""
_OWN = frozenset({Part.OWN_RESULTS, Part.OWN_MARKS})


def is_shown(showing: Showing, part: Part, state: PlayState, viewer: Viewer) -> bool:
    """Return whether a viewer sees a part of a session at this state."""
    return waits_for(showing, part, state, viewer) is None


def shown_parts(showing: Showing, state: PlayState, viewer: Viewer) -> frozenset[Part]:
    """Return all parts of a session that a viewer sees at this state."""
    return frozenset(part for part in Part if is_shown(showing, part, state, viewer))


def waits_for(showing: Showing, part: Part, state: PlayState, viewer: Viewer) -> Moment | None:
    """Return the event that a hidden part waits for; None for a visible part.

    - `SESSION`: the end of the session.
    - `END`: the end of the event.
    - `HIDDEN`: publication by the organiser. A part reserved for the player never becomes visible to others.
    """
    if viewer is Viewer.DESK:
        return None
    # no later moment opens these parts to others
    if showing.is_own_alone and part in _OWN and viewer is not Viewer.PLAYER:
        return Moment.HIDDEN
    moment = showing.moment_of(part)
    if moment is Moment.LIVE:
        return Moment.SESSION if part is Part.RANKING and _is_held(showing, state) else None
    is_reached = {
        Moment.HIDDEN: False,
        Moment.SESSION: state.is_session_over or state.is_session_closed or state.is_event_over,
        Moment.END: state.is_event_over,
    }[moment]
    return None if is_reached else moment


def read_showing(document: object) -> Showing:
    """Return the choice stored with a tournament; {} gives the defaults.

    Raises:
        InvalidDocument: `unknown_field`, `field_value` or `not_an_object`, with the name in `field`.
    """
    parts = [part.value for part in Part]
    fields = Node(document).fields((), (*parts, "held_rounds", "is_own_alone"))
    moments = {name: fields[name].choice(Moment) for name in parts if name in fields}
    return Showing(
        **moments,
        held_rounds=fields["held_rounds"].whole(0, MOST_HELD) if "held_rounds" in fields else 0,
        is_own_alone=fields["is_own_alone"].flag() if "is_own_alone" in fields else False,
    )


def showing_document(showing: Showing) -> dict[str, object]:
    """Return the choice as plain JSON values, as `read_showing` reads it."""
    moments: dict[str, object] = {part.value: showing.moment_of(part).value for part in Part}
    return moments | {"held_rounds": showing.held_rounds, "is_own_alone": showing.is_own_alone}


def _is_held(showing: Showing, state: PlayState) -> bool:
    """Return whether the last rounds of the session hide the ranking."""
    is_late = state.round_number > state.round_count - showing.held_rounds
    is_closed = state.is_session_closed or state.is_event_over
    return bool(showing.held_rounds) and state.round_number > 0 and is_late and not is_closed


AFTERWARDS = tuple(
    moment
    for moment in Moment
    if is_shown(Showing(ranking=moment), Part.RANKING, PlayState(is_event_over=True), Viewer.EVERYBODY)
)
"""Moments at which the ranking of a finished event is public."""
