"""Score of a deal from its slip alone, for every game: the output of `manage.py score_deals` for one line."""

from collections.abc import Mapping

from games.core.exchange.fields import (
    InvalidRequest,
    check_fields,
    check_players,
    read_flag_field,
    read_half_points_field,
    read_level_field,
    read_list_field,
    read_options_field,
    read_request_object,
    read_text_field,
    read_whole_field,
    write_points,
    wrong_value,
)
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd, Slam
from games.core.rules import FFT
from games.core.scoring import check_outcome, score_outcome, score_seats
from games.core.tarot_rules import tarot_rules
from games.core.variant import Variant
from games.core.variants.recorded import SlipVariant
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot

GAME_FIELDS = ("rules", "options", "players")
"""Optional fields of every game beside its name."""

_SIDES = {None: PetitAtEnd.NONE, "attack": PetitAtEnd.ATTACK, "defence": PetitAtEnd.DEFENCE}
_SLAMS = {
    (False, None): Slam.NONE,
    (False, "attack"): Slam.MADE,
    (False, "defence"): Slam.DEFENCE,
    (True, None): Slam.ANNOUNCED_FAILED,
    (True, "attack"): Slam.ANNOUNCED_MADE,
    (True, "defence"): Slam.ANNOUNCED_FAILED,
    ("petit", None): Slam.PETIT_FAILED,
    ("petit", "attack"): Slam.PETIT_MADE,
    ("petit", "defence"): Slam.PETIT_FAILED,
}
"""Slam by (announced, made by). An announced slam that the defence makes has failed."""


def score_slip(request: object) -> dict[str, object]:
    """Return the score of one slip: `scores` by seat, and for Tarot `unit`, which each defender pays.

    Args:
        request: plain JSON values; the fields of each game are listed in docs/notation.md.

    Raises:
        GameError: a request that cannot be read, rules that do not exist, or an outcome that cannot have
            happened.
    """
    values = read_request_object(request)
    variant = find_variant(read_text_field(values, "game"))
    if isinstance(variant, Tarot):
        return _score_tarot(values, variant)
    assert isinstance(variant, SlipVariant)
    return _score_other(values, variant)


def _score_other(values: Mapping[str, object], variant: SlipVariant) -> dict[str, object]:
    check_players(values, variant.player_count)
    rules = variant.make_rules(read_text_field(values, "rules", FFT), read_options_field(values))
    facts = {name: value for name, value in values.items() if name not in ("game", *GAME_FIELDS)}
    return {"scores": [write_points(points) for points in variant.read_outcome(facts, rules).scores()]}


def _score_tarot(values: Mapping[str, object], variant: Tarot) -> dict[str, object]:
    row = variant.row
    check_players(values, row.player_count)
    rules = tarot_rules(
        row, variant.make_rules(read_text_field(values, "rules", FFT), read_options_field(values))
    )
    outcome = read_tarot_slip(values, row)
    check_outcome(outcome, row, rules)
    scores = [write_points(points) for points in score_seats(outcome, row, rules)]
    return {"unit": score_outcome(outcome, row, rules), "scores": scores}


def read_tarot_slip(values: Mapping[str, object], row: Variant) -> Outcome:
    """Return the outcome of a Tarot slip, without checking that it is possible.

    Raises:
        InvalidRequest: a missing or unknown field, or one of another kind.
    """
    optional = ("partners", "handfuls", "petit_at_end", "petits", "slam", "miseres")
    check_fields(values, ("game", "taker", "bid", "bouts", "points"), (*GAME_FIELDS, *optional))
    return Outcome(
        taker=read_whole_field(values, "taker"),
        bid=read_level_field(values, "bid", Bid),
        bouts=read_whole_field(values, "bouts"),
        half_points=read_half_points_field(values, "points"),
        handfuls=_read_handfuls(values, row),
        petit=_read_side(values),
        slam=_read_slam(values),
        partners=tuple(sorted(_read_seats(values, "partners"))),
        petits=read_whole_field(values, "petits", 1),
        miseres=tuple(sorted(_read_seats(values, "miseres"))),
    )


def _read_seats(values: Mapping[str, object], field: str) -> list[int]:
    return [read_whole_field({field: seat}, field) for seat in read_list_field(values, field)]


def _read_handfuls(values: Mapping[str, object], row: Variant) -> tuple[Handful, ...]:
    """Return the levels of the handfuls, in the order of the slip. A seat shows one handful at most."""
    levels: dict[int, Handful] = {}
    for handful in read_list_field(values, "handfuls"):
        facts = read_request_object(handful)
        check_fields(facts, ("seat", "level"), ())
        seat = read_whole_field(facts, "seat")
        if not 0 <= seat < row.player_count:
            raise wrong_value("handfuls.seat", seat, f"in 0..{row.player_count - 1}")
        if seat in levels:
            raise InvalidRequest(
                "handful_twice", f"seat {seat} shows two handfuls", field="handfuls", seat=seat
            )
        levels[seat] = read_level_field(facts, "level", Handful)
    return tuple(levels.values())


def _read_side(values: Mapping[str, object]) -> PetitAtEnd:
    side = values.get("petit_at_end")
    if side is not None and side not in ("attack", "defence"):
        raise wrong_value("petit_at_end", side, "attack, defence or null")
    return _SIDES[side]


def _read_slam(values: Mapping[str, object]) -> Slam:
    slam = values.get("slam")
    if slam is None:
        return Slam.NONE
    facts = read_request_object(slam)
    check_fields(facts, (), ("announced", "made_by"))
    announced = "petit" if facts.get("announced") == "petit" else read_flag_field(facts, "announced")
    made_by = facts.get("made_by")
    if made_by is not None and made_by not in ("attack", "defence"):
        raise wrong_value("slam.made_by", made_by, "attack, defence or null")
    return _SLAMS[announced, made_by]
