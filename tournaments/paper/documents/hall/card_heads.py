"""Measured heads of personal and guide cards, and the height below them on a card of A6."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.core.formats.attack_rotation import Badge
from tournaments.models import Person
from tournaments.paper.documents.typesetting.type_widths import Face, Type
from tournaments.seating.words.seat_names import badge_name, side_name

CARD_WIDTH, CARD_HEIGHT = 93, 136.5
"""Width and height inside the margins of a card, in millimetres."""
START_WIDTH, CODE_WIDTH, DAY_WIDTH = 22.5, 15, 27
"""Widths of the starting place on the left, of the code on the right of a personal card, of the day."""
NAME, LONG_NAME = Type(Face.CONDENSED_BOLD, 12), Type(Face.CONDENSED_BOLD, 8)
PEOPLE = Type(Face.CONDENSED_BOLD, 7.5)
NAME_LINE, LONG_NAME_LINE, EVENT_LINE, PEOPLE_LINE = 6, 3, 3.5, 2.9
LEAST_HEAD, LEAST_CODE_HEAD = 13.5, 16.5
"""Least heights of the head, without a code and with one, with the space below it."""
BAND = 5.5
"""Height of the band of a colour, with the space below it."""

People = Sequence[tuple[Badge | None, Person]]


@dataclass(frozen=True, slots=True)
class CardHead:
    """Name and event of a card, as they fit."""

    name: str
    """Name with the role of a team's side."""
    is_long: bool
    """True if the name is set in small type, on several lines if necessary."""
    event_fit: str
    """Type and room of the name of the event."""
    height: float
    least_height: float
    """Height of what stands beside the name."""
    band: float
    """Height of the band of a colour; 0 without one."""

    def room(self, extra_lines: int = 0) -> float:
        """Return the height that is left for the grid.

        Args:
            extra_lines: lines of the head besides the name, the event and the people.
        """
        head = max(self.least_height, self.height + extra_lines * EVENT_LINE)
        return CARD_HEIGHT - self.band - head


def card_head(
    name: str, side: Sequence[int], people: People, *, has_code: bool, has_band: bool, has_arrival: bool
) -> CardHead:
    """Measure the head of a card.

    Args:
        name: name of the player or team, or of the movement.
        people: members of a team, with their badges.
    """
    name = f"{name} – {side_name(side)}" if side else name
    room = CARD_WIDTH - START_WIDTH - (CODE_WIDTH if has_code else 0)
    is_long = not NAME.fits(name, room)
    height: float = LONG_NAME.line_count(name, room) * LONG_NAME_LINE if is_long else NAME_LINE
    height += EVENT_LINE + (EVENT_LINE if has_arrival else 0)
    if people:
        names = ", ".join(
            f"{badge_name(badge)} {person.full_name}" if badge else person.full_name
            for badge, person in people
        )
        height += PEOPLE.line_count(names, room) * PEOPLE_LINE
    return CardHead(
        name,
        is_long,
        f"condensed 7.5 {room - DAY_WIDTH}",
        height + 1.5,
        LEAST_CODE_HEAD if has_code else LEAST_HEAD,
        BAND if has_band else 0,
    )
