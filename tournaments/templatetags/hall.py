"""The clock, the tiles of the wall and the calls as pages show them."""

from datetime import datetime, timedelta
from typing import Any

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.base.queries.rounds import clock_mark, clock_of, followed, public_clock
from tournaments.base.web.phones import phone_key
from tournaments.base.words.wording import MINUS
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.core.hall.clock import LAST_MINUTES, Clock, RoundPhase
from tournaments.hall.queries.hall import table_hall_at, waiting_tables
from tournaments.hall.queries.wall import Tile, TileMark, WallPlay
from tournaments.models import Tournament
from tournaments.results.queries.checking import SheetName
from tournaments.results.queries.table_page import TableRound
from tournaments.results.services.table_access import PLAYED

register = template.Library()

SECOND = timedelta(seconds=1)
PHASE_WORDS: dict[RoundPhase, str | Promise] = {
    RoundPhase.READY: _("pas encore commencée"),
    RoundPhase.RUNNING: _("en jeu"),
    RoundPhase.PAUSED: _("arrêtée"),
    RoundPhase.ENDING: _("dernières minutes"),
    RoundPhase.OVER: _("temps écoulé : finissez la donne"),
}
TILE_SAYS: dict[TileMark, tuple[str, str, str | Promise]] = {
    TileMark.CALL: ("!", "bad", _("appelle l’arbitre")),
    TileMark.DISPUTED: ("≠", "bad", _("conteste")),
    TileMark.LATE: ("▲", "bad", _("en retard")),
    TileMark.WAITING: ("…", "warn", _("à confirmer")),
    TileMark.BEHIND: ("?", "warn", _("résultat manquant")),
    TileMark.DONE: ("✓", "good", _("fini")),
    TileMark.RESTS: ("–", "", _("au repos")),
}
"""Sign, colour and words of what a tile says: never the colour alone."""


@register.inclusion_tag("tournaments/hall/_clock.html")
def clock_face(clock: Clock | None, now: datetime) -> dict[str, Any]:
    """The clock at a moment, ready to be counted down by static/js/clock.js; nothing for None."""
    if clock is None:
        return {"clock": None}
    ends_at, phase = clock.ends_at(now), clock.phase(now)
    return {
        "clock": clock,
        "phase": phase,
        "word": PHASE_WORDS[phase],
        "words": {
            name.value: PHASE_WORDS[name] for name in (RoundPhase.RUNNING, RoundPhase.ENDING, RoundPhase.OVER)
        },
        "time": time_left(clock.remaining(now)),
        "now": milliseconds(now),
        "ends": milliseconds(ends_at) if ends_at else "",
        "last": LAST_MINUTES // timedelta(milliseconds=1),
    }


@register.inclusion_tag("tournaments/hall/public/_round.html", takes_context=True)
def round_strip(context: dict[str, Any], tournament: Tournament) -> dict[str, Any]:
    """The clock on a public page while the tournament is played; it asks for itself what changed.

    No query where the page knows its clock (`visit`), else one.
    """
    is_played, now = tournament.state in PLAYED, timezone.now()
    visit = context.get("visit")
    if not is_played:
        clock = None
    elif visit is not None:
        clock = followed(visit.clock, now)
    else:
        clock = public_clock(tournament, now)
    return {
        "tournament": tournament,
        "is_played": is_played,
        "clock": clock,
        "now": now,
        "mark": clock_mark(clock, now),
    }


@register.inclusion_tag("tournaments/hall/table/_hall_part.html", takes_context=True)
def table_hall(context: dict[str, Any], shown: TableRound) -> dict[str, Any]:
    """The hall on a phone at a table; it asks for itself what changed."""
    device = phone_key(context["request"])
    hall = table_hall_at(shown.table, clock_of(shown.table.section.session), device, timezone.now())
    return {"request": context["request"], "secret": context["secret"], "round": shown.round, "hall": hall}


@register.simple_tag
def tables_calling(tournament: Tournament) -> list[int]:
    """Numbers of the tables that wait for the referee."""
    return waiting_tables(tournament)


@register.filter
def time_left(left: timedelta) -> str:
    """Minutes and seconds, rounded up: "27:30", "−1:05" once the time is up."""
    seconds = -(-left // SECOND)
    minutes, rest = divmod(abs(seconds), 60)
    return f"{MINUS if seconds < 0 else ''}{minutes}:{rest:02d}"


@register.filter
def waited(since: datetime, now: datetime) -> str:
    """How long somebody has waited: "2:35"."""
    return time_left(timedelta(seconds=(now - since) // SECOND))


@register.filter
def milliseconds(moment: datetime) -> int:
    """A moment as browsers count it."""
    return int(moment.timestamp() * 1000)


@register.filter
def says(marks: tuple[TileMark, ...]) -> list[tuple[str, str, str | Promise]]:
    """Sign, colour and words of each thing that a tile says."""
    return [TILE_SAYS[mark] for mark in marks]


@register.filter
def entry_url(play: WallPlay, tournament: Tournament) -> str:
    """Where the result of a deal is entered."""
    if find_format(tournament.format).sheet is SheetKind.SCORES:
        where = [tournament.slug, play.round_number, play.table_number]
        return reverse("organiser-score-sheet", args=where)
    return f"{reverse('organiser-traveller', args=[tournament.slug, play.board])}#p{play.play_id}"


@register.filter
def lines_url(name: SheetName, tournament: Tournament) -> str:
    """Where the lines of an étui, or of a table in a round, are typed."""
    if name.board is not None:
        return reverse("organiser-traveller", args=[tournament.slug, name.board])
    return reverse("organiser-table-lines", args=[tournament.slug, name.round_number, name.table_number])


@register.filter
def ruling_url(tile: Tile, tournament: Tournament) -> str:
    """The ruling form, filled in for the deal that the table is probably at: its first without a result."""
    address = reverse("organiser-ruling-give", args=[tournament.slug])
    due = [play for play in tile.plays if play.round_number == tile.round_number]
    play = next((play for play in due if not play.is_entered), due[-1] if due else None)
    if play is None:
        return address
    case = f"etui={play.board}&table={play.table_number}&position={play.round_number}"
    return f"{address}?faute=&{case}&changer=1"
