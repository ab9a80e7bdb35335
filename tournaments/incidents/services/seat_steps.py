"""Seats and boards of a session given up, taken over, and put back."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.errors import AppError
from tournaments.enums import SlipKind
from tournaments.incidents.services.plans import Step
from tournaments.incidents.services.session_rounds import refuse_locked
from tournaments.models import Play, ResultSlip, Ruling, Seating, Section, Session, Table

Place = tuple[int, int]
"""Number of a round and of a table, from 1."""


def at_places(places: Iterable[Place]) -> Q:
    """For seats and plays: those of these tables in these rounds."""
    found = Q(pk__in=())
    for this_round, table in places:
        found |= Q(round__number=this_round, table__number=table)
    return found


def seatings_at(session: Session, places: Iterable[Place]) -> list[Seating]:
    """Who sits at these tables in these rounds, with round, table and entry. One query."""
    rows = Seating.objects.filter(at_places(places), round__section__session=session)
    return list(rows.select_related("round", "table", "entry__person").order_by("round", "table", "seat"))


def plays_at(session: Session, places: Iterable[Place]) -> list[Play]:
    """The plays due at these tables in these rounds, locked, by round, table and board. One query."""
    rows = Play.objects.filter(at_places(places), round__section__session=session)
    rows = rows.select_for_update(of=("self",))
    rows = rows.select_related("round__section__session__tournament__club", "table")
    return list(rows.order_by("round__number", "table__number", "board"))


def refuse_rulings(plays: Sequence[Play]) -> None:
    """Keep the people of a deal that was ruled on (`rulings_exist`). One query."""
    ruled = Ruling.objects.filter(play__in=plays).in_force().count()
    if ruled:
        told = ngettext(
            "%(count)d décision d’arbitrage porte sur ces tables : retirez-la d’abord.",
            "%(count)d décisions d’arbitrage portent sur ces tables : retirez-les d’abord.",
            ruled,
        )
        raise AppError("rulings_exist", told % {"count": ruled})


def refuse_results(plays: Sequence[Play]) -> None:
    """Keep the seats of deals that have a result, of whatever kind (`results_exist`). One query."""
    played = ResultSlip.objects.filter(play__in=plays).select_related("play__round", "play__table").first()
    if played is not None:
        where = {"round": played.play.round.number, "table": played.play.table.number}
        told = _(
            "Un résultat est déjà saisi position %(round)d, table %(table)d :"
            " choisissez une position plus tardive."
        )
        raise AppError("results_exist", told % where)


def change_seats(
    *,
    removed: Sequence[Seating],
    added: Sequence[Seating],
    plays: Sequence[Play] = (),
    due: Sequence[Play] = (),
) -> Step:
    """Take seats and plays away, put other people on seats; says how to put all back.

    Args:
        removed: stored.
        added: not stored yet, on seats that are free or among those removed.
        plays: no longer due; without a result of any kind.
        due: played now and not before; not stored yet.
    """
    Play.objects.filter(pk__in=[play.pk for play in plays]).delete()
    Seating.objects.filter(pk__in=[seating.pk for seating in removed]).delete()
    Seating.objects.bulk_create(added)
    Play.objects.bulk_create(due)
    return {  # written once all is stored: only then a new table has an id
        "step": "seats",
        "removed": [_seat_row(seating) for seating in removed],
        "added": [_seat_row(seating) for seating in added],
        "plays": [[play.round_id, play.table_id, play.board] for play in plays],
        "due": [[play.round_id, play.table_id, play.board] for play in due],
    }


def add_table(table: Table) -> Step:
    """One table more in the last section."""
    table.save()
    Section.objects.filter(pk=table.section_id).update(table_count=F("table_count") + 1)
    return {"step": "table", "table": table.pk}


def drop_table(session: Session, step: Step, _user: User) -> None:
    """Undo `add_table`, once its seats are given back."""
    table = Table.objects.get(pk=step["table"], section__session=session)
    Section.objects.filter(pk=table.section_id).update(table_count=F("table_count") - 1)
    table.delete()


def put_seats_back(session: Session, step: Step, _user: User) -> None:
    """Undo `change_seats`.

    Raises:
        AppError: those seats were changed again (`seats_changed`), a round is locked (`round_locked`), or a
            line that became due has a result (`results_exist`) or a ruling (`rulings_exist`).
    """
    touched = [tuple(row) for row in (*step["removed"], *step["added"])]
    places = [*touched, *map(tuple, (*step["plays"], *step["due"]))]
    rounds, tables = {row[0] for row in places}, {row[1] for row in places}
    rows = Seating.objects.filter(round__in=rounds, table__in=tables, round__section__session=session)
    now = {(row.round_id, row.table_id, row.seat): row for row in rows}
    expected = {(place[0], place[1], place[2]): None for place in touched}
    expected |= {(row[0], row[1], row[2]): row[3] for row in step["added"]}
    found = {place: now[place].entry_id if place in now else None for place in expected}
    if found != expected or not _are_there(session, rounds, tables):
        raise AppError(
            "seats_changed",
            _("Ces places ont été changées depuis : annulez d’abord l’action la plus récente."),
        )
    plays = Play.objects.filter(round__in=rounds, table__in=tables).select_related("round__section")
    refuse_locked(list(plays))
    made_due = [row for row in plays if [row.round_id, row.table_id, row.board] in step["due"]]
    _drop_set_aside(made_due)
    refuse_results(made_due)
    refuse_rulings(made_due)
    Play.objects.filter(pk__in=[row.pk for row in made_due]).delete()
    Seating.objects.filter(
        pk__in=[now[place].pk for place, pk in expected.items() if pk is not None]
    ).delete()
    Seating.objects.bulk_create(
        Seating(round_id=row[0], table_id=row[1], seat=row[2], entry_id=row[3]) for row in step["removed"]
    )
    Play.objects.bulk_create(Play(round_id=row[0], table_id=row[1], board=row[2]) for row in step["plays"])


def _drop_set_aside(plays: Sequence[Play]) -> None:
    """Delete the versions of lines that were set aside and taken up again without any result."""
    slips = ResultSlip.objects.filter(play__in=plays)
    kept = slips.filter(Q(is_current=True) | Q(kind=SlipKind.PLAYED)).values("play")
    slips.exclude(play__in=list(kept.values_list("play", flat=True))).delete()


def _are_there(session: Session, rounds: set[Any], tables: set[Any]) -> bool:
    """Whether the rounds and tables are still those of the session: seats fixed anew are others."""
    sections = session.sections.all()
    return sections.filter(rounds__in=rounds).values("rounds").distinct().count() == len(
        rounds
    ) and sections.filter(tables__in=tables).values("tables").distinct().count() == len(tables)


def _seat_row(seating: Seating) -> list[int]:
    return [seating.round_id, seating.table_id, seating.seat, seating.entry_id]
