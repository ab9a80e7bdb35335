"""What of a tournament shows, when and to whom: the one rule behind pages, phones, screens, mails and API.

Whether anybody at all may look is another question (`tournaments.base.access`), and an étui that still
goes from table to table keeps its results to itself whatever is chosen here (docs/decisions/0010).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournaments.core.json_node import Node

MOST_HELD = 50


class Part(StrEnum):
    """What may show or not, each for itself."""

    OWN_RESULTS = "own_results"
    """The scores of somebody's deals, on his page."""
    OWN_MARKS = "own_marks"
    """What his deals are worth to him, and how that is made."""
    BOARDS = "boards"
    """What every table made of a deal."""
    RANKING = "ranking"
    """Places and totals."""
    HANDS = "hands"
    """The cards of étuis that the organiser has opened."""


class Moment(StrEnum):
    """From when a part shows."""

    HIDDEN = "hidden"
    """Not before the organiser says so."""
    LIVE = "live"
    SESSION = "session"
    """Once every result of the session is in."""
    END = "end"
    """Once the event is finished."""


class Viewer(StrEnum):
    """Who looks."""

    EVERYBODY = "everybody"
    PLAYER = "player"
    """At his own page: by his account or his private link."""
    DESK = "desk"
    """May open the organiser's pages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """What an organiser chose; without a choice, everything is live."""

    own_results: Moment = Moment.LIVE
    own_marks: Moment = Moment.LIVE
    boards: Moment = Moment.LIVE
    ranking: Moment = Moment.LIVE
    hands: Moment = Moment.LIVE
    held_rounds: int = 0
    """Last rounds of a session, 0 to 50, that hide a live ranking until the session is closed."""
    is_own_alone: bool = False
    """Own results and marks are read by the player alone, not by whoever opens his page."""

    def moment_of(self, part: Part) -> Moment:
        """From when a part shows."""
        return Moment(getattr(self, part.value))

    @property
    def needs_state(self) -> bool:
        """Whether the answer depends on how far the play has come."""
        moments = {self.moment_of(part) for part in Part}
        return bool(self.held_rounds or moments & {Moment.SESSION, Moment.END})


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayState:
    """How far a session and its event have come."""

    round_number: int = 0
    """The round that is played, from 1; 0 before the seats are fixed."""
    round_count: int = 0
    is_session_over: bool = False
    """Every result of the session is in."""
    is_session_closed: bool = False
    """Another session follows, or the event is finished."""
    is_event_over: bool = False
    """The director has finished the event."""


CLUB_EVENING = Showing()
COMPETITION = Showing(own_marks=Moment.SESSION, boards=Moment.SESSION, hands=Moment.END, held_rounds=2)
SCHOOL = Showing(ranking=Moment.HIDDEN)
PRESETS: Mapping[str, Showing] = {"club": CLUB_EVENING, "competition": COMPETITION, "school": SCHOOL}
USUAL_PRESET = "club"
"""That of an event whose organiser chose nothing."""
_OWN = frozenset({Part.OWN_RESULTS, Part.OWN_MARKS})


def is_shown(showing: Showing, part: Part, state: PlayState, viewer: Viewer) -> bool:
    """Whether somebody sees a part of a session now."""
    return waits_for(showing, part, state, viewer) is None


def shown_parts(showing: Showing, state: PlayState, viewer: Viewer) -> frozenset[Part]:
    """Everything of a session that somebody sees now."""
    return frozenset(part for part in Part if is_shown(showing, part, state, viewer))


def waits_for(showing: Showing, part: Part, state: PlayState, viewer: Viewer) -> Moment | None:
    """What a hidden part waits for, None when it shows.

    `HIDDEN` stands for the organiser's word, and for nothing at all where only the player may look; `END`
    for the end of the event, `SESSION` for that of the session.
    """
    if viewer is Viewer.DESK:
        return None
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
    """The choice stored with a tournament; {} is no choice.

    Raises:
        InvalidDocument: `unknown_field`, `field_value` or `not_an_object`, with the name in `field`.
    """
    parts = [part.value for part in Part]
    given = Node(document).fields((), (*parts, "held_rounds", "is_own_alone"))
    moments = {name: given[name].choice(Moment) for name in parts if name in given}
    return Showing(
        **moments,
        held_rounds=given["held_rounds"].whole(0, MOST_HELD) if "held_rounds" in given else 0,
        is_own_alone=given["is_own_alone"].flag() if "is_own_alone" in given else False,
    )


def showing_document(showing: Showing) -> dict[str, object]:
    """The same as plain JSON values, as `read_showing` reads it."""
    moments: dict[str, object] = {part.value: showing.moment_of(part).value for part in Part}
    return moments | {"held_rounds": showing.held_rounds, "is_own_alone": showing.is_own_alone}


def _is_held(showing: Showing, state: PlayState) -> bool:
    """Whether the last rounds of the session keep the ranking back."""
    is_late = state.round_number > state.round_count - showing.held_rounds
    is_closed = state.is_session_closed or state.is_event_over
    return bool(showing.held_rounds) and state.round_number > 0 and is_late and not is_closed


AFTERWARDS = tuple(
    moment
    for moment in Moment
    if is_shown(Showing(ranking=moment), Part.RANKING, PlayState(is_event_over=True), Viewer.EVERYBODY)
)
"""Choices with which everybody reads the ranking of an event that is over."""
