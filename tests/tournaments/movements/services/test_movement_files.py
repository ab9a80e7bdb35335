"""Movements that a club brings: from a file or changed by hand."""

import numpy as np
import pytest

from common.errors import AppError
from tests.factories.tournaments import make_club, make_relay_movement, make_user
from tournaments.core.exchange.movement_csv import movement_to_csv
from tournaments.core.exchange.movement_file import MovementFile, MovementProblem, MovementReading
from tournaments.core.exchange.movement_json import movement_to_json
from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.table_shape import TRIPLETS
from tournaments.enums import MovementOrigin
from tournaments.models import AuditEvent, StoredMovement
from tournaments.movements.queries.movements import movement_of
from tournaments.movements.services.movement_files import (
    check_movement_reading,
    problem_text,
    store_movement_file,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("written", ["json", "csv"])
def test_file_is_kept_with_its_name_and_traced(written: str) -> None:
    club, user = make_club(), make_user()
    file = MovementFile(build_straight(5, 3), 4, "Cinq tables")
    content = movement_to_json(file).encode() if written == "json" else movement_to_csv(file)

    movement_row = store_movement_file(
        club=club, content=content, name="" if written == "json" else "Cinq tables", stored_by=user
    )

    event = AuditEvent.objects.latest("pk")
    assert (movement_row.name, movement_row.origin) == ("Cinq tables", MovementOrigin.FILE)
    assert (movement_row.table_count, movement_row.round_count, movement_row.player_count) == (5, 3, 20)
    assert movement_row.boards_per_set == 4
    assert (movement_of(movement_row).board_sets == build_straight(5, 3).board_sets).all()
    assert (event.action, event.actor, event.subject) == ("movement.kept", user, "Cinq tables")


def test_unreadable_file_is_refused_with_every_problem_and_its_place() -> None:
    with pytest.raises(AppError) as refusal:
        store_movement_file(club=make_club(), content=b"Position;Table\n1;x\n", name="", stored_by=None)

    assert refusal.value.code == "movement_refused"
    assert refusal.value.extra["problems"]
    assert not StoredMovement.objects.exists()


@pytest.mark.parametrize(
    ("line", "place", "start"),
    [
        (3, "Table", "Ligne 3, Table – "),
        (3, "", "Ligne 3 – "),
        (0, "players[0]", "players[0] – "),
        (0, "", ""),
    ],
)
def test_problem_begins_with_its_place_as_far_as_the_file_has_one(line: int, place: str, start: str) -> None:
    problem = MovementProblem("cell_missing", line, place)

    assert problem_text(problem) == start + problem_text(MovementProblem("cell_missing"))
    assert not problem_text(MovementProblem("cell_missing")).startswith((" ", "–"))


def test_file_that_breaks_a_rule_is_refused_in_words() -> None:
    movement = Movement(
        code="twice", players=np.array([[[0, 1, 2, 3]], [[0, 1, 2, 3]]]), board_sets=np.array([[0], [0]])
    )

    with pytest.raises(AppError) as refusal:
        store_movement_file(
            club=make_club(),
            content=movement_to_json(MovementFile(movement)).encode(),
            name="",
            stored_by=None,
        )

    assert refusal.value.extra["problems"][0] == "Le joueur 1 joue 2 fois la série 1\u00a0: une fois suffit."


def test_movement_of_teams_is_refused() -> None:
    movement = Movement(
        code="teams", players=np.array([[[0, 1, 0, 1]]]), board_sets=np.array([[0]]), shape=TRIPLETS
    )

    verdict = check_movement_reading(MovementReading(MovementFile(movement)))

    assert "pas individuel" in verdict.errors[0]


def test_notes_say_what_is_not_ideal() -> None:
    verdict = check_movement_reading(MovementReading(MovementFile(make_relay_movement())))

    assert verdict.errors == ()
    assert any("ne joue que 1 positions" in note for note in verdict.notes)
