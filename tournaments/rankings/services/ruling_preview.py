"""What a ruling would change, seen before it is given."""

from dataclasses import dataclass

from tournaments.core.ranking.changes import Change
from tournaments.models import Entry, Session
from tournaments.rankings.queries.rulings import RulingFacts, earlier_rulings, load_rulings
from tournaments.rankings.queries.session_plays import load_session
from tournaments.rankings.services.consequences import DealChange, deal_changes, ranking_changes
from tournaments.rankings.services.rulings import RulingDraft, check_draft


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
    return RulingPreview(
        deal=deal_changes(draft.play, session.tournament, before, after) if draft.play else (),
        ranking=ranking_changes(before, after),
        earlier=earlier_rulings(session, draft.fault, draft.guilty) if draft.fault else 0,
    )
