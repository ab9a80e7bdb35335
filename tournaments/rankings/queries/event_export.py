"""A tournament as a document in the exchange format."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from tournaments.base.queries.teams import with_people
from tournaments.core.exchange.event_export import ExportedSession, ExportedUnit, write_event
from tournaments.core.formats.registry import find_format
from tournaments.core.ranking.classification import Presence
from tournaments.events.queries.game_rules import game_rules
from tournaments.models import Entry, Tournament
from tournaments.rankings.queries.classifications import PlacedEntry, profile_of
from tournaments.rankings.queries.session_plays import LoadedSession, load_session


def export_event(tournament: Tournament, *, is_public: bool = False) -> dict[str, Any]:
    """Return entries, current results and rulings of all sessions; `rank_event` ranks them as the site does.

    Names are full, as organisers need them, unless the export `is_public`. Two queries, and those of
    `load_session` for each session.
    """
    loaded_sessions = [load_session(session) for session in tournament.sessions.order_by("number")]
    lines: dict[int, int] = {}
    for loaded in loaded_sessions:
        for entry_id, line in zip(loaded.entry_ids, loaded.lines.tolist(), strict=True):
            # the line of the first session in which the entry plays
            lines.setdefault(entry_id, line)
    event_format = find_format(tournament.format)
    entries = with_people(Entry.objects.all(), event_format).in_bulk(list(lines))
    return write_event(
        event_format.plan,
        name=tournament.name,
        game=tournament.game,
        rules=game_rules(tournament),
        options=tournament.options,
        units=[
            _unit(entries[entry_id], line, tournament, is_public=is_public)
            for entry_id, line in lines.items()
        ],
        sessions=[_session(loaded) for loaded in loaded_sessions],
    )


def _unit(entry: Entry, line: int, tournament: Tournament, *, is_public: bool) -> ExportedUnit:
    profile = profile_of(PlacedEntry(entry=entry, place=None, line=line), tournament.starts_on.year)
    return ExportedUnit(
        unit_id=str(entry.pk),
        name=entry.public_name if is_public else str(entry),
        profile=replace(profile, team=entry.partners, presence=Presence(entry.presence)),
    )


def _session(loaded: LoadedSession) -> ExportedSession:
    session = loaded.session
    return ExportedSession(
        plays=loaded.plays,
        unit_ids=[str(entry_id) for entry_id in loaded.entry_ids],
        coefficient=Fraction(session.coefficient),
        is_final=session.is_final,
        carried=session.carried,
    )
