"""Lists of teams, as typed and as spreadsheets give them to the clipboard."""

import pytest

from tournaments.core.exchange.team_lists import read_team_lines


@pytest.mark.parametrize("sign", [";", ",", "\t", "|"])
def test_cells_are_parted_by_the_sign_of_the_first_line(sign: str) -> None:
    lines = read_team_lines(
        f"\r\nLes Atouts{sign} DURAND  Anne{sign}MARTIN Zoé{sign}\r\n\n{sign}A{sign}B{sign}"
    )

    assert [(line.line, line.cells) for line in lines] == [
        (2, ("Les Atouts", "DURAND Anne", "MARTIN Zoé")),
        (4, ("A", "B")),
    ]


@pytest.mark.parametrize(
    ("first_line", "is_heading"),
    [
        ("Équipe;Capitaine;Joueur 2;Joueur 3", True),
        ("N°;Nom de l’équipe;Équipier 1;Équipier 2", True),
        ("Équipe;Capitaine;DURAND Anne", False),
    ],
)
def test_titles_at_the_head_are_no_team(first_line: str, is_heading: bool) -> None:
    lines = read_team_lines(f"{first_line}\nLes Atouts;A;B;C\nÉquipe;Joueur 1;Joueur 2")

    assert [line.line for line in lines] == ([2, 3] if is_heading else [1, 2, 3])


def test_quotation_marks_of_a_spreadsheet_are_no_part_of_a_name() -> None:
    assert [line.cells for line in read_team_lines('"Les ""Atouts""";"A";"B')] == [('Les ""Atouts', "A", "B")]
