"""Who sits where, with which étuis: the position that is played, any other, or all of them."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.web_server.policy import shared_between_strangers
from tournaments.base.queries.rounds import current_round
from tournaments.base.web.device import own_entries
from tournaments.base.web.visits import visit_session
from tournaments.models import Section
from tournaments.seating.queries.seats import RoundSeats, itineraries, load_sections

ALL = "toutes"
MOST_TABLES = 40
"""Tables of a position shown at once; those of a larger hall come part by part, one position at a time."""


@shared_between_strangers
@require_safe
def seats_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The position that is played; another with `?position=3`, every one with `?position=toutes`.

    Of a large hall `?tables=2` names the second part of the tables, by default that of the reader's own.
    """
    visit = visit_session(request, slug)
    sections = load_sections(visit.session)
    own = own_entries(request, visit.tournament)
    played = current_round(visit.session)
    numbers = range(1, 1 + max((len(rounds) for _section, rounds in sections), default=0))
    shown = _asked_round(request, numbers, played)
    last = max(
        (table.table for _section, rounds in sections for each in rounds[:1] for table in each.tables),
        default=0,
    )
    parts = [range(first, min(first + MOST_TABLES, last + 1)) for first in range(1, last + 1, MOST_TABLES)]
    is_large = len(parts) > 1
    if is_large:
        shown = shown or played
    in_round = [
        (section, [each for each in rounds if shown is None or each.number == shown])
        for section, rounds in sections
    ]
    part = _asked_part(request, parts, in_round, own) if is_large else None
    context = {
        "visit": visit,
        "tournament": visit.tournament,
        "tab": "seats",
        "numbers": numbers,
        "played": played,
        "shown": shown,
        "parts": parts if is_large else (),
        "part": part,
        "sections": [(section, [_of_part(each, part) for each in rounds]) for section, rounds in in_round],
        "own": own,
        "own_places": [
            itinerary
            for _section, rounds in sections
            for itinerary in itineraries(rounds)
            if itinerary.entry.pk in own
        ],
    }
    return render(request, "tournaments/seating/public/seats.html", context)


def _of_part(this_round: RoundSeats, part: range | None) -> RoundSeats:
    """The tables of a part of the hall; all of them for None."""
    if part is None:
        return this_round
    return replace(this_round, tables=tuple(each for each in this_round.tables if each.table in part))


def _asked_part(
    request: HttpRequest,
    parts: Sequence[range],
    sections: Iterable[tuple[Section, Iterable[RoundSeats]]],
    own: Collection[int],
) -> range:
    """The part asked for, from 1; else the one with a table of the reader's, else the first; 404 for none."""
    written = request.GET.get("tables", "")
    if written:
        if written not in map(str, range(1, len(parts) + 1)):
            raise Http404
        return parts[int(written) - 1]
    tables = (table for _section, rounds in sections for each in rounds for table in each.tables)
    mine = [table.table for table in tables if any(entry and entry.pk in own for entry in table.entries)]
    return next((part for part in parts if mine and mine[0] in part), parts[0])


def _asked_round(request: HttpRequest, numbers: range, played: int) -> int | None:
    """The number of the round asked for, else of the one that is played; None for all; 404 for no round."""
    written = request.GET.get("position", "")
    if not written:
        return played
    if written == ALL:
        return None
    if written not in map(str, numbers):
        raise Http404
    return int(written)
