"""What a change would move, seen before it is made: marks at the tables, places in the ranking."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.core.formats.session_explanation import explain_session
from tournaments.core.ranking.changes import RankedLine, RankingChange, compare_rankings
from tournaments.core.ranking.explanation import Explanation
from tournaments.core.ranking.values import Value
from tournaments.core.slips.traveller import SlipReading
from tournaments.models import Entry, Play, ResultSlip, Session, Tournament
from tournaments.rankings.queries.changes import ranking_lines
from tournaments.rankings.queries.rulings import load_rulings, people_at
from tournaments.rankings.queries.session_plays import LoadedSession, load_entries, load_session
from tournaments.rankings.queries.standings import rank_loaded, read_standings
from tournaments.results.services.slip_versions import describe_reading, describe_slip


@dataclass(frozen=True, slots=True)
class DealChange:
    """The mark of somebody at the table of a deal that would change."""

    entry: Entry
    before: Value | None
    """None where the deal did not count."""
    after: Value | None


@dataclass(frozen=True, slots=True)
class CorrectedDeal:
    """A result that would be replaced or taken away."""

    play: Play
    before: str
    """The stored result in words."""
    after: str
    """What it would be, "" for no result."""
    people: tuple[DealChange, ...]
    """Everybody at the table by seat, those unchanged too."""


@dataclass(frozen=True, slots=True)
class ResultConsequences:
    """What other results would move."""

    deals: tuple[CorrectedDeal, ...]
    """Those that have a result now; a first entry replaces nothing."""
    ranking: tuple[RankingChange[Entry], ...]
    """Every line whose place or value would change, in the order of the ranking to be."""


def preview_results(*, session: Session, readings: Mapping[Play, SlipReading | None]) -> ResultConsequences:
    """The ranking with other results beside the one without them; nothing is stored.

    Args:
        readings: what the result of each play would be, None for none; plays with their round and table.
    """
    rulings = load_rulings(session)
    supposed = {play.pk: reading for play, reading in readings.items()}
    before, after = load_session(session, rulings), load_session(session, rulings, supposed)
    slips = {
        slip.play_id: slip
        for slip in ResultSlip.objects.current().filter(play__in=supposed).select_related("play")
    }
    return ResultConsequences(
        deals=tuple(
            CorrectedDeal(
                play=play,
                before=describe_slip(slips[play.pk]),
                after=describe_reading(reading) if reading else "",
                people=deal_changes(play, session.tournament, before, after),
            )
            for play, reading in readings.items()
            if play.pk in slips
        ),
        ranking=ranking_changes(before, after),
    )


def ranking_changes(before: LoadedSession, after: LoadedSession) -> tuple[RankingChange[Entry], ...]:
    """Every line whose place or value differs, in the order of the later ranking. One query, two for teams.

    Args:
        before, after: the same session, with other results or rulings.
    """
    entries = {entry.pk: entry for entry in load_entries(after)}
    return compare_rankings(_lines(before, entries), _lines(after, entries))


def deal_changes(
    play: Play, tournament: Tournament, before: LoadedSession, after: LoadedSession
) -> tuple[DealChange, ...]:
    """What one deal is worth to everybody at its table, by seat, in two states of a session. Two queries."""
    return tuple(
        DealChange(
            seated.entry,
            _mark(before, seated.entry.pk, play.pk, play.board),
            _mark(after, seated.entry.pk, play.pk, play.board),
        )
        for seated in people_at(play, tournament)
    )


def _lines(loaded: LoadedSession, entries: Mapping[int, Entry]) -> list[RankedLine[Entry]]:
    return ranking_lines(read_standings(rank_loaded(loaded), entries))


def _mark(loaded: LoadedSession, entry_id: int, play_id: int, board: int) -> Value | None:
    """What one deal is worth to somebody."""
    tree = explain_session(loaded.format.plan, loaded.options, loaded.plays, loaded.unit_of[entry_id])
    row = loaded.row_of.get(play_id)
    return next((deal.value for deal in _deals(tree) if _is_deal(deal, row, board)), None)


def _deals(tree: Explanation) -> list[Explanation]:
    """The deals of a tree, in order."""
    if tree.subject == "deal":
        return [tree]
    return [deal for part in tree.parts for deal in _deals(part)]


def _is_deal(deal: Explanation, row: int | None, board: int) -> bool:
    """Whether a node is the deal of a play: by its row, or for duels by its board."""
    return deal.figures["play"] == row if "play" in deal.figures else deal.figures["board"] == board - 1
