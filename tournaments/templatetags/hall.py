"""The clock, the tiles of the wall and the calls on pages."""

from datetime import datetime, timedelta
from typing import Any

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.base.queries.rounds import clock_mark, clock_of, followed, public_clock
from tournaments.base.web.phones import phone_key
from tournaments.base.words.wording import MINUS
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.core.hall.clock import LAST_MINUTES, Clock, RoundPhase
from tournaments.enums import PLAYED_STATES
from tournaments.hall.queries.hall import DeskWaits, load_desk_waits, table_hall_at
from tournaments.hall.queries.wall import Tile, TileMark, WallPlay
from tournaments.models import Tournament
from tournaments.results.queries.checking import SheetName
from tournaments.results.queries.table_page import TableRound

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
"""Sign, colour and words of each mark of a tile. A colour never stands alone."""


@register.inclusion_tag("tournaments/hall/_clock.html")
def clock_face(clock: Clock | None, moment: datetime) -> dict[str, Any]:
    """Return the clock at a moment, to be counted down by static/js/clock.js; nothing for None."""
    if clock is None:
        return {"clock": None}
    ends_at, phase = clock.ends_at(moment), clock.phase(moment)
    return {
        "clock": clock,
        "phase": phase,
        "word": PHASE_WORDS[phase],
        "words": {
            name.value: PHASE_WORDS[name] for name in (RoundPhase.RUNNING, RoundPhase.ENDING, RoundPhase.OVER)
        },
        "time": time_left(clock.remaining(moment)),
        "now": milliseconds(moment),
        "ends": milliseconds(ends_at) if ends_at else "",
        "last": LAST_MINUTES // timedelta(milliseconds=1),
    }


@register.inclusion_tag("tournaments/hall/public/_round.html", takes_context=True)
def round_strip(context: dict[str, Any], tournament: Tournament) -> dict[str, Any]:
    """Return the clock of a public page while the tournament is played. The page polls for changes.

    No query if the page has loaded its clock (`visit`), otherwise one.
    """
    # one moment for all values, so that they agree
    is_played, moment = tournament.state in PLAYED_STATES, timezone.now()
    visit = context.get("visit")
    if not is_played:
        clock = None
    elif visit is not None:
        clock = followed(visit.clock, moment)
    else:
        clock = public_clock(tournament, moment)
    return {
        "tournament": tournament,
        "is_played": is_played,
        "clock": clock,
        "now": moment,
        "mark": clock_mark(clock, moment),
    }


@register.inclusion_tag("tournaments/hall/table/_hall_part.html", takes_context=True)
def table_hall(context: dict[str, Any], table_round: TableRound) -> dict[str, Any]:
    """Return the hall's part of a table's page. The page polls for changes."""
    device = phone_key(context["request"])
    hall = table_hall_at(
        table_round.table, clock_of(table_round.table.section.session), device, timezone.now()
    )
    return {
        "request": context["request"],
        "secret": context["secret"],
        "round": table_round.round,
        "hall": hall,
    }


@register.simple_tag
def desk_waits(user: User, tournament: Tournament) -> DeskWaits:
    """Return the calls and disputes that wait, the user's own tables first."""
    return load_desk_waits(tournament, user)


@register.filter
def time_left(remaining: timedelta) -> str:
    """Return minutes and seconds, rounded up: "27:30", "−1:05" once the time is up."""
    # negated floor division rounds up
    seconds = -(-remaining // SECOND)
    minutes, remainder = divmod(abs(seconds), 60)
    return f"{MINUS if seconds < 0 else ''}{minutes}:{remainder:02d}"


@register.filter
def spent(length: timedelta | None) -> str:
    """Return a length as minutes and seconds: "7:20"; a dash for None."""
    return "–" if length is None else time_left(timedelta(seconds=length // SECOND))


@register.filter
def behind(delay: timedelta | None) -> str:
    """Return a time with its sign, "+5:00" behind the hall, "−2:00" ahead of it; a dash for None."""
    return f"+{spent(delay)}" if delay is not None and delay >= SECOND else spent(delay)


@register.filter
def waited(since: datetime, moment: datetime) -> str:
    """Return the waiting time since a moment: "2:35"."""
    # whole seconds first: `time_left` would round a part of a second up
    return time_left(timedelta(seconds=(moment - since) // SECOND))


@register.filter
def milliseconds(moment: datetime) -> int:
    """Return a moment as milliseconds since 1970, as browsers count."""
    return int(moment.timestamp() * 1000)


@register.filter
def says(marks: tuple[TileMark, ...]) -> list[tuple[str, str, str | Promise]]:
    """Return sign, colour and words of each mark of a tile."""
    return [TILE_SAYS[mark] for mark in marks]


@register.filter
def entry_url(play: WallPlay, tournament: Tournament) -> str:
    """Return the address where the result of a deal is entered."""
    if find_format(tournament.format).sheet is SheetKind.SCORES:
        place = [tournament.slug, play.round_number, play.table_number]
        return reverse("organiser-score-sheet", args=place)
    return f"{reverse('organiser-traveller', args=[tournament.slug, play.board])}#p{play.play_id}"


@register.filter
def lines_url(name: SheetName, tournament: Tournament) -> str:
    """Return the address where the lines of an étui, or of a table in a round, are typed."""
    if name.board is not None:
        return reverse("organiser-traveller", args=[tournament.slug, name.board])
    return reverse("organiser-table-lines", args=[tournament.slug, name.round_number, name.table_number])


@register.filter
def ruling_url(tile: Tile, tournament: Tournament) -> str:
    """Return the address of the ruling form for the likely deal: the table's first without a result."""
    address = reverse("organiser-ruling-give", args=[tournament.slug])
    round_plays = [play for play in tile.plays if play.round_number == tile.round_number]
    play = next(
        (play for play in round_plays if not play.is_entered), round_plays[-1] if round_plays else None
    )
    if play is None:
        return address
    case = f"etui={play.board}&table={play.table_number}&position={play.round_number}"
    return f"{address}?faute=&{case}&changer=1"
