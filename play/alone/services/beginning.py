"""Beginning a table against robots: any game, a theme, an exercise, the deal of the day, an open étui."""

import secrets
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from games.core.bots.choosing import RobotLevel
from games.core.cards import Card
from games.core.dealing import DealConstraints, board_dealer, board_taker
from games.core.dealing.boards import BOARD_CYCLE
from games.core.dealing.deal import Wanted, find_attempt
from games.core.dealing.dealt_game import FEDERATION_GAME
from games.core.dealing.dealt_set import DealtBoard
from games.core.dealing.rare_themes import RareTheme
from games.core.dealing.shuffle import SEED_SIZE
from games.core.dealing.themes import Theme
from games.core.layouts import Layout
from games.core.outcome import Bid
from games.core.play import GameVariant
from games.core.rules import FFT
from games.core.seats import SOUTH
from games.core.variants.registry import find_variant
from games.core.variants.tarot.state import PASSED
from play.alone.models import BoardPlayedAgain, DailyPlay
from play.alone.queries.daily import find_daily, player_key, robot_key
from play.alone.queries.first_dealer import draw_practice_dealer, drawn_robot_seed
from play.learn.exercises.exercise import ME, Exercise
from play.tables.enums import TableOrigin
from play.tables.models import PlayedTable
from play.tables.services.played_tables import Sitting, begin_table, deal_any, let_robots_play, new_secret
from tournaments.base.services.link_keys import link_digest
from tournaments.deals.services.board_references import board_contract
from tournaments.enums import LinkPurpose
from tournaments.models import Session

DAILY_LEVEL = RobotLevel.CLUB
GARDE = Bid.GARDE.value


@dataclass(frozen=True, slots=True)
class Player:
    """The account and browser of a person who plays."""

    device: str = ""
    owner: User | None = None


def begin_practice(*, game: str, level: RobotLevel, player: Player, rules: str = FFT) -> Sitting:
    """Begin a random deal of a game. The person sits at South, or at the first place; a draw of cards gives
    the dealer.

    Args:
        rules: text of a rule-set.

    Raises:
        InvalidRules: `unknown_game`.
    """
    variant, secret = find_variant(game), new_secret()
    dealer = draw_practice_dealer(secret, game).dealer
    sitting = begin_table(
        origin=TableOrigin.PRACTICE,
        game=game,
        rules=rules,
        layout=deal_any(game, dealer=dealer, rules=rules),
        dealer=dealer,
        seat=_own_seat(variant),
        level=level,
        robot_seed=drawn_robot_seed(secret),
        secret=secret,
        device=player.device,
        owner=player.owner,
    )
    return let_robots_play(sitting)


def has_passed_out(sitting: Sitting) -> bool:
    """Return whether all players passed at a practice deal, after which the next deal follows."""
    is_over = sitting.table.origin == TableOrigin.PRACTICE and sitting.state.is_over
    return is_over and sitting.state.outcome() == PASSED


def begin_after_passes(table: PlayedTable) -> Sitting:
    """Begin the deal after a practice deal that all players passed. The next player deals."""
    dealer = (table.dealer + 1) % find_variant(table.game).player_count
    sitting = begin_table(
        origin=TableOrigin.PRACTICE,
        game=table.game,
        rules=table.rule_set,
        layout=deal_any(table.game, dealer=dealer, rules=table.rule_set),
        dealer=dealer,
        seat=table.seat,
        level=RobotLevel(table.level),
        device=table.device,
        owner=table.owner,
    )
    return let_robots_play(sitting)


def begin_theme(*, theme: Theme | RareTheme, level: RobotLevel, player: Player) -> Sitting:
    """Begin a deal of four players for a theme, with an imposed contract.

    The person has the seat that plays the theme.
    """
    number = 1 + secrets.randbelow(BOARD_CYCLE)
    taker = board_taker(number)
    if isinstance(theme, RareTheme):
        layout = theme.deal_out(secrets.SystemRandom(), taker)
        seat, bid = theme.seat_to_play(taker), theme.bid.value
    else:
        constraints, seed = Wanted(DealConstraints(themes=(theme,))), secrets.token_bytes(SEED_SIZE)
        layout = constraints.lay_out(seed, number, find_attempt(seed, number, constraints))
        seat, bid = theme.seat_to_play(layout, taker), GARDE
    sitting = begin_table(
        origin=TableOrigin.PRACTICE,
        theme=theme,
        game=FEDERATION_GAME,
        layout=layout,
        dealer=board_dealer(number),
        contract=(taker, bid),
        seat=seat,
        level=level,
        device=player.device,
        owner=player.owner,
    )
    return let_robots_play(sitting)


def begin_exercise(*, exercise: Exercise, level: RobotLevel, player: Player) -> Sitting:
    """Begin the deal of an exercise from its first action. The person has the seat of the question."""
    sitting = begin_table(
        origin=TableOrigin.PRACTICE,
        game=FEDERATION_GAME,
        layout=exercise.layout,
        dealer=exercise.dealer,
        contract=exercise.contract,
        seat=ME,
        level=level,
        device=player.device,
        owner=player.owner,
    )
    return let_robots_play(sitting)


def begin_daily(*, day: date, name: str, player: Player) -> PlayedTable:
    """Begin a player's deal of the day, or return the one begun earlier.

    The deal follows from a secret key of this installation and the date: it is the same for all and cannot be
    predicted. All players attack with a garde against the same robots.

    Args:
        name: "" for a player who gives their name later.

    Raises:
        AppError: `no_device`, for a browser that keeps no cookie.
    """
    previous_play = find_daily(day, player.device, player.owner)
    if previous_play is not None:
        return previous_play.table
    key = player_key(player.device, player.owner)
    if not key:
        raise AppError(
            "no_device", _("Votre navigateur refuse les cookies : acceptez-les pour jouer la donne du jour.")
        )
    return _begin_daily(day, name, key, player)


def begin_daily_of_robot(*, day: date, level: RobotLevel) -> PlayedTable:
    """Begin the deal of a day for a robot in the person's seat, or return the one begun earlier.

    Its opponents and their seed are those of all players.
    """
    key = robot_key(level)
    previous_play = DailyPlay.objects.select_related("table").filter(day=day, player=key).first()
    return _begin_daily(day, "", key, Player()) if previous_play is None else previous_play.table


def _begin_daily(day: date, name: str, key: str, player: Player) -> PlayedTable:
    number = day.toordinal()
    taker = board_taker(number)
    try:
        with transaction.atomic():
            table = begin_table(
                origin=TableOrigin.DAILY,
                game=FEDERATION_GAME,
                layout=_lay_out_daily(_daily_secret(LinkPurpose.DAILY_DEAL, day), number),
                dealer=board_dealer(number),
                contract=(taker, GARDE),
                seat=taker,
                level=DAILY_LEVEL,
                robot_seed=int.from_bytes(_daily_secret(LinkPurpose.DAILY_ROBOTS, day)[:6]),
                device=player.device,
                owner=player.owner,
            ).table
            # the unique constraint rolls the table back after a double tap
            DailyPlay.objects.create(table=table, day=day, name=name, player=key)
    except IntegrityError:  # a double tap
        return DailyPlay.objects.select_related("table").get(day=day, player=key).table
    return table


def daily_hand(day: date) -> tuple[Card, ...]:
    """Return the hand with which all players begin the deal of a day, without the dog.

    No other card of the deal leaves this module before a player sits at its table.
    """
    number = day.toordinal()
    layout = _lay_out_daily(_daily_secret(LinkPurpose.DAILY_DEAL, day), number)
    return tuple(sorted(layout.hands[board_taker(number)]))


def name_daily_play(*, play: DailyPlay, name: str) -> None:
    """Set the name of a play that was begun without one. A name that is set stays."""
    DailyPlay.objects.filter(pk=play.pk, name="").update(name=name)


def begin_again(
    *, session: Session, deal: DealtBoard, seat: int, level: RobotLevel, player: Player
) -> Sitting:
    """Begin an étui at any seat, against robots.

    Args:
        deal: as for `begin_board`.

    Raises:
        AppError: `no_such_table`, where a hand is unknown or the seat does not exist.
    """
    sitting = begin_board(
        origin=TableOrigin.AGAIN, session=session, deal=deal, seat=seat, level=level, player=player
    )
    return let_robots_play(sitting)


@transaction.atomic
def begin_board(
    *,
    origin: TableOrigin,
    session: Session,
    deal: DealtBoard,
    seat: int | None,
    level: RobotLevel,
    player: Player,
) -> Sitting:
    """Begin a table for an étui under the contract of its event.

    Args:
        deal: board from `tournaments.deals.door.shown_board`, so open to all.
        seat: seat of the one person; None where several play.

    Raises:
        AppError: `no_such_table`, where a hand is unknown or the seat does not exist.
    """
    tournament, deal_set = session.tournament, session.deal_set
    assert deal_set is not None  # the deal comes from it
    sitting = begin_table(
        origin=origin,
        game=tournament.game,
        rules=deal_set.rule_set,
        layout=deal.layout,
        dealer=deal.dealer,
        contract=board_contract(tournament, deal.number),
        seat=seat,
        level=level,
        device=player.device,
        owner=player.owner,
    )
    BoardPlayedAgain.objects.create(table=sitting.table, session=session, board=deal.number)
    return sitting


def _own_seat(variant: GameVariant) -> int:
    return SOUTH if variant.player_count > SOUTH else 0


@lru_cache(maxsize=4)
def _lay_out_daily(seed: bytes, number: int) -> Layout:
    # the front page shows a hand of it at each visit
    constraints = Wanted(DealConstraints())
    return constraints.lay_out(seed, number, find_attempt(seed, number, constraints))


def _daily_secret(purpose: LinkPurpose, day: date) -> bytes:
    return link_digest(purpose, day.isoformat())
