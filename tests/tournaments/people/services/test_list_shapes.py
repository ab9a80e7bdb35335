"""Lists in the shapes of clubs: each is taken rightly or refused with a sentence; no list renames people."""

import json
from dataclasses import dataclass

import pytest

from tests.factories.tournaments import make_club
from tests.factories.workbooks import Day, Formula, make_ods, make_xlsx
from tournaments.base.words.wording import SENTENCES
from tournaments.models import Person
from tournaments.people.services.list_drafts import from_session, read_draft, to_session
from tournaments.people.services.people_import import import_people, load_register, plan_import

pytestmark = pytest.mark.django_db

REGISTER = (
    ("Lefèvre", "Zoé", "00123"),
    ("Œuvrard", "Maël", ""),
    ("Voisin", "Jean", "31"),
    ("de La Tour", "Anne", "7104"),
)
"""The people whom the register knows before each list."""


@dataclass(frozen=True)
class Taken:
    """What a list is to become."""

    known: str = ""
    """Lines of people of the register, by their names there, "; " between."""
    added: str = ""
    """Lines of people to add, as "Last First number year"."""
    asked: str = ""
    """Codes of the questions."""


BASE = "Nom;Prénom;Licence;Club\nLefèvre;Zoé;123;Étui\nGarçon;Éloïse;8801;\n"
BOTH = Taken("LEFÈVRE Zoé", "Garçon Éloïse 8801")
ENTITIES = "Nom;Prénom\nLef&#232;vre;Zo&eacute;\nD&#039;Orgemont;Luc\n"
SHEET = [
    ["Nom", "Prénom", "Licence", "Né(e) le"],
    ["LEFEVRE", "ZOE", 123, Day(25468)],
    ["Garçon", "Éloïse", "8801", ""],
]

QUOTED = '"' + BASE.strip().replace(";", '";"').replace("\n", '"\n"') + '"\n'

SHAPES: dict[str, tuple[bytes, Taken | str]] = {
    # encodings
    "UTF-8": (BASE.encode(), BOTH),
    "UTF-8 with BOM": (BASE.encode("utf-8-sig"), BOTH),
    "UTF-16": (BASE.encode("utf-16"), BOTH),
    "UTF-16 without BOM": (BASE.encode("utf-16-le"), BOTH),
    "Windows-1252": (BASE.encode("cp1252"), BOTH),
    "MS-DOS 850": (BASE.encode("cp850"), BOTH),
    "Mac Roman": (BASE.encode("mac_roman"), BOTH),
    "Mac line ends": (BASE.replace("\n", "\r").encode("mac_roman"), BOTH),
    "encoded twice": (BASE.encode().decode("cp1252").encode(), BOTH),
    "encoded twice by a Mac": (BASE.encode().decode("mac_roman").encode(), BOTH),
    "capitals in MS-DOS 850": (BASE.upper().encode("cp850"), Taken("LEFÈVRE Zoé", "GARÇON ÉLOÏSE 8801")),
    "entities of web pages": (ENTITIES.encode(), Taken("LEFÈVRE Zoé", "D'Orgemont Luc")),
    "accents as signs of their own": (
        "Nom;Pre\u0301nom\nLefe\u0300vre;Zoe\u0301\n".encode(),
        Taken("LEFÈVRE Zoé"),
    ),
    # separators
    "commas": (BASE.replace(";", ",").encode(), BOTH),
    "tabs": (BASE.replace(";", "\t").encode("cp1252"), BOTH),
    "bars": (BASE.replace(";", "|").encode(), BOTH),
    "sep= line": (f"sep=;\n{BASE}".encode(), BOTH),
    "quoted sep= line with BOM": (f'"sep=,"\r\n{BASE.replace(";", ",")}'.encode("utf-8-sig"), BOTH),
    "everything quoted": (QUOTED.encode(), BOTH),
    "line breaks in quoted cells": (
        'Nom;Prénom;"N° de\nlicence";Club\nLefèvre;Zoé;123;"Étui\nde Lyon"\n'.encode(),
        Taken("LEFÈVRE Zoé"),
    ),
    # above and below
    "title and commas above": (
        f"Club de Lyon, soirée du 12, liste des joueurs, salle 3\n\n{BASE}".encode(),
        BOTH,
    ),
    "total and count below": (f"{BASE}Total;;406;\n2 joueurs;;;\n;;Moyenne;203\n".encode(), BOTH),
    "foot of a printed page below": (
        f"{BASE}\nDocument imprimé le 12/11/2026;\nPage 1/1;;\n2 / 3\n".encode(),
        BOTH,
    ),
    "blank lines and blank columns": (BASE.replace("\n", ";;;\n;;;;;;\n").encode(), BOTH),
    "titles again on each page": (
        f"{BASE}{BASE.splitlines()[0]}\nPetit;Léa;;\n".encode(),
        Taken("LEFÈVRE Zoé", "Garçon Éloïse 8801; Petit Léa"),
    ),
    "the same line twice": (f"{BASE}Lefèvre;Zoé;123;Étui\n".encode(), BOTH),
    # numbers
    "number drawn": ("Place;Numéro;Nom;Prénom\n1;31;Besson;Monique\n".encode(), Taken("", "Besson Monique")),
    "number drawn beside the licence": (
        "N°;Nom;Prénom;Licence\n31;LEFEVRE;ZOE;123\n".encode(),
        Taken("LEFÈVRE Zoé"),
    ),
    "similar titles": (
        "No;Nom;Nom de famille;Prénom;N° licence;Téléphone;Tél. portable\n"
        "31;LEFEVRE Z;Lefèvre;Zoé;123;01;06\n".encode(),
        Taken("LEFÈVRE Zoé"),
    ),
    "long number under a loose title": (
        "N°;Nom;Prénom\n4797285;Petit;Léa\n".encode(),
        Taken("", "Petit Léa 4797285"),
    ),
    "licence of somebody else": (
        "Nom;Prénom;Licence\nBesson;Monique;31\nPetit;Léa;\n".encode(),
        Taken("", "Petit Léa", "number_of_other"),
    ),
    "licence of somebody else of the first name": (
        "Nom;Prénom;Licence\nBesson;Jean;31\n".encode(),
        Taken(asked="number_of_other"),
    ),
    "licence of the husband": (
        "Nom;Prénom;Licence\nVoisin;Marie;31\n".encode(),
        Taken(asked="number_of_other"),
    ),
    "zeros dropped": ("Nom;Prénom;Licence\nLEFEVRE;Zoé;123\n".encode(), Taken("LEFÈVRE Zoé")),
    "numbers with decimals": (
        BASE.replace("123", "123,00").replace("8801", "8801.0").encode(),
        BOTH,
    ),
    "licence yes or no": (
        "Nom;Prénom;Licence\nPetit;Léa;oui\nRoi;Luc;non\n".encode(),
        Taken("", "Petit Léa; Roi Luc"),
    ),
    # names
    "forms of address": (
        "Nom;Prénom\nMme LEFEVRE;Zoé\nM. VOISIN;Jean\nMademoiselle Petit;Léa\n".encode(),
        Taken("LEFÈVRE Zoé; VOISIN Jean", "Petit Léa"),
    ),
    "forms of address before full names": (
        "Joueur\nMme LEFEVRE Zoé\nM. VOISIN Jean\nMME PETIT Léa\nM. ROI\n".encode(),
        Taken("LEFÈVRE Zoé; VOISIN Jean", "PETIT Léa; ROI M."),
    ),
    "one column, capitals first": (
        "Nom Prénom\nOEUVRARD Maël\nDE LA TOUR Anne\n".encode(),
        Taken("ŒUVRARD Maël; DE LA TOUR Anne"),
    ),
    "one column, capitals last": (
        "Joueur;N°\nMaël ŒUVRARD;1\nLéa PETIT;2\n".encode(),
        Taken("ŒUVRARD Maël", "PETIT Léa"),
    ),
    "one column of names under Nom": (
        "Nom\nPETIT Léa\nLEFÈVRE Zoé\n".encode(),
        Taken("LEFÈVRE Zoé", "PETIT Léa"),
    ),
    "one column that only the register can cut": (
        b"Joueur\nJean Voisin\nLuc Martin\n",
        Taken("VOISIN Jean", asked="name_unclear"),
    ),
    "letters that capitals lose": (
        b"NOM;PRENOM\nOEUVRARD;MAEL\nDE-LA-TOUR;ANNE\n",
        Taken("ŒUVRARD Maël; DE LA TOUR Anne"),
    ),
    "two people of one name": (
        "Place;Nom;Prénom\n1;Durand;Anne\n2;Durand;Anne\n".encode(),
        Taken("", "Durand Anne", "name_twice"),
    ),
    "two people in one line": (
        "Nom;Prénom\nDupont;Jean et Marie\nMartin;Luc\n".encode(),
        Taken("", "Martin Luc", "two_people"),
    ),
    "two people with a sign between": (
        "Nom Prénom\nDUPONT Jean & Marie\nMARTIN Luc\n".encode(),
        Taken("", "MARTIN Luc", "two_people"),
    ),
    # without titles
    "names alone": (
        "1. VOISIN Jean\n2) DE LA TOUR Anne\n• Éloïse GARÇON\n\nPETIT-ROI Léa\n".encode(),
        Taken("VOISIN Jean; DE LA TOUR Anne", "GARÇON Éloïse; PETIT-ROI Léa"),
    ),
    "names alone in small letters": (
        b"Jean Voisin\nLuc Martin\n",
        Taken("VOISIN Jean", asked="name_unclear"),
    ),
    "names in an e-mail": (
        b"Bonsoir,\nvoici les joueurs :\nDUPONT Jean\nMARTIN Luc\n",
        "header_missing",
    ),
    "names and telephones without titles": (b"DUPONT Jean;0612345678\n", "header_missing"),
    "numbers alone": (b"4797285\n4797286\n", "header_missing"),
    "headings of parts": (
        "Nom;Prénom;Licence\nA;;\nARNAUD;Jean;4797285\nInvités :;;\nPetit;;\nB;Léa;\n".encode(),
        Taken("", "ARNAUD Jean 4797285; Petit; B Léa"),
    ),
    "questions of a form": (
        "Horodateur;Votre nom;Votre prénom;Quel est votre numéro de licence FFT ? (facultatif)\n"
        "01/09/2026 10:02:03;Garçon;Éloïse;8801\n01/09/2026;Petit;Léa;\n".encode(),
        Taken("", "Garçon Éloïse 8801; Petit Léa"),
    ),
    "words in place of a number": (
        "Nom;Prénom;Licence\nPetit;Léa;pas encore\nGarçon;Éloïse;8801\n".encode(),
        Taken("", "Garçon Éloïse 8801", "number_invalid"),
    ),
    # dates
    "dates of birth": (
        "Nom;Né le\nUn;22/09/1969\nDeux;22-09-1970\nTrois;1980-05-04\nQuatre;22.09.69\nSix;25468\n".encode(),
        Taken("", "Un 1969; Deux 1970; Trois 1980; Quatre 1969; Six 1969"),
    ),
    # workbooks
    "XLSX": (make_xlsx({"Liste": SHEET}), BOTH),
    "XLSX with a title in merged cells": (
        make_xlsx({"Liste": [["Soirée du 12"], [], *SHEET], "Aide": [["Lisez-moi"]]}, merged="A1:D1"),
        BOTH,
    ),
    "XLSX with cells merged over rows": (
        make_xlsx(
            {
                "L": [
                    ["", "", ""],
                    ["", "Nom", "Prénom"],
                    ["", "GARÇON", "Éloïse"],
                    ["", "", "Luc"],
                    ["", "", ""],
                ]
            },
            merged="B3:B4",
        ),
        Taken("", "GARÇON Éloïse; GARÇON Luc"),
    ),
    "XLSX with cells merged over rows and columns": (
        make_xlsx(
            {
                "L": [
                    ["Nom", "Prénom", "Licence"],
                    ["Voisin", "Jean", 31],
                    ["Invités", "", 8801],
                    ["", "", 8802],
                ]
            },
            merged="A3:B4",
        ),
        Taken("VOISIN Jean", "Invités 8801", "name_missing"),
    ),
    "XLSX with formulas": (
        make_xlsx({"L": [["Nom", "Prénom"], [Formula("Garçon"), Formula("Éloïse")]]}),
        Taken("", "Garçon Éloïse"),
    ),
    "ODS": (
        make_ods({"Liste": [["Nom", "Prénom", "Licence"], ["LEFEVRE", "ZOE", 123]]}),
        Taken("LEFÈVRE Zoé"),
    ),
    "a broken workbook": (make_xlsx({"L": SHEET})[:700], "file_is_archive"),
    # anything else
    "a federation's export": (
        '"Saison";"Adhérent validé";"Nom";"Prénom";"Licence";"Date naissance";"Email";"Tél. du contact 1"\n'
        '"25-26";"Oui";"LEFEVRE";"Zoe";"00123";"22-09-1969";"ZOE@EXAMPLE.ORG";"+33612345678"\n'.encode(),
        Taken("LEFÈVRE Zoé"),
    ),
    "a PDF": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "file_is_pdf"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(40), "file_is_image"),
    "a web page named .xls": (b"<html><body><table><tr><td>Nom</td></tr></table>", "file_is_web_page"),
    "a document of Word": (b"{\\rtf1\\ansi Nom;Pr\\'e9nom}", "file_is_word"),
    "an old binary document": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000), "workbook_broken"),
    "no titles": ("Durand;Anne\nPetit;Léa\n".encode(), "header_missing"),
    "two lists side by side": ("Nom;Prénom;;Nom;Prénom\nUn;A;;Deux;B\n".encode(), "column_twice"),
    "nothing": (b"", "file_empty"),
}


def test_there_are_forty_shapes_and_more() -> None:
    assert len(SHAPES) >= 40


@pytest.mark.parametrize("shape", SHAPES)
def test_list_is_taken_rightly_or_refused_and_renames_nobody(shape: str) -> None:
    content, expected = SHAPES[shape]
    club = make_club()
    for last_name, first_name, number in REGISTER:
        Person.objects.create(club=club, last_name=last_name, first_name=first_name, federation_number=number)
    before = names_of(club.people.all())
    draft = read_draft(content, "liste")
    register = load_register(club)
    players = draft.read(register)
    plan = plan_import(club=club, rows=players.rows, register=register)
    problems = [problem.code for problem in (*players.problems, *plan.problems)]

    import_people(club=club, rows=players.rows, seen_digest=plan.digest, imported_by=None)

    if isinstance(expected, str):
        assert (problems, plan.lines) == ([expected], ())
        assert len(str(SENTENCES[expected])) > 20
    else:
        assert {line.person.full_name for line in plan.lines if line.person} == listed(expected.known)
        assert {
            " ".join(filter(None, [row.last_name, row.first_name, row.number, row.birth_year]))
            for row in (line.row for line in plan.added)
        } == listed(expected.added)
        assert problems == ([expected.asked] if expected.asked else [])
    assert before <= names_of(club.people.all())


def listed(text: str) -> set[str]:
    return set(filter(None, text.split("; ")))


def names_of(people: object) -> set[tuple[int, str, str]]:
    return {(person.pk, person.full_name, person.federation_number) for person in people}  # type: ignore[attr-defined]


def test_list_begun_before_an_update_is_read_on() -> None:
    draft = read_draft(
        make_xlsx({"Membres": [["Nom", "Prénom"], ["Petit", "Léa"], ["Roy", "Luc"]]}, hidden={2}), "liste"
    )
    stored = json.loads(json.dumps(to_session(draft)))
    for table in stored["tables"]:
        del table["hidden"]

    earlier_draft = from_session(stored)

    assert from_session(json.loads(json.dumps(to_session(draft)))).tables == draft.tables
    assert draft.tables[0].hidden == (2,)
    assert earlier_draft.tables[0].hidden == ()
    assert earlier_draft.tables[0].table == draft.tables[0].table
