"""What a ruling would change, seen before it is given."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.core.formats.session_explanation import explain_session
from tournaments.core.ranking.changes import Change, Line, compare_rankings
from tournaments.core.ranking.explanation import Explanation
from tournaments.core.ranking.values import Value
from tournaments.models import Entry, Session
from tournaments.queries.changes import ranking_lines
from tournaments.queries.rulings import RulingFacts, earlier_rulings, load_rulings, people_at
from tournaments.queries.session_plays import LoadedSession, load_entries, load_session
from tournaments.queries.standings import read_standings
from tournaments.services.rulings import RulingDraft, check_draft
from tournaments.services.standings import rank_loaded


@dataclass(frozen=True, slots=True)
class DealChange:
    """The mark of somebody at the table of the deal ruled on."""

    entry: Entry
    before: Value | None
    """None where the deal did not count."""
    after: Value | None


@dataclass(frozen=True, slots=True)
class RulingPreview:
    """What would move."""

    deal: tuple[DealChange, ...]
    """Everybody at the table by seat, those unchanged too; none for a ruling without a deal."""
    ranking: tuple[Change[Entry], ...]
    """Every line whose place or value would change, in the order of the ranking to be."""
    earlier: int
    """How often the same person has been ruled against for this fault in the event."""


def preview_ruling(*, session: Session, draft: RulingDraft) -> RulingPreview:
    """The ranking with a ruling beside the one without it; nothing is stored.

    Raises:
        AppError: as `check_draft` says.
    """
    check_draft(session, draft)
    rulings = load_rulings(session)
    asked = RulingFacts(
        effects=draft.effects,
        play_id=draft.play.pk if draft.play else None,
        guilty_ids=tuple(entry.pk for entry in draft.guilty),
    )
    before, after = load_session(session, rulings), load_session(session, rulings.plus(asked))
    entries = {entry.pk: entry for entry in load_entries(after)}
    changes = compare_rankings(_lines(before, entries), _lines(after, entries))
    return RulingPreview(
        deal=_deal_changes(session, draft, before, after),
        ranking=changes,
        earlier=earlier_rulings(session, draft.fault, draft.guilty) if draft.fault else 0,
    )


def _lines(loaded: LoadedSession, entries: Mapping[int, Entry]) -> list[Line[Entry]]:
    return ranking_lines(read_standings(rank_loaded(loaded), entries))


def _deal_changes(
    session: Session, draft: RulingDraft, before: LoadedSession, after: LoadedSession
) -> tuple[DealChange, ...]:
    if draft.play is None:
        return ()
    play = draft.play
    return tuple(
        DealChange(
            seated.entry,
            _mark(before, seated.entry.pk, play.pk, play.board),
            _mark(after, seated.entry.pk, play.pk, play.board),
        )
        for seated in people_at(play, session.tournament)
    )


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
