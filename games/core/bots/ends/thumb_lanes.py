"""Lanes played to their ends, judged and searched, through the functions on plain numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from games.core.bots.ends import end_search, thumb_play_outs
from games.core.bots.knowledge.tarot_sight import TarotSight
from games.core.bots.numbers.lanes import (
    NOBODY,
    LaneEnds,
    Lanes,
    Numbers,
    bit_of,
    card_colour_number,
    cards_left,
    repeat_lanes,
)
from games.core.bots.numbers.moments import Deal, LaneRows, PlayMoment, read_play
from games.core.cards import Card
from games.core.compiled import Memory, as_memory, new_record, new_records, zeros

_NO_CARD = np.zeros(0, np.int64)


def play_lanes(lanes: Lanes, first: tuple[Numbers, Numbers] | None = None, *, streams: int = 0) -> LaneEnds:
    """Play all lanes to their ends by rules of thumb. The lanes do not change.

    Args:
        first: colour and bit of the first card of each lane; None to choose it by the rules.
        streams: number of lanes with leads by a chance of their own, as for `play_thumbs`; 0 for none.
    """
    rows, first_cards = lane_rows(lanes), first_memory(first)
    thumb_play_outs.play_thumbs(new_record(PlayMoment), seen_on_table(lanes), rows, first_cards, streams)
    return ends_of(rows)


def count_surprises(sight: TarotSight, lanes: Lanes) -> Numbers:
    """Return for each lane the number of cards of other seats that the rules of thumb would not have played.

    Args:
        lanes: the worlds before the first card, with complete hands; they do not change.
    """
    surprises = zeros(len(lanes.holder))
    tricks = [*(cards for _, cards, _ in sight.tricks), sight.trick]
    thumb_play_outs.write_surprise_counts(
        new_record(PlayMoment),
        seen_on_table(replace(lanes, trick=())),
        lane_rows(lanes),
        cards_memory(card for cards in tricks for card in cards),
        surprises,
        sight.view.seat,
    )
    return np.array(surprises, np.int64)


def score_cards_in_lanes(lanes: Lanes, cards: Sequence[Card], worths: Numbers) -> Numbers:
    """Return the exact score of each card of the seat to play, with all hands seen; shape (lanes, cards).

    Args:
        lanes: the lanes; they do not change.
        cards: the cards to try.
        worths: the result of `lane_scores.score_table`.
    """
    # worlds with few cards left are often equal: search each kind once
    firsts, numbers = _group_equal(lanes)
    return _search_each(repeat_lanes(lanes, firsts), cards, worths)[numbers]


def _group_equal(lanes: Lanes) -> tuple[Numbers, Numbers]:
    """Return the first lane of each kind of equal lanes, and for each lane the number of its kind."""
    count = len(lanes.holder)
    counts = lanes.holder, lanes.half_points, lanes.bouts, lanes.attack_tricks
    rows = np.concatenate([lanes.hands.reshape(count, -1), lanes.attack, np.stack(counts, axis=1)], axis=1)
    kinds: dict[bytes, int] = {}
    numbers = [kinds.setdefault(row.tobytes(), len(kinds)) for row in rows]
    return np.unique(numbers, return_index=True)[1], np.array(numbers)


def _search_each(lanes: Lanes, cards: Sequence[Card], worths: Numbers) -> Numbers:
    count = len(lanes.holder)
    depths = cards_left(lanes) * lanes.attack.shape[1] - len(lanes.trick)
    scores = zeros(count * len(cards))
    end_search.write_card_scores(
        end_search.EndRoom(
            new_record(PlayMoment), new_records(PlayMoment, depths), new_records(end_search.Moves, depths)
        ),
        seen_on_table(lanes),
        lane_rows(lanes),
        cards_memory(cards),
        as_memory(worths.reshape(-1)),
        worths.shape[1],
        scores,
    )
    return np.asarray(scores, np.int64).reshape(count, len(cards))


def lane_rows(lanes: Lanes) -> LaneRows:
    """Return the lanes as plain arrays. The counts of the attack are copies, since play-outs change them."""
    return LaneRows(
        as_memory(lanes.hands.reshape(-1)),
        as_memory(lanes.holder),
        as_memory(lanes.attack.astype(np.int64).reshape(-1)),
        as_memory(lanes.half_points.copy()),
        as_memory(lanes.bouts.copy()),
        as_memory(lanes.attack_tricks.copy()),
        zeros(len(lanes.holder)),
    )


def ends_of(rows: LaneRows) -> LaneEnds:
    """Return the ends of lanes that were played out."""
    counts = (rows.half_points, rows.bouts, rows.petits, rows.attack_tricks)
    return LaneEnds(*(np.array(count, np.int64) for count in counts))


def cards_memory(cards: Iterable[Card]) -> Memory:
    """Return colour and bit of some cards, as one array."""
    return as_memory(
        np.array([n for card in cards for n in (card_colour_number(card), bit_of(card))], np.int64)
    )


def first_memory(first: tuple[Numbers, Numbers] | None) -> Memory:
    """Return colour and bit of the first card of each lane, as one array; empty if the rules choose it."""
    return as_memory(_NO_CARD if first is None else np.stack(first, axis=1).reshape(-1))


def seen_on_table(lanes: Lanes) -> PlayMoment:
    """Return the facts that rules of thumb read: the trick on the table and its number."""
    moment, seats = new_record(PlayMoment), lanes.attack.shape[1]
    deal = Deal(seats, NOBODY, NOBODY, lanes.leader, lanes.trick_count, lanes.barred)
    read_play(moment, deal, cards_memory(lanes.trick), lanes.trick_count - cards_left(lanes))
    return moment
