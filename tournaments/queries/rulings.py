"""The rulings of a session, between their rows and the values that the core applies."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.core.ranking.faults import Tariff
from tournaments.core.ranking.rulings import Effect, EffectKind, Who
from tournaments.core.ranking.rulings import Ruling as CoreRuling
from tournaments.core.ranking.score_grid import PlayStatus
from tournaments.models import OwnTariff, Ruling, Session, Tournament

_VOID = frozenset({EffectKind.NEUTRALISE, EffectKind.CANCEL})


@dataclass(frozen=True, slots=True)
class SessionRulings:
    """The rulings of a session that are in force, oldest first."""

    rows: tuple[Ruling, ...]
    """With `guilty` fetched."""

    @property
    def void_plays(self) -> dict[int, PlayStatus]:
        """Status by id of the plays ruled on, for those that have no result: nothing to compare there.

        A score that was never written may still cost everybody a zero.
        """
        kinds: dict[int, set[EffectKind]] = {}
        for row in self.rows:
            if row.play_id is not None:
                kinds.setdefault(row.play_id, set()).update(
                    effect.kind for effect in read_effects(row.effects)
                )
        return {play_id: _void_status(found) for play_id, found in kinds.items()}

    def core(self, entry_numbers: Mapping[int, int], play_rows: Mapping[int, int]) -> tuple[CoreRuling, ...]:
        """The rulings as the core applies them.

        Args:
            entry_numbers: number by id of an entry; who has none has no place in the session.
            play_rows: row by id of a play; every play ruled on has one.
        """
        return tuple(
            CoreRuling(
                effects=read_effects(row.effects),
                play=None if row.play_id is None else play_rows[row.play_id],
                guilty=tuple(
                    sorted(entry_numbers[entry.pk] for entry in row.guilty.all() if entry.pk in entry_numbers)
                ),
                fault=row.fault,
                reason=row.reason,
                author=row.ruled_as,
            )
            for row in self.rows
        )


def load_rulings(session: Session) -> SessionRulings:
    """The rulings of a session that are in force. Two queries, one without any."""
    return SessionRulings(tuple(Ruling.objects.filter(session=session).in_force().prefetch_related("guilty")))


def read_effects(stored: Iterable[Mapping[str, Any]]) -> Tariff:
    """Effects as they are stored with rulings and tariffs."""
    return tuple(Effect(EffectKind(part["kind"]), part["amount"], Who(part["who"])) for part in stored)


def write_effects(effects: Sequence[Effect]) -> list[dict[str, Any]]:
    """Effects as `read_effects` reads them."""
    return [
        {"kind": effect.kind.value, "amount": effect.amount, "who": effect.who.value} for effect in effects
    ]


def own_tariffs(tournament: Tournament) -> dict[str, tuple[Tariff, ...]]:
    """The tariffs that a tournament has instead of the federation's, by fault. One query."""
    rows = OwnTariff.objects.filter(tournament=tournament)
    return {row.fault: tuple(map(read_effects, row.tariffs)) for row in rows}


def _void_status(kinds: set[EffectKind]) -> PlayStatus:
    is_zero = EffectKind.COLLECTIVE_ZERO in kinds and not kinds & _VOID
    return PlayStatus.COLLECTIVE_ZERO if is_zero else PlayStatus.NEUTRALISED
