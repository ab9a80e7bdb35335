"""One player of a list: the columns, what each may hold, and one line of the file read against them."""

import datetime
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tournaments.core.exchange.csv_text import REPLACED, CsvLine, clean_cell, simple_word

UNRANKED = "NC"
SERIES = ("1", "2", "3", "4", UNRANKED)
"""From the strongest; NC stands for "non classé"."""

_NUMBERED = re.compile(r"(?:serie|s)?([1-4])(?:re|ere|er|e|me|eme|de|nd|nde|st|rd|th)?(?:serie|series|s)?")
_SPELT = {"premiere": "1", "deuxieme": "2", "seconde": "2", "troisieme": "3", "quatrieme": "4"}
_NONE = frozenset({"nc", "nonclasse", "nonclassee", "nonclasses", "unranked"})


def parse_series(text: str) -> str | None:
    """One of `SERIES`, "" for a blank text, None for any other text.

    "1re série", "1ère", "S1", "première série" and "1" are the same; so are "nc" and "Non classée".
    """
    word = simple_word(text)
    if not text.strip():
        return ""
    if word in _NONE:
        return UNRANKED
    spelt = _SPELT.get(word.removesuffix("serie"))
    if spelt:
        return spelt
    match = _NUMBERED.fullmatch(word)
    return match[1] if match else None


LANGUAGES: Mapping[str, frozenset[str]] = {
    "fr": frozenset(["fr", "fra", "fre", "frfr", "frbe", "frca", "frch", "francais", "francaise", "french"]),
    "en": frozenset(["en", "eng", "engb", "enus", "enie", "anglais", "anglaise", "english"]),
}
"""Names of each, as `simple_word` gives them, by the code of the site's language (ISO 639-1)."""


def parse_language(text: str) -> str | None:
    """A code of `LANGUAGES`, "" for a blank text, None for any other text.

    "English", "anglais", "EN" and "en-GB" are the same.
    """
    if not text.strip():
        return ""
    word = simple_word(text)
    return next((code for code, names in LANGUAGES.items() if word in names), None)


YES, NO = "oui", "non"
"""How a file says whether somebody agrees."""
_YES = frozenset(["oui", "o", "yes", "y", "x", "vrai", "true", "1", "ok"])
_NO = frozenset(["non", "n", "no", "faux", "false", "0"])
_EMAIL = re.compile(r"[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_DAY = re.compile(r"(?P<day>\d{1,2})[/.-](?P<month>\d{1,2})[/.-](?P<year>\d{4})", re.ASCII)
_NUMBER = re.compile(r"[0-9A-Za-z]+(?:[-/.][0-9A-Za-z]+)*")


def is_number(text: str) -> bool:
    """Whether a federation number is written as one: letters and digits, in groups; spaces say nothing.

    The federation publishes no pattern: whether the number exists is not known.
    """
    return _NUMBER.fullmatch(text.replace(" ", "")) is not None


def parse_day(text: str) -> datetime.date | None:
    """A day as people write it, 31/08/2027, or as programs do, 2027-08-31; None for anything else."""
    found = _DAY.fullmatch(text)
    written = "{year}-{month:0>2}-{day:0>2}".format(**found.groupdict()) if found else text
    try:
        return datetime.date.fromisoformat(written)
    except ValueError:
        return None


def _parse_number(text: str) -> str | None:
    return text.replace(" ", "") if not text or is_number(text) else None


def _parse_year(text: str) -> str | None:
    return text if not text or _YEAR.fullmatch(text) else None


def _parse_email(text: str) -> str | None:
    return text if not text or _EMAIL.fullmatch(text) else None


def parse_consent(text: str) -> str | None:
    """`YES` or `NO`, "" for a blank text, None for any other text."""
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
    """As it is written: French, since organisers open the file."""
    field: str
    """What the register calls it."""
    most_characters: int
    names: frozenset[str]
    """Titles accepted when reading, as `simple_word` gives them."""
    parse: Callable[[str], str | None]
    """What a cell says, once cleaned: a text that stands for it, None where it cannot be read."""
    refusal: str
    """Code of the problem of a cell that cannot be read, "" where any text can be."""


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
        names=frozenset(names.split()),
        parse=parse,
        refusal=refusal,
    )


COLUMNS: Mapping[str, PlayerColumn] = {
    "last_name": _column("Nom", "last_name", 80, "nom nomdefamille joueur lastname surname name player"),
    "first_name": _column("Prénom", "first_name", 80, "prenom firstname givenname"),
    "number": _column(
        "Numéro",
        "federation_number",
        20,
        "numero num no n numerofft nofft nfft licence numerolicence numerodelicence nolicence nlicence"
        " number license licensenumber licencenumber federationnumber",
        _parse_number,
        "number_invalid",
    ),
    "series": _column("Série", "series", 40, "serie series", parse_series, "series_unknown"),
    "club": _column("Club", "home_club", 100, "club association"),
    "category": _column("Catégorie", "category", 40, "categorie category cat"),
    "country": _column("Pays", "country", 40, "pays country nation"),
    "birth_year": _column(
        "Naissance",
        "birth_year",
        10,
        "naissance annee anneenaissance anneedenaissance birthyear yearofbirth born",
        _parse_year,
        "year_invalid",
    ),
    "licence_until": _column(
        "Licence jusqu’au",
        "licence_until",
        10,
        "licencejusquau licencevalablejusquau validite validitelicence finlicence findevalidite licenceuntil",
        _parse_day,
        "day_invalid",
    ),
    "language": _column("Langue", "language", 20, "langue language lang", parse_language, "language_unknown"),
    "email": _column(
        "E-mail",
        "email",
        254,
        "email mail courriel adresseelectronique adressemail adresseemail mel emailaddress",
        _parse_email,
        "email_invalid",
    ),
    "phone": _column(
        "Téléphone", "phone", 30, "telephone tel portable mobile phone telephoneportable phonenumber"
    ),
    "household": _column("Foyer", "household", 40, "foyer household famille"),
    "consent": _column(
        "Accepte d’être nommé",
        "shows_full_name",
        10,
        "acceptedetrenomme accepteetrenomme accord consentement consent showsfullname",
        parse_consent,
        "consent_unknown",
    ),
}
"""By field of `PlayerRow`, in the order written."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One player, texts as `clean_cell` gives them; "" where nothing is written."""

    last_name: str
    first_name: str = ""
    number: str = ""
    """Federation number, as text without spaces: leading zeros count."""
    series: str = ""
    """"1" to "4", "NC", or ""."""
    club: str = ""
    category: str = ""
    country: str = ""
    birth_year: str = ""
    """Four digits, from 1900 on, or ""."""
    licence_until: str = ""
    """Last day of the licence as 2027-08-31, or ""."""
    language: str = ""
    """"fr" or "en", or ""."""
    email: str = ""
    phone: str = ""
    household: str = ""
    """One word for relatives."""
    consent: str = ""
    """To be named in full in public: `YES`, `NO`, or "" where nothing is said."""
    line: int = field(default=0, compare=False)
    """Line of the file, from 1; 0 for a row that comes from elsewhere."""

    @property
    def full_name(self) -> str:
        """Last name first, as it is written."""
        return f"{self.last_name} {self.first_name}".strip()

    @property
    def name_key(self) -> tuple[str, str]:
        """Last and first name without accents, case or signs: equal for one person written twice."""
        return (simple_word(self.last_name) or self.last_name, simple_word(self.first_name))


@dataclass(frozen=True, slots=True)
class LineProblem:
    """Why a line, or the whole file (line 0), cannot be taken."""

    line: int
    column: str
    """Field of `PlayerRow`, "" when it is the line as a whole."""
    code: str
    values: Mapping[str, object] = field(default_factory=dict)
    name: str = ""
    """Last and first name of the line, as far as they are written."""


def read_row(record: CsvLine, places: Mapping[int, str]) -> tuple[PlayerRow, tuple[LineProblem, ...]]:
    """One record as a player, with everything that is wrong with it.

    Args:
        places: field of `PlayerRow` by place of the cell, from 0.
    """
    written = {name: record.cells[place] for place, name in places.items() if place < len(record.cells)}
    problems = [
        LineProblem(record.number, name, code, values)
        for name, cell in written.items()
        for code, values in _cell_problems(name, cell)
    ]
    texts = {name: clean_cell(cell) for name, cell in written.items()}
    read = {name: COLUMNS[name].parse(text) for name, text in texts.items()}
    said = {name: texts[name] if text is None else text for name, text in read.items()}
    row = PlayerRow(**{"last_name": "", **said}, line=record.number)
    if not row.last_name:
        problems.append(LineProblem(record.number, "last_name", "name_missing"))
    return row, tuple(problems)


def _cell_problems(name: str, cell: str) -> list[tuple[str, Mapping[str, object]]]:
    """Codes and values of what is wrong with one cell, whatever the others hold."""
    text = clean_cell(cell)
    column = COLUMNS[name]
    most = column.most_characters
    problems: list[tuple[str, Mapping[str, object]]] = []
    if "\n" in cell.strip() or "\r" in cell.strip():
        problems.append(("cell_line_break", {}))
    if REPLACED in text:
        problems.append(("cell_undecodable", {"written": text[:most]}))
    if len(text) > most:
        problems.append(("cell_too_long", {"length": len(text), "most": most}))
    if problems:
        return problems
    return [(column.refusal, {"written": text})] if column.parse(text) is None else []
