"""Whole deals from text, every fault with its line and column. The grammar is docs/notation.md."""

from collections.abc import Iterator

from games.core.errors import NotationError, shown
from games.core.notation.deal_reading import DealReading, refuse_more
from games.core.notation.deal_writer import END
from games.core.notation.played_deal import FORMAT, VERSION, Check, PlayedDeal
from games.core.notation.source import Word, decode, place_after, split_words


def parse_played_deal(source: str | bytes, check: Check | None = None) -> PlayedDeal:
    """The one deal of a text written by `format_played_deal`.

    Args:
        check: what the game says of the deal; its errors are given the place that they concern.

    Raises:
        NotationError: as `parse_played_deals`; `several_deals`.
    """
    deals = parse_played_deals(source, check)
    if len(deals) > 1:
        raise NotationError("several_deals", f"{len(deals)} deals where one is expected", line=1, column=1)
    return deals[0]


def parse_played_deals(source: str | bytes, check: Check | None = None) -> tuple[PlayedDeal, ...]:
    """The deals of a text, one or more, in order.

    Raises:
        NotationError: `encoding`, `not_a_deal`, `unknown_version`, `truncated`, `unknown_line`,
            `word_missing`, `word_too_many`, `heading_twice`, `heading_missing`, `heading_late`, `name`,
            `note`, `no_such_seat`, `hand_order`, `deal_text`, `card_twice`, `action_text`, `option_text`, or
            a code of `check`.
    """
    text = decode(source)
    lines = split_words(text)
    deals = tuple(_read_deal(first, lines, text, check) for first in lines)
    if not deals:
        raise _at_end(text, "not_a_deal", f"no line '{FORMAT} {VERSION}'")
    return deals


def _read_deal(first: list[Word], lines: Iterator[list[Word]], text: str, check: Check | None) -> PlayedDeal:
    _check_version(first)
    reading = DealReading()
    for words in lines:
        if words[0].text == END:
            refuse_more(words, 1)
            return reading.finish(words[0], check)
        reading.read_line(words)
    raise _at_end(text, "truncated", f"no line {END!r} after the deal")


def _at_end(text: str, code: str, message: str) -> NotationError:
    line, column = place_after(text)
    return NotationError(code, message, line=line, column=column)


def _check_version(words: list[Word]) -> None:
    if words[0].text != FORMAT or len(words) != 2:
        message = f"a deal begins with '{FORMAT} {VERSION}', not {shown(words[0].text)}"
        raise words[0].fail("not_a_deal", message)
    if words[1].text != str(VERSION):
        raise words[1].fail("unknown_version", f"version {shown(words[1].text)} not {VERSION}")
