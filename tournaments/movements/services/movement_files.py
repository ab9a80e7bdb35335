"""Store movements that a club brings: from a file, or edited by hand."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.words.wording import sentence
from tournaments.core.exchange.movement_file import MovementFile, MovementProblem, MovementReading
from tournaments.core.exchange.movement_reading import read_movement
from tournaments.core.movements.check import check_movement
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.table_shape import INDIVIDUAL
from tournaments.enums import MovementOrigin
from tournaments.models import Club, StoredMovement
from tournaments.movements.queries.movements import movement_document
from tournaments.movements.words.movement_sentences import finding_texts
from tournaments.trace.services.trace import record_event

MOST_KEPT = 500
"""Largest number of movements that a club keeps, beside those of the catalogue."""
MOST_PROBLEMS = 30
"""Largest number of problems of a file shown at once."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of the check of a movement before it is stored."""

    file: MovementFile | None
    """The movement; None if the file cannot be read."""
    errors: tuple[str, ...]
    """Sentences about errors. A movement with an error is refused."""
    notes: tuple[str, ...]


def check_movement_reading(reading: MovementReading) -> Verdict:
    """Return the problems of a reading, or the findings of the checker on its movement."""
    if reading.file is None:
        problems = reading.problems[:MOST_PROBLEMS]
        return Verdict(None, tuple(problem_text(problem) for problem in problems), ())
    movement = reading.file.movement
    report = check_movement(movement)
    errors = finding_texts(movement, report.errors)
    if movement.shape != INDIVIDUAL:
        # first: a movement of another shape is refused without regard to the other findings
        errors.insert(0, _("Ce mouvement n’est pas individuel : il en faut un de quatre joueurs par table."))
    return Verdict(reading.file, tuple(errors), tuple(finding_texts(movement, report.notes)))


def problem_text(problem: MovementProblem) -> str:
    """Return the sentence of a problem with its place in the file."""
    text = sentence(problem.code, problem.values)
    if problem.line and problem.place:
        place = _("Ligne %(line)d, %(place)s") % {"line": problem.line, "place": problem.place}
    elif problem.line:
        place = _("Ligne %(line)d") % {"line": problem.line}
    else:
        place = problem.place
    return f"{place} – {text}" if place else text


def store_movement_file(*, club: Club, content: bytes, name: str, stored_by: User | None) -> StoredMovement:
    """Store the movement of a file.

    Raises:
        AppError: `movement_refused`: the file cannot be read or breaks a rule (all sentences in
            `extra["problems"]`); `too_many_movements`.
    """
    return store_reading(
        club=club, reading=read_movement(content), name=name, origin=MovementOrigin.FILE, stored_by=stored_by
    )


@transaction.atomic
def store_reading(
    *, club: Club, reading: MovementReading, name: str, origin: MovementOrigin, stored_by: User | None
) -> StoredMovement:
    """Store a movement that was read from a file or edited by hand.

    Raises:
        AppError: as `store_movement_file`.
    """
    verdict = check_movement_reading(reading)
    if verdict.file is None or verdict.errors:
        raise AppError(
            "movement_refused",
            _("Ce mouvement ne peut pas être gardé : corrigez ce qui suit."),
            extra={"problems": verdict.errors},
        )
    title = name.strip() or verdict.file.name or _("Mouvement sans nom")
    return keep_movement(
        club=club,
        movement=verdict.file.movement,
        boards_per_set=verdict.file.boards_per_set,
        name=title,
        origin=origin,
        stored_by=stored_by,
    )


def require_room(club: Club) -> None:
    """Refuse one more movement of a club that has reached the limit.

    Raises:
        AppError: `too_many_movements`.
    """
    # rows of the catalogue are copies that belong to sections
    if club.movements.exclude(origin=MovementOrigin.CATALOGUE).count() >= MOST_KEPT:
        raise AppError(
            "too_many_movements",
            _("Le club garde déjà %(most)d mouvements : supprimez-en un.") % {"most": MOST_KEPT},
        )


@transaction.atomic
def keep_movement(
    *,
    club: Club,
    movement: Movement,
    boards_per_set: int,
    name: str,
    origin: MovementOrigin,
    stored_by: User | None,
) -> StoredMovement:
    """Store a sound movement for the club and record it in the trace.

    Raises:
        AppError: `too_many_movements`: the club has reached the limit.
    """
    require_room(club)
    stored_movement = StoredMovement.objects.create(
        club=club,
        name=name[:80],
        origin=origin,
        table_count=movement.table_count,
        round_count=movement.round_count,
        player_count=movement.player_count,
        boards_per_set=boards_per_set,
        document=movement_document(movement),
        created_by=stored_by,
    )
    record_event(
        club=club,
        actor=stored_by,
        action="movement.kept",
        subject=stored_movement.name,
        after={"origin": str(origin)},
    )
    return stored_movement
