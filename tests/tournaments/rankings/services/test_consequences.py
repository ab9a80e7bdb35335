"""Preview of a result's replacement: it equals the later changes."""

import pytest

from tests.factories.sheets import (
    bid_line,
    enter_line,
    find_play,
    make_seated_sheets,
)
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_team_tournament,
    written,
)
from tournaments.base.queries.sessions import current_session
from tournaments.models import ResultSlip
from tournaments.rankings.queries.session_plays import load_entries, load_session
from tournaments.rankings.queries.standings import rank_loaded, read_standings
from tournaments.rankings.services.consequences import preview_results
from tournaments.results.services.corrections import withdraw_result
from tournaments.results.services.results import Author, read_slip_line

pytestmark = pytest.mark.django_db


def ranking(session):
    loaded = load_session(session)
    rows = read_standings(rank_loaded(loaded), {entry.pk: entry for entry in load_entries(loaded)})
    return {row.entry: (row.overall_place, row.value) for row in rows}


def moved(ranking_before, ranking_after):
    return {
        entry: (ranking_before[entry], ranking_after[entry])
        for entry in ranking_after
        if ranking_before[entry] != ranking_after[entry]
    }


def told(consequences):
    return {
        change.key: (
            (change.before.place, change.before.value),
            (change.after.place, change.after.value),
        )
        for change in consequences.ranking
    }


def individual():
    evening = make_seated_tournament(make_club(), is_dealt=False)
    return evening, [play for play in list_plays(evening) if play.board <= 2]


def teams():
    evening = make_team_tournament(make_club(), "triplets", is_seated=True)
    return evening, list_plays(evening)[:6]


@pytest.mark.parametrize("make", [individual, teams])
def test_a_correction_moves_what_was_said(make):
    evening, plays = make()
    for place, play in enumerate(plays):
        enter_result(play, (56, -52, 84, 50, -58)[place % 5])
    session = current_session(evening)
    play = plays[0]
    reading = read_slip_line(tournament=evening, play=play, line=written(-100))
    ranking_before = ranking(session)

    consequences = preview_results(session=session, readings={play: reading})

    assert ResultSlip.objects.filter(play=play).count() == 1
    enter_result(play, -100, seen_version=1, reason="relu")
    assert told(consequences) == moved(ranking_before, ranking(session))
    assert told(consequences)
    (deal,) = consequences.deals
    assert (deal.play, deal.before, deal.after) == (play, "+56", "−100")
    assert all(person.before != person.after for person in deal.people)


def test_a_withdrawal_moves_what_was_said():
    evening, plays = individual()
    for place, play in enumerate(plays):
        enter_result(play, (56, -52, 84, 50, -58)[place % 5])
    session = current_session(evening)
    ranking_before = ranking(session)

    consequences = preview_results(session=session, readings={plays[0]: None})

    author = Author(user=None, device="test")
    withdraw_result(play=plays[0], seen_version=1, author=author, reason="mauvaise ligne")
    assert told(consequences) == moved(ranking_before, ranking(session))
    (deal,) = consequences.deals
    assert (deal.before, deal.after) == ("+56", "")
    assert [person.after for person in deal.people] == [None] * 4


def test_a_first_entry_replaces_nothing_and_moves_the_ranking():
    evening, plays = individual()
    enter_results((play, 56) for play in plays[1:])
    reading = read_slip_line(tournament=evening, play=plays[0], line=written(-100))

    consequences = preview_results(session=current_session(evening), readings={plays[0]: reading})

    assert consequences.deals == ()
    assert consequences.ranking


def test_a_corrected_score_sheet_moves_its_seats():
    evening = make_seated_sheets(make_club())
    for table in range(1, 6):
        enter_line(find_play(evening, 1, table), bid_line(0, 50))
    play, session = find_play(evening, 1, 1), current_session(evening)
    line = bid_line(1, -58)
    ranking_before = ranking(session)
    reading = read_slip_line(tournament=evening, play=play, line=line)

    consequences = preview_results(session=session, readings={play: reading})

    enter_line(play, line, seen_version=1, reason="relu")
    assert told(consequences) == moved(ranking_before, ranking(session))
    (deal,) = consequences.deals
    assert [(person.before, person.after) for person in deal.people] == [
        (150, 58), (-50, -174), (-50, 58), (-50, 58)
    ]  # fmt: skip
