import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.factories.player_lists import read_players
from tournaments.core.exchange import players_csv
from tournaments.core.exchange.csv_text import clean_cell
from tournaments.core.exchange.full_names import with_capitals
from tournaments.core.exchange.player_row import COLUMNS, LANGUAGES, SERIES, PlayerRow, number_key
from tournaments.core.exchange.players_csv import (
    MOST_COLUMNS,
    Mending,
    read_player_lines,
    read_table,
    write_players,
)
from tournaments.core.exchange.text_decoding import REPLACED, decode_text


def problems_of(text):
    return [(problem.line, problem.column, problem.code) for problem in read_players(text.encode()).problems]


FRENCH = "Prénom;NOM;N° licence;Série;Club;Catégorie;Pays\nZoé;Dupré;00123;1re série;Étui Club;D1;France\n"
ZOE = PlayerRow(
    last_name="Dupré",
    first_name="Zoé",
    number="00123",
    series="1",
    club="Étui Club",
    category="D1",
    country="France",
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
def test_files_of_all_spreadsheets_are_read(encoding, delimiter):
    players = read_players(FRENCH.replace(";", delimiter).encode(encoding))

    assert players.problems == ()
    assert players.rows == (ZOE,)
    assert players.rows[0].line == 2


def test_english_titles_are_read_in_any_order_and_others_are_ignored():
    text = "Series,Shoe size,Federation number,Last name,First name\nNC,44,7,Doe,Jo\n"

    players = read_players(text.encode())

    assert players.rows == (PlayerRow(last_name="Doe", first_name="Jo", number="7", series="NC"),)
    assert players.ignored_columns == ("Shoe size",)


@pytest.mark.parametrize("title", ["club d’origine", "home club"])
def test_club_of_a_player_stands_before_that_of_the_event(title):
    # so does the report for the federation name them
    players = read_players(f"club;nom;prénom;licence;{title}\nHôte;Dupré;Zoé;123;Étui Club\n".encode())

    assert players.rows == (PlayerRow(last_name="Dupré", first_name="Zoé", number="123", club="Étui Club"),)
    assert players.ignored_columns == ("club",)


def test_texts_are_cleaned_and_empty_lines_skipped():
    players = read_players("nom;prénom;numéro\n\n  Le\u00a0Goff ;  Rene\u0301;12 345\n;;\n".encode())

    assert players.rows == (PlayerRow(last_name="Le Goff", first_name="René", number="12345"),)
    assert players.rows[0].line == 3


def test_zeros_that_spreadsheets_drop_or_protect_are_there():
    text = (
        "NUM_LIC,NOM,PRENOM,CATEG,TEL\n"
        '="0012345",DUPRÉ,Zoé,D1,612345678\n'
        "77,LE GOFF,Anne,D2,+34 612 345 678\n"
        "78,PETIT,Luc,D2,0612345678\n"
    )

    players = read_players(text.encode())

    assert (players.problems, players.ignored_columns) == ((), ())
    assert [(row.number, row.category, row.phone) for row in players.rows] == [
        ("0012345", "D1", "0612345678"),
        ("77", "D2", "+34 612 345 678"),
        ("78", "D2", "0612345678"),
    ]


@pytest.mark.parametrize(
    ("country", "written", "expected"),
    [
        ("", "475123456", "0475123456"),
        ("BEL", "475123456", "0475123456"),
        ("Belgique", "21234567", "021234567"),
        ("Suisse", "791234567", "0791234567"),
        ("FRA", "21234567", "21234567"),
        ("Espagne", "612345678", "612345678"),
        ("Luxembourg", "621123456", "621123456"),
        ("", "33612345678", "33612345678"),
    ],
)
def test_dropped_zero_of_a_telephone_depends_on_the_country(country: str, written: str, expected: str):
    players = read_players(f"Nom;Pays;Téléphone\nDupré;{country};{written}\n".encode())

    assert [row.phone for row in players.rows] == [expected]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("a@example.org; b@example.org", "a@example.org"),
        ("mailto:a@example.org", "a@example.org"),
        ("Anne DURAND <a@example.org>", "a@example.org"),
        ("a@example.org ou b@example.org,", "a@example.org"),
    ],
)
def test_first_of_several_addresses_is_read_without_the_words_around_it(written: str, read: str):
    assert read_players(f'Nom,E-mail\nA,"{written}"\n'.encode()).rows[0].email == read


@pytest.mark.parametrize("written", ["a@example.org; chez sa mère", "Anne <a>", "ou a@example.org"])
def test_address_beside_something_else_is_reported(written: str):
    assert [problem.code for problem in read_players(f"Nom,E-mail\nA,{written}\n".encode()).problems] == [
        "email_invalid"
    ]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("06 12 34 56 78 / 04 78 00 00", "06 12 34 56 78 / 04 78 00 00"),
        ("06 12 34 56 78 / 04 78 00 00 00", "0612345678 / 0478000000"),
        ("06.12.34.56.78 ou +33 4-78-00-00-00", "0612345678 / +33478000000"),
    ],
)
def test_telephone_numbers_that_are_too_long_together_lose_their_spaces(written: str, read: str):
    assert read_players(f"Nom;Fixe\nA;{written}\n".encode()).rows[0].phone == read


def test_contact_household_and_consent_come_and_go():
    text = "Nom;Courriel;Tél.;Foyer;Accord\nDupré;zoe@example.org;+33 6 12;Lilas;Oui\nPetit;;;;n\n"

    players = read_players(text.encode())

    zoe = PlayerRow(
        last_name="Dupré", email="zoe@example.org", phone="+33 6 12", household="Lilas", consent="oui"
    )
    assert players.rows == (zoe, PlayerRow(last_name="Petit", consent="non"))
    assert read_players(write_players(players.rows)).rows == players.rows
    assert problems_of("nom;mail;accord\nA;zoe(at)example.org;peut-être\n") == [
        (2, "email", "email_invalid"),
        (2, "consent", "consent_unknown"),
    ]


def test_an_identical_line_is_not_asked_about():
    players = read_players("nom;prénom;numéro\nDupré;Zoé;1\nDupré;Zoé;1\nPetit;;\nPetit;;\n".encode())

    assert players.problems == ()
    assert [row.line for row in players.rows] == [2, 4]


def test_a_problem_says_whose_line_it_is():
    (problem,) = read_players("nom;prénom;série\nDupré;Zoé;9\n".encode()).problems

    assert (problem.line, problem.name) == (2, "Dupré Zoé")


def test_faulty_lines_are_mended_and_read_again_with_the_others():
    content = "nom;prénom;série\nDupré;Zoé;9\nPetit;Léa;1\n;Luc;2\nDupré;Zoé;1\n".encode()
    players = read_players(content)

    table = read_table(content)
    mended = read_player_lines(table, Mending(cells={2: {"series": "2"}, 4: {"last_name": "Roi"}}))
    remaining = read_player_lines(table, Mending(cells={4: {"series": "2"}}, dropped=frozenset([2])))

    assert [row.line for row in players.rows] == [3, 5]
    assert [(row.line, row.full_name, row.series) for row in mended.rows] == [
        (2, "Dupré Zoé", "2"), (3, "Petit Léa", "1"), (4, "Roi Luc", "2"),
    ]  # fmt: skip
    assert [(problem.line, problem.code) for problem in mended.problems] == [(5, "name_twice")]
    assert [(problem.line, problem.code) for problem in remaining.problems] == [(4, "name_missing")]


def test_columns_beyond_the_limit_are_left_out():
    """A page offers a choice for each column: 400,000 of them kept a web process until it was killed."""
    columns = ";x" * 400
    table = read_table(f"Nom;Prénom{columns}\nDurand;Anne{columns}\n".encode())

    assert [len(record.cells) for record in table.records] == [MOST_COLUMNS] == [len(table.titles)]


def test_short_lines_leave_the_last_columns_blank():
    assert read_players(b"nom;club\nMartin\n").rows == (PlayerRow(last_name="Martin"),)


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", [(0, "", "file_empty")]),
        ("\n ; \n", [(0, "", "file_empty")]),
        ("Dupré;Zoé\nMartin;Luc\n", [(1, "", "header_missing")]),
        ("prénom;numéro\nZoé;1\n", [(1, "", "header_missing")]),
        ("nom;nom\nA;B\n", [(1, "last_name", "column_twice")]),
        ("nom;prénom\n", [(0, "", "no_players")]),
        ("nom;prénom\n;Zoé\n", [(2, "last_name", "name_missing")]),
        ("nom;série\nDupré;5\n", [(2, "series", "series_unknown")]),
        ("nom;année de naissance\nDupré;85\n", [(2, "birth_year", "year_invalid")]),
        ("nom;validité licence\nDupré;31/02/2027\n", [(2, "licence_until", "day_invalid")]),
        ("nom;langue\nDupré;volapük\n", [(2, "language", "language_unknown")]),
        ("nom;numéro\nDupré;12_3\n", [(2, "number", "number_invalid")]),
        ("nom;club\nDupré;" + "x" * 121 + "\n", [(2, "club", "cell_too_long")]),
        ("nom;club\nDupré;A;B\n", [(2, "", "too_many_cells")]),
        ('nom;club\n"Du\npré";A\n', [(2, "last_name", "cell_line_break")]),
        ('nom;club\n"Du\rpré";A\n', [(2, "last_name", "cell_line_break")]),
        ("nom\n" + "x" * 200_000 + "\n", [(2, "", "line_unreadable")]),
        ("nom;série;numéro\n;9;!\n", [(2, "series", "series_unknown"), (2, "number", "number_invalid"),
                                      (2, "last_name", "name_missing")]),
    ],
)  # fmt: skip
def test_each_problem_has_its_line_column_and_code(text, problems):
    assert problems_of(text) == problems


def test_missing_header_says_what_is_expected():
    (problem,) = read_players("Dupré;Zoé\n".encode()).problems

    assert problem.values == {
        "expected": (
            "Nom",
            "Prénom",
            "Licence",
            "Série",
            "Club",
            "Catégorie",
            "Pays",
            "Naissance",
            "Licence jusqu’au",
            "Parti le",
            "Langue",
            "E-mail",
            "Téléphone",
            "Foyer",
            "Accepte d’être nommé",
        )
    }


def test_good_lines_are_kept_beside_bad_ones():
    players = read_players("nom;série\nDupré;1\nMartin;9\nPetit;2\n".encode())

    assert [(row.last_name, row.line) for row in players.rows] == [("Dupré", 2), ("Petit", 4)]
    assert [problem.line for problem in players.problems] == [3]


def test_number_written_twice_is_reported_on_the_second_line():
    (problem,) = read_players("nom;numéro\nDupré;a7\nMartin;8\nPetit;A7\n".encode()).problems

    assert (problem.line, problem.column, problem.code) == (4, "number", "number_twice")
    assert problem.values == {"first_line": 2}
    # a spreadsheet drops leading zeros
    assert problems_of("nom;licence\nDupré;0077\nMartin;0\nPetit;77\nJoly;00\n") == [
        (4, "number", "number_twice")
    ]


def test_bad_line_is_also_compared_with_the_earlier_ones():
    assert problems_of("nom;licence;série\nDupré;7;1\nPetit;7;9\n") == [
        (3, "series", "series_unknown"),
        (3, "number", "number_twice"),
    ]


def test_name_written_twice_is_reported_despite_accents_and_case():
    (problem,) = read_players("nom;prénom;numéro\nDupré;Zoé;\nDUPRE;zoe;7\n".encode()).problems

    assert (problem.line, problem.column, problem.code) == (3, "last_name", "name_twice")
    assert problem.values == {"first_line": 2}


def test_namesakes_with_two_numbers_are_two_people():
    players = read_players("nom;prénom;licence\nDupré;Zoé;6\nDupré;Zoé;7\n".encode())

    assert len(players.rows) == 2
    assert players.problems == ()


@pytest.mark.parametrize("written", ["#REF!", "#VALEUR !", "#N/A", "#N/D", "#NOM?", "########", "Err:502"])
def test_error_of_a_spreadsheet_is_no_name(written):
    (problem,) = read_players(f"nom;prénom;licence\nDupré;{written};7\n".encode()).problems

    assert (problem.line, problem.column, problem.code) == (2, "first_name", "cell_error")
    assert problem.values == {"written": written}


@pytest.mark.parametrize(
    ("days", "read_days"),
    [
        (("8/31/2026", "8/9/26", "31 août 2026"), ("2026-08-31", "2026-08-09", "2026-08-31")),
        (("31/8/2026", "8/9/2026", "12/12/2026"), ("2026-08-31", "2026-09-08", "2026-12-12")),
        # days in both orders: the French one stays
        (("8/31/2026", "31/8/2026", "8/9/2026"), ("2026-08-31", "2026-08-31", "2026-09-08")),
        (("2026-08-31", "20260831", "2026-8-9 00:00:00"), ("2026-08-31", "2026-08-31", "2026-08-09")),
    ],
)
def test_order_of_day_and_month_is_that_of_the_column(days, read_days):
    lines = "".join(f"{name};A;{day}\n" for name, day in zip(("Un", "Deux", "Trois"), days, strict=True))

    rows = read_players(f"nom;prénom;validité licence\n{lines}Court;B\n".encode()).rows

    assert tuple(row.licence_until for row in rows) == (*read_days, "")


def test_each_column_of_days_has_its_own_order():
    content = (
        "nom;validité licence;parti le;catégorie\nUn;8/31/2026;8/9/2026;8/31/2026\nDeux;8/9/2026;31/8/2026;\n"
    )

    rows = read_players(content.encode()).rows

    assert [row.licence_until for row in rows] == ["2026-08-31", "2026-08-09"]
    assert [row.left_on for row in rows] == ["2026-09-08", "2026-08-31"]
    assert rows[0].category == "8/31/2026"


@pytest.mark.parametrize("day", ["310826", "220969", "1969112", "31082026"])
def test_figures_without_signs_are_a_day_from_the_year_on_alone(day):
    (problem,) = read_players(f"nom;validité licence\nDupré;{day}\n".encode()).problems

    assert (problem.column, problem.code) == ("licence_until", "day_invalid")


def test_undecodable_text_is_reported():
    (problem,) = read_players("nom;club\nDupr\ufffd;A\n".encode()).problems

    assert (problem.line, problem.column, problem.code) == (2, "last_name", "cell_undecodable")


def test_too_large_a_file_is_refused_with_the_limit():
    (problem,) = read_players(b"x" * (players_csv.MOST_BYTES + 1)).problems

    assert problem.code == "file_too_large"
    assert problem.values == {"bytes": 4_000_001, "most": 4_000_000}


def test_too_many_rows_are_refused_with_the_limit(monkeypatch):
    monkeypatch.setattr(players_csv, "MOST_ROWS", 2)

    (problem,) = read_players(b"nom\nA\nB\nC\n").problems

    assert problem.code == "too_many_rows"
    assert problem.values == {"rows": 3, "most": 2}


@given(st.binary())
@example(b"\xff\xfe\x00")
@example(b'nom\n"')
@example(b"nom\r\x00\r")
def test_no_content_makes_the_reader_fail(content):
    assert read_players(content).rows or read_players(content).problems


@given(st.text(alphabet='nom;,\t"\n\r =é\x00', max_size=40))
def test_no_text_after_a_header_makes_the_reader_fail(text):
    players = read_players(f"nom;prénom\n{text}".encode())

    assert all(row.last_name for row in players.rows)


def is_plain(text: str) -> bool:
    """Return whether a list keeps a text. Readers repair "Å¸" and "&#233;" as faults of a program."""
    return REPLACED not in text and len(text) <= 20 and decode_text(text.encode()) == text


TEXTS = st.text(max_size=20).map(clean_cell).filter(is_plain)
ROWS = st.builds(
    PlayerRow,
    last_name=TEXTS.filter(bool),
    first_name=TEXTS,
    number=st.from_regex(r"[0-9]{1,9}", fullmatch=True),
    series=st.sampled_from(["", *SERIES]),
    club=TEXTS,
    category=TEXTS,
    country=TEXTS,
    language=st.sampled_from(["", *LANGUAGES]),
)


@given(st.lists(ROWS, min_size=1, max_size=5, unique_by=lambda row: number_key(row.number)))
@example(
    [
        PlayerRow(
            last_name="=cmd()",
            first_name="'=x",
            number="1",
            series="NC",
            club="+33",
            category="-",
            country="@club",
        )
    ]
)
def test_written_files_are_read_back_the_same(rows):
    players = read_players(write_players(rows))

    assert players.problems == ()
    assert players.rows == tuple(rows)


def test_written_file_opens_in_a_spreadsheet():
    assert write_players([ZOE]).decode("utf-8").splitlines() == [
        "\ufeff" + ";".join(column.title for column in COLUMNS.values()),
        "Dupré;Zoé;00123;1;Étui Club;D1;France;;;;;;;;",
    ]


@pytest.mark.parametrize(("name", "column"), COLUMNS.items())
def test_own_titles_are_recognised(name, column):
    title = column.title if name == "last_name" else f"Nom;{column.title}"

    assert read_players(f"{title}\nA;1\n".encode()).ignored_columns == ()


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("jean", "Jean"),
        ("jean-pierre", "Jean-Pierre"),
        ("élodie", "Élodie"),
        ("d’artagnan", "d’Artagnan"),
        ("o'brien", "O'Brien"),
        ("de la tour", "de La Tour"),
        ("mcDonald", "mcDonald"),
        ("DUPONT", "DUPONT"),
        ("", ""),
    ],
)
def test_words_of_a_name_in_small_letters_get_capitals(written: str, name: str) -> None:
    assert with_capitals(written) == name


def test_a_name_that_was_corrected_by_hand_gets_no_capitals() -> None:
    table = read_table("Nom;Prénom\ndupont;anne\nroi;luc\n".encode())

    players = read_player_lines(table, Mending(cells={3: {"last_name": "roi"}}, adds_capitals=True))

    assert [(row.last_name, row.first_name) for row in players.rows] == [("Dupont", "Anne"), ("roi", "luc")]
