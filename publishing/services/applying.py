"""Writing a received state of a shared event into the rows of this installation.

Changed parts come whole. Their rows are compared by digest, so that an unchanged row is not written. Rows
are emptied, deleted and written in an order in which no constraint fails in an ordinary change. Where one
fails all the same, the sender sends every part, and all rows but the tournament's are made anew (`is_whole`).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError
from django.db.models import ForeignKey, Model, ProtectedError
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from games.core.dealing.dealt_game import dealt_game
from games.core.dealing.dealt_set import DealtBoard, Scope, check_board
from games.core.dealing.layout_text import parse_layout
from games.models import Deal, DealSet
from publishing.models import SharedEvent, SharedRow
from publishing.queries.kinds import BY_NAME, KINDS, PEOPLE, SHOWN_DEALS, RowKind
from publishing.queries.row_values import value_from_json
from publishing.queries.states import row_digest, with_bonuses
from publishing.services.people import find_people
from tournaments.base.services.slugs import free_slug
from tournaments.models import Club, Person, StoredMovement, Tournament

MALFORMED = (
    KeyError, TypeError, ValueError, IndexError, AttributeError, ValidationError, ArithmeticError,
    RecursionError, AssertionError,
)  # fmt: skip
"""Errors of a state that no Étui has sent."""
_KEPT = frozenset({"Tournament", "StoredMovement"})
"""Kinds whose rows are never deleted: the event itself, and movements, which other events may use."""

Answer = TypeVar("Answer")


def refuse_malformed(read: Callable[[], Answer]) -> Answer:
    """Call a reader of a state.

    Raises:
        AppError: `state_malformed`, or `state_whole` if the state must be sent whole to be stored.
    """
    try:
        return read()
    except (IntegrityError, ProtectedError) as error:
        raise AppError(
            "state_whole",
            _("L’état de la salle ne s’accorde pas avec la copie : il faut l’envoyer en entier."),
        ) from error
    except (DataError, *MALFORMED) as error:
        raise AppError(
            "state_malformed", _("Cet envoi est illisible : mettez les deux Étui à la même version.")
        ) from error


@dataclass(slots=True)
class _Incoming:
    """A row of a received part."""

    kind: RowKind
    part: str
    wire: str
    values: dict[str, Any]
    shared_row: SharedRow | None
    """The row here; None for a new one."""
    digest: str

    @property
    def differs(self) -> bool:
        """True if the row is not here, or with other values."""
        return self.shared_row is None or self.shared_row.digest != self.digest


def _present_numbers(kind: RowKind, rows: Iterable[_Incoming]) -> list[int]:
    """Return the numbers of the rows of a kind that are here."""
    return [row.shared_row.row for row in rows if row.kind is kind and row.shared_row is not None]


def _require_deal(deal_set: DealSet, values: Mapping[str, Any]) -> None:
    """Refuse a deal that the game of its set does not deal, or a seat that it has not."""
    layout = parse_layout(values["hands"])
    board = DealtBoard(values["number"], values["dealer"], values["taker"], layout)
    seats = range(len(layout.hands))
    if board.dealer not in seats or board.taker not in (None, *seats):
        raise ValueError("seat")
    check_board(board, dealt_game(deal_set.game, deal_set.rule_set), Scope(deal_set.scope))


@dataclass(slots=True)
class Applied:
    """What a received state changed."""

    tournament: Tournament
    kinds: set[str] = field(default_factory=set)
    """Names of the kinds of rows that changed."""


class Receiver:
    """The rows of one event while a state is written.

    Args:
        event: the shared event; its tournament is made if it has none.
        user: user here in place of the users of the sender, for rows that need one. None for deals alone.
        is_trial: True if the rows are taken back at once. No later state then needs to find them.
    """

    def __init__(self, event: SharedEvent, club: Club, user: User | None, *, is_trial: bool = False) -> None:
        self.event, self.club, self.user, self._is_trial = event, club, user, is_trial
        rows = list(event.rows.all()) if event.pk is not None else []
        self._rows = {(row.kind, row.wire): row for row in rows}
        self._numbers = {key: row.row for key, row in self._rows.items()}
        self._people: dict[str, int] = {}

    def apply(
        self, parts: Mapping[str, Any], names: Iterable[str], *, is_whole: bool = False, is_past: bool = False
    ) -> Applied:
        """Write changed parts, inside a transaction.

        Args:
            parts: lists of rows, by name of the part.
            names: names of all parts of the state. Rows of other parts are deleted.
            is_whole: True if `parts` has them all and every row but the tournament's is made anew.
            is_past: True for a state that may be older than the register: see `find_people`.
        """
        self._people = find_people(self.club, parts.get(PEOPLE, []), is_past=is_past)
        if is_whole:
            self._release(list(self._rows.values()), [])
            self._delete(list(self._rows.values()), [])
        incoming = list(self._incoming(parts))
        keys = {(row.kind.name, row.wire) for row in incoming}
        if len(keys) < len(incoming):
            raise ValueError("twice")
        part_names = set(names)
        rows_to_delete = [
            row
            for key, row in self._rows.items()
            if key not in keys and (row.part in parts or row.part not in part_names)
        ]
        rows_to_write = [row for row in incoming if row.differs]
        applied = Applied(self._write_event(rows_to_write))
        applied.kinds = {row.kind.name for row in rows_to_write} | {row.kind for row in rows_to_delete}
        self._release(rows_to_delete, rows_to_write)
        self._delete(rows_to_delete, rows_to_write)
        for kind in KINDS:
            if kind.model is not Tournament:
                self._write(kind, [row for row in rows_to_write if row.kind is kind])
        for row in rows_to_write:
            if row.kind.model is Tournament:
                self._write_bonuses(applied.tournament, row.values["options"])
        if SHOWN_DEALS in parts and self.write_deals(parts[SHOWN_DEALS]):
            applied.kinds.add("Deal")
        return applied

    def write_deals(self, rows: list[list[Any]]) -> bool:
        """Write deals and seeds that are not here yet. Return whether there were any.

        A deal that is here is replaced by another version only.
        """
        is_changed = False
        for wire, values in rows:
            deal_set = DealSet.objects.get(pk=self._numbers["DealSet", str(wire)])
            if values["seed"] and not deal_set.seed:
                DealSet.objects.filter(pk=deal_set.pk).update(seed=bytes.fromhex(values["seed"]))
                is_changed = True
            versions = dict(deal_set.deals.values_list("number", "version"))
            for deal in values["deals"]:
                if versions.get(deal["number"]) == deal["version"]:
                    continue
                _require_deal(deal_set, deal)
                is_changed = True
                Deal.objects.update_or_create(
                    deal_set=deal_set,
                    number=deal["number"],
                    defaults={name: deal[name] for name in ("dealer", "taker", "version", "hands")},
                )
        return is_changed

    def _incoming(self, parts: Mapping[str, Any]) -> Iterable[_Incoming]:
        for part, rows in parts.items():
            kind = BY_NAME.get(part.partition("/")[0])
            if kind is None:
                if part not in (PEOPLE, SHOWN_DEALS):
                    raise ValueError(part)
                continue
            for wire, values in rows:
                shared_row = self._rows.get((kind.name, str(wire)))
                digest = row_digest(kind, values)
                yield _Incoming(kind, part, str(wire), dict(values), shared_row, digest)

    def _write_event(self, rows_to_write: list[_Incoming]) -> Tournament:
        """Write the tournament itself, first of all: a new shared event is a row that needs it."""
        rows = [row for row in rows_to_write if row.kind.model is Tournament]
        if not rows:
            return self.event.tournament
        (row,) = rows
        if row.shared_row is None:
            slug = free_slug(Tournament.objects, str(row.values["slug"]), "tournoi")
            tournament = Tournament(club=self.club, slug=slug)
        else:
            tournament = Tournament.objects.get(pk=row.shared_row.row)
        self._set(tournament, row)
        tournament.save()
        if self.event.tournament_id is None:
            self.event.tournament = tournament
            self.event.save()
        self._note([(row, tournament.pk)])
        return tournament

    def _release(self, rows_to_delete: list[SharedRow], rows_to_write: list[_Incoming]) -> None:
        for kind in KINDS:
            if kind.released:
                numbers = [row.row for row in rows_to_delete if row.kind == kind.name]
                numbers += _present_numbers(kind, rows_to_write)
                kind.model._default_manager.filter(pk__in=numbers).update(**dict.fromkeys(kind.released))

    def _delete(self, rows_to_delete: list[SharedRow], rows_to_write: list[_Incoming]) -> None:
        for kind in reversed(KINDS):
            shared_rows = [row for row in rows_to_delete if row.kind == kind.name]
            if kind.name in _KEPT:
                continue
            numbers = [row.row for row in shared_rows]
            if kind.is_replaced:
                numbers += _present_numbers(kind, rows_to_write)
            kind.model._default_manager.filter(pk__in=numbers).delete()
            for shared_row in shared_rows:
                self._rows.pop((shared_row.kind, shared_row.wire))
                self._numbers.pop((shared_row.kind, shared_row.wire))
            SharedRow.objects.filter(pk__in=[row.pk for row in shared_rows]).delete()

    def _write(self, kind: RowKind, rows_to_write: list[_Incoming]) -> None:
        """Write the new and the changed rows of a kind."""
        pairs: list[tuple[_Incoming, Model]] = []
        present_rows = kind.model._default_manager.in_bulk(_present_numbers(kind, rows_to_write))
        for incoming in rows_to_write:
            present = None if incoming.shared_row is None else present_rows.get(incoming.shared_row.row)
            row = present or self._new(kind)
            self._set(row, incoming)
            if present is not None:
                row.save()
            pairs.append((incoming, row))
        kind.model._default_manager.bulk_create([row for _incoming, row in pairs if row.pk is None])
        for incoming, row in pairs:
            for name in kind.lists:
                numbers = [self._number_of(name, kind, wire) for wire in incoming.values[name]]
                getattr(row, name).set(numbers)
        self._note([(incoming, row.pk) for incoming, row in pairs])

    def _new(self, kind: RowKind) -> Model:
        row = kind.model(**{each.name: self.user for each in kind.users})
        if isinstance(row, StoredMovement):
            row.club = self.club
        return row

    def _set(self, row: Any, incoming: _Incoming) -> None:
        """Set the fields of a row to the received values. Fields that an older sender lacks stay."""
        for each in incoming.kind.fields:
            if each.name not in incoming.values:
                continue
            value = incoming.values[each.name]
            if isinstance(each, ForeignKey):
                number = None if value is None else self._reference(each, str(value))
                setattr(row, each.attname, number)
            else:
                setattr(row, each.attname, value_from_json(each, value))

    def _write_bonuses(self, tournament: Tournament, options: Any) -> None:
        """Write the options once their entries have numbers here."""
        numbered = with_bonuses(options, lambda wire: self._numbers["Entry", wire])
        if numbered != tournament.options:
            tournament.options = numbered
            tournament.save(update_fields=["options"])

    def _reference(self, each: "ForeignKey[Any, Any]", wire: str) -> int:
        if each.related_model is Person:
            return self._people[wire]
        return self._numbers[str(each.related_model._meta.object_name), wire]

    def _number_of(self, name: str, kind: RowKind, wire: str) -> int:
        other = kind.model._meta.get_field(name).related_model
        assert other is not None
        assert not isinstance(other, str)
        return self._numbers[str(other._meta.object_name), str(wire)]

    def _note(self, written: list[tuple[_Incoming, int]]) -> None:
        """Store where each row lies here."""
        for incoming, number in written:
            self._numbers[incoming.kind.name, incoming.wire] = number
        if self._is_trial:
            return
        new_rows: list[SharedRow] = []
        for incoming, number in written:
            row = incoming.shared_row or SharedRow(
                event=self.event, kind=incoming.kind.name, wire=incoming.wire
            )
            row.part, row.row, row.digest = incoming.part, number, incoming.digest
            self._rows[row.kind, row.wire] = row
            if row.pk is None:
                new_rows.append(row)
            else:
                row.save()
        SharedRow.objects.bulk_create(new_rows)
