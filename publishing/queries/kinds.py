"""Kinds of rows that travel with an event, from the tournament to its results.

A row that is not listed stays where it was made: phones, calls, messages, the clock, scans, printed
documents, claims, rankings (each installation computes them), incidents with their undo, and the trace.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.db.models import Field, ForeignKey, GeneratedField, Model, QuerySet

from accounts.models import User
from games.models import DealSet
from tournaments.models import (
    Attacker,
    Club,
    Entry,
    EntryFee,
    EntryMember,
    EntryRules,
    FeeRate,
    OpenedBoard,
    OwnTariff,
    PaymentReceipt,
    PhoneRules,
    Play,
    PrizePlan,
    PrizeRule,
    ResultSlip,
    Round,
    RoundLock,
    Ruling,
    Seating,
    Section,
    Session,
    SheetCheck,
    StoredMovement,
    Substitution,
    Table,
    Tournament,
)


@dataclass(frozen=True, eq=False)
class RowKind:
    """One model whose rows travel, in parts that are sent whole when a row of them changes."""

    model: type[Model]
    of_event: str
    """Path of a lookup from the row to the tournament; "" for the tournament itself."""
    round: str = ""
    """Path to the round, with `round` at its end, for rows that make one part for each round."""
    left_out: frozenset[str] = frozenset()
    """Fields that do not travel. A new row has their defaults, an old one keeps its value."""
    released: tuple[str, ...] = ()
    """Fields to empty before other rows change: they are unique, or keep another row from being deleted."""
    is_replaced: bool = False
    """True if a changed row is deleted and made again. No travelling row refers to such a row."""
    lists: tuple[str, ...] = field(default=())
    """Fields of several rows of another kind."""

    @property
    def name(self) -> str:
        return str(self.model._meta.object_name)

    def rows_of(self, tournament: Tournament) -> QuerySet[Any]:
        """Return the rows of an event by number, with what leads to their round. No query."""
        rows = self.model._default_manager.order_by("pk")
        if self._way_to_round:
            rows = rows.select_related("__".join(self._way_to_round))
        return rows.filter(**{self.of_event or "pk": tournament.pk}).distinct().prefetch_related(*self.lists)

    def round_of(self, row: Any) -> int:
        """Return the number of the round of a row. No query for a row of `rows_of`."""
        for name in self._way_to_round:
            row = getattr(row, name)
        return int(row.round_id)

    @property
    def _way_to_round(self) -> list[str]:
        return self.round.split("__")[:-1]

    @cached_property
    def fields(self) -> tuple["Field[Any, Any]", ...]:
        """Fields that travel. Clubs and users do not: the receiver has its own."""
        return tuple(
            each
            for each in self.model._meta.concrete_fields
            if not each.primary_key
            and not isinstance(each, GeneratedField)
            and each.name not in self.left_out
            and not (isinstance(each, ForeignKey) and each.related_model in (Club, User))
        )

    @cached_property
    def field_names(self) -> list[str]:
        """Names of the values of a row."""
        return sorted([each.name for each in self.fields] + list(self.lists))

    @cached_property
    def users(self) -> tuple["Field[Any, Any]", ...]:
        """Fields for a user that cannot be empty. The receiver writes its own user."""
        return tuple(
            each
            for each in self.model._meta.concrete_fields
            if isinstance(each, ForeignKey) and each.related_model is User and not each.null
        )


KINDS = (
    RowKind(StoredMovement, "sections__session__tournament"),
    RowKind(
        Tournament,
        "",
        # an opened registration belongs to the place where players register
        left_out=frozenset({"slug", "showing_version", "opened_at", "writer", "created_at"}),
    ),
    # the seed and the hands travel apart: sealed, or once they are public
    RowKind(DealSet, "session__tournament", left_out=frozenset({"source", "seed"})),
    RowKind(Session, "tournament", released=("deal_set",)),
    RowKind(Section, "session__tournament"),
    RowKind(Round, "section__session__tournament"),
    RowKind(Table, "section__session__tournament"),
    RowKind(Entry, "tournament", released=("section", "start_table", "start_seat")),
    RowKind(EntryMember, "tournament"),
    RowKind(Attacker, "round__section__session__tournament", is_replaced=True),
    RowKind(Seating, "round__section__session__tournament", round="round", is_replaced=True),
    RowKind(Play, "round__section__session__tournament", round="round"),
    RowKind(ResultSlip, "play__round__section__session__tournament", round="play__round"),
    RowKind(Ruling, "session__tournament", lists=("guilty",)),
    RowKind(OwnTariff, "tournament", is_replaced=True),
    RowKind(Substitution, "session__tournament", is_replaced=True),
    RowKind(OpenedBoard, "session__tournament", is_replaced=True),
    RowKind(RoundLock, "session__tournament", is_replaced=True),
    RowKind(SheetCheck, "session__tournament", is_replaced=True),
    RowKind(EntryRules, "tournament", is_replaced=True),
    RowKind(PhoneRules, "tournament", is_replaced=True),
    RowKind(FeeRate, "tournament"),
    RowKind(EntryFee, "entry__tournament", is_replaced=True),
    # their numbers go on wherever the event is written
    RowKind(PaymentReceipt, "tournament"),
    RowKind(PrizePlan, "tournament"),
    RowKind(PrizeRule, "plan__tournament", is_replaced=True),
)
"""Kinds in an order in which each refers to earlier ones only."""

PEOPLE, SHOWN_DEALS = "people", "deals"
"""Names of the parts that are not the rows of one kind."""
PERSON_FIELDS = (
    "last_name",
    "first_name",
    "federation_number",
    "licence_until",
    "series",
    "home_club",
    "country",
    "category",
    "birth_year",
    "shows_full_name",
    "refuses_full_name",
    "erased_at",
)
"""Fields of a person that travel with an event, with the consent and the year that makes a minor."""
PRIVATE_PERSON_FIELDS = ("email", "phone", "household", "language", "wants_results")
"""Fields of a person that travel sealed."""


BY_NAME = {kind.name: kind for kind in KINDS}
