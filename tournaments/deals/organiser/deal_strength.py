"""Page of the strength of the hands of a set, and of its balance between the lines."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.core.dealing.balance import BoardBalance, Difficulty, SetBalance, has_scale
from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.base.web.finding import find_dealt_tournament, signed_in_user
from tournaments.deals.services.deal_readers import read_balance
from tournaments.deals.words.deal_wording import DIFFICULTY_NAMES

FULL_BAR = 100
"""Points of the longest bar. A hand is rarely worth more."""


@never_cache
@require_safe
def strength(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the points of all hands as numbers and bars. The page is secret."""
    tournament = find_dealt_tournament(request, slug, Right.SEE_DEALS)
    balance = read_balance(session=current_session(tournament), seen_by=signed_in_user(request))
    context = {
        "tournament": tournament,
        "tab": "deals",
        "balance": balance,
        "has_scale": has_scale(tournament.game),
        "boards": _boards(balance) if balance else [],
        "levels": _levels(balance) if balance else [],
        "full_bar": FULL_BAR,
    }
    return render(request, "tournaments/deals/organiser/deals_strength.html", context)


def _boards(balance: SetBalance) -> list[tuple[BoardBalance, str]]:
    """Return each étui with the difficulty of its attack in words."""
    return [(board, _difficulty_name(board.difficulty)) for board in balance.boards]


def _levels(balance: SetBalance) -> list[tuple[str, int]]:
    """Return the number of étuis of each level of difficulty, the hardest first, without empty levels."""
    counts = [(_difficulty_name(level), balance.count(level)) for level in Difficulty]
    return [(name, count) for name, count in counts if count]


def _difficulty_name(difficulty: Difficulty | None) -> str:
    return str(DIFFICULTY_NAMES[difficulty]) if difficulty else "–"
