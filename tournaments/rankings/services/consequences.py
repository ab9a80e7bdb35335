"""Preview of a change before it is stored: marks at the tables, places in the ranking."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.core.formats.session_explanation import explain_session
from tournaments.core.ranking.changes import RankedLine, RankingChange, compare_rankings
from tournaments.core.ranking.explanation import Explanation
from tournaments.core.ranking.values import Value
from tournaments.core.slips.traveller import SlipReading
from tournaments.models import Entry, Play, ResultSlip, Session, Tournament
from tournaments.rankings.queries.changes import lines_to_compare
from tournaments.rankings.queries.rulings import list_seated_at_play, load_rulings
from tournaments.rankings.queries.session_plays import LoadedSession, load_entries, load_session
from tournaments.rankings.queries.standings import rank_loaded, read_standings
from tournaments.results.services.slip_versions import describe_reading, describe_slip


@dataclass(frozen=True, slots=True)
class DealChange:
    """The mark of an entry at the table of a deal that would change."""

    entry: Entry
    before: Value | None
    """Current mark; None if the deal does not count."""
    after: Value | None


@dataclass(frozen=True, slots=True)
class CorrectedDeal:
    """A result that would be replaced or deleted."""

    play: Play
    before: str
    """Stored result in words."""
    after: str
    """New result in words, "" for none."""
    people: tuple[DealChange, ...]
    """Marks of the whole table by seat, also those that stay the same."""


@dataclass(frozen=True, slots=True)
class ResultConsequences:
    """Effects of other results on deals and ranking."""

    deals: tuple[CorrectedDeal, ...]
    """Deals that have a result now. A first entry replaces nothing."""
    ranking: tuple[RankingChange[Entry], ...]
    """Lines with another place or value, in the order of the new ranking."""


def preview_results(*, session: Session, readings: Mapping[Play, SlipReading | None]) -> ResultConsequences:
    """Return the changes that other results would make. Nothing is stored.

    Args:
        readings: new result of each play, None to delete it; plays with their round and table.
    """
    rulings = load_rulings(session)
    supposed = {play.pk: reading for play, reading in readings.items()}
    # both with the same rulings, which are loaded once
    old_session, new_session = load_session(session, rulings), load_session(session, rulings, supposed)
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
                people=deal_changes(play, session.tournament, old_session, new_session),
            )
            for play, reading in readings.items()
            if play.pk in slips
        ),
        ranking=ranking_changes(old_session, new_session),
    )


def ranking_changes(
    old_session: LoadedSession, new_session: LoadedSession
) -> tuple[RankingChange[Entry], ...]:
    """Return the lines with another place or value, in the order of the later ranking.

    One query, two for teams.

    Args:
        old_session, new_session: the same session with other results or rulings.
    """
    entries = {entry.pk: entry for entry in load_entries(new_session)}
    return compare_rankings(_lines(old_session, entries), _lines(new_session, entries))


def deal_changes(
    play: Play, tournament: Tournament, old_session: LoadedSession, new_session: LoadedSession
) -> tuple[DealChange, ...]:
    """Return the marks of all entries at a table, by seat, in two states of a session. Two queries."""
    return tuple(
        DealChange(
            player.entry,
            _mark(old_session, player.entry.pk, play.pk, play.board),
            _mark(new_session, player.entry.pk, play.pk, play.board),
        )
        for player in list_seated_at_play(play, tournament)
    )


def _lines(loaded: LoadedSession, entries: Mapping[int, Entry]) -> list[RankedLine[Entry]]:
    return lines_to_compare(read_standings(rank_loaded(loaded), entries))


def _mark(loaded: LoadedSession, entry_id: int, play_id: int, board: int) -> Value | None:
    """Return the value of one deal for an entry."""
    tree = explain_session(loaded.format.plan, loaded.options, loaded.plays, loaded.unit_of[entry_id])
    row = loaded.row_of.get(play_id)
    return next((deal.value for deal in _deals(tree) if _is_deal(deal, row, board)), None)


def _deals(tree: Explanation) -> list[Explanation]:
    """Return the deals of a tree, in order."""
    if tree.subject == "deal":
        return [tree]
    return [deal for part in tree.parts for deal in _deals(part)]


def _is_deal(deal: Explanation, row: int | None, board: int) -> bool:
    """Return whether a node is the deal of a play."""
    # duels have no row of their own: they are found by their board
    return deal.figures["play"] == row if "play" in deal.figures else deal.figures["board"] == board - 1
