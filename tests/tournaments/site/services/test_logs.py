"""The trace in words: every action has some, the public reads no names and no results."""

import re
from pathlib import Path

import pytest

from tests.factories.invitations import invite_guest
from tests.factories.tournaments import (
    enter_result,
    give_penalty,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
)
from tournaments.models import AuditEvent, Tournament
from tournaments.site.queries.logs import LogFilter, actors_of, list_log
from tournaments.site.services.logs import lines_in_words, log_csv, publish_log
from tournaments.trace.services.trace import record_event
from tournaments.trace.words.log_actions import ACTION_WORDS, LogKind

pytestmark = pytest.mark.django_db

ROOMS = Path(__file__).parents[4] / "tournaments"
CLUB_ACTIONS = re.compile(
    r"club\.|papers\.|competition\.(?!joined|left)|house_rules\.|season|template\.|membership\.|people\.|person\."
)
"""Actions without a single tournament: they are read in the administration."""
NO_ACTIONS = re.compile(r"tournaments\.|practice\.|movement\.kept")


@pytest.fixture
def evening() -> Tournament:
    """A seated evening with two results, one corrected, and a penalty."""
    tournament = make_seated_tournament(make_club())
    first, second = list_plays(tournament)[:2]
    enter_result(first, 56)
    enter_result(first, -52, seen_version=1, reason="mal lu")
    enter_result(second, 62)
    give_penalty(tournament.sessions.get(), tournament.entries.all()[0])
    return tournament


def written_actions() -> set[str]:
    """Every text of the services that looks like an action of the trace of a tournament."""
    sources = (path.read_text(encoding="utf-8") for path in ROOMS.glob("*/services/*.py"))
    string = {text for source in sources for text in re.findall(r'"([a-z_]+\.[a-z_]*[a-z])"', source)}
    return {text for text in string if not CLUB_ACTIONS.match(text) and not NO_ACTIONS.match(text)}


def test_every_action_of_a_tournament_has_words() -> None:
    assert written_actions() - set(ACTION_WORDS) == set()


def test_result_says_where_and_from_what_to_what(evening: Tournament) -> None:
    play = list_plays(evening)[0]

    lines = lines_in_words(list_log(evening, LogFilter()), evening)

    corrected = next(line for line in lines if line.event.action == "result.corrected")
    assert corrected.what == "résultat corrigé"
    assert corrected.about == f"étui {play.board}, position {play.round.number}, table {play.table.number}"
    assert corrected.details == "+56 → −52 · mal lu"


def test_unknown_action_falls_back_to_its_code(evening: Tournament) -> None:
    event = record_event(
        club=evening.club, tournament=evening, actor=None, action="moon.landed", subject="Nom01 Ana"
    )

    (line,) = lines_in_words([event], evening)
    (log_line,) = lines_in_words([event], evening, is_public=True)

    assert (line.what, line.about) == ("moon.landed", "Nom01 Ana")
    assert (log_line.what, log_line.about) == ("moon.landed", "")


def test_public_reads_no_names_results_or_reasons(evening: Tournament) -> None:
    invite_guest(evening)
    names = [entry.person.last_name.casefold() for entry in evening.entries.all()]

    lines = lines_in_words(list_log(evening, LogFilter()), evening, is_public=True)

    log_text = " ".join(f"{line.what} {line.about} {line.details}" for line in lines).casefold()
    assert "décision d’arbitrage donnée" in log_text
    assert "étui 1" in log_text
    assert not any(text in log_text for text in (*names, "mal lu", "56", "table des marques", "reason"))


@pytest.mark.parametrize(
    ("asked", "actions"),
    [
        (LogFilter(actions=["result.corrected"]), ["result.corrected"]),
        (LogFilter(board=1), ["result.entered", "result.corrected", "result.entered"]),
        (LogFilter(table=2), []),
        (LogFilter(is_without_actor=True, other_than=set(ACTION_WORDS)), []),
    ],
    ids=["action", "board", "table", "other"],
)
def test_filter_lets_through_what_was_asked(
    evening: Tournament, asked: LogFilter, actions: list[str]
) -> None:
    assert [event.action for event in list_log(evening, asked)] == actions


def test_filter_by_table_finds_its_renewed_link(evening: Tournament) -> None:
    for table in ("2", "22"):
        record_event(
            club=evening.club, tournament=evening, actor=None, action="phones.renewed", subject=table
        )

    assert [event.subject for event in list_log(evening, LogFilter(table=2))] == ["2"]


@pytest.mark.postgres
def test_filter_by_person_and_time(evening: Tournament) -> None:
    zoe = make_user("Zoé")
    trace_row = record_event(
        club=evening.club, tournament=evening, actor=zoe, action="tournament.visibility", subject="Soirée"
    )

    assert list(list_log(evening, LogFilter(actor=zoe))) == [trace_row]
    assert zoe in actors_of(evening)
    assert list(list_log(evening, LogFilter(since=trace_row.created_at))) == [trace_row]
    assert trace_row in list_log(evening, LogFilter(until=trace_row.created_at))
    assert trace_row not in list_log(evening, LogFilter(until=AuditEvent.objects.earliest("pk").created_at))


def test_file_has_a_line_for_each_event_with_its_code(evening: Tournament) -> None:
    content = log_csv(list_log(evening, LogFilter(actions=["result.corrected"])), evening).decode("utf-8-sig")

    head, line = content.splitlines()
    assert head == "quand;qui;quoi;sur quoi;détails;code"
    assert line.endswith(";+56 → −52 · mal lu;result.corrected") or "'+56" in line


def test_publishing_is_told_once(evening: Tournament) -> None:
    owner = make_user(club=evening.club)

    for _time in range(2):
        published = publish_log(tournament=evening, is_published=True, set_by=owner)
    hidden = publish_log(tournament=evening, is_published=False, set_by=owner)

    assert published.log_published_at is not None
    assert hidden.log_published_at is None
    trace_rows = AuditEvent.objects.filter(action__startswith="log.").order_by("pk")
    assert [event.action for event in trace_rows] == ["log.published", "log.unpublished"]


def test_every_kind_but_the_unknown_has_actions() -> None:
    assert {words.kind for words in ACTION_WORDS.values()} == set(LogKind) - {LogKind.OTHER}
