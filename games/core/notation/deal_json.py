"""Whole deals as JSON; every fault names its place. The members are described in docs/notation.md."""

import json
from collections.abc import Mapping

from games.core.actions import Action, Hidden, format_action, parse_action
from games.core.cards import Card, format_card, parse_card, sort_hand
from games.core.errors import GameError, InvalidAction, InvalidCard, NotationError
from games.core.layouts import Layout
from games.core.notation.played_deal import (
    FORMAT,
    LARGEST_INT,
    MOST_PLAYERS,
    NAME,
    NOTE,
    VERSION,
    Check,
    PlayedDeal,
    read_option_value,
)
from games.core.notation.source import load_json, shown
from games.core.rules import OptionValue, RuleSet, format_rules

_REQUIRED = frozenset({"format", "version", "game", "dealer", "hands"})
_OPTIONAL = frozenset({"rules", "options", "contract", "notes", "piles", "steps"})


def format_deal_json(deal: PlayedDeal) -> str:
    """The deal as one line of JSON; equal deals give equal texts."""
    return json.dumps(write_deal_values(deal), ensure_ascii=False)


def write_deal_values(deal: PlayedDeal) -> dict[str, object]:
    """The deal as plain JSON values, which `read_deal_values` reads back."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": deal.game,
        "rules": deal.rules.name,
        "options": dict(deal.rules.overrides),
        "notes": dict(deal.notes),
        "dealer": deal.dealer,
        "contract": _write_contract(deal.contract),
        "hands": [[format_card(card) for card in sort_hand(hand)] for hand in deal.layout.hands],
        "piles": [[format_card(card) for card in pile] for pile in deal.layout.piles],
        "steps": [{"seat": seat, "action": format_action(action)} for seat, action in deal.steps],
    }


def _write_contract(contract: tuple[int, str] | None) -> dict[str, object] | None:
    return None if contract is None else {"taker": contract[0], "bid": contract[1]}


def parse_deal_json(source: str | bytes, check: Check | None = None) -> PlayedDeal:
    """The deal of a JSON document.

    Raises:
        NotationError: as `load_json` and `read_deal_values`.
    """
    return read_deal_values(load_json(source), check)


def read_deal_values(values: object, check: Check | None = None) -> PlayedDeal:
    """The deal of plain JSON values.

    Args:
        check: what the game says of the deal.

    Raises:
        NotationError: with the path of the value in `field`: `json_value` (of another kind), `json_member`
            (missing or unknown), `not_a_deal`, `unknown_version`, `name`, `note`, `option_text`,
            `no_such_seat`, `no_such_card`, `card_twice`, `action_text`, or a code of `check`.
    """
    members = _object(values, "")
    _check_members(members)
    hands, piles = _read_layout(members)
    deal = PlayedDeal(
        _name(members["game"], "game"),
        Layout(tuple(frozenset(hand) for hand in hands), tuple(tuple(pile) for pile in piles)),
        _seat(members["dealer"], "dealer", len(hands)),
        tuple(_read_steps(members.get("steps", []), len(hands))),
        _read_rules(members),
        _read_contract(members.get("contract"), len(hands)),
        _read_notes(members.get("notes", {})),
    )
    _run_check(deal, check)
    return deal


def _check_members(members: Mapping[str, object]) -> None:
    if members.get("format") != FORMAT:
        raise _fail("not_a_deal", "format", f"format {shown(members.get('format'))} not {FORMAT}")
    if members.get("version") != VERSION or isinstance(members["version"], (bool, float)):
        raise _fail("unknown_version", "version", f"version {shown(members.get('version'))} not {VERSION}")
    missing, unknown = sorted(_REQUIRED - set(members)), sorted(set(members) - _REQUIRED - _OPTIONAL)
    if missing:
        raise _fail("json_member", missing[0], "missing")
    if unknown:
        raise _fail("json_member", shown(unknown[0]), "no such member")


def _read_layout(members: Mapping[str, object]) -> tuple[list[list[Card]], list[list[Card]]]:
    places: dict[Card, str] = {}
    hands = _read_cards_lists(members["hands"], "hands", places)
    if not 2 <= len(hands) <= MOST_PLAYERS:
        raise _fail("json_value", "hands", f"{len(hands)} hands not in 2..{MOST_PLAYERS}")
    return hands, _read_cards_lists(members.get("piles", []), "piles", places)


def _read_cards_lists(value: object, path: str, places: dict[Card, str]) -> list[list[Card]]:
    lists = []
    for number, cards in enumerate(_list(value, path)):
        here = f"{path}[{number}]"
        lists.append(
            [_card(text, f"{here}[{place}]", places) for place, text in enumerate(_list(cards, here))]
        )
    return lists


def _card(value: object, path: str, places: dict[Card, str]) -> Card:
    try:
        card = parse_card(_text(value, path))
    except InvalidCard as error:
        raise _fail(error.code, path, f"{shown(value)} names no card") from None
    if card in places:
        raise _fail("card_twice", path, f"card {format_card(card)} twice, first at {places[card]}")
    places[card] = path
    return card


def _read_contract(value: object, player_count: int) -> tuple[int, str] | None:
    if value is None:
        return None
    members = _object(value, "contract")
    if set(members) != {"taker", "bid"}:
        raise _fail("json_member", "contract", "members other than taker and bid")
    return _seat(members["taker"], "contract.taker", player_count), _name(members["bid"], "contract.bid")


def _read_steps(value: object, player_count: int) -> list[tuple[int, Action]]:
    steps = []
    for number, step in enumerate(_list(value, "steps")):
        path = f"steps[{number}]"
        members = _object(step, path)
        if set(members) != {"seat", "action"}:
            raise _fail("json_member", path, "members other than seat and action")
        seat = _seat(members["seat"], f"{path}.seat", player_count)
        steps.append((seat, _action(members["action"], f"{path}.action")))
    return steps


def _action(value: object, path: str) -> Action:
    try:
        action = parse_action(_text(value, path))
    except InvalidAction as error:
        raise _fail(error.code, path, f"{shown(value)} describes no action") from None
    if isinstance(action, Hidden):
        raise _fail("action_text", path, "a hidden action belongs to views only")
    return action


def _read_rules(members: Mapping[str, object]) -> RuleSet:
    name = _name(members.get("rules", RuleSet().name), "rules")
    options = _object(members.get("options", {}), "options")
    values = ((_name(key, "options"), _option(value, f"options.{key}")) for key, value in options.items())
    return RuleSet(name, tuple(sorted(values, key=lambda option: option[0])))


def _option(value: object, path: str) -> OptionValue:
    """A value that a text can say too: true, a whole number, a word, or whole numbers."""
    read: OptionValue
    if isinstance(value, list):
        read = tuple(_int(part, path) for part in value)
    elif isinstance(value, (bool, str)):
        read = value
    elif isinstance(value, int):
        read = _int(value, path)
    else:
        raise _fail("option_text", path, f"{shown(value)} is no value of an option")
    written = format_rules(RuleSet("-", (("-", read),))).removeprefix("- -=")
    if not written or any(not "!" <= letter <= "~" for letter in written):
        raise _fail("option_text", path, f"{shown(value)} is not of visible ASCII characters")
    back = read_option_value(written)
    if back != read or type(back) is not type(read):
        raise _fail("option_text", path, f"{shown(value)} cannot be written in a text")
    return read


def _read_notes(value: object) -> tuple[tuple[str, str], ...]:
    notes = [
        (_name(key, "notes"), _text(text, f"notes.{key}")) for key, text in _object(value, "notes").items()
    ]
    for name, text in notes:
        if not NOTE.fullmatch(text):
            raise _fail("note", f"notes.{name}", "note of 1 to 200 visible characters expected")
    return tuple(sorted(notes))


def _run_check(deal: PlayedDeal, check: Check | None) -> None:
    if check is None:
        return
    try:
        check(deal)
    except GameError as error:
        raise NotationError(error.code, str(error), field=error.field, values=error.values) from error


def _fail(code: str, path: str, message: str) -> NotationError:
    return NotationError(code, message, field=path)


def _wrong(value: object, path: str, wanted: str) -> NotationError:
    return _fail("json_value", path, f"{shown(value)} where {wanted} is expected")


def _object(value: object, path: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise _wrong(value, path, "an object")
    return value


def _list(value: object, path: str) -> list[object]:
    if not isinstance(value, list):
        raise _wrong(value, path, "a list")
    return value


def _text(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise _wrong(value, path, "a text")
    return value


def _int(value: object, path: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong(value, path, "a whole number")
    if abs(value) > LARGEST_INT:
        raise _fail("json_number", path, f"number not in -{LARGEST_INT}..{LARGEST_INT}")
    return value


def _name(value: object, path: str) -> str:
    if not NAME.fullmatch(_text(value, path)):
        raise _fail("name", path, f"name {shown(value)} is not of small letters, digits, '-' and '_'")
    return str(value)


def _seat(value: object, path: str, player_count: int) -> int:
    seat = _int(value, path)
    if not 0 <= seat < player_count:
        raise _fail("no_such_seat", path, f"seat {shown(seat)} not in 0..{player_count - 1}")
    return seat
