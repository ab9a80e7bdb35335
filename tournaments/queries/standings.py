"""Standings as they are stored and shown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from tournaments.core.formats.registry import find_format
from tournaments.core.ranking.rulings import EffectKind
from tournaments.core.ranking.standings import Standing
from tournaments.models import Entry, Session, StandingsSnapshot
from tournaments.queries.rulings import load_rulings, read_effects
from tournaments.queries.score_grids import LoadedGrid


@dataclass(frozen=True, slots=True)
class RankedEntry:
    """One line of a stored ranking; percentages exact, places None for a player without a deal."""

    entry: Entry
    """With its person; stored as an id, so that a name always shows as its owner allows today."""
    line: int
    """Starting seat: 0 N, 1 W, 2 S, 3 E."""
    overall_place: int | None
    alternated_place: int | None
    line_place: int | None
    overall: Fraction | None
    attack: Fraction | None
    defence: Fraction | None
    penalty: Fraction
    attack_count: int
    defence_count: int
    is_one_sided: bool

    @property
    def deal_count(self) -> int:
        return self.attack_count + self.defence_count

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values: the entry as its id, a fraction as "numerator/denominator"."""
        values = {name: getattr(self, name) for name in self.__slots__ if name != "entry"}
        plain = {name: str(value) if isinstance(value, Fraction) else value for name, value in values.items()}
        return {"entry": self.entry.pk, **plain}

    @classmethod
    def from_json(cls, values: dict[str, Any], entries: Mapping[int, Entry]) -> "RankedEntry":
        """The line written by `to_json`; `entries` by id."""
        exact = {
            name: None if values[name] is None else Fraction(values[name])
            for name in ("overall", "attack", "defence", "penalty")
        }
        return cls(**{**values, **exact, "entry": entries[values["entry"]]})


def has_alternated(session: Session) -> bool:
    """Whether the lines can be woven together: the format has them and nobody changes seat. One query."""
    keeps_lines = not session.sections.filter(keeps_lines=False).exists()
    return keeps_lines and find_format(session.tournament.format).has_alternated_ranking


def ranked_entries(loaded: LoadedGrid, standings: Iterable[Standing]) -> list[RankedEntry]:
    """The ranking of a grid with the entries of its players, in the order given."""
    return [_ranked_entry(loaded.entries[row.player], row) for row in standings]


def latest_standings(session: Session) -> StandingsSnapshot | None:
    """The last snapshot of a session, None before the first refresh. One query."""
    return session.snapshots.order_by("-version").first()


def snapshot_rows(snapshot: StandingsSnapshot | None) -> list[RankedEntry]:
    """The lines of a snapshot in the order of the overall ranking, none without a snapshot. One query."""
    if snapshot is None:
        return []
    entries = Entry.objects.select_related("person").in_bulk([values["entry"] for values in snapshot.rows])
    return [RankedEntry.from_json(values, entries) for values in snapshot.rows]


def in_alternated_order(rows: Iterable[RankedEntry]) -> list[RankedEntry]:
    """The same lines in the order of the alternated ranking, unranked last."""
    return sorted(rows, key=lambda row: (row.alternated_place is None, row.alternated_place or 0))


def penalties_by_player(session: Session, entries: Iterable[Entry]) -> np.ndarray:
    """penalty[player] in hundredths of a percent, rulings taken back left out. Two queries."""
    totals: dict[int, int] = {}
    for ruling in load_rulings(session).rows:
        paid = sum(part.amount for part in read_effects(ruling.effects) if part.kind is EffectKind.PENALTY)
        for entry in ruling.guilty.all():
            totals[entry.pk] = totals.get(entry.pk, 0) + paid
    return np.array([totals.get(entry.pk, 0) for entry in entries], dtype=np.int64)


def _ranked_entry(entry: Entry, row: Standing) -> RankedEntry:
    return RankedEntry(
        entry=entry,
        line=row.line,
        overall_place=row.overall_place,
        alternated_place=row.alternated_place,
        line_place=row.line_place,
        overall=row.overall,
        attack=row.attack,
        defence=row.defence,
        penalty=row.penalty,
        attack_count=row.attack_count,
        defence_count=row.defence_count,
        is_one_sided=row.is_one_sided,
    )
