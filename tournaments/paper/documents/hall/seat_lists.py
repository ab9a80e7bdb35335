"""Seat lists to post: by name, by table for every round, and the whole movement on one page."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.base.access import Right
from tournaments.base.queries.teams import people_of
from tournaments.base.words.halls import describe_halls
from tournaments.base.words.section_colours import colour_name
from tournaments.core.formats.registry import find_format
from tournaments.core.hall.halls import read_halls
from tournaments.enums import DocumentKind
from tournaments.models import Section, Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.paper.documents.hall.duel_people import side_people
from tournaments.paper.documents.hall.name_lists import NamedSeat, NamePage, name_pages
from tournaments.paper.documents.hall.seat_pages import (
    LARGE_PAPER,
    USUAL_PAPER,
    HallPage,
    HallRow,
    RoundPage,
    hall_pages,
    round_pages,
)
from tournaments.paper.documents.making.document import DocumentType
from tournaments.paper.documents.making.lazy_sheets import LazySheets
from tournaments.paper.documents.making.options import PLAIN, ROUNDS, DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_seats
from tournaments.paper.documents.typesetting.event_heads import event_line
from tournaments.paper.documents.typesetting.imposition import split_to_fit
from tournaments.paper.documents.typesetting.large_type import LIST_LAID_DOWN
from tournaments.paper.documents.typesetting.type_widths import Face, Type
from tournaments.results.words.placing import team_words
from tournaments.seating.queries.attackers import NamedAttackers, named_attackers
from tournaments.seating.queries.seats import Itinerary, RoundSeats, TableSeats, hall_itineraries, load_rounds

TITLE, TITLE_LINE = Type(Face.SANS_BOLD, 26), 10.8
ROUNDS_TITLE, ROUNDS_TITLE_LINE = Type(Face.SANS_BOLD, 18), 7.6
EVENT, EVENT_LINE, EVENT_MARGIN = Type(Face.SANS_BOLD, 9), 4.2, 4
BAND_HEIGHT, FOOT_HEIGHT, CAPTION_HEIGHT = 6, 5.5, 5
"""Heights: the band of a colour; the fingerprint; the sentence that explains the hall."""
NAMES = "names"
HALL = "hall"
BY_ROUND = "rounds"


@dataclass(frozen=True, slots=True)
class SeatLists:
    """The lists of one section, or the list by name of the whole hall."""

    section: int | None
    """Number of the section; None for the only section and for the whole hall."""
    has_teams: bool
    partners: str
    """Seats of each team of a table, "" for a game without teams."""
    halls: str
    """Halls with their tables, "" without halls."""
    names_title: str
    hall_title: str
    rounds_title: str
    """Titles with session and colour, where the event has several."""
    session_number: int | None
    """Number of the session, if the event has several."""
    name_pages: tuple[NamePage, ...]
    """Pages of the list by name; empty, as `hall` and `rounds`, if only another list is chosen."""
    rounds: tuple[RoundSeats, ...]
    hall_rounds: tuple[int, ...]
    """Numbers of the rounds in the rows of `hall`."""
    hall: tuple[HallRow, ...]
    hall_pages: Sequence[HallPage]
    round_pages: Sequence[RoundPage]
    """The hall and the rounds as they are printed."""
    has_boards: bool
    """True if the same deals are played at several tables, in étuis."""
    commitment: str
    """Commitment to the deals of the session; "" until the program has dealt."""
    is_first: bool = True
    """True for the first page of a list, which has its bookmark."""

    def page_builders(self) -> Iterator[Callable[[], "SeatLists"]]:
        """Yield a function for each page, in the order of print, that returns these lists with it alone."""
        for name in ("name_pages", "hall_pages", "round_pages"):
            yield from (partial(self._with_page, name, place) for place in range(len(getattr(self, name))))

    def _with_page(self, name: str, place: int) -> "SeatLists":
        pages: dict[str, Any] = {"name_pages": (), "hall_pages": (), "round_pages": ()}
        return replace(self, **pages | {name: (getattr(self, name)[place],)}, is_first=place == 0)


def build_seat_sheets(tournament: Tournament, options: DocumentOptions = PLAIN) -> Sequence[SeatLists]:
    """Return each page of the lists as a sheet of its own, so that a long document is made in parts.

    Queries as `build_seat_lists`.
    """
    return LazySheets(
        builder for lists in build_seat_lists(tournament, options) for builder in lists.page_builders()
    )


def build_seat_lists(tournament: Tournament, options: DocumentOptions = PLAIN) -> tuple[SeatLists, ...]:
    """Return one list by name for all chosen sections, then the other lists of each section.

    Two queries, and four for each section; one more where captains name attackers.
    """
    sections = sections_of(tournament)
    chosen_sections = [section for section in sections if options.has_section(section.number)]
    rounds = {section.number: load_rounds(section) for section in chosen_sections}
    names_attackers = find_format(tournament.format).names_attackers
    attackers = {
        section.number: named_attackers(section) if names_attackers else {} for section in chosen_sections
    }
    seats = [
        named_seat(row, section.number if len(sections) > 1 else None, attackers[section.number])
        for section, row in hall_itineraries(
            [(section, rounds[section.number]) for section in chosen_sections]
        )
    ]
    has_sessions = tournament.sessions.count() > 1
    session_number = chosen_sections[0].session.number if has_sessions and chosen_sections else None
    facts = _EventFacts(
        has_teams=find_format(tournament.format).has_teams,
        partners=team_words(tournament),
        halls=describe_halls(read_halls(tournament.halls)),
        has_boards=find_format(tournament.format).needs_dealt_boards,
        session_number=session_number,
        event=event_line(tournament, session_number),
    )
    # one section has all its lists together
    if len(chosen_sections) == 1:
        (section,) = chosen_sections
        number = section.number if len(sections) > 1 else None
        return (_lists(section, rounds[section.number], options, number, seats, facts),)
    list_of_names = _lists(chosen_sections[0], (), options, None, seats, facts)
    section_lists = [
        _lists(section, rounds[section.number], options, section.number, (), facts)
        for section in chosen_sections
        if options.part != NAMES
    ]
    return (*([list_of_names] if list_of_names.name_pages else []), *section_lists)


@dataclass(frozen=True, slots=True)
class _EventFacts:
    """Facts of the event for all its lists."""

    has_teams: bool
    partners: str
    """Seats of each team of a table."""
    halls: str
    """Halls with their tables."""
    has_boards: bool
    session_number: int | None
    """Number of the session, if the event has several."""
    event: str

    def title(self, words: str, section: int | None) -> str:
        """Return a title with the session and the colour."""
        session = _("Séance %(number)s") % {"number": self.session_number} if self.session_number else ""
        return " – ".join(filter(None, [words, session, colour_name(section) if section else ""]))

    def head_height(self, title: str, section: int | None, *, width: float, is_large: bool) -> float:
        """Return the height of a title with the band of a colour and the event below it."""
        letters, line = (TITLE, TITLE_LINE) if is_large else (ROUNDS_TITLE, ROUNDS_TITLE_LINE)
        lines = EVENT.line_count(self.event, width) + (1 if self.partners else 0)
        lines += EVENT.line_count(f"{_('Salles')} {self.halls}", width) if self.halls else 0
        band = BAND_HEIGHT if section else 0
        return letters.line_count(title, width) * line + band + lines * EVENT_LINE + EVENT_MARGIN


def _lists(
    section: Section,
    rounds: Sequence[RoundSeats],
    options: DocumentOptions,
    number: int | None,
    seats: Sequence[NamedSeat],
    facts: _EventFacts,
) -> SeatLists:
    chosen_rounds = [row for row in rounds if options.has_round(row.number)]
    numbers = tuple(row.number for row in chosen_rounds)
    hall = hall_rows(chosen_rounds) if options.part in ("", HALL) else ()
    full_rounds = tuple(map(_without_empty_tables, chosen_rounds)) if options.part in ("", BY_ROUND) else ()
    names_title = _("Placement des équipes") if facts.has_teams else _("Placement des joueurs")
    names_title, hall_title, rounds_title = (
        facts.title(words, number)
        for words in (names_title, _("La salle, position par position"), _("Tables de chaque position"))
    )
    paper = LARGE_PAPER if options.large_type else USUAL_PAPER
    names_head = facts.head_height(names_title, number, width=paper.portrait[0], is_large=True) + FOOT_HEIGHT
    hall_head = (
        facts.head_height(hall_title, number, width=paper.landscape[0], is_large=False) + CAPTION_HEIGHT
    )
    rounds_head = facts.head_height(rounds_title, number, width=paper.portrait[0], is_large=False)
    # in large type a few rounds fill the width of a page
    hall_parts = split_to_fit(chosen_rounds, paper.most_rounds) if hall else ()
    return SeatLists(
        section=number,
        has_teams=facts.has_teams,
        partners=facts.partners,
        halls=facts.halls,
        names_title=names_title,
        hall_title=hall_title,
        rounds_title=rounds_title,
        session_number=facts.session_number,
        name_pages=name_pages(seats, head_height=names_head, page_height=paper.portrait[1])
        if options.part in ("", NAMES)
        else (),
        rounds=full_rounds,
        hall_rounds=numbers,
        hall=hall,
        hall_pages=LazySheets(
            partial(pages.__getitem__, place)
            for part in hall_parts
            for pages in [
                hall_pages(
                    hall_rows(part),
                    [row.number for row in part],
                    head_height=hall_head,
                    has_boards=facts.has_boards,
                    paper=paper,
                )
            ]
            for place in range(len(pages))
        ),
        round_pages=round_pages(
            full_rounds, head_height=rounds_head, has_boards=facts.has_boards, paper=paper
        ),
        has_boards=facts.has_boards,
        commitment=_commitment(section),
    )


def _without_empty_tables(this_round: RoundSeats) -> RoundSeats:
    return replace(this_round, tables=tuple(table for table in this_round.tables if any(table.entries)))


def _commitment(section: Section) -> str:
    deal_set = section.session.deal_set
    return deal_set.commitment if deal_set else ""


def named_seat(row: Itinerary, section: int | None, attackers: NamedAttackers) -> NamedSeat:
    """Return the starting place of a player, or of a side of a team that holds two tables."""
    return NamedSeat(
        entry=row.entry,
        side=row.side,
        table=row.stops[0].table,
        seats=row.stops[0].seats,
        people=tuple(people_of(row.entry)) if row.entry.name else (),
        section=section,
        players=side_people(row, attackers) if row.side and attackers else "",
    )


def hall_rows(rounds: Sequence[RoundSeats]) -> tuple[HallRow, ...]:
    """Return the same rounds with one row for each table that is played at."""
    by_table: dict[int, list[TableSeats]] = {}
    for this_round in rounds:
        for table in this_round.tables:
            by_table.setdefault(table.table, []).append(table)
    rows = [HallRow(table, tuple(seats)) for table, seats in sorted(by_table.items())]
    return tuple(row for row in rows if any(any(seats.entries) for seats in row.rounds))


SEAT_LISTS = DocumentType(
    kind=DocumentKind.SEAT_LISTS,
    right=Right.PRINT,
    require=require_seats,
    build=build_seat_sheets,
    large=LIST_LAID_DOWN,
    options=ROUNDS | {OptionName.SECTION, OptionName.PART, OptionName.LARGE_TYPE},
    parts=(
        ("", gettext_lazy("toutes les listes")),
        (NAMES, gettext_lazy("la liste par nom")),
        (HALL, gettext_lazy("la salle d’un coup d’œil")),
        (BY_ROUND, gettext_lazy("les tables de chaque position")),
    ),
)
