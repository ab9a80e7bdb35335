"""Measured heads of personal and guide cards, and the height below them on a card of A6."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.core.formats.attack_rotation import Badge
from tournaments.models import Entry, Person
from tournaments.paper.documents.type_widths import Face, Type
from tournaments.seating.words.seat_names import badge_name, side_name

CARD_WIDTH, CARD_HEIGHT = 89, 133.5
"""Width and height inside the margins of a card, in millimetres."""
START_WIDTH, CODE_WIDTH, DAY_WIDTH = 22.5, 14, 27
"""Widths of the starting place on the left, of the code on the right of a personal card, of the day."""
NAME, LONG_NAME = Type(Face.CONDENSED_BOLD, 11.5), Type(Face.CONDENSED_BOLD, 8)
PEOPLE = Type(Face.CONDENSED_BOLD, 7.5)
NAME_LINE, LONG_NAME_LINE, EVENT_LINE, PEOPLE_LINE = 6, 3, 3.5, 2.9
LEAST_HEAD, TABLE_HEAD = 13, 8
"""Heights of the head, and of the heads of the table below it with the space between them and the rules."""

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

    def room(self, extra_lines: int = 0) -> float:
        """Return the height that is left for the lines of the rounds.

        Args:
            extra_lines: lines of the head besides the name, the event and the people.
        """
        return CARD_HEIGHT - max(LEAST_HEAD, self.height + extra_lines * EVENT_LINE) - TABLE_HEAD


def card_head(entry: Entry, side: Sequence[int], people: People, *, has_code: bool) -> CardHead:
    """Measure the head of a card.

    Args:
        people: members of a team, with their badges.
    """
    name = f"{entry} – {side_name(side)}" if side else str(entry)
    room = CARD_WIDTH - START_WIDTH - (CODE_WIDTH if has_code else 0)
    is_long = not NAME.fits(name, room)
    height: float = LONG_NAME.line_count(name, room) * LONG_NAME_LINE if is_long else NAME_LINE
    height += EVENT_LINE + (EVENT_LINE if entry.arrival else 0)
    if people:
        names = ", ".join(
            f"{badge_name(badge)} {person.full_name}" if badge else person.full_name
            for badge, person in people
        )
        height += PEOPLE.line_count(names, room) * PEOPLE_LINE
    return CardHead(name, is_long, f"condensed 7.5 {room - DAY_WIDTH}", height)
