"""Every code of the movements that a page can meet has its sentence."""

import re
from pathlib import Path

import pytest

from tournaments.base.words.format_words import FORMAT_WORDS
from tournaments.base.words.wording import sentence
from tournaments.core.exchange import movement_file
from tournaments.core.formats.proposals import ODD_COSTS
from tournaments.core.formats.registry import FORMATS
from tournaments.core.movements import remarks
from tournaments.core.movements.catalogue import CATALOGUE
from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.figures import measure_movement
from tournaments.movements.words.movement_sentences import MOVEMENT_SENTENCES, SOURCE_NAMES

CORE = Path(movement_file.__file__).parents[1]
GIVEN = re.compile(r"""(?:refused|MovementProblem|remark)\(\s*"(\w+)\"""")
SOURCES = [*CORE.glob("exchange/movement_*.py"), *CORE.glob("movements/*.py"), *CORE.glob("formats/*.py")]
CODES = {code for path in SOURCES for code in GIVEN.findall(path.read_text())} | set(ODD_COSTS)


def test_every_code_given_in_the_core_has_its_sentence():
    assert {"movement_binary", "asc_heading", "meets_all_once"} <= CODES
    assert CODES - set(MOVEMENT_SENTENCES) - {"line_unreadable", "column_twice"} == set()


@pytest.mark.parametrize(("tables", "rounds", "boards"), [(5, 5, 4), (7, 5, 3), (7, 7, 3)])
def test_remarks_become_whole_sentences(tables, rounds, boards):
    figures = measure_movement(build_straight(tables, rounds), boards)

    sentences = [sentence(remark.code, remark.values) for remark in remarks.describe(figures)]

    assert (
        sentences[0]
        == f"Chacun rencontre {3 * rounds} des {4 * tables - 1} autres, jamais deux fois le même."
    )
    assert all(text.endswith(".") and "%" not in text for text in sentences)


@pytest.mark.parametrize(
    ("code", "values", "told"),
    [
        ("odd_rest", {"most": 1}, "Personne n’est exempt plus d’une fois."),
        ("odd_rest", {"most": 2}, "Personne n’est exempt plus de 2 fois."),
        ("odd_threes", {"tables": 1, "most": 1}, "Une table de trois joueurs à chaque position."),
        (
            "five_at_most",
            {"units": 4, "times": 1},
            "Sans compter le cinquième, 4 joueurs passent par une table de cinq, une fois au plus.",
        ),
        (
            "library_fives",
            {"player_count": 26, "round_count": 3, "most": 1},
            (
                "À 26 joueurs et 3 positions, quelqu’un serait deux fois à une table de cinq :"
                " une position au plus."
            ),
        ),
        ("odd_reserves", {"people": 2}, "2 joueurs en trop, remplaçants d’une équipe."),
        ("meets_once", {"met": 1, "others": 3}, "Chacun rencontre un seul des 3 autres."),
        ("teams_meets_once", {"met": 1, "others": 3}, "Chaque équipe rencontre une seule des 3 autres."),
        ("attacks_equal", {"times": 1}, "Chacun attaque une fois."),
        ("teams_attacks_equal", {"times": 1}, "Chaque équipe attaque une fois."),
        ("teams_rests_equal", {"times": 1}, "Chaque équipe est exempte une fois."),
        ("sets_equal", {"times": 1}, "Chaque série est jouée une fois."),
        ("rests_equal", {"times": 1}, "Chacun est exempt une fois."),
        ("rests_once", {"units": 21}, "21 joueurs sont exempts, une seule fois chacun."),
        ("teams_rests_once", {"units": 1}, "Une équipe est exempte, une seule fois."),
        ("teams_rests_at_most", {"units": 1, "times": 3}, "Une équipe est exempte, 3 fois."),
        (
            "three_at_most",
            {"units": 9, "times": 1},
            "9 joueurs passent par une table de trois, une fois au plus.",
        ),
    ],
)
def test_one_is_told_in_the_singular(code, values, told):
    assert sentence(code, values) == told


def test_every_format_has_its_words():
    assert list(FORMAT_WORDS) == list(FORMATS)


def test_every_construction_of_the_catalogue_has_a_name():
    assert {entry.source for entry in CATALOGUE} <= set(SOURCE_NAMES)
