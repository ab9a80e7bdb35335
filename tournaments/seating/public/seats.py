"""Public page of the seats: the players and étuis of each table, for one round or all of them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.web_server.policy import shared_between_anonymous_clients
from tournaments.base.queries.rounds import current_round
from tournaments.base.web.device import own_entries
from tournaments.base.web.table_parts import read_part, split_tables
from tournaments.base.web.visits import visit_session
from tournaments.core.hall.halls import read_halls
from tournaments.models import Section
from tournaments.seating.queries.first_dealers import load_first_dealers
from tournaments.seating.queries.seats import Place, RoundSeats, hall_itineraries, load_sections

ALL = "toutes"


@shared_between_anonymous_clients
@require_safe
def seats_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the seats of the current round, of round 3 with `?position=3`, of all with `?position=toutes`.

    In a large hall `?tables=2` selects the second part of the tables. The default is the part with the
    reader's own table.
    """
    visit = visit_session(request, slug)
    sections = load_sections(visit.session)
    own_entry_ids = own_entries(request, visit.tournament)
    current_number = current_round(visit.session)
    numbers = range(1, 1 + max((len(rounds) for _section, rounds in sections), default=0))
    selected_number = _asked_round(request, numbers, current_number)
    # every round of a section has the same tables
    last_table = max(
        (
            table.table
            for _section, rounds in sections
            for this_round in rounds[:1]
            for table in this_round.tables
        ),
        default=0,
    )
    parts = split_tables(last_table, read_halls(visit.tournament.halls))
    is_large = len(parts) > 1
    # a page with all rounds of a large hall would be too long
    if is_large:
        selected_number = selected_number or current_number
    in_round = [
        (
            section,
            [
                this_round
                for this_round in rounds
                if selected_number is None or this_round.number == selected_number
            ],
        )
        for section, rounds in sections
    ]
    part = _asked_part(request, parts, in_round, own_entry_ids) if is_large else None
    dealers = load_first_dealers(visit.session, selected_number)
    context = {
        "visit": visit,
        "tournament": visit.tournament,
        "tab": "seats",
        "numbers": numbers,
        "played": current_number,
        "shown": selected_number,
        "parts": parts if is_large else (),
        "part": part,
        "sections": [
            (
                section,
                [_with_dealers(_of_part(this_round, part), section, dealers) for this_round in rounds],
            )
            for section, rounds in in_round
        ],
        "own": own_entry_ids,
        "own_places": [
            itinerary
            for _section, itinerary in hall_itineraries(sections)
            if itinerary.entry.pk in own_entry_ids
        ],
    }
    return render(request, "tournaments/seating/public/seats.html", context)


def _of_part(this_round: RoundSeats, part: range | None) -> RoundSeats:
    """Return a round with the tables of one part of the hall; with all tables if the part is None."""
    if part is None:
        return this_round
    return replace(this_round, tables=tuple(table for table in this_round.tables if table.table in part))


def _with_dealers(this_round: RoundSeats, section: Section, dealers: Mapping[Place, int]) -> RoundSeats:
    """Return a round with the first dealer of each table."""
    tables = tuple(
        replace(table, first_dealer=dealers.get((section.pk, this_round.number, table.table)))
        for table in this_round.tables
    )
    return replace(this_round, tables=tables)


def _asked_part(
    request: HttpRequest,
    parts: Sequence[range],
    sections: Iterable[tuple[Section, Iterable[RoundSeats]]],
    own_entry_ids: Collection[int],
) -> range:
    """Return the tables of the part that `?tables=` selects by number; the first part has number 1.

    The default is the part with a table of the reader, else the first part.

    Raises:
        Http404: there is no such part.
    """
    text = request.GET.get("tables", "")
    if text:
        part = read_part(text, parts)
        if part is None:
            raise Http404
        return part
    tables = (table for _section, rounds in sections for this_round in rounds for table in this_round.tables)
    own_tables = [
        table.table for table in tables if any(entry and entry.pk in own_entry_ids for entry in table.entries)
    ]
    return next((part for part in parts if own_tables and own_tables[0] in part), parts[0])


def _asked_round(request: HttpRequest, numbers: range, current_number: int) -> int | None:
    """Return the round that `?position=` selects; None for all rounds. The default is the current round.

    Raises:
        Http404: there is no such round.
    """
    text = request.GET.get("position", "")
    if not text:
        return current_number
    if text == ALL:
        return None
    # compared as text: "03" and other spellings of a number are no page of their own
    if text not in map(str, numbers):
        raise Http404
    return int(text)
