"""Whole deals as JSON. Every fault has its place. docs/notation.md describes the members."""

import json
from collections.abc import Mapping

from games.core.actions import Action, Hidden, format_action, parse_action
from games.core.cards import Card, format_card, parse_card, sort_hand
from games.core.errors import (
    GameError,
    IllegalAction,
    InvalidAction,
    InvalidCard,
    InvalidDeal,
    InvalidRules,
    InvalidSeat,
    NotationError,
    quote_value,
)
from games.core.layouts import Layout
from games.core.notation.json_values import (
    fail,
    read_json_int,
    read_json_list,
    read_json_name,
    read_json_object,
    read_json_seat,
    read_json_text,
)
from games.core.notation.played_deal import (
    FORMAT,
    MOST_PLAYERS,
    NAME,
    NOTE,
    VERSION,
    Check,
    PlayedDeal,
    read_option_value,
)
from games.core.notation.source import decode, load_json, locate
from games.core.rules import OptionValue, RuleSet, format_rules

_REQUIRED = frozenset({"format", "version", "game", "dealer", "hands"})
_OPTIONAL = frozenset({"rules", "options", "contract", "notes", "piles", "steps"})


def format_deal_json(deal: PlayedDeal) -> str:
    """Return the deal as one line of JSON. Equal deals give equal texts."""
    return json.dumps(write_deal_values(deal), ensure_ascii=False)


def write_deal_values(deal: PlayedDeal) -> dict[str, object]:
    """Return the deal as plain JSON values. `read_deal_values` reads them back."""
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
    """Return the deal of a JSON document.

    Raises:
        NotationError: as `load_json` and `read_deal_values`, always with line and column.
    """
    text = decode(source)
    values = load_json(text)
    try:
        return read_deal_values(values, check)
    except NotationError as error:
        raise locate(error, text) from error


def read_deal_values(values: object, check: Check | None = None) -> PlayedDeal:
    """Return the deal of plain JSON values.

    Args:
        check: check of the game.

    Raises:
        NotationError: with the path of the value in `field`. Line and column are 0, since plain values have
            none.
            The codes are:

            - `json_value`: a value of another kind
            - `json_member`: a member is missing or unknown
            - `not_a_deal`, `unknown_version`, `name`, `note`, `option_text`, `no_such_seat`, `no_such_card`,
              `card_twice`, `action_text`
            - a code of `check`
    """
    members = read_json_object(values, "")
    _check_members(members)
    places: dict[Card, str] = {}
    hands, piles = _read_layout(members, places)
    deal = PlayedDeal(
        read_json_name(members["game"], "game"),
        Layout(tuple(frozenset(hand) for hand in hands), tuple(tuple(pile) for pile in piles)),
        read_json_seat(members["dealer"], "dealer", len(hands)),
        tuple(_read_steps(members.get("steps", []), len(hands))),
        _read_rules(members),
        _read_contract(members.get("contract"), len(hands)),
        _read_notes(members.get("notes", {})),
    )
    _run_check(deal, check, places)
    return deal


def _check_members(members: Mapping[str, object]) -> None:
    if members.get("format") != FORMAT:
        format_text = quote_value(members["format"]) if "format" in members else "missing,"
        raise fail("not_a_deal", "format", f"format {format_text} not {FORMAT}")
    # In Python 1 equals True and 1.0, which are no version.
    if members.get("version") != VERSION or isinstance(members["version"], (bool, float)):
        raise fail(
            "unknown_version", "version", f"version {quote_value(members.get('version'))} not {VERSION}"
        )
    missing_members, unknown_members = (
        sorted(_REQUIRED - set(members)),
        sorted(set(members) - _REQUIRED - _OPTIONAL),
    )
    if missing_members:
        raise fail("json_member", missing_members[0], "missing")
    if unknown_members:
        path = unknown_members[0] if NAME.fullmatch(unknown_members[0]) else ""
        raise fail("json_member", path, f"no such member as {quote_value(unknown_members[0])}")


def _read_layout(
    members: Mapping[str, object], places: dict[Card, str]
) -> tuple[list[list[Card]], list[list[Card]]]:
    """Return the hands and the piles. Add the path of each card to `places`."""
    hands = _read_cards_lists(members["hands"], "hands", places)
    if not 2 <= len(hands) <= MOST_PLAYERS:
        raise fail("json_value", "hands", f"{len(hands)} hands not in 2..{MOST_PLAYERS}")
    return hands, _read_cards_lists(members.get("piles", []), "piles", places)


def _read_cards_lists(value: object, path: str, places: dict[Card, str]) -> list[list[Card]]:
    lists = []
    for number, cards in enumerate(read_json_list(value, path)):
        list_path = f"{path}[{number}]"
        lists.append(
            [
                _card(text, f"{list_path}[{place}]", places)
                for place, text in enumerate(read_json_list(cards, list_path))
            ]
        )
    return lists


def _card(value: object, path: str, places: dict[Card, str]) -> Card:
    try:
        card = parse_card(read_json_text(value, path))
    except InvalidCard as error:
        raise fail(error.code, path, f"{quote_value(value)} names no card") from None
    if card in places:
        raise fail("card_twice", path, f"card {format_card(card)} twice, first at {places[card]}")
    places[card] = path
    return card


def _read_contract(value: object, player_count: int) -> tuple[int, str] | None:
    if value is None:
        return None
    members = read_json_object(value, "contract")
    if set(members) != {"taker", "bid"}:
        raise fail("json_member", "contract", "members other than taker and bid")
    return read_json_seat(members["taker"], "contract.taker", player_count), read_json_name(
        members["bid"], "contract.bid"
    )


def _read_steps(value: object, player_count: int) -> list[tuple[int, Action]]:
    steps = []
    for number, step in enumerate(read_json_list(value, "steps")):
        path = f"steps[{number}]"
        members = read_json_object(step, path)
        if set(members) != {"seat", "action"}:
            raise fail("json_member", path, "members other than seat and action")
        seat = read_json_seat(members["seat"], f"{path}.seat", player_count)
        steps.append((seat, _action(members["action"], f"{path}.action")))
    return steps


def _action(value: object, path: str) -> Action:
    try:
        action = parse_action(read_json_text(value, path))
    except InvalidAction as error:
        raise fail(error.code, path, f"{quote_value(value)} describes no action") from None
    if isinstance(action, Hidden):
        raise fail("action_text", path, "a hidden action belongs to views only")
    return action


def _read_rules(members: Mapping[str, object]) -> RuleSet:
    name = read_json_name(members.get("rules", RuleSet().name), "rules")
    options = read_json_object(members.get("options", {}), "options")
    values = (
        (read_json_name(key, "options"), _option(value, f"options.{key}")) for key, value in options.items()
    )
    return RuleSet(name, tuple(sorted(values, key=lambda option: option[0])))


def _option(value: object, path: str) -> OptionValue:
    """Return a value that the text format has, too: a Boolean, a whole number, a word, or whole numbers."""
    option: OptionValue
    if isinstance(value, list):
        option = tuple(read_json_int(part, path) for part in value)
    elif isinstance(value, (bool, str)):
        option = value
    elif isinstance(value, int):
        option = read_json_int(value, path)
    else:
        raise fail("option_text", path, f"{quote_value(value)} is no value of an option")
    option_text = format_rules(RuleSet("-", (("-", option),))).removeprefix("- -=")
    if not option_text or any(not "!" <= letter <= "~" for letter in option_text):
        raise fail("option_text", path, f"{quote_value(value)} is not of visible ASCII characters")
    # Text and JSON hold the same deals: a word such as "12" would come back as a number.
    value_read_back = read_option_value(option_text)
    if value_read_back != option or type(value_read_back) is not type(option):
        raise fail("option_text", path, f"{quote_value(value)} cannot be written in a text")
    return option


def _read_notes(value: object) -> tuple[tuple[str, str], ...]:
    notes = [
        (read_json_name(key, "notes"), read_json_text(text, f"notes.{key}"))
        for key, text in read_json_object(value, "notes").items()
    ]
    for name, text in notes:
        if not NOTE.fullmatch(text):
            raise fail("note", f"notes.{name}", "note of 1 to 200 visible characters expected")
    return tuple(sorted(notes))


def _run_check(deal: PlayedDeal, check: Check | None, places: Mapping[Card, str]) -> None:
    if check is None:
        return
    try:
        check(deal)
    except GameError as error:
        raise NotationError(
            error.code, str(error), field=_path_of(error, places), values=error.values
        ) from error


def _path_of(error: GameError, places: Mapping[Card, str]) -> str:
    """Return the path of the value that an error of the game is about."""
    if "step" in error.values:
        return f"steps[{error.values['step']}]"
    if isinstance(error, InvalidRules) and error.code != "unknown_game":
        return f"options.{error.field}" if error.field else "rules"
    if isinstance(error, InvalidSeat):
        return "contract.taker" if error.field == "taker" else "dealer"
    if isinstance(error, IllegalAction):
        return "contract.bid"
    if isinstance(error, InvalidDeal):
        cards = (parse_card(name) for name in str(error.values.get("cards", "")).split())
        card_paths = [places[card] for card in cards if card in places]
        return card_paths[0] if card_paths else "piles" if error.code == "pile_sizes" else "hands"
    return "game"
