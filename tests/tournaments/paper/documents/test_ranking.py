"""The ranking: shared places, state and version, lines that never stand alone."""

from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Any

import pytest

from common.errors import AppError
from tests.factories.sessions import make_season, make_short_evening, open_next, play_session
from tests.factories.sheets import bid_line, enter_line, make_seated_sheets
from tests.factories.tournaments import SCORES, enter_results, list_plays, make_club
from tournaments.base.words.figures import in_measure
from tournaments.core.exchange.value_json import write_column
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.ranking.classification import Criterion
from tournaments.enums import DocumentKind, SeasonMeasure, TournamentState, Visibility
from tournaments.models import Entry, EventRecord, Person, Season, StandingsSnapshot, Tournament
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.results.ranked_figures import has_close_lines
from tournaments.paper.documents.results.ranking import (
    ALTERNATED,
    HANDICAP,
    OVERALL,
    SEASON,
    HandicapPages,
    RankingPages,
    SeasonPages,
    build_ranking,
    ranking_pages,
)
from tournaments.rankings.queries.points_tables import load_points_table
from tournaments.rankings.queries.ranking_tables import ranking_table
from tournaments.rankings.queries.standings import RankedEntry
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seating.services.seating import apply_movement

LONG_FIELD = 60


def ranked(entry: Entry, overall_place: int | None, alternated_place: int | None = None) -> RankedEntry:
    return RankedEntry(
        entry=entry,
        line=0,
        overall_place=overall_place,
        alternated_place=alternated_place,
        line_place=overall_place,
        value=None if overall_place is None else Fraction(200, 3),
        attack_count=0,
        defence_count=0,
        criteria={Criterion.DEFENCE: None if overall_place is None else Fraction(50), Criterion.DEALS: 4},
    )


def as_stored(rows: list[RankedEntry]) -> dict[str, Any]:
    """Lines as a snapshot keeps them."""
    names = ("line", "overall_place", "alternated_place", "line_place", "attack_count", "defence_count")
    columns = {name: [getattr(row, name) for row in rows] for name in names}
    columns["entry"] = [row.entry.pk for row in rows]
    columns["value"] = write_column([row.value for row in rows])
    columns["penalty"] = write_column([row.penalty for row in rows])
    criteria = {
        name.value: write_column([row.criteria.get(name) for row in rows])
        for name in (Criterion.ATTACK, Criterion.DEFENCE, Criterion.DEALS)
    }
    return {"chain": [], "columns": columns, "criteria": criteria}


def keep_snapshot(evening, rows: list[RankedEntry]) -> None:
    StandingsSnapshot.objects.create(
        session=evening.sessions.get(),
        version=7,
        method=evening.format,
        rows=as_stored(rows),
        results_counted=100,
        results_expected=100,
    )


def test_shared_places_are_marked_and_the_unranked_have_none(evening):
    entries = list(evening.entries.all()[:4])
    rows = [
        ranked(entries[0], 1, 1),
        ranked(entries[1], 2, 3),
        ranked(entries[2], 2, 2),
        ranked(entries[3], None),
    ]
    snapshot = StandingsSnapshot(version=3, results_counted=4, results_expected=8)

    table = replace(ranking_table(evening.sessions.get(), None), rows=tuple(rows))

    pages = ranking_pages(evening.sessions.get(), snapshot, table)

    assert [(line.place, line.is_shared) for line in pages.overall] == [
        (1, False), (2, True), (2, True), (None, False),
    ]  # fmt: skip
    assert [line.row.entry for line in pages.alternated] == [entries[0], entries[2], entries[1], entries[3]]
    assert not pages.is_complete


def test_paper_of_an_unfinished_evening_says_so(evening, printed):
    enter_results(
        (play, SCORES[number % len(SCORES)]) for number, play in enumerate(list_plays(evening)[:10])
    )
    refresh_standings(session=evening.sessions.get())

    reader = printed(DocumentKind.RANKING, evening)
    text = reader.pages[0].extract_text().replace("\n", " ")

    assert len(reader.pages) == 2
    assert "Provisoire" in text
    assert "10 résultats saisis sur 100." in text
    assert "État n° 1, mis à jour le " in text
    assert "Classement alterné" in reader.pages[1].extract_text()


def test_sixty_lines_repeat_the_headings_and_leave_no_line_alone(evening, printed):
    people = Person.objects.bulk_create(
        Person(club=evening.club, last_name=f"Ligne{number:02d}") for number in range(LONG_FIELD)
    )
    entries = Entry.objects.bulk_create(Entry(tournament=evening, person=person) for person in people)
    keep_snapshot(evening, [ranked(entry, place, place) for place, entry in enumerate(entries, start=1)])
    Tournament.objects.update(corrected_at=datetime(2026, 12, 2, 21, 5, tzinfo=UTC))

    reader = printed(DocumentKind.RANKING, evening, options=DocumentOptions(part=OVERALL))
    overall = [page.extract_text() for page in reader.pages]

    lines = [text.count("LIGNE") for text in overall]
    assert sum(lines) == LONG_FIELD
    assert len(lines) == 2
    assert min(lines) >= 4
    assert all("Attaque %" in text for text in overall)
    assert "Tous les résultats sont saisis." in overall[0]
    assert "Corrigé le 2 décembre 2026 à 22:05" in overall[0]
    assert "2 / 2" in overall[-1]


@pytest.mark.parametrize(
    ("counts", "is_close"),
    [
        # one page, then further pages whose last one would have 1 to 14 lines
        ((35, 43, 77, 92, 134, 240), False),
        ((36, 42, 78, 91, 120, 133, 212), True),
    ],
)
def test_lower_rows_spare_a_last_page_of_a_few_lines(counts, is_close):
    assert [has_close_lines(count) for count in counts] == [is_close] * len(counts)


def test_percentages_have_a_decimal_comma_in_french_and_a_point_in_english(evening, told):
    entry = evening.entries.first()
    keep_snapshot(evening, [ranked(entry, 1, 1)])

    french = told(DocumentKind.RANKING, evening)
    english = told(DocumentKind.RANKING, evening, "en")

    assert "66,67" in french
    assert "66.67" in english


def test_costs_a_constant_number_of_queries(evening, django_assert_num_queries):
    keep_snapshot(evening, [ranked(entry, 1, 1) for entry in evening.entries.all()])

    with django_assert_num_queries(5):
        build_ranking(evening)


def test_who_plays_in_somebodys_place_is_named_under_the_ranking(evening, told):
    keep_snapshot(evening, [ranked(entry, 1, 1) for entry in evening.entries.all()])
    entry = evening.entries.all()[0]
    visitor = Person.objects.create(club=evening.club, last_name="Visite")
    session = evening.sessions.get()
    entry.substitutions.create(session=session, leaves=entry.person, person=visitor, first_round=3)

    text = told(DocumentKind.RANKING, evening)

    assert "VISITE remplace NOM01 Ana à partir de la position 3." in text


def test_several_sessions_are_added_up_first(db):
    tournament = play_session(make_short_evening())
    open_next(tournament)
    apply_movement(tournament=tournament, seated_by=None)
    tournament = play_session(tournament, first_score=5)

    event, first, second = build_ranking(tournament)

    assert event.event.rows[0].by_session == tuple(
        next(line.row.value for line in pages.overall if line.row.entry == event.event.rows[0].entry)
        for pages in (first, second)
    )


def test_ranking_after_a_round_is_that_of_its_results_and_of_those_before(evening):
    session = evening.sessions.get()
    plays = sorted(list_plays(evening), key=lambda play: (play.round.number, play.pk))
    enter_results((play, SCORES[(number * 5) % len(SCORES)]) for number, play in enumerate(plays[:20]))
    refresh_standings(session=session)
    (first,) = build_ranking(evening)
    enter_results((play, SCORES[(number * 7) % len(SCORES)]) for number, play in enumerate(plays[20:40]))
    refresh_standings(session=session)

    (ranking_after_round,) = build_ranking(evening, DocumentOptions(last_round=1))

    assert (
        ranking_after_round.after_round,
        ranking_after_round.version,
        ranking_after_round.is_complete,
    ) == (1, 2, True)
    assert (ranking_after_round.results_counted, ranking_after_round.results_expected) == (20, 20)
    assert ranking_after_round.overall == first.overall
    (current_ranking,) = build_ranking(evening)
    assert current_ranking.overall != first.overall


def test_ranking_after_a_round_that_is_not_played_is_refused(evening):
    keep_snapshot(evening, [ranked(entry, 1, 1) for entry in evening.entries.all()[:3]])

    with pytest.raises(AppError) as refusal:
        build_ranking(evening, DocumentOptions(last_round=99))

    assert refusal.value.code == "bad_options"


def test_one_ranking_is_printed_alone(evening, printed):
    keep_snapshot(evening, [ranked(entry, 1, 1) for entry in evening.entries.all()[:3]])

    for part, title in ((OVERALL, "Classement général"), (ALTERNATED, "Classement alterné")):
        (page,) = printed(DocumentKind.RANKING, evening, options=DocumentOptions(part=part)).pages
        assert page.extract_text().startswith(title)


@pytest.fixture
def free_deals(db) -> Tournament:
    """Free deals with a handicap for players who are not classed."""
    tournament = make_seated_sheets(make_club())
    for number, play in enumerate(list_plays(tournament)):
        enter_line(play, bid_line(number % 4, 56))
    Person.objects.filter(last_name__endswith="1").update(series="NC")
    tournament.options = {"handicap": {"by": "series", "per": "event", "points": {"NC": 900}}}
    tournament.save()
    refresh_standings(session=tournament.sessions.get())
    return tournament


def test_ranking_after_the_handicap_follows_the_scratch(free_deals: Tournament, told) -> None:
    scratch, handicap = build_ranking(free_deals)
    (alone,) = build_ranking(free_deals, DocumentOptions(part=HANDICAP))
    rows = load_points_table(free_deals).by_handicap

    assert isinstance(scratch, RankingPages)
    assert alone == handicap
    assert isinstance(handicap, HandicapPages)
    assert [line.row for line in handicap.figures.lines] == list(rows)
    places = [int(line.place.split()[0]) for line in handicap.figures.lines]
    assert places == [row.handicap.place for row in rows]
    first = handicap.figures.lines[0].figures.split()
    assert first[:2] == [in_measure(rows[0].value, Measure.POINTS), "+900"]

    text = told(DocumentKind.RANKING, free_deals)
    assert text.index("Classement général") < text.index("Classement au handicap")
    assert "Handicap : non classé +900, pour tout le tournoi." in text
    assert text.count(str(rows[0].entry)) == 2


def test_season_is_printed_with_its_last_events_and_those_that_do_not_count(
    free_deals: Tournament, told
) -> None:
    season = make_season(free_deals.club, measure=SeasonMeasure.SUMS, best_events=1)
    person = free_deals.entries.earliest("pk").person
    shape = {"format": free_deals.format, "game": free_deals.game, "rule_set": free_deals.rule_set}
    state = {"state": TournamentState.FINISHED, "visibility": Visibility.PUBLIC}
    for day in range(1, 9):
        event = Tournament.objects.create(
            club=season.club,
            name=f"Soirée {day}",
            slug=f"s{day}",
            starts_on=date(2026, 10, day),
            **shape,
            **state,
        )
        EventRecord.objects.create(
            tournament=event, person=person, place=1, field_size=1, event_points=str(100 * day)
        )

    (pages,) = build_ranking(free_deals, DocumentOptions(part=SEASON))
    text = told(DocumentKind.RANKING, free_deals, options=DocumentOptions(part=SEASON))

    assert isinstance(pages, SeasonPages)
    (line,) = pages.figures.lines
    assert line.figures.split() == ["8", "(300)", "(400)", "(500)", "(600)", "(700)", "800"]
    assert "Après 8 tournois, le dernier le 8 octobre 2026." in text
    assert "le meilleur tournoi compte" in text


def test_season_is_refused_without_a_season_of_the_day_or_without_a_result(free_deals: Tournament) -> None:
    codes = []
    for starts_on in (date(2027, 1, 1), date(2026, 1, 1)):
        make_season(free_deals.club, starts_on=starts_on)
        with pytest.raises(AppError) as refusal:
            build_ranking(free_deals, DocumentOptions(part=SEASON))
        codes.append(refusal.value.code)
        Season.objects.all().delete()

    assert codes == ["bad_options"] * 2


def test_handicap_is_neither_after_a_round_nor_without_its_scale(free_deals: Tournament) -> None:
    options_tried = [
        DocumentOptions(part=OVERALL),
        DocumentOptions(last_round=1),
        DocumentOptions(part=HANDICAP),
    ]
    with_scale = [[type(pages) for pages in build_ranking(free_deals, options)] for options in options_tried]
    free_deals.options = {}
    without = [[type(pages) for pages in build_ranking(free_deals, options)] for options in options_tried]

    assert with_scale == [[RankingPages], [RankingPages], [HandicapPages]]
    assert without == [[RankingPages]] * 3
