"""One player of a list: the columns, the values that each may have, and the reading of one line."""

import datetime
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tournaments.core.exchange.csv_text import clean_cell, simple_word
from tournaments.core.exchange.days import parse_day
from tournaments.core.exchange.full_names import NameOrder
from tournaments.core.exchange.text_decoding import REPLACED
from tournaments.core.naming import LICENCE_LENGTH, PERSON_NAME_LENGTH

UNRANKED = "NC"
SERIES = ("1", "2", "3", "4", UNRANKED)
"""Series from the strongest; NC stands for "non classé"."""

_NUMBERED = re.compile(r"(?:serie|s)?([1-4])(?:re|ere|er|e|me|eme|de|nd|nde|st|rd|th)?(?:serie|series|s)?")
_SPELT = {"premiere": "1", "deuxieme": "2", "seconde": "2", "troisieme": "3", "quatrieme": "4"}
_NONE = frozenset({"nc", "nonclasse", "nonclassee", "nonclasses", "unranked"})


def parse_series(text: str) -> str | None:
    """Return one of `SERIES`, "" for a blank text, None for any other text.

    "1re série", "1ère", "S1", "première série" and "1" are the same. So are "nc" and "Non classée".
    """
    word = simple_word(text)
    if not text.strip():
        return ""
    if word in _NONE:
        return UNRANKED
    series = _SPELT.get(word.removesuffix("serie"))
    if series:
        return series
    match = _NUMBERED.fullmatch(word)
    return match[1] if match else None


LANGUAGES: Mapping[str, frozenset[str]] = {
    "fr": frozenset(["fr", "fra", "fre", "frfr", "frbe", "frca", "frch", "francais", "francaise", "french"]),
    "en": frozenset(["en", "eng", "engb", "enus", "enie", "anglais", "anglaise", "english"]),
}
"""Names of each language, as `simple_word` returns them, by the code of the site's language (ISO 639-1)."""


def parse_language(text: str) -> str | None:
    """Return a code of `LANGUAGES`, "" for a blank text, None for any other text.

    "English", "anglais", "EN" and "en-GB" are the same.
    """
    if not text.strip():
        return ""
    word = simple_word(text)
    return next((code for code, names in LANGUAGES.items() if word in names), None)


YES, NO = "oui", "non"
"""Texts of a file for consent and refusal."""
_YES = frozenset(["oui", "o", "yes", "y", "x", "vrai", "true", "1", "ok"])
_NO = frozenset(["non", "n", "no", "faux", "false", "0"])
_EMAIL = re.compile(r"[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+")
_BEFORE_ADDRESS = re.compile(r"^(?:[^<>@]*<|mailto:)")
_SEPARATOR = re.compile(r"\s*[;,/]\s*|\s+(?:ou|et|or|and|-|–)\s+")
"""Sign or word between two addresses or telephone numbers of one person."""
PHONE_LENGTH = 30
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
DRAWN_NUMBER_DIGITS = 3
"""Largest number of digits of a place, a table or a lot of the evening."""
YOUNGEST = 4
"""Lowest age of a player whose year of birth has two digits: 26 is 1926."""
OLDEST_YEAR = 1900
_DECIMALS = re.compile(r"(?P<whole>[0-9]+)[.,]0{1,2}")
"""Number that a spreadsheet wrote with decimals: 8801,00."""
_PHONES_WITHOUT_ZERO: Mapping[frozenset[str], re.Pattern[str]] = {
    frozenset(["", "f", "fr", "fra", "france", "francaise", "francais"]): re.compile(r"[1-9][0-9]{8}"),
    frozenset(["ch", "che", "sui", "suisse", "switzerland", "schweiz"]): re.compile(r"[1-9][0-9]{8}"),
    # numbers of lines are shorter than those of mobiles
    frozenset(["b", "be", "bel", "belgique", "belgie", "belgium"]): re.compile(r"[1-9][0-9]{7}|4[0-9]{8}"),
}
"""Telephone numbers of which a spreadsheet dropped the zero, by the words for their country.

Numbers of Spain, Portugal, Luxembourg or Monaco have no such zero.
"""
_NUMBER = re.compile(r"[0-9A-Za-z]+(?:[-/.][0-9A-Za-z]+)*")


_SPREADSHEET_ERROR = re.compile(
    r"#(?:REF|N/A|N/D|NA|NOM|NAME|VALEUR|VALUE|DIV/0|NUL|NULL|NOMBRE|NUM|CALC|SPILL|PROPAGATION|ERROR)\s?[!?]?"
    r"|#{3,}|Err\s?:\s?\d{3}",
    re.IGNORECASE,
)
"""Result of a formula that failed, or of a column that is too narrow for its number."""


def is_federation_number(text: str) -> bool:
    """Return whether a text has the form of a federation number: letters and digits, one digit at least.

    Spaces do not count. The federation publishes no pattern, so a number of this form may not exist.
    """
    has_digit = any(map(str.isdecimal, text))
    return has_digit and _NUMBER.fullmatch(text.replace(" ", "")) is not None


def is_drawn_number(number: str) -> bool:
    """Return whether a number may be a place, a table or a lot: a few digits, and no licence."""
    return number.isdecimal() and len(number.lstrip("0")) <= DRAWN_NUMBER_DIGITS


def number_key(number: str) -> str:
    """Return a federation number for comparison: without case and the zeros that a spreadsheet drops."""
    return simple_word(number).lstrip("0")


def _parse_number(text: str) -> str | None:
    if match := _DECIMALS.fullmatch(text):
        return match["whole"]
    return text.replace(" ", "") if not text or is_federation_number(text) else None


def _parse_year(text: str) -> str | None:
    """Return the year of a year or of a date of birth."""
    if not text or _YEAR.fullmatch(text):
        return text
    this_year = datetime.datetime.now(datetime.UTC).year
    day = parse_day(text, latest_year=this_year - YOUNGEST)
    return str(day.year) if day and OLDEST_YEAR <= day.year <= this_year else None


def _parse_email(text: str) -> str | None:
    """Return the first of several addresses, without the name or the word that stands before it."""
    addresses = [_BEFORE_ADDRESS.sub("", part).rstrip(">") for part in _SEPARATOR.split(text.rstrip(" ,;"))]
    return addresses[0] if not text or all(map(_EMAIL.fullmatch, addresses)) else None


def _parse_phone(text: str) -> str:
    """Return a telephone number as written; of several that are too long together, their digits."""
    if len(text) <= PHONE_LENGTH:
        return text
    return " / ".join(re.sub(r"(?<=\d)[\s.-]+(?=\d)", "", number) for number in _SEPARATOR.split(text))


def parse_consent(text: str) -> str | None:
    """Return `YES` or `NO`, "" for a blank text, None for any other text."""
    word = simple_word(text)
    if not text.strip():
        return ""
    return YES if word in _YES else NO if word in _NO else None


def _parse_day(text: str) -> str | None:
    day = parse_day(text)
    return day.isoformat() if day else None if text else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerColumn:
    """One column of the file."""

    title: str
    """Title in the file: French, since organisers open it."""
    field: str
    """Name of the field in the register."""
    most_characters: int
    names: tuple[str, ...]
    """Accepted titles, as `simple_word` returns them, the most precise first."""
    parse: Callable[[str], str | None]
    """Function from a clean cell to a text that stands for it; None for an invalid cell."""
    refusal: str
    """Code of the problem of an invalid cell; "" if all texts are valid."""


def _column(
    title: str,
    field: str,
    most_characters: int,
    names: str,
    parse: Callable[[str], str | None] = str,
    refusal: str = "",
) -> PlayerColumn:
    return PlayerColumn(
        title=title,
        field=field,
        most_characters=most_characters,
        names=tuple(names.split()),
        parse=parse,
        refusal=refusal,
    )


COLUMNS: Mapping[str, PlayerColumn] = {
    "last_name": _column(
        "Nom",
        "last_name",
        PERSON_NAME_LENGTH,
        "nomdefamille nomfamille nomdusage nomusage lastname surname familyname nom name",
    ),
    "first_name": _column(
        "Prénom", "first_name", PERSON_NAME_LENGTH, "prenom prenoms prenomusuel firstname givenname"
    ),
    "number": _column(
        "Licence",
        "federation_number",
        LICENCE_LENGTH,
        "numerodelicence numerolicence numlicence numdelicence nolicence nodelicence nlicence ndelicence"
        " numlic nolic nlic numerolic numerolicencie licencen licenceno licencenumero numerodelicencefft"
        " nlicencefft licencefft numerofft"
        " nofft nfft licence"
        " licensenumber licencenumber federationnumber license numero num no n nr number",
        _parse_number,
        "number_invalid",
    ),
    "series": _column("Série", "series", 40, "serie series seriefft", parse_series, "series_unknown"),
    "club": _column("Club", "home_club", 120, "clubdorigine homeclub nomduclub nomclub club association"),
    "category": _column("Catégorie", "category", 40, "categorie category categ cat"),
    "country": _column("Pays", "country", 40, "pays nationalite country nation"),
    "birth_year": _column(
        "Naissance",
        "birth_year",
        40,
        "anneedenaissance anneenaissance datedenaissance datenaissance datenaiss datenais neele nele neeele"
        " neeen neen"
        " ddn dnaissance birthyear yearofbirth birthdate dateofbirth dob birthday born naissance annee",
        _parse_year,
        "year_invalid",
    ),
    "licence_until": _column(
        "Licence jusqu’au",
        "licence_until",
        40,
        "licencejusquau licencevalablejusquau licencevalidejusquau validitelicence validitedelalicence"
        " finlicence"
        " findelicence findevalidite datedevalidite licenceuntil validite",
        _parse_day,
        "day_invalid",
    ),
    "left_on": _column(
        "Parti le",
        "left_on",
        40,
        "partile datededepart datedepart quittelecluble datedesortie datesortie datederadiation datedemission"
        " lefton leavingdate",
        _parse_day,
        "day_invalid",
    ),
    "language": _column("Langue", "language", 20, "langue language lang", parse_language, "language_unknown"),
    "email": _column(
        "E-mail",
        "email",
        254,
        "email mail courriel adresseelectronique adressemail adresseemail adressecourriel mel emailaddress",
        _parse_email,
        "email_invalid",
    ),
    "phone": _column(
        "Téléphone",
        "phone",
        PHONE_LENGTH,
        "telephoneportable telportable telmobile telephonemobile portable mobile gsm numerodetelephone"
        " telephone tel telephonefixe telfixe fixe phonenumber phone",
        _parse_phone,
    ),
    "household": _column("Foyer", "household", 40, "foyer household famille"),
    "consent": _column(
        "Accepte d’être nommé",
        "shows_full_name",
        10,
        "acceptedetrenomme acceptedetrenommee acceptedetrenommepubliquement accepteetrenomme accordnom"
        " chartesignee accord consentement consent showsfullname",
        parse_consent,
        "consent_unknown",
    ),
}
"""Columns by field of `PlayerRow`, in the order of the file."""
LOOSE_NUMBERS = frozenset(["numero", "num", "no", "n", "nr", "number"])
"""Titles of the number of a licence, a place, a table or a lot. The other columns and the values decide."""
FULL_NAMES: Mapping[NameOrder, frozenset[str]] = {
    NameOrder.LAST_FIRST: frozenset(
        [
            "nomprenom",
            "nometprenom",
            "nomprenoms",
            "nometprenoms",
            "nomsprenoms",
            "nomsetprenoms",
            "nompr",
            "lastnamefirstname",
        ]
    ),
    NameOrder.FIRST_LAST: frozenset(["prenomnom", "prenometnom", "prenomsnoms", "firstnamelastname"]),
    NameOrder.UNKNOWN: frozenset(
        [
            "nomcomplet",
            "identite",
            "joueur",
            "joueurs",
            "joueuse",
            "joueurse",
            "participant",
            "participants",
            "participante",
            "adherent",
            "adherents",
            "adherente",
            "licencies",
            "membre",
            "membres",
            "inscrit",
            "inscrits",
            "fullname",
            "player",
            "players",
        ]
    ),
}
"""Titles of one column with the full name."""
WITHOUT_BREAKS = frozenset({"last_name", "first_name", "number", "email"})
"""Columns in which two lines of one cell may be two people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRow:
    """One player. Texts are as `clean_cell` returns them, "" for a blank cell."""

    last_name: str
    first_name: str = ""
    number: str = ""
    """Federation number as text without spaces, because leading zeros count."""
    series: str = ""
    """One of "1" to "4" and "NC", or ""."""
    club: str = ""
    category: str = ""
    country: str = ""
    birth_year: str = ""
    """Year of four digits, from 1900 on, or ""."""
    licence_until: str = ""
    """Last day of the licence as 2027-08-31, or ""."""
    left_on: str = ""
    """Day on which the player left the club, as 2026-06-30, or ""."""
    language: str = ""
    """"fr", "en" or ""."""
    email: str = ""
    phone: str = ""
    household: str = ""
    """One word that relatives share."""
    consent: str = ""
    """Consent to be named in full in public: `YES`, `NO`, or "" if unknown."""
    line: int = field(default=0, compare=False)
    """Line of the file, from 1; 0 for a row from elsewhere."""

    @property
    def full_name(self) -> str:
        """Last name first, as written."""
        return f"{self.last_name} {self.first_name}".strip()

    @property
    def name_key(self) -> tuple[str, str]:
        """Last and first name without accents, case or signs, equal for two spellings of one person."""
        return (simple_word(self.last_name) or self.last_name, simple_word(self.first_name))


@dataclass(frozen=True, slots=True)
class LineProblem:
    """Reason to refuse a line, or the whole file (line 0)."""

    line: int
    column: str
    """Field of `PlayerRow`; "" for the line as a whole."""
    code: str
    values: Mapping[str, object] = field(default_factory=dict)
    name: str = ""
    """Last and first name of the line, as far as they are written."""


def read_row(line: int, cells: Mapping[str, str]) -> tuple[PlayerRow, tuple[LineProblem, ...]]:
    """Return one line of a list as a player, with all its problems.

    Args:
        cells: texts of the line, not cleaned, by field of `PlayerRow`.
    """
    texts = {name: clean_cell(cell) for name, cell in cells.items()}
    problems = [
        LineProblem(line, name, code, values)
        for name, cell in cells.items()
        for code, values in _cell_problems(name, cell, texts[name])
    ]
    parsed_texts = {name: COLUMNS[name].parse(text) for name, text in texts.items()}
    # a cell that cannot be parsed stays as written, so that the page can show it
    field_values = {name: texts[name] if text is None else text for name, text in parsed_texts.items()}
    if phone := field_values.get("phone"):
        field_values["phone"] = _with_zero(phone, field_values.get("country", ""))
    row = PlayerRow(**{"last_name": "", **field_values}, line=line)
    if not row.last_name:
        problems.append(LineProblem(line, "last_name", "name_missing"))
    return row, tuple(problems)


def _with_zero(phone: str, country: str) -> str:
    """Return a national number with the zero that a spreadsheet dropped."""
    word = simple_word(country)
    pattern = next((pattern for words, pattern in _PHONES_WITHOUT_ZERO.items() if word in words), None)
    return f"0{phone}" if pattern and pattern.fullmatch(phone) else phone


def _cell_problems(name: str, cell: str, text: str) -> list[tuple[str, Mapping[str, object]]]:
    """Return codes and values of the problems of one cell, independent of the other cells."""
    column = COLUMNS[name]
    most = column.most_characters
    problems: list[tuple[str, Mapping[str, object]]] = []
    # clean_cell turns line breaks into spaces, so the raw cell is checked
    if name in WITHOUT_BREAKS and ("\n" in cell.strip() or "\r" in cell.strip()):
        problems.append(("cell_line_break", {}))
    if _SPREADSHEET_ERROR.fullmatch(text):
        problems.append(("cell_error", {"written": text}))
    if REPLACED in text:
        problems.append(("cell_undecodable", {"written": text[:most]}))
    parsed_text = column.parse(text)
    if (length := len(text if parsed_text is None else parsed_text)) > most:
        problems.append(("cell_too_long", {"length": length, "most": most}))
    if problems:
        return problems
    return [(column.refusal, {"written": text})] if parsed_text is None else []
