"""Seats, percentages, scores and cards as text on pages and paper."""

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.cards import (
    EXCUSE,
    RANKS,
    SUIT_SYMBOLS,
    Card,
    face,
    rank_of,
    sort_hand,
    suit_of,
    trump_number,
)
from games.core.dealing.dealt_game import is_ordered_pile
from games.core.layouts import Layout
from games.core.seats import EAST, NORTH, SOUTH, WEST, list_seats_in_sheet_order
from games.core.variants.registry import find_variant
from games.models import DealSet
from tournaments.base.access import Right, Visitor
from tournaments.base.web.page_rights import page_rights
from tournaments.base.words.figures import percent, percent_sign, signed
from tournaments.base.words.format_words import FORMAT_WORDS
from tournaments.base.words.halls import name_hall
from tournaments.base.words.section_colours import colour_name
from tournaments.base.words.wording import hours_and_minutes, sentence
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.remarks import Remark
from tournaments.core.sorting import Pocket, named_pockets
from tournaments.deals.door import revealed_seed
from tournaments.events.words.game_names import game_name
from tournaments.models import Entry, Section, Tournament
from tournaments.movements.queries.movements import added_tables, played_tables, section_table_shape
from tournaments.movements.words.movement_sentences import SOURCE_NAMES
from tournaments.paper.documents.typesetting.type_widths import Face, Type
from tournaments.results.services.slip_versions import describe_slip
from tournaments.results.words.deal_names import deal_name, placed_deal_name
from tournaments.results.words.placing import team_words
from tournaments.seating.queries.seats import Stop
from tournaments.seating.words.seat_names import (
    PAIR,
    arrival_words,
    badge_name,
    badge_names,
    board_range,
    duel_seats_name,
    pocket_arrow,
    pocket_mark,
    pocket_name,
    printed_seat_letter,
    seat_name,
    seated_as,
    seats_label,
    seats_name,
    side_name,
    side_title,
    starting_place,
)

register = template.Library()
for words in (
    seats_label,
    seats_name,
    side_name,
    side_title,
    seated_as,
    starting_place,
    arrival_words,
    badge_name,
    badge_names,
    board_range,
    pocket_name,
    pocket_arrow,
    pocket_mark,
    is_ordered_pile,
    percent,
    percent_sign,
    signed,
):
    register.filter(words)

RED_SYMBOLS = "♥♦"
SUIT_CLASSES = ("spades", "hearts", "diamonds", "clubs")
"""CSS classes of the suits, in the order of SUIT_SYMBOLS."""
ACE = 1
NBSP = "\u00a0"


register.filter("duration", hours_and_minutes)
register.filter("colour_name", colour_name)
register.filter("seat_letter", printed_seat_letter)
register.filter("seat_name", seat_name)
register.filter("game_name", game_name)
register.filter("team_words", team_words)


@register.filter
def stop_label(stop: Stop) -> str:
    """Return the printed label of the seats of a stop: N, N-S, or Défense of a team of duels in French."""
    return seats_label(stop.seats, is_duel=stop.is_duel)


@register.filter
def side_label(seats: Sequence[int], tournament: Tournament) -> str:
    """Return `seats_label` with the words of the event: N, N-S, or Défense in events of duels in French."""
    return seats_label(seats, is_duel=find_format(tournament.format).plays_both_ways)


@register.filter
def side_words(seats: Sequence[int], tournament: Tournament) -> str:
    """Return a side in full: Nord, Nord-Sud, or Attaque (Sud) in events of duels in French."""
    is_duel = find_format(tournament.format).plays_both_ways
    return duel_seats_name(seats) if is_duel else seats_name(seats)


@register.filter
def place_in(entry: Entry, tournament: Tournament) -> str:
    """Return the starting place of an entry on pages: N4, or n° 4 of a team that holds two tables at once."""
    if find_format(tournament.format).plays_both_ways and entry.start_table is not None:
        return pgettext("team", "n° %(number)s") % {"number": entry.start_table}
    return starting_place(entry)


@register.filter
def start_side(seat: int, section: Section) -> str:
    """Return the label of a side that starts at a seat: N, N-S; "" where a table has one team."""
    return "" if section_table_shape(section).plays_both_ways else seats_label(_side_of(seat, section))


@register.filter
def start_side_name(seat: int, section: Section) -> str:
    """Return the name of a side that starts at a seat: Nord, Nord-Sud in French."""
    return seats_name(_side_of(seat, section))


def _side_of(seat: int, section: Section) -> Sequence[int]:
    sides = section_table_shape(section).sheet_sides
    return next((side for side in sides if seat in side), (seat,))


@register.filter
def table_total(section: Section) -> int:
    """Return the number of tables of a section with players, added ones included."""
    return len(played_tables(section))


register.filter("added_tables", added_tables)


@register.filter
def one_line(text: object, fit: str) -> str:
    """Cut a text to a line, with an ellipsis for the rest.

    Args:
        fit: font, size in points and width in millimetres: "condensed 7.5 66".
    """
    face, points, width = fit.split()
    return Type(Face(face), float(points)).cut(str(text), float(width))


@register.filter
def fits(text: object, fit: str) -> bool:
    """Return whether a text fits on a line, with `fit` as for `one_line`."""
    return one_line(text, fit) == str(text)


@register.filter
def has_teams(tournament: Tournament) -> bool:
    """Return whether teams enter and are seated."""
    return find_format(tournament.format).has_teams


@register.filter
def has_partners(tournament: Tournament) -> bool:
    """Return whether the scores of two or four players are added up."""
    return find_format(tournament.format).has_partners


@register.filter
def has_boards(tournament: Tournament) -> bool:
    """Return whether the deals are prepared in advance, étui by étui."""
    return find_format(tournament.format).needs_dealt_boards


register.filter("deal_name", deal_name)
register.filter("placed_deal_name", placed_deal_name)
register.filter("describe_slip", describe_slip)


@register.filter
def seat_colour(seat: int) -> str:
    """Return the federation's colour for the diagrams of a seat, as a word."""
    colours = {
        NORTH: pgettext("seat", "jaune"),
        WEST: pgettext("seat", "vert"),
        SOUTH: pgettext("seat", "bleu"),
        EAST: pgettext("seat", "rouge"),
    }
    return colours[seat]


@register.filter
def remark_text(remark: Remark) -> str:
    return sentence(remark.code, remark.values)


@register.filter
def source_name(source: str) -> str:
    """Return the construction of a catalogue movement in words."""
    return str(SOURCE_NAMES[source])


@register.filter
def seconds_in_words(seconds: float) -> str:
    """Return a time to the next ten seconds: 50 s, 1 min 20 s."""
    minutes, rest = divmod(-(-int(seconds) // 10) * 10, 60)
    return f"{minutes}{NBSP}min{NBSP}{rest:02d}{NBSP}s" if minutes else f"{rest}{NBSP}s"


@register.filter
def place_label(place: tuple[int, int] | None) -> str:
    """Return a starting place (table, seat) as printed: N3, or R1 for the first *relais*; a dash for None."""
    return "–" if place is None else f"{printed_seat_letter(place[1])}{place[0]}"


@register.filter
def piles_of(layout: Layout, game: str) -> list[tuple[str, Collection[Card]]]:
    """Return the non-empty piles of a deal, each with its name in the game."""
    pockets = named_pockets(layout, find_variant(game).pile_names)
    return [(name, cards) for name, cards in pockets.items() if isinstance(name, str) and cards]


@register.filter
def pocket_class(pocket: Pocket) -> str:
    """Return the CSS class of a pocket: one per seat, one for all piles."""
    return f"pocket-{pocket}" if isinstance(pocket, int) else "pocket-pile"


@register.filter
def format_name(code: str) -> str:
    return str(FORMAT_WORDS[code].name)


@register.filter
def hundredths(value: int) -> str:
    """Return hundredths of a percent as a percentage: 250 is "2,50" in French."""
    return percent(Fraction(value, 100))


@register.filter
def in_sheet_order(by_seat: Sequence[object]) -> list[tuple[int, object]]:
    """Return values in seat order as pairs (seat, value) in sheet order: N S E O, or the playing order."""
    return [(seat, by_seat[seat]) for seat in list_seats_in_sheet_order(len(by_seat))]


@register.filter
def in_sides(by_seat: Sequence[object]) -> list[tuple[tuple[int, ...], object]]:
    """Return values in seat order as pairs (seats, value) in sheet order, with a team's seats together."""
    seats: dict[object, list[int]] = {}
    for seat, value in in_sheet_order(by_seat):
        # an empty seat is a side of its own
        seats.setdefault(value or seat, []).append(seat)
    return [(tuple(side), by_seat[side[0]]) for side in seats.values()]


@register.filter
def card_name(card: Card) -> str:
    """Return a card in full: "Atout 21", "Excuse", "♠ R" in French."""
    number = trump_number(card)
    if number is not None:
        return _("Atout %(number)s") % {"number": number}
    return _("Excuse") if face(card) == EXCUSE else f"{_suit_symbol(card)} {_rank_label(card)}"


@register.filter
def card_short(card: Card) -> str:
    """Return the shortest name of a card: "21", "Exc.", "♠R" in French."""
    number = trump_number(card)
    if number is not None:
        return str(number)
    return pgettext("card", "Exc.") if face(card) == EXCUSE else _suit_symbol(card) + _rank_label(card)


@register.filter
def suit_class(symbol: str) -> str:
    """Return the class of a suit's symbol in the style sheets of paper; "" for trumps."""
    return dict(zip(SUIT_SYMBOLS, SUIT_CLASSES, strict=True)).get(symbol, "")


@register.filter
def is_red_card(card: Card) -> bool:
    """Return whether a card is of hearts or diamonds."""
    return _suit_symbol(card) in RED_SYMBOLS


def _suit_symbol(card: Card) -> str:
    """Return the symbol of a card's suit; a dash for a trump and the Excuse."""
    suit = suit_of(card)
    return "–" if suit is None else SUIT_SYMBOLS[suit]


def _rank_label(card: Card) -> str:
    """Return the rank of a suit card as printed in diagrams, "A" for an ace."""
    rank = rank_of(card) or ACE
    return "A" if rank == ACE else RANKS[rank - 1]


@register.filter
def card_groups(cards: Iterable[Card]) -> list[dict[str, object]]:
    """Return a hand in display order: one group for the trumps and the Excuse, one per suit.

    Each group has `symbol` ("" for trumps), `is_red`, `cards` (texts, highest first).
    """
    ordered_cards = sort_hand(cards)
    trumps = [str(number) for number in map(trump_number, ordered_cards) if number is not None]
    trumps += [pgettext("card", "Exc.") for card in ordered_cards if face(card) == EXCUSE]
    groups: list[dict[str, object]] = [{"symbol": "", "is_red": False, "cards": trumps}] if trumps else []
    for suit, symbol in enumerate(SUIT_SYMBOLS):
        ranks = [
            RANKS[rank - 1] for card in ordered_cards if suit_of(card) == suit and (rank := rank_of(card))
        ]
        groups += [{"symbol": symbol, "is_red": symbol in RED_SYMBOLS, "cards": ranks}] if ranks else []
    return groups


@register.simple_tag
def rights_of(user: Visitor, tournament: Tournament) -> frozenset[Right]:
    """Return the rights of a user in a tournament.

    Example: `{% rights_of user tournament as rights %}{% if "prepare" in rights %}`.
    """
    return page_rights(user, tournament)


@register.simple_tag
def revealed_seed_of(deal_set: DealSet) -> str:
    """Return the seed of a set once it is public, otherwise "": `{% revealed_seed_of deal_set as seed %}`."""
    return revealed_seed(deal_set)


@register.filter
def boards_words(boards: Sequence[int], tournament: Tournament) -> str:
    """Return the first and last board of a table in a round: "étuis 13 à 16"; "" for none.

    In a tournament whose tables deal themselves, the numbers are of deals. A single line has none: it is the
    only deal of the round, or the totals of all its deals.
    """
    if not boards:
        return ""
    values = {"first": boards[0], "last": boards[-1]}
    if not has_boards(tournament):
        return _("donnes %(first)s à %(last)s") % values if len(boards) > 1 else ""
    if len(boards) == 1:
        return _("étui %(first)s") % values
    if len(boards) == PAIR:
        return _("étuis %(first)s et %(last)s") % values
    return _("étuis %(first)s à %(last)s") % values


@register.filter
def hall_name(table: int | None, tournament: Tournament) -> str:
    """Return the name of the hall of a table; "" in an event without halls."""
    return name_hall(tournament, table)
