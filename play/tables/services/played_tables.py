"""Playing at a table of the site: beginning, acting, undoing.

A table is its first state and its log. Each request replays the log.

After a crash the robots choose the same actions again. Two concurrent requests write the same row, which the
database stores once.
"""

import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from games.core.actions import Action, DiscardCard, Draw, Pass, format_action, parse_action
from games.core.bots.choosing import RobotLevel
from games.core.bots.habits.choices import RobotChoice
from games.core.dealing.layout_text import format_layout
from games.core.errors import GameError, IllegalAction
from games.core.exchange.deals import record_of_state, start_of
from games.core.layouts import Layout
from games.core.notation import PlayedDeal, format_played_deal
from games.core.play import State, View, public_view
from games.core.rules import FFT, parse_rules
from games.core.variants.registry import find_variant
from games.opening import open_layout, open_text
from games.services.compiled_search import compile_for
from play.tables.enums import ActionMaker, TableOrigin
from play.tables.models import PlayedTable, TableAction
from play.tables.services.table_robots import choose_at_table, robot_action

ROBOT_SECONDS = 0.8
"""Time limit for robots in one request. The next request continues, so that a slow game does not block a
thread."""
GUESTS_KEPT = timedelta(days=30)
"""Age at which a table without an account is deleted."""
UNDOING = frozenset({TableOrigin.PRACTICE, TableOrigin.AGAIN})
"""Origins with undo and hints, since nothing counts there."""

FORCED = frozenset({(Pass(),), (Draw(),)})
"""Legal actions that leave a person no choice."""


@dataclass(frozen=True, slots=True)
class Chairs:
    """The seat of the viewer of a table, and the seats of robots."""

    seat: int | None
    """Seat of the person; None for a spectator."""
    robots: frozenset[int]
    """Seats at which robots play at present."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table after its log. It holds all hands; only `view` may be shown before the end."""

    table: PlayedTable
    state: State
    chairs: Chairs
    number: int
    """Length of the log, compared when a row is added."""
    persons: tuple[int, ...]
    """Indices among the steps, from 0, of the actions of people, in order."""
    has_undone: bool
    last_at: datetime
    """Time of the last row; time of the table's beginning without a row."""

    @property
    def seat(self) -> int | None:
        """Seat of the person; None for a spectator."""
        return self.chairs.seat

    @property
    def view(self) -> View:
        """View of the person, or the public view."""
        return public_view(self.state) if self.seat is None else self.state.view(self.seat)

    @property
    def is_turn(self) -> bool:
        """True if the person is to act."""
        return self.state.to_act is not None and self.state.to_act == self.seat and not self.robots_wait

    @property
    def robots_wait(self) -> bool:
        """True if a robot is to act."""
        return self.state.to_act in self.chairs.robots

    @property
    def can_undo(self) -> bool:
        return bool(self.persons) and self.table.origin in UNDOING


class Row(NamedTuple):
    """A new row of a log."""

    made_by: ActionMaker
    seat: int | None
    text: str


# --- reading ------------------------------------------------------------------------------------------------


def load_sitting(table: PlayedTable, chairs: Chairs | None = None) -> Sitting:
    """Return the present state of a table. Replaying a whole deal takes about a millisecond.

    One query, none where its actions were prefetched.

    Args:
        chairs: None for a table of one person, whose seat it stores; robots sit everywhere else.
    """
    state = _start_of(table)
    states, persons, number, has_undone = [state], list[int](), 0, False
    last_at = table.created_at
    for number, (made_by, text, last_at) in enumerate(_log_of(table), 1):  # noqa: B007 - the last ones count
        if made_by == ActionMaker.UNDO:
            # drops the states after the undone step
            del states[_undo_target(states[-1], persons) + 1 :]
            has_undone = True
            continue
        if made_by == ActionMaker.PERSON:
            persons.append(len(states) - 1)
        states.append(states[-1].apply(parse_action(open_text(text))))
    chairs = chairs or _chairs_of_one(table)
    return Sitting(table, states[-1], chairs, number, tuple(persons), has_undone, last_at)


def _log_of(table: PlayedTable) -> Iterable[tuple[str, Any, datetime]]:
    """Return maker, sealed text and time of each row, without the cost of model instances."""
    if "actions" in getattr(table, "_prefetched_objects_cache", ()):
        return ((row.made_by, row.text, row.made_at) for row in table.actions.all())
    return table.actions.values_list("made_by", "text", "made_at")


def played_text(sitting: Sitting) -> str:
    """Return a finished deal in the notation of played deals.

    Raises:
        AppError: `deal_not_over`.
    """
    if not sitting.state.is_over:
        raise AppError("deal_not_over", _("La donne n’est pas finie."))
    return format_played_deal(record_of_state(sitting.state))


def discards_left(sitting: Sitting) -> int:
    """Return the number of cards that the person still has to discard; 0 outside a discard."""
    state, count = sitting.state, 0
    while not state.is_over and state.to_act == sitting.seat:
        if not isinstance(state.legal_actions()[0], DiscardCard):
            break
        # any card serves, since only their number matters
        state, count = state.apply(state.legal_actions()[0]), count + 1
    return count


# --- changing -----------------------------------------------------------------------------------------------


def deal_any(game: str, *, dealer: int, rules: str = FFT) -> Layout:
    """Deal cards of a game at random. A deal cancelled at once by its rules (a bare Petit) is dealt again.

    Raises:
        InvalidRules: `unknown_game`, `unknown_rules`.
    """
    variant, rng = find_variant(game), secrets.SystemRandom()
    rule_set = parse_rules(variant.options, rules)
    layout = variant.random_layout(rng, rule_set)
    while variant.start(layout, dealer=dealer, rules=rule_set).is_over:
        layout = variant.random_layout(rng, rule_set)
    return layout


def new_secret() -> str:
    """Return a random part of a table's address."""
    return secrets.token_urlsafe(16)


def begin_table(
    *,
    origin: TableOrigin,
    game: str,
    layout: Layout,
    dealer: int,
    seat: int | None,
    level: RobotLevel,
    robot_seed: int | None = None,
    secret: str = "",
    rules: str = FFT,
    contract: tuple[int, str] | None = None,
    theme: str = "",
    device: str = "",
    owner: User | None = None,
) -> Sitting:
    """Begin a table. `let_robots_play` plays up to the person's first turn.

    Args:
        seat: seat of the one person; None where several play.
        robot_seed: seed shared by all players who are compared; None for a new one.
        secret: part of the table's address, from `new_secret`; "" for a new one.
        contract: taker and bid if they are imposed with the deal.

    Raises:
        AppError: `no_such_table`, for a deal that its game cannot play.
    """
    table = PlayedTable(
        secret=secret or new_secret(),
        origin=origin,
        theme=theme,
        game=game,
        rule_set=rules,
        cards=format_layout(layout),
        dealer=dealer,
        taker=contract[0] if contract else None,
        bid=contract[1] if contract else "",
        seat=seat,
        level=level,
        robot_seed=secrets.randbits(48) if robot_seed is None else robot_seed,
        device=device,
        owner=owner,
    )
    try:
        # a deal that its rules cancel at once leaves nothing to play
        playable = not _start_of(table).is_over and (seat or 0) in range(find_variant(game).player_count)
    except GameError as error:
        raise AppError("no_such_table", _("Cette donne ne peut pas être jouée ici.")) from error
    if not playable:
        raise AppError("no_such_table", _("Cette donne ne peut pas être jouée ici."))
    table.save()
    compile_for(level, game)
    return load_sitting(table, None if seat is not None else Chairs(None, frozenset()))


def play_turn(*, table: PlayedTable, number: int, texts: Sequence[str], was_kept: bool = False) -> Sitting:
    """Play the one person's actions and the robots' answers in a single transaction.

    Args:
        was_kept: whether a device without network kept the actions until now.

    Raises:
        AppError: as `add_actions`; as `refuse_late_actions`, for actions that were kept.
    """
    sitting = load_sitting(table)
    if was_kept and sitting.number != number:
        refuse_late_actions(table, seat=sitting.seat, number=number, texts=texts)
    return let_robots_play(sitting, first=_read_actions(sitting, number=number, texts=texts))


def add_actions(
    sitting: Sitting, *, number: int, texts: Sequence[str], now: datetime | None = None
) -> Sitting | None:
    """Add the person's actions to the log. Return the table after them, or None if nothing was done.

    Args:
        number: length of the log on the person's page. With more rows nothing is done: the form was sent
            twice, or from an old page.
        texts: one action, or all the cards of a discard.

    Raises:
        AppError: `illegal_action`, naming the rule in `extra["rule"]`; no action is stored.
    """
    rows = _read_actions(sitting, number=number, texts=texts)
    return append_rows(sitting, rows, now=now) if rows else None


def refuse_late_actions(table: PlayedTable, *, seat: int | None, number: int, texts: Sequence[str]) -> None:
    """Refuse actions for a log that has grown since, unless they are the next rows of that log.

    A device sends them once more if the response to the first request was lost.

    Raises:
        AppError: `moved_on`.
    """
    rows: Iterable[tuple[str, int | None, Any]] = table.actions.filter(
        number__gt=number, number__lte=number + len(texts)
    ).values_list("made_by", "seat", "text")
    stored = [(made_by, row_seat, open_text(text)) for made_by, row_seat, text in rows]
    if not texts or stored != [(ActionMaker.PERSON, seat, text) for text in texts]:
        raise AppError("moved_on", _("La partie a continué sans attendre : le coup gardé n’a pas été joué."))


def _read_actions(sitting: Sitting, *, number: int, texts: Sequence[str]) -> list[Row]:
    """Return the person's actions as rows of the log. Args, raises: as `add_actions`."""
    state, rows = sitting.state, list[Row]()
    if sitting.number != number or not sitting.is_turn:
        return rows
    for text in texts:
        try:
            if state.to_act != sitting.seat:
                raise IllegalAction("not_your_turn", "too many actions")
            state = state.apply(parse_action(text))
        except GameError as error:
            raise _illegal(error) from error
        rows.append(Row(ActionMaker.PERSON, sitting.seat, text))
    return rows


def undo_last_action(*, table: PlayedTable, number: int) -> Sitting:
    """Take back the person's last action and all later ones of robots, by a new row of the log.

    Raises:
        AppError: `no_undo`, where the deal counts or there is nothing to take back.
    """
    sitting = load_sitting(table)
    if sitting.number != number:
        return sitting
    if not sitting.can_undo:
        raise AppError("no_undo", _("Rien à reprendre ici."))
    with transaction.atomic():
        if _add_rows(sitting, [Row(ActionMaker.UNDO, table.seat, "")], timezone.now()):
            PlayedTable.objects.filter(pk=table.pk).update(ended_at=None, score="")
    table.refresh_from_db()
    return load_sitting(table)


def choose_for_person(sitting: Sitting) -> RobotChoice:
    """Return what the strongest robot would do in the person's place, with all cards of a discard."""
    state, level = sitting.state, RobotLevel.FORT
    choice = choose_at_table(sitting.table, state, level, for_hint=True)
    if choice.discard or not isinstance(choice.action, DiscardCard):
        return choice
    # by rules of thumb a robot chooses one card after the other
    cards = [choice.action.card]
    state = state.apply(choice.action)
    while state.to_act == sitting.seat and isinstance(state.legal_actions()[0], DiscardCard):
        action = choose_at_table(sitting.table, state, level).action
        assert isinstance(action, DiscardCard)
        cards.append(action.card)
        state = state.apply(action)
    return replace(choice, discard=tuple(cards)) if len(cards) > 1 else choice


def let_robots_play(sitting: Sitting, *, first: Sequence[Row] = (), now: datetime | None = None) -> Sitting:
    """Let robots play until the person is to act, the deal is over, or `ROBOT_SECONDS` have passed.

    A person who can only pass or draw does so without a request. Robots think outside of any transaction. A
    concurrent request writes the same rows.

    Args:
        first: the person's rows, written together with those of the robots.
    """
    started_at, now = time.monotonic(), now or timezone.now()
    table, state, rows = sitting.table, sitting.state, list(first)
    for row in first:
        state = state.apply(parse_action(row.text))
    while (action := _next_action(sitting, state)) is not None:
        rows.append(Row(ActionMaker.ROBOT, state.to_act, format_action(action)))
        state = state.apply(action)
        # the pass or draw of a person needs no time
        if time.monotonic() - started_at > ROBOT_SECONDS and state.to_act in sitting.chairs.robots:
            break
    if rows:
        # None: another request was first, so its rows are loaded
        sitting = append_rows(sitting, rows, now=now) or load_sitting(table, sitting.chairs)
    if sitting.state.is_over and table.ended_at is None:
        _store_end(sitting)
    return sitting


def append_rows(sitting: Sitting, rows: Sequence[Row], *, now: datetime | None = None) -> Sitting | None:
    """Add rows to the log if it has not grown. Return the table after them.

    Returns:
        None if another request was first and nothing was written.
    """
    made_at = now or timezone.now()
    if not _add_rows(sitting, rows, made_at):
        return None
    state, persons = sitting.state, list(sitting.persons)
    for row in rows:
        if row.made_by == ActionMaker.PERSON:
            persons.append(len(state.history))
        state = state.apply(parse_action(row.text))
    return replace(
        sitting,
        state=state,
        number=sitting.number + len(rows),
        persons=tuple(persons),
        last_at=made_at if rows else sitting.last_at,
    )


def claim_tables(*, device: str, owner: User) -> int:
    """Assign the tables that a browser played alone to an account. Return their number."""
    return _unclaimed(device).update(owner=owner) if device else 0


def count_unclaimed(device: str) -> int:
    """Return the number of a browser's tables without an account. One query."""
    return _unclaimed(device).count() if device else 0


def sweep_tables(*, now: datetime) -> int:
    """Delete old tables of guests. Return their number."""
    guests = PlayedTable.objects.filter(owner=None).exclude(origin=TableOrigin.FREE)
    old_tables = guests.filter(created_at__lt=now - GUESTS_KEPT)
    count = old_tables.count()
    old_tables.delete()
    return count


def list_played_tables(device: str, owner: User | None) -> QuerySet[PlayedTable]:
    """Return the tables that a player plays and played, latest first."""
    condition = Q(owner=owner) if owner is not None else Q(pk__in=())
    if device:
        condition |= Q(device=device, owner=None)
    return PlayedTable.objects.filter(condition)


def find_last_game(device: str, owner: User | None) -> str | None:
    """Return the game that a player chose last, alone or at a free table; None before. One query."""
    chosen = list_played_tables(device, owner).filter(origin__in=(TableOrigin.PRACTICE, TableOrigin.FREE))
    return chosen.order_by("-pk").values_list("game", flat=True).first()


# --- helpers ------------------------------------------------------------------------------------------------


def _add_rows(sitting: Sitting, rows: Sequence[Row], made_at: datetime) -> bool:
    """Write rows at the end of a log. Return False if another request was first."""
    try:
        with transaction.atomic():
            TableAction.objects.bulk_create(
                TableAction(table=sitting.table, number=number, made_at=made_at, **row._asdict())
                for number, row in enumerate(rows, sitting.number + 1)
            )
    # the number of a row is unique within its table
    except IntegrityError:
        return False
    return True


def _store_end(sitting: Sitting) -> None:
    """Store the score of a finished deal, once."""
    table, scores = sitting.table, sitting.state.scores()
    score = " ".join(map(str, scores if table.seat is None else [scores[table.seat]]))
    PlayedTable.objects.filter(pk=table.pk, ended_at=None).update(ended_at=timezone.now(), score=score)
    table.refresh_from_db()


def _chairs_of_one(table: PlayedTable) -> Chairs:
    all_seats = frozenset(range(find_variant(table.game).player_count))
    return Chairs(table.seat, all_seats - {table.seat})


def _start_of(table: PlayedTable) -> State:
    variant = find_variant(table.game)
    contract = None if table.taker is None else (table.taker, table.bid)
    return start_of(
        PlayedDeal(
            table.game,
            open_layout(table.cards),
            table.dealer,
            rules=parse_rules(variant.options, table.rule_set),
            contract=contract,
        )
    )


def _undo_target(state: State, persons: list[int]) -> int:
    """Return the index of the step that an undo removes; a discard of several cards counts as one."""
    place = persons.pop()
    is_discard = isinstance(state.history[place], DiscardCard)
    while is_discard and persons and persons[-1] == place - 1:
        if not isinstance(state.history[place - 1], DiscardCard):
            break
        place = persons.pop()
    return place


def _next_action(sitting: Sitting, state: State) -> Action | None:
    """Return the next action that needs no person: a robot's, or a pass or draw without a choice."""
    if state.to_act is None:
        return None
    if state.to_act in sitting.chairs.robots:
        return robot_action(sitting.table, state)
    legal = tuple(state.legal_actions())
    return legal[0] if legal in FORCED else None


def _illegal(error: GameError) -> AppError:
    return AppError("illegal_action", _("Ce coup n’est pas permis maintenant."), extra={"rule": error.code})


def _unclaimed(device: str) -> QuerySet[PlayedTable]:
    return PlayedTable.objects.filter(device=device, owner=None)
