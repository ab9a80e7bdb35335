"""Papers of full sheets: every row is there, no text lies over another, over a cut or on the edge of a page.

The boxes are read as they are laid out, before a PDF is written (`tests/factories/laid_out.py`). By day each
event prints the documents that it fills, with ordinary names or with long ones; in the nights all, with both.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import cycle

import pytest

from common.errors import AppError
from tests.factories.laid_out import faults, lay_out_part
from tests.factories.sessions import make_short_evening, open_next, play_session
from tests.factories.sheets import make_sheet_tournament, seat
from tests.factories.tournaments import (
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_stored_evening,
    make_team_tournament,
)
from tests.tournaments.paper.documents.conftest import AT_HOME
from tests.tournaments.paper.documents.test_every_format import (
    LONG_FIRST_NAME,
    LONG_NAME,
    LONG_TEAM,
    LONG_WORD,
)
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.catalogue import find_by_code
from tournaments.core.movements.constructions import build_straight
from tournaments.enums import DocumentKind as Kind
from tournaments.models import Entry, Person, Tournament
from tournaments.paper.documents.document import build_sheets, sheet_parts
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.services.sheet_codes import issue_codes
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seating.services.seating import apply_movement

pytestmark = pytest.mark.django_db

SURNAMES = (
    "Martin", "Bernard-Lefèvre", "Le Roux", "Moreau", "d’Ormesson", "Lefebvre de Laboulaye", "Ó Súilleabháin",
    "Dubois", "Saint-Amour", "Grandpré", "Nguyễn", "Œuvrard", "Jolivent", "Écluse", "Fontaine-Guérin",
)  # fmt: skip
FIRST_NAMES = ("Jean-Pierre", "Anne", "Marie-Christine", "Paul", "Élisabeth", "Luc", "Bernadette", "Zoé")
TEAMS = ("Le mort vivant", "La poignée", "Tarot pour tous", "Singlette", "Les excuses du Val d’Oise")
CLUBS = ("Tarot-club de Meaux", "Les Deux-Rives", "", LONG_TEAM)
LONG_PEOPLE = ((LONG_WORD, "Ö"), (LONG_NAME, LONG_FIRST_NAME), ("Hohenstaufen-Löwenwolde", "Maximilienne"))
SHEETS_BY_DAY, SHEETS_BY_NIGHT = 1, 12


def quartets() -> Tournament:
    return make_team_tournament(make_club(), "quartets", shape="fft-quartets-21-20-21-1", is_seated=True)


def two_colours() -> Tournament:
    evening = make_stored_evening(make_club(), build_straight(13, 3), build_straight(11, 3))
    return apply_movement(tournament=evening, seated_by=None)


def howell_of_three() -> Tournament:
    movement = find_by_code("fft-howell-3-7-12-3").movement
    evening = make_stored_evening(make_club(), movement, boards_per_set=3)
    return apply_movement(tournament=evening, seated_by=None)


def sixty_four_boards() -> Tournament:
    return make_seated_tournament(make_club(), table_count=16)


def two_sessions() -> Tournament:
    evening = play_session(make_short_evening())
    open_next(evening)
    return play_session(apply_movement(tournament=evening, seated_by=None), first_score=3)


def friendly(game: str, table_count: int, size: int, round_count: int) -> Tournament:
    return seat(
        make_sheet_tournament(
            make_club(),
            format_code="friendly_total",
            game=game,
            table_count=table_count,
            player_count=table_count * size,
            round_count=round_count,
        )
    )


def triplets() -> Tournament:
    return make_team_tournament(make_club(), "triplets", is_seated=True)


def free_deals() -> Tournament:
    return seat(make_sheet_tournament(make_club(), table_count=9, player_count=36, round_count=4))


EVENTS: Mapping[str, Callable[[], Tournament]] = {
    "quartets of 21": quartets,
    "two colours": two_colours,
    "Howell of 3": howell_of_three,
    "64 étuis": sixty_four_boards,
    "two sessions": two_sessions,
    "7 at a table": lambda: friendly("papayou-7", 3, 7, 10),
    "3 at a table": lambda: friendly("contrat-3", 3, 3, 8),
    "triplets": triplets,
    "free deals": free_deals,
}
CARDS = (Kind.TRAVELLERS, Kind.GUIDE_CARDS, Kind.PERSONAL_CARDS, Kind.PLAYER_REPORTS)
BY_DAY: Mapping[str, tuple[tuple[Kind, ...], tuple[Kind, ...]]] = {
    "quartets of 21": ((), (Kind.SEAT_LISTS, Kind.PERSONAL_CARDS, Kind.NAME_BADGES)),
    "two colours": ((Kind.SEAT_LISTS, Kind.TRAVELLERS), (Kind.SEAT_LISTS,)),
    "Howell of 3": ((Kind.RELAY_SLIPS,), CARDS),
    "64 étuis": ((Kind.COVER_SHEET,), ()),
    "two sessions": ((), (Kind.RANKING, Kind.GROUP_RANKINGS, Kind.SESSION_REPORT)),
    "7 at a table": ((), (Kind.GUIDE_CARDS,)),
    "3 at a table": ((Kind.SEAT_LISTS,), ()),
}
"""By event, the documents that it fills: with ordinary names, and with long ones.

Long names lay out longer lines, ordinary ones more of them on a page: of each list one event has both.
"""
WITH_RESULTS = frozenset({Kind.PLAYER_REPORTS, Kind.RANKING, Kind.GROUP_RANKINGS, Kind.SESSION_REPORT})
"""Of the documents of the day, those that show results."""
WHOLE_LISTS = {"3 at a table"}
"""Events of which the lists of seats are printed whole; of the others the names alone."""


@pytest.mark.parametrize("event", BY_DAY)
def test_every_row_has_its_place(event):
    tournament = EVENTS[event]()
    found = {}

    for is_long, kinds in enumerate(BY_DAY[event]):
        name_everybody(tournament, is_long=bool(is_long))
        if WITH_RESULTS.intersection(kinds):
            enter_half(tournament)
        for kind in kinds:
            found[kind, bool(is_long)] = look(tournament, kind, SHEETS_BY_DAY, event in WHOLE_LISTS)

    assert {paper: wrong[:10] for paper, wrong in found.items() if wrong} == {}


@pytest.mark.nights
@pytest.mark.parametrize("is_long", [False, True])
@pytest.mark.parametrize("event", EVENTS)
def test_every_row_of_every_document_has_its_place(event, is_long):
    tournament = EVENTS[event]()
    name_everybody(tournament, is_long=is_long)
    enter_half(tournament)

    found = {}
    for kind, document_type in DOCUMENTS.items():
        if document_type.is_for(find_format(tournament.format)) and not document_type.holds:
            try:
                found[kind] = look(tournament, kind, SHEETS_BY_NIGHT, is_whole=True)
            except AppError:
                continue
    assert len(found) > 15
    assert {kind: wrong[:10] for kind, wrong in found.items() if wrong} == {}


def look(tournament: Tournament, kind: Kind, sheet_count: int, is_whole: bool) -> list[str]:
    """Return what is wrong with the first sheets of a document."""
    document_type = DOCUMENTS[kind]
    names_alone = kind == Kind.SEAT_LISTS and not is_whole
    options = replace(AT_HOME, part="names") if names_alone else AT_HOME
    issue_codes(document_type=document_type, tournament=tournament, options=options)
    sheets = build_sheets(document_type, tournament, options)[:sheet_count]
    laid = [lay_out_part(part) for part in sheet_parts(document_type, tournament, options, sheets)]
    if names_alone:
        assert sum(len(part.pages) for part in laid) == len(sheets[0].content.name_pages)
    return [fault for part in laid for fault in faults(part)]


def name_everybody(tournament: Tournament, *, is_long: bool) -> None:
    """Give people and teams ordinary names, or long ones."""
    people = list(Person.objects.filter(club=tournament.club_id).order_by("pk"))
    teams = list(Entry.objects.filter(tournament=tournament).exclude(name="").order_by("pk"))
    if is_long:
        names, team_names = list(LONG_PEOPLE), [LONG_TEAM]
    else:
        names = [(last, first) for first in FIRST_NAMES for last in SURNAMES]
        team_names = [f"{name} {number}" for number in range(1, 6) for name in TEAMS]
    for person, (last_name, first_name) in zip(people, cycle(names), strict=False):
        person.last_name, person.first_name = last_name, first_name
        person.series, person.home_club = str(person.pk % 4 + 1), CLUBS[person.pk % len(CLUBS)]
    for team, name in zip(teams, cycle(team_names), strict=False):
        team.name = name
    Person.objects.bulk_update(people, ["last_name", "first_name", "sort_key", "series", "home_club"])
    Entry.objects.bulk_update(teams, ["name", "sort_key"])


def enter_half(tournament: Tournament) -> None:
    """Store results of the first half of the deals of an event that has travellers and none yet."""
    if find_format(tournament.format).needs_dealt_boards and tournament.sessions.count() == 1:
        plays = list_plays(tournament)
        if tournament.format == "duplicate_individual":
            enter_results((play, 56) for play in plays[: len(plays) // 2])
        refresh_standings(session=tournament.sessions.get())


def test_two_sessions_are_told_apart_and_nobody_is_hidden(told):
    evening = two_sessions()
    Person.objects.filter(club=evening.club_id).update(shows_full_name=False)

    text = told(Kind.RANKING, evening)

    assert text.count("Classement général – Séance 1") == text.count("Classement général – Séance 2") == 1
    assert text.count("Classement alterné – Séance 1") == text.count("Classement alterné – Séance 2") == 1
    assert all(text.count(str(entry)) == 5 for entry in evening.entries.select_related("person"))
    assert "Classements par groupe – toutes les séances" in told(Kind.GROUP_RANKINGS, evening)
    assert "Séance 2" in told(Kind.PLAYER_REPORTS, evening)
