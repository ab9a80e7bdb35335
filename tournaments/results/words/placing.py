"""The partners of a table and the cards drawn for its first deal, in words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.core.cards import EXCUSE, SUIT_SYMBOLS, Card, rank_of, suit_of, trump_number
from games.core.facts.over_deals import DealerDraw, teams_of
from tournaments.base.words.cards import CORNERS
from tournaments.base.words.lists import join_with_semicolons
from tournaments.core.formats.game_rules import plays_in_teams
from tournaments.core.formats.registry import find_format
from tournaments.models import Tournament
from tournaments.seating.words.seat_names import printed_seat_letter

NBSP = "\N{NO-BREAK SPACE}"


def placing_words(
    tournament: Tournament, draw: DealerDraw | None, seats: Sequence[int]
) -> tuple[tuple[str, str], ...]:
    """Return the agreements of a table before its first deal, as (name, words): partners, first dealer.

    Args:
        draw: the drawn cards; None without a draw.
        seats: occupied seats, in playing order.
    """
    agreements = ((_("Équipes"), team_words(tournament)), (_("Premier donneur"), _draw_words(draw, seats)))
    return tuple((name, words) for name, words in agreements if words)


def team_words(tournament: Tournament) -> str:
    """Return the seats of each team of a table: "N-E, O-A, S-B"; "" in a game without teams."""
    if not plays_in_teams(find_format(tournament.format), tournament.game):
        return ""
    return ", ".join("-".join(map(printed_seat_letter, seats)) for seats in teams_of(tournament.game))


def _draw_words(draw: DealerDraw | None, seats: Sequence[int]) -> str:
    if draw is None:
        return ""
    letters = [printed_seat_letter(seat) for seat in seats]
    cards = join_with_semicolons(drawn_words(draw.rounds, letters))
    return _("%(dealer)s (cartes tirées : %(cards)s)") % {"dealer": letters[draw.dealer], "cards": cards}


def drawn_words(rounds: Sequence[Sequence[Sequence[int]]], names: Sequence[str]) -> list[str]:
    """Describe the draw for the first deal, with one text per round: "Anne R ♠, Bruno 7 d’atout"."""
    return [
        ", ".join(f"{names[seat]}{NBSP}{drawn_card(Card(card))}" for seat, card in cards) for cards in rounds
    ]


def drawn_card(card: Card) -> str:
    """Describe a card briefly, as it is printed: "R ♠", "1 ♣", "21 d’atout", "Excuse"."""
    number, rank, suit = trump_number(card), rank_of(card), suit_of(card)
    if card == EXCUSE:
        return _("Excuse")
    if number is not None or rank is None or suit is None:
        return _("%(number)d d’atout") % {"number": number}
    # the deck prints a 1, although players call it an ace
    return f"{CORNERS.get(rank, rank)}{NBSP}{SUIT_SYMBOLS[suit]}"
