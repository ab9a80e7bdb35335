"""Interface of the games for other programs, in plain JSON values: scores, legal plays, replays of deals."""

from games.core.exchange.deals import check_deal, record_of_state, replay_deal, start_of
from games.core.exchange.legal_plays import list_legal_plays
from games.core.exchange.replays import report_replay
from games.core.exchange.slips import score_slip

__all__ = [
    "check_deal",
    "list_legal_plays",
    "record_of_state",
    "replay_deal",
    "report_replay",
    "score_slip",
    "start_of",
]
