"""Queries for a club's last events, from which a new evening takes its defaults."""

from dataclasses import dataclass

from games.core.rules import FFT
from tournaments.base.queries.showing import showing_of
from tournaments.base.queries.teams import list_tournament_players
from tournaments.core.formats.event_options import SheetOf, read_event_options
from tournaments.core.formats.registry import USUAL_FORMAT, find_format
from tournaments.core.showing import PRESETS, USUAL_PRESET
from tournaments.enums import Visibility
from tournaments.models import Club, FeeRate, Tournament

NEWCOMERS = 20
"""Number of people proposed to a club without events: five tables."""


@dataclass(frozen=True, slots=True)
class UsualEvening:
    """Default answers to the questions of a new evening."""

    format_code: str
    game: str
    person_count: int
    fee_cents: int | None
    visibility: str
    preset: str
    """Preset of what shows: a code of `tournaments.core.showing.PRESETS`."""
    sheet: SheetOf
    """Content of a sheet of free deals."""
    rules: str
    """Text of the rule-set of the game."""


def past_events(club: Club) -> list[Tournament]:
    """Return the tournaments of a club that can be repeated, latest first, without practice. One query."""
    return list(club.tournaments.filter(is_practice=False)[:30])


def usual_evening(club: Club) -> UsualEvening:
    """Return the defaults from the club's last event, or those of a new club. Three queries at most."""
    last = club.tournaments.filter(is_practice=False).first()
    if last is None:
        return UsualEvening(
            USUAL_FORMAT.code,
            USUAL_FORMAT.variant.name,
            NEWCOMERS,
            None,
            Visibility.PUBLIC,
            USUAL_PRESET,
            SheetOf.DEALS,
            FFT,
        )
    fee = FeeRate.objects.filter(tournament=last).first()
    people = list_tournament_players(last).count() or NEWCOMERS
    cents = fee.cents if fee else None
    options = read_event_options(last.options, find_format(last.format).plan)
    return UsualEvening(
        last.format, last.game, people, cents, last.visibility, _preset(last), options.sheet, options.rules
    )


def _preset(tournament: Tournament) -> str:
    """Return the preset of an event; the usual one if its settings match no preset."""
    showing = showing_of(tournament)
    return next((code for code, preset in PRESETS.items() if preset == showing), USUAL_PRESET)
