"""Rulings of a session: conversion between rows and the values that the core applies."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, QuerySet

from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.ruling_effects import family_of, measure_of
from tournaments.core.formats.shown_values import shown_measure
from tournaments.core.ranking.faults import Family, Tariff, fault_tariffs, find_tariff
from tournaments.core.ranking.faults_fft_2012 import FFT_2012
from tournaments.core.ranking.rulings import Effect, EffectKind, Who
from tournaments.core.ranking.rulings import Ruling as CoreRuling
from tournaments.core.ranking.score_grid import PlayStatus
from tournaments.models import Entry, Play, Ruling, Seating, Session, Tournament

_VOID = frozenset({EffectKind.NEUTRALISE, EffectKind.CANCEL})


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingFacts:
    """A ruling as the ranking needs it, stored or only tried out, with ids in place of rows."""

    effects: Tariff
    play_id: int | None = None
    guilty_ids: tuple[int, ...] = ()
    fault: str = ""
    reason: str = ""
    author: str = ""
    """Capacity in which it was given: a value of `RulingRole`."""
    play: Play | None = None
    """The play of `play_id`, with its round and table, if the ruling is stored."""


@dataclass(frozen=True, slots=True)
class SessionRulings:
    """The rulings that a session is ranked with, oldest first."""

    facts: tuple[RulingFacts, ...]

    @property
    def void_plays(self) -> dict[int, PlayStatus]:
        """Return, by id of the play, the status of a play with a ruling in case it has no result.

        Such a play has nothing to compare, but a score that is missing by a fault may still cost all players
        a zero.
        """
        kinds: dict[int, set[EffectKind]] = {}
        for ruling in self.facts:
            if ruling.play_id is not None:
                kinds.setdefault(ruling.play_id, set()).update(effect.kind for effect in ruling.effects)
        return {play_id: _void_status(effect_kinds) for play_id, effect_kinds in kinds.items()}

    def core(self, entry_numbers: Mapping[int, int], play_rows: Mapping[int, int]) -> tuple[CoreRuling, ...]:
        """Return the rulings as the core applies them.

        Args:
            entry_numbers: number by id of an entry; an entry without one has no place in the session.
            play_rows: row by id of a play; a ruling on a play without a row has no effect.
        """
        return tuple(
            CoreRuling(
                effects=ruling.effects,
                play=None if ruling.play_id is None else play_rows[ruling.play_id],
                guilty=tuple(sorted(entry_numbers[pk] for pk in ruling.guilty_ids if pk in entry_numbers)),
                fault=ruling.fault,
                reason=ruling.reason,
                author=ruling.author,
            )
            for ruling in self.facts
            if ruling.play_id is None or ruling.play_id in play_rows
        )

    def about(self, entry_id: int, play_ids: Collection[int]) -> list[RulingFacts]:
        """Return the rulings against an entry, and those on one of these plays."""
        return [
            ruling for ruling in self.facts if entry_id in ruling.guilty_ids or ruling.play_id in play_ids
        ]

    def plus(self, ruling: RulingFacts) -> "SessionRulings":
        """Return these rulings and one more."""
        return SessionRulings((*self.facts, ruling))


def load_rulings(session: Session) -> SessionRulings:
    """Return the rulings of a session that are in force. One query."""
    rows = Ruling.objects.filter(session=session).in_force().select_related("play__round", "play__table")
    guilty_ids: dict[Ruling, list[int]] = {}
    # one row for each guilty entry, or one with None: this saves a second query
    for row in rows.annotate(entry_id=F("guilty")):
        entry_id: int | None = row.entry_id  # type: ignore[attr-defined]  # annotated
        guilty_ids.setdefault(row, []).extend([] if entry_id is None else [entry_id])
    return SessionRulings(
        tuple(
            RulingFacts(
                effects=read_effects(row.effects),
                play_id=row.play_id,
                guilty_ids=tuple(entry_ids),
                fault=row.fault,
                reason=row.reason,
                author=row.ruled_as,
                play=row.play,
            )
            for row, entry_ids in guilty_ids.items()
        )
    )


def read_effects(documents: Iterable[Mapping[str, Any]]) -> Tariff:
    """Return effects from the form in which rulings and tariffs store them."""
    return tuple(
        Effect(EffectKind(document["kind"]), document["amount"], Who(document["who"]))
        for document in documents
    )


def write_effects(effects: Sequence[Effect]) -> list[dict[str, Any]]:
    """Return effects in the form that `read_effects` reads."""
    return [
        {"kind": effect.kind.value, "amount": effect.amount, "who": effect.who.value} for effect in effects
    ]


@dataclass(frozen=True, slots=True)
class RulingRules:
    """The unit and the tariffs of rulings in one tournament."""

    measure: Measure
    """Measure by which units are ranked; the unit of amounts."""
    shown: Measure
    """Measure of results on pages."""
    family: Family
    """Column of the table of faults that applies."""
    own: Mapping[str, tuple[Tariff, ...]]
    """Tariffs of the organiser, by fault."""
    has_boards: bool
    """True if étuis go from table to table; else deals are numbered afresh in each round."""

    def tariffs(self, fault: str) -> tuple[Tariff, ...]:
        """Return the cost of a fault for each occurrence; () if neither organiser nor table has one."""
        return fault_tariffs(FFT_2012, fault, self.family, self._overrides)

    def tariff(self, fault: str, occurrence: int) -> Tariff:
        """Return the cost of this occurrence.

        Raises:
            TournamentError: as `find_tariff`.
        """
        return find_tariff(FFT_2012, fault, self.family, occurrence=occurrence, overrides=self._overrides)

    @property
    def _overrides(self) -> dict[tuple[str, Family], tuple[Tariff, ...]]:
        return {(fault, self.family): tariffs for fault, tariffs in self.own.items()}


def load_rules(tournament: Tournament) -> RulingRules:
    """Return the unit and the tariffs of a tournament. One query."""
    plan = find_format(tournament.format).plan
    options = read_event_options(tournament.options, plan)
    method = options.comparison.method
    own_tariffs = {row.fault: tuple(map(read_effects, row.tariffs)) for row in tournament.own_tariffs.all()}
    return RulingRules(
        measure=measure_of(plan, method),
        shown=shown_measure(plan, options.comparison),
        family=family_of(plan, method),
        own=own_tariffs,
        has_boards=plan.needs_same_deals,
    )


@dataclass(frozen=True, slots=True)
class Seated:
    """An entry at the table of a play."""

    entry: Entry
    seats: tuple[int, ...]
    """Seats from 0; several for a team."""
    is_attack: bool | None
    """True for the attack; None where the players bid and the board does not name the taker."""


def list_seated_at_play(play: Play, tournament: Tournament) -> list[Seated]:
    """Return the entries at a play, by first seat. Two queries."""
    taker = find_format(tournament.format).taker_of(play.board)
    rows = Seating.objects.filter(round=play.round_id, table=play.table_id).order_by("seat")
    seats: dict[int, list[int]] = {}
    entries: dict[int, Entry] = {}
    for row in rows.select_related("entry__person"):
        entries[row.entry_id] = row.entry
        seats.setdefault(row.entry_id, []).append(row.seat)
    return [
        Seated(entry, tuple(seats[pk]), None if taker is None else taker in seats[pk])
        for pk, entry in entries.items()
    ]


def list_seated_entries(session: Session) -> QuerySet[Entry]:
    """Return the entries with a place in the session, by name, with their person."""
    rows = Seating.objects.filter(round__section__session=session)
    return Entry.objects.filter(pk__in=rows.values("entry_id")).select_related("person")


def list_in_force(session: Session) -> list[Ruling]:
    """Return the rulings of a session in force, oldest first, with plays and guilty entries. Two queries."""
    rows = Ruling.objects.filter(session=session).in_force().select_related("play__round", "play__table")
    return list(rows.prefetch_related("guilty__person"))


def find_plays(session: Session, *, board: int, table: int, round_number: int | None = None) -> list[Play]:
    """Return the plays of a board at a table, by round; rarely more than one. One query."""
    plays = Play.objects.filter(round__section__session=session, board=board, table__number=table)
    if round_number is not None:
        plays = plays.filter(round__number=round_number)
    return list(plays.select_related("round__section", "table").order_by("round__number"))


def earlier_rulings(session: Session, fault: str, guilty: Iterable[Entry]) -> int:
    """Return the number of rulings for this fault in the event against one of these entries. One query.

    With several entries, the highest of their numbers counts.
    """
    rows = Ruling.objects.filter(session__tournament=session.tournament_id, fault=fault).in_force()
    counts = rows.filter(guilty__in=guilty).values("guilty").annotate(times=Count("pk"))
    return max((row["times"] for row in counts), default=0)


def _void_status(kinds: set[EffectKind]) -> PlayStatus:
    # a neutralised or cancelled deal outweighs a collective zero
    is_zero = EffectKind.COLLECTIVE_ZERO in kinds and not kinds & _VOID
    return PlayStatus.COLLECTIVE_ZERO if is_zero else PlayStatus.NEUTRALISED
