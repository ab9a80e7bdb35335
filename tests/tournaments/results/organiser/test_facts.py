"""Deals of any game written by their facts on a score sheet: scored, refused at the field, added up."""

import re
from collections.abc import Mapping
from fractions import Fraction

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories.sheets import find_play, make_sheet_tournament, seat
from tests.factories.stored_again import stored_again
from tests.factories.tournaments import make_club, make_user
from tournaments.core.exchange.event_json import rank_event
from tournaments.core.formats.registry import format_of
from tournaments.enums import DocumentKind
from tournaments.models import Club, Entry, Play, ResultSlip, Tournament
from tournaments.paper.documents.making.document import preview_html
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.documents.results.player_reports import build_player_reports
from tournaments.paper.documents.scores.score_sheets import build_score_sheets
from tournaments.rankings.queries.event_export import export_event
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.queries.score_sheets import load_table_sheet

pytestmark = pytest.mark.django_db

DEALS: dict[str, tuple[Mapping[str, str], list[int | Fraction]]] = {
    "papayou-4": (
        {"queens_0": "1", "trumps_0": "100", "queens_1": "3", "trumps_1": "21", "trumps_2": "110"},
        [150, 171, 110, 0],
    ),
    "nullo-4": ({"points_0": "40", "points_1": "20", "points_2": "10", "points_3": "10"}, [40, 20, 10, 10]),
    "grelin-4": (
        {"cards_0": "0", "cards_1": "3", "cards_2": "2", "cards_3": "1", "tokens_1": "1", "tokens_3": "2"},
        [-4, 4, 2, 3],
    ),
    "contrat-4": (
        {f"bet_{place}": "0" for place in range(4)}
        | {"tricks_0": "1", "tricks_1": "0", "tricks_2": "0", "tricks_3": "0", "excuse": "0"},
        [2, 0, 0, 0],
    ),
    "cold-poker-4": (
        {"points_0": "50", "points_1": "30", "points_2": "20", "points_3": "0"},
        [50, 30, 20, 0],
    ),
    "tarot-4": (
        {"bid": "garde", "taker": "2", "bouts": "2", "points": "49", "handful_simple": "1"},
        [-86, -86, 258, -86],
    ),
    "tarot-5": (
        {"bid": "prise", "taker": "0", "partner_0": "2", "bouts": "3", "points": "40"},
        [58, -29, 29, -29, -29],
    ),
    "tarot-7": (
        {"bid": "prise", "taker": "0", "partner_0": "2", "partner_1": "4", "bouts": "2", "points": "42"},
        [Fraction(104, 3), -26, Fraction(104, 3), -26, Fraction(104, 3), -26, -26],
    ),
    "nullo-5": (
        {"points_0": "40,5", "points_1": "20", "points_2": "10", "points_3": "10", "points_4": "8"},
        [Fraction(81, 2), 20, 10, 10, 8],
    ),
}
"""One deal of a game, and what each seat scores."""
FIRST_SHEET = DocumentOptions(part="known", last_round=1, last_table=1)


@pytest.fixture
def club(client: Client) -> Club:
    club = make_club()
    client.force_login(make_user(club=club))
    return club


@stored_again
def evening(club: Club, game: str, rules: str = "fft", deals: int = 3) -> Tournament:
    """Build a seated evening with as many tables as one player's seats, so that no player rests."""
    count = format_of("friendly_total", game).units_per_table
    tables = max(4, count) if count != 6 else 7
    return seat(
        make_sheet_tournament(
            club,
            format_code="friendly_total",
            game=game,
            table_count=tables,
            player_count=count * tables,
            round_count=2,
            deals=deals,
            options={"rules": rules},
        )
    )


def address(tournament: Tournament, name: str = "organiser-score-sheet") -> str:
    return reverse(name, args=[tournament.slug, 1, 1])


def typed(
    play: Play, facts: Mapping[str, str], *, token: int = 1, seen: int = 0, **fields: str
) -> dict[str, str]:
    values = {
        "kind": "played",
        "seen_version": str(seen),
        "token": f"{play.pk:08d}-0000-4000-8000-{token:012d}",
    }
    values |= {f"fact_{name}": text for name, text in facts.items()} | fields
    return {f"p{play.pk}-{name}": value for name, value in values.items()}


@pytest.mark.parametrize("game", DEALS)
def test_a_deal_of_each_game_is_scored_from_its_facts(client: Client, club: Club, game: str) -> None:
    tournament = evening(club, game)
    facts, scores = DEALS[game]

    answer = client.post(address(tournament), typed(find_play(tournament, 1, 1, 1), facts))

    assert answer.status_code == 302, answer.context["rows"][0].form.errors
    slip = ResultSlip.objects.get()
    assert (slip.seat_scores, slip.facts) == (scores, {"written": dict(sorted(facts.items()))})
    row_shown = client.get(address(tournament)).context["rows"][0]
    assert all(row_shown.form[f"fact_{name}"].value() == text for name, text in facts.items())
    assert not row_shown.is_raw


@pytest.mark.parametrize(
    ("game", "changes", "field", "told"),
    [
        ("papayou-4", {"trumps_2": "109"}, "fact_trumps_2", "Les atouts font 231 en tout"),
        ("nullo-4", {"points_3": "9,5"}, "fact_points_0", "entiers"),
        ("contrat-4", {"tricks_0": "2"}, "fact_tricks_0", "1"),
        ("tarot-4", {"points": "12"}, "fact_points", "Trop peu de points"),
        ("tarot-4", {"bouts": "4"}, "fact_bouts", "de 0 à 3"),
        ("tarot-5", {"partner_0": "0"}, "fact_partner_0", "attaque déjà avec le preneur"),
        ("tarot-4", {"handful_triple": "2"}, "fact_handful_triple", "de 0 à 1"),
        ("grelin-4", {"cards_0": "1"}, "fact_cards_3", ""),
        ("cold-poker-4", {"points_0": "80", "points_1": "70"}, "fact_points_0", ""),
    ],
)
def test_impossible_facts_are_refused_at_their_field_with_what_goes(
    client: Client, club: Club, game: str, changes: Mapping[str, str], field: str, told: str
) -> None:
    tournament = evening(club, game)
    facts = {**DEALS[game][0], **changes}
    play = find_play(tournament, 1, 1, 1)

    page = client.post(address(tournament), typed(play, facts))

    row = page.context["rows"][0]
    assert page.status_code == 422
    assert field in row.form.errors
    assert told in " ".join(row.form.errors[field])
    assert all(row.form[f"fact_{name}"].value() == text for name, text in facts.items()), "nothing is lost"
    assert not ResultSlip.objects.exists()
    if row.nearest:
        response = client.post(address(tournament), typed(play, facts) | {"nearest": row.nearest[0].changes})
        assert response.status_code == 302


def test_a_slam_written_by_facts_is_asked_about_and_may_be_confirmed(client: Client, club: Club) -> None:
    tournament = evening(club, "tarot-4")
    slam = {"bid": "garde", "taker": "0", "bouts": "3", "points": "91", "slam": "made"}
    play = find_play(tournament, 1, 1, 1)

    page = client.post(address(tournament), typed(play, slam))

    row = page.context["rows"][0]
    assert row.questions == ("Un chelem est indiqué.",)
    assert row.form["fact_slam"].value() == "made"
    assert not ResultSlip.objects.exists()
    client.post(address(tournament), typed(play, slam, confirmed="on"))
    assert ResultSlip.objects.get().facts == {"written": dict(sorted(slam.items()))}


def test_scores_alone_are_marked_so(client: Client, club: Club) -> None:
    tournament = evening(club, "papayou-4")
    play = find_play(tournament, 1, 1, 1)
    scores = {f"score_{place}": text for place, text in enumerate(("150", "171", "110", "0"))}

    client.post(address(tournament), typed(play, {}, **scores))

    page = client.get(address(tournament))
    assert page.context["rows"][0].is_raw
    assert "sans détail" in page.text


def test_players_read_which_of_their_deals_have_scores_alone(client: Client, club: Club) -> None:
    tournament = evening(club, "papayou-4")
    first, second = (find_play(tournament, 1, 1, board) for board in (1, 2))
    scores = {f"score_{place}": text for place, text in enumerate(("150", "171", "110", "0"))}
    client.post(address(tournament), typed(first, {}, **scores) | typed(second, DEALS["papayou-4"][0]))
    session = tournament.sessions.get()
    refresh_standings(session=session)
    entry = Entry.objects.filter(seatings__round=first.round, seatings__table=first.table)[0]

    page = client.get(reverse("public-player", args=[tournament.slug, entry.pk]))
    sheets = build_player_reports(tournament)
    paper = preview_html(DOCUMENTS[DocumentKind.PLAYER_REPORTS], tournament, language="fr")

    deals = {deal.line.play: deal.is_raw for deal in page.context["report"].deals}
    assert (deals[first], deals[second]) == (True, False)
    assert sum(deals.values()) == page.text.count("sans détail") == 1
    assert sum(deal.is_raw for sheet in sheets for deal in sheet.report.deals) == 4
    assert paper.count("sans détail") == 4
    assert "sans le détail" not in page.text + paper
    corrected = {"score_0": "171", "score_1": "150", "score_2": "110", "score_3": "0", "reason": "relu"}
    client.post(address(tournament), typed(second, {}, token=2, seen=1, **corrected))
    page = client.get(reverse("public-player", args=[tournament.slug, entry.pk]))
    assert (page.text.count("sans détail"), page.text.count("sans le détail des donnes")) == (0, 1)


def test_scores_beside_facts_are_the_same(client: Client, club: Club) -> None:
    tournament = evening(club, "papayou-4")
    facts, _scores = DEALS["papayou-4"]

    page = client.post(address(tournament), typed(find_play(tournament, 1, 1, 1), facts, score_0="151"))

    assert page.context["rows"][0].form.errors["score_0"] == [
        "La marque écrite est +151, mais le détail de la donne donne +150."
    ]


def test_contrat_goes_up_its_ladder_and_the_third_excuse_costs_a_point(client: Client, club: Club) -> None:
    tournament = evening(club, "contrat-4", deals=4)
    sheet = load_table_sheet(tournament.sessions.get(), 1, 1)
    assert sheet is not None
    assert [row.cards_each for row in sheet.rows] == [1, 2, 3, 4]
    form: dict[str, str] = {}
    for cards, row in enumerate(sheet.rows, 1):
        facts = {f"{fact}_{place}": "0" for fact in ("bet", "tricks") for place in range(4)}
        facts |= {
            "tricks_1": str(cards),
            "bet_1": str(cards),
            "bet_2": "1",
            "excuse": "0" if cards > 1 else "3",
        }
        form |= typed(row.play, facts)

    answer = client.post(address(tournament), form)

    assert answer.status_code == 302, [row.form.errors for row in answer.context["rows"]]
    page = client.get(address(tournament))
    assert "Troisième Excuse, donne 4" in page.text
    assert [total for _seat, _entry, total in page.context["players"]] == [1, 4, 0, 0]  # N, S, E, W
    third = page.context["rows"][2]
    corrected = {name: third.form[f"fact_{name}"].value() for name in dict(third.line.facts)} | {
        "excuse": "1"
    }
    client.post(address(tournament), typed(third.line.play, corrected, token=2, seen=1, reason="relu"))
    assert "Troisième Excuse" not in client.get(address(tournament)).text


def test_tokens_of_grelin_are_on_the_sheet_and_in_totals_as_corrected(client: Client, club: Club) -> None:
    tournament = evening(club, "grelin-4")
    facts = DEALS["grelin-4"][0]
    west_first = {"cards_0": "4", "cards_1": "0", "cards_2": "1", "cards_3": "2"}
    west_first |= {"tokens_0": "1", "tokens_1": "2", "tokens_3": "1"}
    first, second = (find_play(tournament, 1, 1, board) for board in (1, 2))

    client.post(address(tournament), typed(first, facts) | typed(second, west_first))

    assert totals_on(client.get(address(tournament))) == {0: -4 + 5, 1: 4 - 4 + 2, 2: 2 + 1, 3: 3 + 3}
    assert tokens_on_paper(tournament, 1) == {0: "", 1: "1", 2: "", 3: "2"}
    corrected = facts | {"tokens_1": "3", "tokens_3": "1"}
    client.post(address(tournament), typed(first, corrected, token=2, seen=1, reason="relu"))

    assert totals_on(client.get(address(tournament))) == {0: 1, 1: 4, 2: 3, 3: 5}
    assert tokens_on_paper(tournament, 1) == {0: "", 1: "3", 2: "", 3: "1"}
    assert tokens_on_paper(tournament, 2) == {0: "1", 1: "2", 2: "", 3: "1"}
    assert ranked_values(tournament)[:4] == [-1, -3, -4, -5], "the fewest points win"


def totals_on(page: HttpResponse) -> dict[int, int]:
    return {seat: total for seat, _entry, total in page.context["players"]}


def tokens_on_paper(tournament: Tournament, deal: int) -> dict[int, str]:
    """Return the column of tokens of each seat, on the sheet printed with known results."""
    card = build_score_sheets(tournament, FIRST_SHEET)[0].cards[0]
    assert card is not None
    cells = card.rows[deal - 1][4]
    width = len(card.columns)
    return {seat: cells[place * width + 1] for place, (seat, _entry) in enumerate(card.players)}


def ranked_values(tournament: Tournament) -> list[int | None]:
    return [row["value"] for row in rank_event(export_event(tournament))["overall"]]


def test_the_deal_turns_and_each_dealer_stakes_as_corrected(client: Client, club: Club) -> None:
    tournament = evening(club, "tarot-4", "fft mouche=yes")
    plays = [find_play(tournament, 1, 1, board) for board in (1, 2, 3)]
    forms = [typed(play, {"bid": "passed"}) for play in plays]

    client.post(address(tournament), forms[0] | forms[1] | forms[2])

    page = client.get(address(tournament))
    assert re.findall(r"donneur (\w)", page.text) == ["N", "O", "S"]
    assert totals_on(page) == {0: -5, 1: -5, 2: -5, 3: 0}
    prise = {"bid": "prise", "taker": "3", "bouts": "2", "points": "46"}
    client.post(address(tournament), typed(plays[0], prise, token=2, seen=1, reason="relu"))

    page = client.get(address(tournament))
    assert re.findall(r"donneur (\w)", page.text) == ["N", "O", "S"], "passed or not, the deal turns"
    # 30 from each; North deals and stakes 5, each but the taker 10: he wins 35; then two stakes of 5
    assert totals_on(page) == {0: -45, 1: -40 - 5, 2: -40 - 5, 3: 90 + 35}
    assert ranked_values(tournament)[0] == 125


def test_a_mouche_goes_from_deal_to_deal_into_totals_and_ranking(client: Client, club: Club) -> None:
    tournament = evening(club, "tarot-4", "fft mouche=yes")
    lost = {"bid": "prise", "taker": "1", "bouts": "2", "points": "31"}
    won = {"bid": "prise", "taker": "1", "bouts": "2", "points": "41"}
    first, second = (find_play(tournament, 1, 1, board) for board in (1, 2))

    client.post(address(tournament), typed(first, lost) | typed(second, won))

    page = client.get(address(tournament))
    totals = {seat: total for seat, _entry, total in page.context["players"]}
    # a failed prise: 35 a defender; 5 from the dealer North, 10 from each other, 35 more by the taker;
    # then 25 a defender: West deals, the taker wins 70 + 5 + 30
    assert totals == {0: 35 - 25 - 5 - 10 - 10, 1: -105 + 75 - 35 - 5 + 105, 2: 10 - 20, 3: 10 - 20}
    ranked = rank_event(export_event(tournament))["overall"]
    values = {row["unit"]: row["value"] for row in ranked}
    assert [values[str(entry.pk)] for _seat, entry, _total in page.context["players"]] == [
        total for _seat, _entry, total in page.context["players"]
    ]


def test_history_tells_the_facts_behind_each_version(client: Client, club: Club) -> None:
    tournament = evening(club, "tarot-4")
    play = find_play(tournament, 1, 1, 1)
    client.post(address(tournament), typed(play, DEALS["tarot-4"][0]))

    page = client.get(reverse("organiser-result-history", args=[tournament.slug, play.pk])).text

    for words in ("Contrat : garde", "Preneur : Sud", "Points de l’attaque : 49"):
        assert words.replace(" :", "\N{NO-BREAK SPACE}:") in page


def test_thirds_of_a_point_stay_exact_from_facts_to_ranking_and_file(client: Client, club: Club) -> None:
    tournament = evening(club, "tarot-7", deals=2)
    facts, _scores = DEALS["tarot-7"]
    typed_by_hand = dict(
        zip(
            (f"score_{seat}" for seat in range(7)),
            ("7/3", "−7/3", "2 1/3", "0", "0", "−2 1/3", "0"),
            strict=True,
        )
    )
    first, second = (find_play(tournament, 1, 1, board) for board in (1, 2))

    answer = client.post(address(tournament), typed(first, facts) | typed(second, {}, **typed_by_hand))

    assert answer.status_code == 302, [row.form.errors for row in answer.context["rows"]]
    page = client.get(address(tournament))
    assert "+34,7" in page.text
    assert page.context["rows"][1].form["score_0"].value() == Fraction(7, 3)
    totals = {entry.pk: total for _seat, entry, total in page.context["players"]}
    assert sorted(totals.values())[-1] == Fraction(111, 3)
    assert sum(totals.values()) == 0
    document = export_event(tournament)
    assert "104/3" in str(document)
    values = {row["unit"]: row["value"] for row in rank_event(document)["overall"]}
    assert {str(pk): round(float(total), 4) for pk, total in totals.items()} == {
        unit: round(value, 4) for unit, value in values.items() if int(unit) in totals
    }


def test_a_fraction_that_the_game_cannot_give_is_refused(client: Client, club: Club) -> None:
    tournament = evening(club, "tarot-7")
    play = find_play(tournament, 1, 1, 1)
    scores = {f"score_{seat}": text for seat, text in enumerate(("1/4", "−1/4", "0", "0", "0", "0", "0"))}

    page = client.post(address(tournament), typed(play, {}, **scores))

    assert page.status_code == 422
    assert "1/6" in page.text
    assert not ResultSlip.objects.exists()
