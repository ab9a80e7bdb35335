"""Legal cards of a hand for one trick: the output of `manage.py legal_plays` for one line."""

from collections.abc import Mapping

from games.core.calls import check_callable
from games.core.cards import Card, face, format_card, parse_card
from games.core.exchange.fields import (
    InvalidRequest,
    check_fields,
    check_players,
    read_flag_field,
    read_list_field,
    read_options_field,
    read_request_object,
    read_text_field,
    wrong_value,
)
from games.core.play import GameVariant, TrickMoment
from games.core.rules import FFT
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot

_OPTIONAL = ("trick", "first_trick", "last_trick", "called", "rules", "options", "players")


def list_legal_plays(request: object) -> dict[str, object]:
    """Return the legal cards of a hand as `legal`, in the order of the request.

    Args:
        request: plain JSON values; the fields are listed in docs/notation.md.

    Raises:
        GameError: a request that cannot be read, a game that does not exist or has no tricks, or cards that
            cannot lie so.
    """
    values = read_request_object(request)
    check_fields(values, ("game", "hand"), _OPTIONAL)
    variant = find_variant(read_text_field(values, "game"))
    check_players(values, variant.player_count)
    moment = _read_moment(values, variant)
    legal = {format_card(card) for card in variant.playable_cards(moment)}
    return {"legal": [text for text in read_list_field(values, "hand") if text in legal]}


def _read_moment(values: Mapping[str, object], variant: GameVariant) -> TrickMoment:
    hand, trick = _read_cards(values, "hand", variant), _read_cards(values, "trick", variant)
    for card in trick:
        if card in hand:
            text = format_card(card)
            raise InvalidRequest("card_twice", f"card {text} in the hand and in the trick", field="trick")
    most = _hand_count(variant) - 1
    if len(trick) > most:
        raise InvalidRequest("trick_full", f"trick of {len(trick)} cards, more than {most}", field="trick")
    return TrickMoment(
        frozenset(hand),
        tuple(trick),
        is_first=read_flag_field(values, "first_trick"),
        # A hand of one card is at its last trick, unless cards are drawn afterwards.
        is_last=read_flag_field(values, "last_trick") or len(hand) == 1,
        called=_read_called(values, variant),
        rules=variant.make_rules(read_text_field(values, "rules", FFT), read_options_field(values)),
    )


def _hand_count(variant: GameVariant) -> int:
    """Return the number of cards that make a whole trick."""
    return variant.row.hand_count if isinstance(variant, Tarot) else variant.player_count


def _read_cards(values: Mapping[str, object], field: str, variant: GameVariant) -> list[Card]:
    """Return some cards of the game's deck, each once."""
    cards: list[Card] = []
    for text in read_list_field(values, field):
        if not isinstance(text, str):
            raise wrong_value(field, text, "the text of a card")
        card = parse_card(text)
        if card not in variant.deck:
            raise InvalidRequest(
                "card_unknown", f"card {text} is not played with in {variant.name}", field=field
            )
        if card in cards:
            raise InvalidRequest("card_twice", f"card {text} twice in {field}", field=field)
        cards.append(card)
    return cards


def _read_called(values: Mapping[str, object], variant: GameVariant) -> tuple[Card, ...]:
    """Return the called cards as faces, from one card or a list of them.

    There are at most as many as the game calls, and all of them can be called.
    """
    value = values.get("called")
    card_texts = value if isinstance(value, list) else [] if value is None else [value]
    faces = tuple(face(card) for card in _read_cards({"called": card_texts}, "called", variant))
    most = variant.row.call_count if isinstance(variant, Tarot) else 0
    if len(faces) > most:
        raise wrong_value("called", value, f"at most {most} of the cards that {variant.name} calls")
    for card in faces:
        check_callable(card)
    return faces
