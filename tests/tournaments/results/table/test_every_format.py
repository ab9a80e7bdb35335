"""The page of a table in every format and every game: permissions, write, confirm, dispute, call, send twice.

The queue of a page without network sends a line of a sheet as its form, again with the same token: that is
what is sent twice here. Its script is tested in a browser (`tests/e2e/test_table_sheets.py`).
"""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from games.core.variants.registry import GAMES
from tests.cases import by_day
from tests.factories.facts import plain_facts
from tests.factories.sheets import make_seated_sheets, make_sheet_tournament, seat
from tests.factories.tables import make_device, open_table, plays_of, sit_down
from tests.factories.tournaments import make_club, make_seated_tournament, make_team_tournament, make_user
from tests.games.core.variants.watching import is_of_the_day
from tournaments.core.formats.event_options import SheetOf
from tournaments.core.formats.registry import FORMATS
from tournaments.core.slips.score_sheet import LineOf, SheetTerms
from tournaments.entries.services.partners import set_partners
from tournaments.models import (
    HallCall,
    Play,
    ResultFlag,
    ResultSlip,
    SlipConfirmation,
    TableAccess,
    Tournament,
)
from tournaments.results.queries.score_sheets import load_sheet_terms
from tournaments.results.queries.table_page import load_table_round
from tournaments.results.services.table_access import set_phone_rules, table_secret
from tournaments.results.table.rows import facts_at_table
from tournaments.seating.services.seating import change_sheets

pytestmark = [pytest.mark.django_db, pytest.mark.once]

SHEETS = ("free_deals", "free_deals_pairs", "free_deals_fours", "friendly_total", "friendly")
TEAMS = ("triplets", "quartets", "teams", "triangular")
GAMES_OF_THE_WALK = ("cold-poker-2", "nullo-3", "contrat-4", "tarot-5", "grelin-6", "papayou-8", "tarot-16")
"""A game of each family, and of each number of tables; all are played in one format."""


def evening_of_teams(code: str) -> Tournament:
    return make_team_tournament(make_club(), code, is_seated=True)


def evening_of_game(game: str) -> Tournament:
    size = GAMES[game].player_count
    table_count = size if size in (3, 4, 5) else 2
    return make_seated_sheets(
        make_club(),
        format_code="friendly_total",
        game=game,
        table_count=table_count,
        player_count=table_count * size,
    )


def evening_with_sheets(code: str, sheet: SheetOf = SheetOf.DEALS, **shape: int) -> Tournament:
    """An evening whose partners, if any, start at different tables."""
    options = {"sheet": sheet.value}
    tournament = make_sheet_tournament(make_club(), format_code=code, options=options, **shape)
    if FORMATS[code].has_partners:
        unit_count = 20 // FORMATS[code].plan.unit_sizes[0]
        names = {
            entry.pk: f"Équipe {number % unit_count}"
            for number, entry in enumerate(tournament.entries.order_by("pk"))
        }
        set_partners(tournament=tournament, names=names, set_by=None)
    return seat(tournament)


def evening_of_other_sheets() -> Tournament:
    """Free deals by deals, of which this session writes the totals."""
    tournament = make_seated_sheets(make_club())
    change_sheets(tournament=tournament, sheet=SheetOf.TOTALS, changed_by=None)
    return tournament


EVENINGS: dict[str, Callable[[], Tournament]] = {
    "duplicate_individual": lambda: make_seated_tournament(make_club()),
    **{code: partial(evening_of_teams, code) for code in TEAMS},
    **{code: partial(evening_with_sheets, code) for code in SHEETS},
    **{
        f"{code}, totals": partial(evening_with_sheets, code, SheetOf.TOTALS)
        for code in SHEETS
        if FORMATS[code].may_enter_totals
    },
    "free_deals, totals of one session": evening_of_other_sheets,
    "free_deals, a table of three": partial(evening_with_sheets, "free_deals", player_count=19),
    "free_deals, a table of five": partial(evening_with_sheets, "free_deals", player_count=21, round_count=3),
    "friendly_total, a table of three": partial(evening_with_sheets, "friendly_total", player_count=19),
}
EVENINGS_OF_GAMES = {game: partial(evening_of_game, game) for game in GAMES}
WALKED = EVENINGS | {game: EVENINGS_OF_GAMES[game] for game in GAMES_OF_THE_WALK}
LIKE_ANOTHER = ("free_deals_pairs, totals", "free_deals_fours, totals", "friendly_total, a table of three")
"""Evenings for the nights: by day others have the same sheets, and others the same partners or tables."""


@dataclass(frozen=True)
class Hall:
    """A table of an evening, the first play of its first round, and its phones."""

    tournament: Tournament
    access: TableAccess
    play: Play
    sheet: SheetTerms | None
    """Terms of the score sheet; None for a traveller."""
    seats: tuple[int, ...]
    """The seats with a player."""

    @property
    def secret(self) -> str:
        return table_secret(self.access)

    def phone(self, place: int | None = None) -> Client:
        client = Client()
        if place is not None:
            client.post(reverse("table-sit", args=[self.secret, 1, place]))
        return client

    def page(self, phone: Client) -> str:
        return phone.get(reverse("table-page", args=[self.secret])).text

    def post(self, phone: Client, name: str, typed: dict[str, object]) -> int:
        return phone.post(reverse(name, args=[self.secret, self.play.pk]), typed).status_code

    def confirm(self, place: int) -> int:
        """The status of a confirmation by a new phone at a seat."""
        return self.post(self.phone(place), "table-confirm", {"seat": place, "seen_version": 1})

    def typed(self) -> dict[str, object]:
        """A possible line, by the fields of the page's form."""
        line = {"kind": "played", "seen_version": 0, "token": str(uuid.uuid4()), "confirmed": "on"}
        if self.sheet is None:
            contract = {} if FORMATS[self.tournament.format].imposed_bid else {"bid": "garde"}
            return line | contract | {"bouts": 2, "points": "45"}
        seats = self.sheet.seats
        if self.sheet.holds is LineOf.BIDS:
            partner = {"partner": seats[1]} if self.sheet.has_partner else {}
            return line | partner | {"taker": seats[0], "bid": "garde", "bouts": 2, "points": "45"}
        if self.sheet.takes_facts:
            facts = plain_facts(self.sheet, self.play.board)
            return line | {f"fact_{name}": text for name, text in facts.items()}
        scores = dict.fromkeys(seats, -50) | {seats[0]: 50 * (len(seats) - 1)}
        return line | {f"score_{place}": score for place, score in scores.items()}


def open_hall(tournament: Tournament, number: int = 1) -> Hall:
    set_phone_rules(tournament=tournament, needs_confirmation=True, shows_comparison=True, set_by=None)
    access = open_table(tournament, number)
    play = plays_of(access)[0]
    sheet = load_sheet_terms(play) if tournament.format in SHEETS else None
    entries = load_table_round(access.table, play.round, uuid.uuid4()).entries
    seats = tuple(place for place, entry in enumerate(entries) if entry is not None)
    return Hall(tournament, access, play, sheet, seats)


def test_every_format_has_its_evening() -> None:
    assert set(FORMATS) <= set(EVENINGS)
    assert {type(game) for game in GAMES.values()} == {type(GAMES[name]) for name in GAMES_OF_THE_WALK}


def check_others_are_refused(hall: Hall, writer: Client) -> None:
    """A phone of another table asks in each format, strangers in the first alone: the secret comes first."""
    second_access = open_table(hall.tournament, 2 if hall.access.table.number == 1 else 1)
    sit_down(second_access, 0, device=make_device())
    other_secret = table_secret(second_access)
    wrong = hall.secret[:-1] + ("A" if hall.secret[-1] != "A" else "B")
    is_first = hall.tournament.format == next(iter(EVENINGS))
    strangers = [(wrong, writer), (other_secret, Client())] if is_first else []
    for name in ("table-record", "table-confirm", "table-dispute", "table-trial"):
        for secret, client in ((other_secret, writer), *strangers):
            path = reverse(name, args=[secret, hall.play.pk])
            assert (client.get if name == "table-trial" else client.post)(path).status_code == 404
    assert Client().get(reverse("table-page", args=[wrong])).status_code == 404
    page = hall.page(hall.phone())
    assert "seat-score" not in page
    assert 'class="gain"' not in page


@pytest.mark.parametrize("name", by_day(WALKED, lambda name: name not in LIKE_ANOTHER))
def test_a_table_writes_confirms_disputes_and_calls_and_opens_to_its_phones_alone(name: str) -> None:
    # tables of three and of five are the last ones
    hall = open_hall(WALKED[name](), number=5 if "a table of" in name else 1)
    writer, stranger = hall.phone(hall.seats[0]), hall.phone()
    typed = hall.typed()

    assert "data-deal-form" in hall.page(writer)
    assert hall.post(stranger, "table-record", typed) == 422
    assert hall.post(writer, "table-record", typed) == 302
    assert hall.post(writer, "table-record", typed) == 302
    check_others_are_refused(hall, writer)
    slip = ResultSlip.objects.get()

    table_round = load_table_round(hall.access.table, hall.play.round, uuid.uuid4())
    deal = table_round.deals[0]
    facing = deal.facing
    assert facing
    own_side = [place for place in hall.seats if place not in facing]
    assert hall.seats[0] in own_side
    assert hall.confirm(own_side[-1]) == 302
    assert SlipConfirmation.objects.get(slip=slip).confirmed_at is None
    assert hall.confirm(facing[0]) == 302
    assert SlipConfirmation.objects.get(slip=slip).seat == facing[0]

    text = hall.page(writer)
    assert "confirmé" in text
    assert all(fact in text for fact in facts_at_table(deal))
    if not FORMATS[hall.tournament.format].needs_dealt_boards:
        assert "tui " not in text.replace("Étui sait", "").replace('data-board="Étui', "")
    assert ("running-totals" in text) is (hall.sheet is not None and hall.sheet.holds is not LineOf.TOTALS)
    assert hall.post(hall.phone(facing[0]), "table-dispute", {"text": "faux", "seen_version": 1}) == 302
    assert ResultFlag.objects.get().text == "faux"
    assert "contesté" in hall.page(writer)
    writer.post(reverse("table-call", args=[hall.secret, 1]), {"reason": "donne"})
    assert HallCall.objects.get().reason == "donne"


@pytest.mark.parametrize(
    "game",
    by_day(
        [game for game in GAMES if game not in GAMES_OF_THE_WALK], lambda game: is_of_the_day(GAMES[game])
    ),
)
def test_a_table_writes_a_deal_of_every_game_and_reads_it(game: str) -> None:
    hall = open_hall(EVENINGS_OF_GAMES[game]())
    writer = hall.phone(hall.seats[0])

    assert hall.post(writer, "table-record", hall.typed()) == 302
    deal = load_table_round(hall.access.table, hall.play.round, uuid.uuid4()).deals[0]
    text = hall.page(writer)
    assert "data-deal-form" in text, "of the second deal"
    assert all(fact in text for fact in facts_at_table(deal))
    assert deal.facing
    assert "tui " not in text.replace("Étui sait", "").replace('data-board="Étui', "")


@pytest.mark.parametrize("code", ["free_deals", "free_deals, totals", "friendly_total"])
def test_pages_of_the_organiser_lead_to_the_phones(code: str) -> None:
    tournament = EVENINGS[code]()
    client = Client()
    client.force_login(make_user("Odile", club=tournament.club))

    for name in ("organiser-phones", "organiser-results", "organiser-documents", "organiser-desk"):
        page = client.get(reverse(name, args=[tournament.slug])).text
        assert "ne sont pas notés sur les téléphones" not in page
        assert reverse("organiser-phones", args=[tournament.slug]) in page
