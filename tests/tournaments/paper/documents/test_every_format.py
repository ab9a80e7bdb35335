"""Every document for every format, from two tables to sixty, with the longest names: nothing leaves its page.

The first sheet of each document is set, all of them together; a list that flows is one sheet.
"""

from collections.abc import Callable, Iterator, Mapping

import pytest

from common.errors import AppError
from games.core.outcome import Bid
from games.models import Deal
from tests.cases import by_day
from tests.factories.printed_pages import (
    HIDDEN,
    SET_BY_NOBODY,
    PrintedPage,
    misplaced_ink,
    outside,
    printed_pages,
)
from tests.factories.sheets import bid_line, enter_line, make_seated_sheets
from tests.factories.tagged_pdf import access_faults
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
    make_team_tournament,
)
from tests.tournaments.walks.matrix.asking import IS_WHOLE
from tournaments.core.formats.registry import find_format
from tournaments.core.slips.traveller import LineInput
from tournaments.enums import DocumentKind
from tournaments.models import Club, Entry, Person, Tournament
from tournaments.paper.documents.making.document import build_sheets, sheet_parts
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.pdf.rendering import PdfPart
from tournaments.paper.services.sheet_codes import issue_codes
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db

LONG_NAME, LONG_FIRST_NAME = "Hohenstaufen-Löwenwolde-Königsmarck", "Maximilienne-Alexandrine"
LONG_WORD = "Donaudampfschiffahrtsgesellschaftskapitänsmütz"
"""Word of 46 letters, with no place to break it."""
LONG_TEAM = "Les Joyeux Tarotiers du Val-de-Marne et d’ailleurs"
AT_HOME = DocumentOptions(site="https://tournois.tarot-des-deux-rives.example")
MANY = 100
OVERLAP = 0.3
"""Part of the smaller of two words; lines set close touch a little."""
GROWS_WITH_TABLES = frozenset(
    {
        DocumentKind.SEAT_LISTS,
        DocumentKind.MOVEMENT_SHEETS,
        DocumentKind.MOVEMENT_MAP,
        DocumentKind.TABLE_CARDS,
        DocumentKind.RANKING,
        DocumentKind.HOMOLOGATION,
    }
)
"""Documents that grow with sixty tables."""


def of_seven_tables(club: Club) -> Tournament:
    tournament = make_seated_tournament(club, table_count=7)
    Deal.objects.filter(deal_set__session__tournament=tournament, number__gt=2).delete()
    enter_result(list_plays(tournament)[0], 56)
    return tournament


def of_teams(format_code: str, bid: Bid | None = None) -> Callable[[Club], Tournament]:
    def make(club: Club) -> Tournament:
        tournament = make_team_tournament(club, format_code, is_seated=True)
        enter_line(list_plays(tournament)[0], LineInput(gain=56, bid=bid))
        return tournament

    return make


def of_sheets(format_code: str, **shape: int) -> Callable[[Club], Tournament]:
    def make(club: Club) -> Tournament:
        tournament = make_seated_sheets(club, format_code=format_code, **shape)
        enter_line(list_plays(tournament)[0], bid_line(0, 56))
        return tournament

    return make


EVENTS: dict[str, Callable[[Club], Tournament]] = {
    "individual, 7 tables": of_seven_tables,
    "triplets, 3 tables": of_teams("triplets"),
    "quartets, 5 tables": of_teams("quartets"),
    "teams, 2 tables": of_teams("teams", Bid.GARDE),
    "triangular, 3 tables": of_teams("triangular", Bid.GARDE),
    "free deals, 5 tables": of_sheets("free_deals", table_count=5, player_count=20, round_count=4),
    "free deals, 60 tables": of_sheets("free_deals", table_count=60, player_count=240, round_count=1),
}
EACH_TIME = {"individual, 7 tables", "quartets, 5 tables", "free deals, 5 tables"}
"""One of each family: travellers of people, of teams, sheets of scores."""
ALIKE = frozenset(
    {
        DocumentKind.BLANK_FORMS,
        DocumentKind.ENTRY_SLIPS,
        DocumentKind.MOVEMENT_MAP,
        DocumentKind.MOVEMENT_SHEETS,
        DocumentKind.NAME_BADGES,
        DocumentKind.RELAY_SLIPS,
        DocumentKind.RULES_LEAFLET,
        DocumentKind.RULINGS_LIST,
        DocumentKind.RULING_SHEET,
        DocumentKind.SUBSTITUTE_SLIPS,
        DocumentKind.TABLE_CARDS,
    }
)
"""Documents that are equal for all formats. By day they are tested on the individual event alone."""
LARGER_ELSEWHERE: Mapping[str, frozenset[DocumentKind]] = {
    "individual, 7 tables": frozenset(
        {
            DocumentKind.SEAT_LISTS,
            DocumentKind.TRAVELLERS,
            DocumentKind.PERSONAL_CARDS,
            DocumentKind.GUIDE_CARDS,
            DocumentKind.PLAYER_REPORTS,
            DocumentKind.RANKING,
            DocumentKind.GROUP_RANKINGS,
            DocumentKind.SESSION_REPORT,
        }
    ),
    "quartets, 5 tables": frozenset({DocumentKind.SEAT_LISTS, DocumentKind.PERSONAL_CARDS}),
}
"""Documents that `test_every_row.py` lays out for a larger event with names as long, by event of the day.

Their ink is checked in another event of the day.
"""


@pytest.mark.parametrize("name", by_day(EVENTS, EACH_TIME.__contains__))
def test_nothing_leaves_its_page_or_runs_over_its_neighbour(name, tmp_path, pictures):
    tournament = EVENTS[name](make_club())
    with_long_names(tournament)
    refresh_standings(session=tournament.sessions.get())
    looks_at_all = IS_WHOLE or name not in EACH_TIME
    alike = frozenset() if tournament.format == "duplicate_individual" else ALIKE
    left_out = frozenset() if looks_at_all else LARGER_ELSEWHERE.get(name, frozenset()) | alike

    pages = printed_pages(parts_of(tournament, left_out), tmp_path / "document.pdf")

    assert access_faults(tmp_path / "document.pdf") == []
    assert len({kind for kind, _page in pages}) > 4
    wrong = {
        kind: fault for kind, page in pages if (fault := outside(page) + run_over(page) + page.small_words)
    }
    assert wrong == {}
    faults = [(kind, misplaced_ink(picture)) for (kind, _), picture in zip(pages, pictures(), strict=True)]
    assert [(kind, fault) for kind, fault in faults if fault] == []


def with_long_names(tournament: Tournament) -> None:
    """Give every player and every team a long name of its own."""
    club_people = Person.objects.filter(club=tournament.club_id)
    club_people.update(last_name=LONG_NAME, first_name=LONG_FIRST_NAME, home_club=LONG_TEAM)
    every_third = list(club_people.order_by("pk").values_list("pk", flat=True))[::3]
    Person.objects.filter(pk__in=every_third).update(last_name=LONG_WORD, first_name="Ö")
    Entry.objects.filter(tournament=tournament).exclude(name="").update(name=LONG_TEAM)


def parts_of(tournament: Tournament, left_out: frozenset[DocumentKind]) -> Iterator[PdfPart]:
    """Return the first sheet of each document that can be drawn."""
    for kind, document_type in DOCUMENTS.items():
        is_for = document_type.is_for(find_format(tournament.format))
        is_small = tournament.entries.count() < MANY or kind in GROWS_WITH_TABLES
        is_asked = is_for and is_small and kind not in SET_BY_NOBODY | left_out
        if document_type.holds or not is_asked:
            continue
        issue_codes(document_type=document_type, tournament=tournament, options=AT_HOME)
        try:
            sheets = build_sheets(document_type, tournament, AT_HOME)
        except AppError:
            continue
        yield from sheet_parts(document_type, tournament, AT_HOME, sheets[:1], chapter=kind)


def run_over(page: PrintedPage) -> list[str]:
    """Words of which a good part is printed over another one, their empty upper and lower quarters apart."""
    overlaps = []
    ordered = sorted(
        (left, top + (bottom - top) / 4, right, bottom - (bottom - top) / 4, text)
        for left, top, right, bottom, text in page.words
        if bottom - top > HIDDEN
    )
    for place, (left, top, right, bottom, text) in enumerate(ordered):
        for other_left, other_top, other_right, other_bottom, neighbour in ordered[place + 1 :]:
            if other_left >= right:
                break
            wide = min(right, other_right) - other_left
            high = min(bottom, other_bottom) - max(top, other_top)
            least = min(
                (right - left) * (bottom - top), (other_right - other_left) * (other_bottom - other_top)
            )
            if wide > 0 and high > 0 and wide * high > OVERLAP * least:
                overlaps.append(f"{text} / {neighbour}")
    return overlaps
