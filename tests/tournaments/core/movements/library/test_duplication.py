import numpy as np
import pytest

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.check import check_movement, units_by_side
from tournaments.core.movements.library.duplication import duplication_round
from tournaments.core.movements.library.howell import build_howell
from tournaments.core.movements.library.line_steps import build_line
from tournaments.core.movements.library.quartets import build_quartets
from tournaments.core.movements.library.straight import build_library_straight
from tournaments.core.movements.library.triplets import build_triplet_line

MOVEMENTS = [
    build_line(6, 5),
    build_line(8, 6),
    build_line(9, 7),
    build_library_straight(5, 4),
    build_library_straight(13, 9),
    build_triplet_line(6, 5, 12),
    build_triplet_line(7, 6, 14),
]


def played_with(movement):
    """The pairs (unit, set) that a movement brings together."""
    by_side = units_by_side(movement)
    sets = np.broadcast_to(movement.board_sets[:, :, None], by_side.shape)
    return set(zip(by_side.ravel().tolist(), sets.ravel().tolist(), strict=True))


@pytest.mark.parametrize("movement", MOVEMENTS, ids=lambda movement: movement.code)
def test_everybody_copies_a_set_that_he_never_plays(movement):
    copying = duplication_round(movement)

    assert check_movement(copying).errors == ()
    assert copying.round_count == 1
    assert copying.shape == movement.shape
    assert played_with(copying) & played_with(movement) == set()


@pytest.mark.parametrize("movement", MOVEMENTS, ids=lambda movement: movement.code)
def test_north_copies_at_home(movement):
    copying = duplication_round(movement)

    assert (copying.players[0, :, 0] == movement.players[0, :, 0]).all()


@pytest.mark.parametrize(
    ("movement", "row"),
    [(build_line(8, 6), [1, 8, 7, 7, 3]), (build_library_straight(7, 6), [1, 6, 2, 3, 7])],
    ids=lambda each: "" if isinstance(each, list) else each.code,
)
def test_the_others_walk_as_little_as_they_can(movement, row):
    copying = duplication_round(movement)

    homes = copying.players[0, 0] // 4 + 1
    assert [*homes.tolist(), int(copying.board_sets[0, 0]) + 1] == row


@pytest.mark.parametrize("movement", [build_library_straight(7, 7), build_triplet_line(7, 7, 14)])
def test_nobody_can_copy_when_all_sets_are_played(movement):
    with pytest.raises(NoSuchMovement) as caught:
        duplication_round(movement)

    assert (caught.value.code, caught.value.values["most"]) == ("duplication_all_played", 6)


@pytest.mark.parametrize(
    "movement",
    [build_howell(4, 4), build_quartets(7, 6, 7), build_triplet_line(7, 6, 13)],
    ids=lambda movement: movement.code,
)
def test_movements_without_whole_lines_are_refused(movement):
    with pytest.raises(NoSuchMovement) as caught:
        duplication_round(movement)

    assert caught.value.code == "duplication_lines"
