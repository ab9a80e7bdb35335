"""Steps that remove and add seats and plays of a session, and their undoing."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.errors import AppError
from tournaments.base.queries.protected_rows import is_protected
from tournaments.enums import SlipKind
from tournaments.incidents.services.plans import Step
from tournaments.incidents.services.session_rounds import refuse_locked
from tournaments.models import Play, ResultSlip, Ruling, Seating, Section, Session, Table
from tournaments.seating.services.kept_lines import refuse_kept_lines

Place = tuple[int, int]
"""(number of the round, number of the table), from 1."""


def at_places(places: Iterable[Place]) -> Q:
    """Return a condition on seats or plays at these tables in these rounds."""
    # matches no row, so that an empty list of places does not mean all rows
    condition = Q(pk__in=())
    for this_round, table in places:
        condition |= Q(round__number=this_round, table__number=table)
    return condition


def seatings_at(session: Session, places: Iterable[Place]) -> list[Seating]:
    """Return the seats at these tables and rounds, with round, table and entry. One query."""
    rows = Seating.objects.filter(at_places(places), round__section__session=session)
    return list(rows.select_related("round", "table", "entry__person").order_by("round", "table", "seat"))


def plays_at(session: Session, places: Iterable[Place]) -> QuerySet[Play]:
    """Return the plays at these tables and rounds, by round, table and board. One query."""
    rows = Play.objects.filter(at_places(places), round__section__session=session)
    rows = rows.select_related("round__section__session__tournament__club", "table")
    return rows.order_by("round__number", "table__number", "board")


def lock_plays_at(session: Session, places: Iterable[Place]) -> list[Play]:
    """Return the plays of `plays_at`, locked, inside a transaction. One query."""
    return list(plays_at(session, places).select_for_update(of=("self",)))


def refuse_rulings(plays: Sequence[Play]) -> None:
    """Refuse to change plays with a ruling in force (`rulings_exist`). One query."""
    ruling_count = Ruling.objects.filter(play__in=plays).in_force().count()
    if ruling_count:
        message = ngettext(
            "%(count)d décision d’arbitrage porte sur ces tables : retirez-la d’abord.",
            "%(count)d décisions d’arbitrage portent sur ces tables : retirez-les d’abord.",
            ruling_count,
        )
        raise AppError("rulings_exist", message % {"count": ruling_count})


def refuse_results(plays: Sequence[Play]) -> None:
    """Refuse to change plays with a result of any kind. Two queries.

    Raises:
        AppError: `results_exist`, or as `refuse_kept_lines`.
    """
    slip = ResultSlip.objects.filter(play__in=plays).select_related("play__round", "play__table").first()
    if slip is not None:
        values = {"round": slip.play.round.number, "table": slip.play.table.number}
        message = _(
            "Un résultat est déjà saisi position %(round)d, table %(table)d :"
            " choisissez une position plus tardive."
        )
        raise AppError("results_exist", message % values)
    refuse_kept_lines(Play.objects.filter(pk__in=[play.pk for play in plays]))


def change_seats(
    *,
    removed: Sequence[Seating],
    added: Sequence[Seating],
    plays: Sequence[Play] = (),
    due: Sequence[Play] = (),
    is_bound: bool = False,
) -> Step:
    """Remove seats and plays, and add others. Return the step for undoing.

    Args:
        is_bound: a result that is stored later belongs to the new players, so that it forbids undoing.
        removed: stored seats.
        added: seats, not stored, at free places or at places of the removed seats.
        plays: plays that are no longer due, without a result of any kind.
        due: new plays, not stored.
    """
    Play.objects.filter(pk__in=[play.pk for play in plays]).delete()
    # delete first: an added seat may stand at the place of a removed one
    Seating.objects.filter(pk__in=[seating.pk for seating in removed]).delete()
    Seating.objects.bulk_create(added)
    Play.objects.bulk_create(due)
    return {  # written once all is stored: only then a new table has an id
        "step": "seats",
        "removed": [_seat_row(seating) for seating in removed],
        "added": [_seat_row(seating) for seating in added],
        "plays": [[play.round_id, play.table_id, play.board] for play in plays],
        "due": [[play.round_id, play.table_id, play.board] for play in due],
        "bound": is_bound,
    }


def add_table(table: Table) -> Step:
    """Add a table to the last section."""
    table.save()
    Section.objects.filter(pk=table.section_id).update(table_count=F("table_count") + 1)
    return {"step": "table", "table": table.pk}


def drop_table(session: Session, step: Step, _user: User) -> None:
    """Undo `add_table`. The seats of the table must be removed first."""
    table = Table.objects.get(pk=step["table"], section__session=session)
    Section.objects.filter(pk=table.section_id).update(table_count=F("table_count") - 1)
    table.delete()


def put_seats_back(session: Session, step: Step, _user: User) -> None:
    """Undo `change_seats`.

    Raises:
        AppError: those seats were changed again (`seats_changed`), a round is locked (`round_locked`), or a
            line that became due, or a table whose players would change, has a result (`results_exist`) or a
            ruling (`rulings_exist`).
    """
    changed_places = [tuple(row) for row in (*step["removed"], *step["added"])]
    places = [*changed_places, *map(tuple, (*step["plays"], *step["due"]))]
    rounds, tables = {row[0] for row in places}, {row[1] for row in places}
    rows = Seating.objects.filter(round__in=rounds, table__in=tables, round__section__session=session)
    current_seats = {(row.round_id, row.table_id, row.seat): row for row in rows}
    expected_entries = {(place[0], place[1], place[2]): None for place in changed_places}
    # after the action, a removed place is empty unless a seat was added there
    expected_entries |= {(row[0], row[1], row[2]): row[3] for row in step["added"]}
    actual_entries = {
        place: current_seats[place].entry_id if place in current_seats else None for place in expected_entries
    }
    if actual_entries != expected_entries or not _exist_in_session(session, rounds, tables):
        raise AppError(
            "seats_changed",
            _("Ces places ont été changées depuis : annulez d’abord l’action la plus récente."),
        )
    plays = Play.objects.filter(round__in=rounds, table__in=tables).select_related("round__section")
    refuse_locked(list(plays))
    # steps from before this key existed left results with the table
    if step.get("bound"):
        _refuse_later_results(plays, {(place[0], place[1]) for place in changed_places})
    # plays that the action added: their lines must be empty again
    added_plays = [row for row in plays if [row.round_id, row.table_id, row.board] in step["due"]]
    _drop_void_slips(added_plays)
    refuse_results(added_plays)
    refuse_rulings(added_plays)
    Play.objects.filter(pk__in=[row.pk for row in added_plays]).delete()
    Seating.objects.filter(
        pk__in=[current_seats[place].pk for place, pk in expected_entries.items() if pk is not None]
    ).delete()
    Seating.objects.bulk_create(
        Seating(round_id=row[0], table_id=row[1], seat=row[2], entry_id=row[3]) for row in step["removed"]
    )
    Play.objects.bulk_create(Play(round_id=row[0], table_id=row[1], board=row[2]) for row in step["plays"])


def _refuse_later_results(plays: Iterable[Play], places: set[tuple[int, int]]) -> None:
    """Refuse to give the results of a table to other players (`results_exist`, `rulings_exist`)."""
    bound_plays = [play for play in plays if (play.round_id, play.table_id) in places]
    slips = ResultSlip.objects.current().filter(play__in=bound_plays)
    slip = slips.select_related("play__round", "play__table").first()
    if slip is not None:
        message = _(
            "Un résultat de ces joueurs est saisi position %(round)d, table %(table)d : effacez-le d’abord,"
            " ou voyez « Quelqu’un s’en va » et « Quelqu’un arrive ou revient »."
        )
        values = {"round": slip.play.round.number, "table": slip.play.table.number}
        raise AppError("results_exist", message % values)
    refuse_rulings(bound_plays)


def _drop_void_slips(plays: Sequence[Play]) -> None:
    """Delete the versions of lines that were set aside and taken up again without any result."""
    slips = ResultSlip.objects.filter(play__in=plays)
    is_kept = Q(is_current=True) | Q(kind=SlipKind.PLAYED) | is_protected(ResultSlip)
    kept_plays = slips.filter(is_kept).values("play")
    slips.exclude(play__in=list(kept_plays.values_list("play", flat=True))).delete()


def _exist_in_session(session: Session, rounds: set[Any], tables: set[Any]) -> bool:
    """Return whether the rounds and tables still exist in the session."""
    sections = session.sections.all()
    # seats that are fixed anew get new rounds and tables, with other ids
    return sections.filter(rounds__in=rounds).values("rounds").distinct().count() == len(
        rounds
    ) and sections.filter(tables__in=tables).values("tables").distinct().count() == len(tables)


def _seat_row(seating: Seating) -> list[int]:
    """Return (id of the round, id of the table, seat, id of the entry) of a seat, for JSON."""
    return [seating.round_id, seating.table_id, seating.seat, seating.entry_id]
