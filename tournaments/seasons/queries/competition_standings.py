"""Rankings of competitions over several tournaments: computed from the members, and read as stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from tournaments.core.alphabet import sort_key
from tournaments.core.exchange.csv_text import simple_word
from tournaments.core.exchange.event_document import EventDocument
from tournaments.core.exchange.event_json import read_session_plays
from tournaments.core.exchange.full_names import may_be_one, may_have_new_name
from tournaments.core.exchange.player_row import is_drawn_number, number_key
from tournaments.core.exchange.value_json import WrittenValue, read_value, write_value
from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.event_results import Column, SessionPart, rank_sessions
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.session_results import SessionPlays, SessionResult, chain_of, rank_session
from tournaments.core.formats.sites import join_sites
from tournaments.core.ranking.classification import Presence, Profile, RankedUnit
from tournaments.core.ranking.places import assign_places
from tournaments.core.ranking.score_grid import BoolArray
from tournaments.core.ranking.season import SeasonTariff
from tournaments.core.ranking.values import RankingPart, Value, combine_parts
from tournaments.enums import CompetitionKind, CompetitionMethod
from tournaments.models import (
    Competition,
    CompetitionMember,
    CompetitionSnapshot,
    Entry,
    Person,
    Session,
    SiteFile,
)
from tournaments.rankings.queries.event_standings import event_measure, load_event_standings
from tournaments.rankings.queries.session_plays import load_session
from tournaments.seasons.queries.records import UnitResult, award_units
from tournaments.seasons.queries.seasons import season_tariffs
from tournaments.seasons.queries.site_deals import reference_sessions, sites_of
from tournaments.seasons.queries.site_files import SiteResults, received_sites


@dataclass(frozen=True, slots=True)
class CompetitionRow:
    """A line of the ranking of a competition."""

    entry: Entry | None
    """Entry with its person and tournament; None for a site of another installation."""
    place: int | None
    value: Value | None
    by_event: tuple[Value | None, ...]
    """by_event[member]: value of the event before its coefficient; for a simultaneous, of the session."""
    site_key: str
    """Key of the site, as in `site_names`; for a championship, of the last event played."""
    site: str = ""
    """Name of the site, or ""."""
    told_name: str = ""
    """Name from the file of the other installation."""

    @property
    def name(self) -> str:
        return self.entry.public_name if self.entry else self.told_name

    @property
    def by_name(self) -> tuple[str, str, int]:
        """Return the sort key among equals."""
        return self.entry.by_name if self.entry else ("", sort_key(self.told_name), 0)

    @property
    def event_count(self) -> int:
        return sum(value is not None for value in self.by_event)


@dataclass(frozen=True, slots=True)
class _Unit:
    """A unit that is ranked over all tournaments."""

    entry_id: int
    """Id of the entry; for a site of another installation, its position in the document."""
    member_id: int | None
    """Id of the member; None for a site of another installation."""
    file_id: int | None = None
    name: str = ""
    """Name from the document."""


@dataclass(frozen=True, slots=True)
class _SitePlays:
    """A session at one site."""

    plays: SessionPlays
    seated: list[_Unit]
    is_ranked: BoolArray
    is_shown: BoolArray


@dataclass(frozen=True, slots=True)
class _SiteSession:
    """A session over all sites."""

    session: Session
    """Session of the first site of this installation; its coefficient counts."""
    seated: list[_Unit]
    """seated[number]: unit with this number in the result."""
    result: SessionResult

    def part(self, order: Sequence[_Unit]) -> SessionPart:
        """Return the session with the units of the whole event in this order."""
        number_of = {unit: number for number, unit in enumerate(self.seated)}
        numbers_in_order = [number_of.get(unit) for unit in order]

        def reorder(column: Column) -> list[Any]:
            return [None if number is None else column[number] for number in numbers_in_order]

        return SessionPart(
            values=reorder(self.result.values),
            coefficient=Fraction(self.session.coefficient),
            criteria={criterion: reorder(column) for criterion, column in self.result.criteria.items()},
            is_final=self.session.is_final,
            carried=self.session.carried,
        )


def members_of(competition: Competition) -> list[CompetitionMember]:
    """Return the tournaments of a competition, with their clubs, by date. One query."""
    return list(
        competition.members.select_related("tournament__club").order_by("tournament__starts_on", "pk")
    )


def competition_measure(competition: Competition, members: Sequence[CompetitionMember]) -> Measure:
    """Return the measure of a competition's ranking."""
    if competition.method == CompetitionMethod.POINTS or not members:
        return Measure.POINTS
    return event_measure(members[0].tournament)


def rank_competition(competition: Competition) -> dict[str, Any]:
    """Return the ranking in its stored form: rows by place, each with an entry, its member and exact values.

    A simultaneous loads all sessions of the sites whose cards are proved to be the same. A championship loads
    the latest snapshots of its members.

    Raises:
        TournamentError: the tournaments cannot be ranked together.
    """
    members = members_of(competition)
    if competition.kind == CompetitionKind.SIMULTANEOUS:
        members_with_same_cards = [site.member for site in sites_of(members) if site.is_ranked]
        return _rank_sites(members_with_same_cards, load_received(competition, members))
    return _rank_events(competition, members)


def competition_rows(
    snapshot: CompetitionSnapshot | None, names: Mapping[str, str] | None = None
) -> list[CompetitionRow]:
    """Return the lines of a snapshot, [] without one. Three queries, five without `names`.

    Args:
        names: result of `site_names`.
    """
    if snapshot is None:
        return []
    rows = snapshot.rows["rows"]
    if names is None:
        names = site_names(snapshot.competition, members_of(snapshot.competition))
    entries = (
        Entry.objects.select_related("person", "tournament")
        .prefetch_related("members__person")
        .in_bulk([row["entry"] for row in rows if row["member"] is not None])
    )
    lines = [
        CompetitionRow(
            entry=None if row["member"] is None else entries[row["entry"]],
            place=row["place"],
            value=_value(row["value"]),
            by_event=tuple(map(_value, row["by_event"])),
            site_key=(key := _site_key(row)),
            site=names.get(key, ""),
            told_name=row.get("name", ""),
        )
        for row in rows
        # an entry that was deleted since the snapshot has no line
        if row["entry"] in entries or row["member"] is None
    ]
    return sorted(lines, key=lambda row: (row.place is None, row.place or 0, row.by_name))


def site_names(competition: Competition, members: Sequence[CompetitionMember]) -> dict[str, str]:
    """Return the names of the sites of a competition by key, those of other installations last. One query."""
    local_names = {str(member.pk): str(member) for member in members}
    # defer: a document may be large, and only the names are needed
    return local_names | {f"f{file.pk}": file.site for file in competition.site_files.defer("document")}


def _site_key(row: Mapping[str, Any]) -> str:
    return str(row["member"]) if row["member"] is not None else f"f{row['file']}"


def latest_ranking(competition: Competition) -> CompetitionSnapshot | None:
    """Return the last snapshot of a competition; None before the first. One query."""
    return competition.snapshots.order_by("-version").first()


def of_site(rows: Sequence[CompetitionRow], site_key: str) -> list[CompetitionRow]:
    """Return the lines of one site, ranked among themselves."""
    site_rows = [row for row in rows if row.site_key == site_key]
    places = assign_places([None if row.place is None else (-row.place,) for row in site_rows])
    return [replace(row, place=place) for row, place in zip(site_rows, places, strict=True)]


def load_received(
    competition: Competition, members: Sequence[CompetitionMember]
) -> dict[SiteFile, SiteResults | None]:
    """Return the results of sites of other installations; None for a site whose cards are not proved.

    One query. If there are such sites, four more, and one for each session of each site.
    """
    files = list(competition.site_files.all())
    return received_sites(files, reference_sessions(members)) if files else {}


def _rank_sites(
    members: Sequence[CompetitionMember], received: Mapping[SiteFile, SiteResults | None]
) -> dict[str, Any]:
    """Return the ranking of one field over all sites, session by session."""
    if not members:
        return {"rows": []}
    # the options of the first site here apply to all
    plan = find_format(members[0].tournament.format).plan
    options = read_event_options(members[0].tournament.options, plan)
    site_sessions: list[_SiteSession] = []
    presences: dict[_Unit, Presence] = {}
    for number, sessions in enumerate(_sessions_by_number(members), start=1):
        sites = [_site_plays(member, session) for member, session in sessions]
        sites += [
            _received_plays(file, site.event, number)
            for file, site in received.items()
            if site is not None and number <= len(site.event.sessions)
        ]
        result = rank_session(plan, options, join_sites([site.plays for site in sites]))
        units = [unit for site in sites for unit in site.seated]
        presences |= _presences(sites, units, result.expelled)
        site_sessions.append(_SiteSession(sessions[0][1], units, result))
    order = list(presences)
    parts = [session.part(order) for session in site_sessions]
    chain = chain_of(plan, options, {})
    ranked_units = rank_sessions(
        parts,
        [Profile(presence=presences[unit]) for unit in order],
        chain=chain.chain,
        first=chain.first,
        best=options.best_sessions,
    )
    return _document(ranked_units, order, [part.values for part in parts])


def _sessions_by_number(
    members: Sequence[CompetitionMember],
) -> list[list[tuple[CompetitionMember, Session]]]:
    """Return the sessions of all sites, grouped by number."""
    by_number: dict[int, list[tuple[CompetitionMember, Session]]] = {}
    for member in members:
        for session in member.tournament.sessions.select_related("tournament").order_by("number"):
            by_number.setdefault(session.number, []).append((member, session))
    return [by_number[number] for number in sorted(by_number)]


def _site_plays(member: CompetitionMember, session: Session) -> _SitePlays:
    loaded = load_session(session)
    units = [_Unit(entry, member.pk) for entry in loaded.entry_ids]
    return _SitePlays(loaded.plays, units, loaded.is_ranked, loaded.is_shown)


def _received_plays(file: SiteFile, event: EventDocument, number: int) -> _SitePlays:
    """Return a session of another installation."""
    presences = [profile.presence for profile in event.profiles]
    return _SitePlays(
        plays=read_session_plays(event, event.sessions[number - 1]),
        seated=[_Unit(place, None, file.pk, name) for place, name in enumerate(event.names)],
        is_ranked=_flags([presence is Presence.RANKED for presence in presences]),
        is_shown=_flags([presence is not Presence.SUBSTITUTE for presence in presences]),
    )


def _flags(values: list[bool]) -> BoolArray:
    return np.array(values, dtype=np.bool_)


def _presences(
    sites: Sequence[_SitePlays], units: Sequence[_Unit], expelled: frozenset[int]
) -> dict[_Unit, Presence]:
    """Return the presence of each unit of a session."""
    is_ranked = np.concatenate([site.is_ranked for site in sites])
    is_shown = np.concatenate([site.is_shown for site in sites])
    presences: dict[_Unit, Presence] = {}
    for number, unit in enumerate(units):
        if not is_shown[number]:
            presences[unit] = Presence.SUBSTITUTE
        elif number in expelled or not is_ranked[number]:
            presences[unit] = Presence.UNRANKED
        else:
            presences[unit] = Presence.RANKED
    return presences


def _rank_events(competition: Competition, members: Sequence[CompetitionMember]) -> dict[str, Any]:
    """Return the sum of the events' results for each person, or for each team under one name."""
    tariffs = season_tariffs(competition.club)
    last_units: dict[str, _Unit] = {}
    columns: list[dict[str, Value | None]] = []
    units = _SeveralEvents()
    for member in members:
        values, entries = _event_values(competition, member, tariffs, units)
        columns.append(values)
        # a unit is shown with its entry in the last event that it played
        last_units |= {key: _Unit(entry_id, member.pk) for key, entry_id in entries.items()}
    keys = list(last_units)
    parts = [
        RankingPart([column.get(key) for key in keys], Fraction(member.coefficient))
        for column, member in zip(columns, members, strict=True)
    ]
    totals = combine_parts(parts, best=competition.best_events)
    counts = [sum(part.values[unit] is not None for part in parts) for unit in range(len(keys))]
    places = assign_places(
        [
            # a unit with too few events has a value but no place
            None if total is None or count < competition.least_events else (total,)
            for total, count in zip(totals, counts, strict=True)
        ]
    )
    ranked_units = [RankedUnit(unit, places[unit], totals[unit]) for unit in range(len(keys))]
    sorted_units = sorted(ranked_units, key=lambda row: (row.place is None, row.place or 0, row.unit))
    return _document(sorted_units, [last_units[key] for key in keys], [part.values for part in parts])


def _event_values(
    competition: Competition,
    member: CompetitionMember,
    tariffs: Sequence[SeasonTariff],
    identities: "_SeveralEvents",
) -> tuple[dict[str, Value | None], dict[str, int]]:
    """Return value and entry of each unit in one event, by key."""
    rows = [row for row in load_event_standings(member.tournament).rows if row.place is not None]
    keys = [identities.key_of(row.entry) for row in rows]
    entries = {key: row.entry.pk for key, row in zip(keys, rows, strict=True)}
    if competition.method == CompetitionMethod.SUM:
        return {key: row.value for key, row in zip(keys, rows, strict=True)}, entries
    units = [UnitResult((row.entry.person_id,), row.place) for row in rows]
    points = award_units(units, tariffs, member.tournament.starts_on)
    return dict(zip(keys, points, strict=True)), entries


class _SeveralEvents:
    """Identity of entries over several tournaments: the same team by name, or the same person.

    Two records in the registers of different clubs are one person if federation number and name agree.
    """

    def __init__(self) -> None:
        self._people: dict[str, list[tuple[Person, str]]] = {}

    def key_of(self, entry: Entry) -> str:
        """Return the key of an entry, the same for all entries of a team or of a person."""
        if entry.name:
            return f"team {simple_word(entry.name) or entry.name}"
        person = entry.person
        number = number_key(person.federation_number)
        holders = self._people.setdefault(number or f"person {person.pk}", [])
        for holder, key in holders:
            # two records of one register are two people
            is_another = holder.club_id == person.club_id and holder.pk != person.pk
            if not is_another and _has_name_of(person, holder):
                return key
        holders.append((person, f"person {person.pk}"))
        return holders[-1][1]


def _has_name_of(person: Person, holder: Person) -> bool:
    """Return whether two records with one federation number belong to one person by name, too."""
    return may_be_one(person.last_name, person.first_name, holder.last_name, holder.first_name) or (
        not is_drawn_number(person.federation_number)
        and may_have_new_name(person.first_name, holder.first_name)
    )


def _document(
    ranked_units: Sequence[RankedUnit], units: Sequence[_Unit], columns: Sequence[Sequence[Value | None]]
) -> dict[str, Any]:
    return {
        "rows": [
            {
                **_unit_document(units[row.unit]),
                "place": row.place,
                "value": write_value(row.value),
                "by_event": [write_value(column[row.unit]) for column in columns],
            }
            for row in ranked_units
        ]
    }


def _unit_document(unit: _Unit) -> dict[str, Any]:
    document: dict[str, Any] = {"entry": unit.entry_id, "member": unit.member_id}
    return document if unit.file_id is None else document | {"file": unit.file_id, "name": unit.name}


def _value(document: WrittenValue) -> Value | None:
    value = read_value(document)
    assert not isinstance(value, int)
    return value
