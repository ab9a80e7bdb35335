"""Free tables: people sit down, play deal after deal with robots in the other seats, leave and come back.

What happens in a deal is the log of its `PlayedTable` (`played_tables.py`): the rules of that log are written
there once. Here stands who sits where, whose turn costs how much time, and what people say about the rest of
a deal. Each change locks the row of the free table; robots think outside of it. Nobody but a page that asks
moves anything: while everybody is gone nothing happens and no clock runs.
"""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from operator import add

from django.db import transaction
from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Power
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.pseudonyms import fold_pseudonym
from common.errors import AppError
from common.live.telling import tell
from games.core.actions import Action, format_action
from games.core.analysis.claims import can_claim, is_claim_true, play_claim
from games.core.bots.choosing import RobotLevel
from games.core.errors import GameError
from games.core.facts.over_deals import GameTerms, climbs_ladder, settle_pot
from games.core.play import State
from games.core.rules import FFT, format_rules, parse_rules
from games.core.variants.contrat import COSTLY_EXCUSE, ContratOutcome
from games.core.variants.registry import find_variant
from games.models import Deal, DealSet
from play.free.enums import Phrase
from play.free.models import (
    FreeDeal,
    FreeTable,
    RatedMatch,
    RatedSeat,
    SaidPhrase,
    TableClaim,
    TableSeat,
)
from play.tables.enums import ActionMaker, TableOrigin
from play.tables.models import PlayedTable, TableAction
from play.tables.services.dealt_tables import begin_dealt_table
from play.tables.services.played_tables import (
    GUESTS_KEPT,
    Chairs,
    Row,
    Sitting,
    add_actions,
    append_rows,
    begin_table,
    deal_any,
    let_robots_play,
    load_sitting,
)

AWAY = timedelta(seconds=20)
"""Who has not asked for so long is away; pages ask every ten seconds at least."""
CLAIM_OPEN = timedelta(seconds=30)
"""In which the others answer a claim; then it is refused."""
MOST_CLAIMS = 2
"""Of one seat in one deal: what robots refuse tells something of their hands."""
IDLE = timedelta(hours=2)
"""After which a table that nobody looks at is ended; whoever sat there may open it again."""
LISTED = timedelta(minutes=3)
"""For how long after somebody was seen there a table stands in the list."""
NEXT_DEAL = timedelta(seconds=20)
"""After which a table of a set deals the next deal of itself."""
MOST_PHRASES = 12
"""Of a table, kept and shown."""


@dataclass(frozen=True, slots=True)
class Gathering:
    """A free table as somebody finds it."""

    table: FreeTable
    seats: tuple[TableSeat, ...]
    """Who sits there, in the order in which they came."""
    me: TableSeat | None
    deal: FreeDeal | None
    """The present deal, finished or not; None before the first."""
    sitting: Sitting | None
    claim: TableClaim | None
    """The one that waits for answers."""

    @property
    def is_playing(self) -> bool:
        """Whether a deal is under way."""
        return self.sitting is not None and not self.sitting.state.is_over

    @property
    def robots_alone(self) -> bool:
        """Whether no person plays now."""
        return all(each.robot_since is not None for each in self.seats)

    @property
    def host(self) -> TableSeat | None:
        """Who says when the first deal begins: who has been there for longest."""
        return self.seats[0] if self.seats else None

    @property
    def is_match_over(self) -> bool:
        """Whether the deals of the match are all played."""
        if self.deal is None or self.is_playing:
            return False
        return self.deals_of_match >= self.table.deal_count

    @property
    def deals_of_match(self) -> int:
        """Deals of the present match so far, the one under way included. One query."""
        return self.table.deals.filter(match=self.table.match).count()

    def at(self, seat: int | None) -> TableSeat | None:
        """Who sits at a seat."""
        return next((each for each in self.seats if each.seat == seat), None)

    def players(self) -> list[TableSeat]:
        """Who plays the present deal: who had sat down before it began."""
        return _players(self.seats, self.deal)

    def deadline(self) -> datetime | None:
        """When a robot takes the seat of who is to act; None where a robot is, or a claim waits."""
        acting = self.acting()
        if acting is None or self.claim is not None:
            return None
        left = max(0.0, self.table.reserve_seconds - acting.reserve_used)
        return self.turn_began(acting) + timedelta(seconds=self.table.action_seconds + left)

    def acting(self) -> TableSeat | None:
        """Who is to act; None where a robot is."""
        if self.sitting is None or self.sitting.robots_wait:
            return None
        turn = self.sitting.state.to_act
        return next((each for each in self.players() if each.seat == turn), None)

    def turn_began(self, acting: TableSeat) -> datetime:
        """Since when the time of who is to act runs."""
        assert self.sitting is not None
        return max(self.sitting.last_at, acting.back_at, self.table.resumed_at)

    def robots_come(self) -> datetime | None:
        """When robots take the empty seats of a table that waits; None where its host says so."""
        if self.deal is not None or self.table.robots_after is None:
            return None
        return self.table.created_at + timedelta(seconds=self.table.robots_after)

    def next_change(self) -> datetime | None:
        """When something changes without anybody doing it."""
        if self.claim is not None:
            return self.claim.made_at + CLAIM_OPEN
        return self.deadline() or self.robots_come()


# --- reading ------------------------------------------------------------------------------------------------


def find_seat(table: FreeTable, device: str, owner: User | None) -> TableSeat | None:
    """Where somebody sits: an account on every browser, else the browser. One query."""
    mine = Q(owner=owner) if owner is not None else Q(pk__in=())
    if device:
        mine |= Q(device=device, owner=None)
    return table.seats.filter(mine).first()


def look(table: FreeTable, me: TableSeat | None = None) -> Gathering:
    """The table as it is now, for who sits there or only looks on. Five queries."""
    seats = tuple(table.seats.all())
    mine = next((each for each in seats if me is not None and each.pk == me.pk), None)
    deal = table.deals.select_related("table").order_by("-number").first()
    if deal is None:
        return Gathering(table, seats, mine, None, None, None)
    players = _players(seats, deal)
    people = frozenset(each.seat for each in players if each.robot_since is None)
    robots = frozenset(range(find_variant(table.game).player_count)) - people
    seat = mine.seat if mine in players else None
    sitting = load_sitting(deal.table, Chairs(seat, robots))
    claim = deal.claims.filter(number=sitting.number, is_refused=False).first()
    return Gathering(table, seats, mine, deal, sitting, claim if not sitting.state.is_over else None)


def terms_of(table: FreeTable) -> GameTerms:
    """What is played at a table; deals made beforehand have their number of cards."""
    rules = parse_rules(find_variant(table.game).options, table.rule_set)
    has_ladder = climbs_ladder(table.game, rules) and table.deal_set_id is None
    return GameTerms(table.game, rules, follows_ladder=has_ladder)


def topic_of(table: FreeTable) -> str:
    """What pages of a table listen to (docs/live.md)."""
    return f"free:{table.pk}"


def find_table(secret: str, now: datetime, *beside: str) -> FreeTable | None:
    """The table of an address, with its moment: what `moment_of` answers. One query.

    Args:
        beside: what else of the table is loaded by it, as of `select_related`.
    """
    last = TableAction.objects.filter(table__free_deal__free_table=OuterRef("pk")).order_by("-pk")
    tables = FreeTable.objects.annotate(
        last_row=Subquery(last.values("pk")[:1]),
        present=Sum(Power(2, F("seats__seat")), filter=Q(seats__seen_at__gte=now - AWAY)),
    )
    if beside:
        tables = tables.select_related(*beside)
    return tables.filter(secret=secret).first()


def moment_of(table: FreeTable) -> str:
    """What changes whenever anything at the table does: pages ask again then.

    It is of the moment at which `find_table` found the table, before all else is read: a page that is made of
    what changed meanwhile asks once too often, never once too little.
    """
    return f"{table.version}.{table.last_row or 0}.{int(table.present or 0)}"  # type: ignore[attr-defined]


def points_of(table: FreeTable, match: int) -> list[tuple[Fraction, ...]]:
    """points[deal][seat] of the finished deals of a match, with what goes from deal to deal. One query."""
    ended = table.deals.filter(match=match, table__ended_at__isnull=False).select_related("table")
    return [_points_of(deal) for deal in ended]


def listed_tables(now: datetime) -> QuerySet[FreeTable]:
    """Open tables that anybody may find while somebody is there; those that wait first.

    Each is annotated with `people`, how many sit there, and `played`, how many deals were begun.
    """
    found = FreeTable.objects.filter(is_listed=True, ended_at=None).annotate(
        people=Count("seats", distinct=True),
        last_seen=Max("seats__seen_at"),
        played=Count("deals", distinct=True),
    )
    return found.filter(last_seen__gt=now - LISTED).order_by("played", "-created_at")


def own_free_tables(device: str, owner: User | None) -> QuerySet[FreeTable]:
    """Where somebody sits, the latest first."""
    mine = Q(seats__owner=owner) if owner is not None else Q(pk__in=())
    if device:
        mine |= Q(seats__device=device, seats__owner=None)
    return FreeTable.objects.filter(mine).distinct()


# --- sitting down and leaving -------------------------------------------------------------------------------


@transaction.atomic
def open_table(
    *,
    game: str,
    level: RobotLevel,
    is_listed: bool,
    deal_count: int,
    action_seconds: int,
    reserve_seconds: int,
    robots_after: int | None,
    name: str,
    device: str,
    owner: User | None,
    now: datetime,
    rules: str = FFT,
    rules_name: str = "",
    is_rated: bool = False,
) -> TableSeat:
    """A new table with the one who opens it at its first seat.

    Args:
        deal_count: deals of a match; Contrat's has those of its ladder, unless the cards each are agreed.
        rules: text of the rule-set, one that the game takes.
        rules_name: what a club calls them.
        is_rated: whether matches that accounts alone begin move ratings.

    Raises:
        AppError: `no_such_table`, for a game or rules that do not exist; `needs_account`, for a rated table
            without one.
    """
    if is_rated and owner is None:
        told = _("Il faut un compte pour ouvrir une table avec cote.")
        raise AppError("needs_account", told, fields={"is_rated": told})
    try:
        variant = find_variant(game)
        agreed = parse_rules(variant.options, rules)
        variant.check_rules(agreed)
    except GameError as error:
        raise AppError("no_such_table", _("Ce jeu ou ces règles n’existent pas.")) from error
    table = FreeTable.objects.create(
        secret=secrets.token_urlsafe(16),
        game=game,
        rule_set=rules,
        rules_name=rules_name,
        is_rated=is_rated,
        level=level,
        is_listed=is_listed,
        deal_count=(climbs_ladder(game, agreed) and GameTerms(game).deal_count) or deal_count,
        action_seconds=action_seconds,
        reserve_seconds=reserve_seconds,
        robots_after=robots_after,
        created_at=now,
        resumed_at=now,
    )
    return _take(table, 0, 1, name, device, owner, now)


@transaction.atomic
def sit_down(
    *,
    table: FreeTable,
    name: str,
    device: str,
    owner: User | None,
    now: datetime,
    seat: int | None = None,
) -> TableSeat:
    """Sit down, at a given seat or the first empty one; who sits there already stays where he is.

    Who comes in the middle of a deal plays from the next one on. Where the last empty seat of a table that
    waits is taken the first deal begins.

    Raises:
        AppError: `table_ended`, `table_full`, `seat_taken`, `name_taken` at the field `name`.
    """
    table = _lock(table)
    if own := find_seat(table, device, owner):
        return own
    if table.ended_at is not None:
        raise AppError("table_ended", _("Cette table est fermée."))
    seats = {each.seat: each for each in table.seats.all()}
    count = find_variant(table.game).player_count
    empty = [place for place in range(count) if place not in seats]
    if not empty:
        raise AppError("table_full", _("La table est complète : vous pouvez regarder."))
    if seat is not None and seat not in empty:
        raise AppError("seat_taken", _("Cette place est prise : choisissez-en une autre."))
    if fold_pseudonym(name) in {fold_pseudonym(each.name) for each in seats.values()}:
        told = _("Quelqu’un porte déjà ce nom à cette table.")
        raise AppError("name_taken", told, fields={"name": told})
    last = table.deals.aggregate(last=Max("number"))["last"] or 0
    taken = _take(table, empty[0] if seat is None else seat, last + 1, name, device, owner, now)
    if last == 0 and len(empty) == 1:
        _begin(table, now)
    _changed(table)
    return taken


@transaction.atomic
def claim_seats(*, device: str, owner: User) -> None:
    """Give an account the seats of its browser, except at tables where the account has one already."""
    if device:
        seats = TableSeat.objects.filter(device=device, owner=None)
        seats.exclude(table__seats__owner=owner).update(owner=owner)


def leave(*, me: TableSeat, now: datetime) -> None:
    """Give one's seat up: a robot plays the rest of the deal, and anybody may sit there from the next one on.

    When the last person leaves the table is ended.
    """
    table = _lock(me.table)
    table.seats.filter(pk=me.pk).delete()
    if table.deal_set_id is None and not table.seats.exists() and table.ended_at is None:
        table.ended_at = now
    _changed(table)


# --- tables of a set of deals -------------------------------------------------------------------------------


@transaction.atomic
def open_set_table(
    *,
    deal_set: DealSet,
    first_deal: int,
    deal_count: int,
    bid: str,
    level: RobotLevel,
    robot_seed: int,
    clock: tuple[int, int],
    seats: Sequence[TableSeat],
    now: datetime,
) -> FreeTable:
    """A table at which some deals of a sealed set are played, as at others; its first deal begins at once.

    Args:
        clock: seconds for each action, and of the reserve of a deal.
        seats: who sits there, not yet stored; robots sit elsewhere.
    """
    table = FreeTable.objects.create(
        secret=secrets.token_urlsafe(16),
        game=deal_set.game,
        rule_set=deal_set.rule_set,
        level=level,
        is_listed=False,
        deal_count=deal_count,
        action_seconds=clock[0],
        reserve_seconds=clock[1],
        deal_set=deal_set,
        first_deal=first_deal,
        bid=bid,
        robot_seed=robot_seed,
        created_at=now,
        resumed_at=now,
    )
    for seat in seats:
        seat.table = table
        seat.save()
    _begin(table, now)
    return table


@transaction.atomic
def seat_player(*, table: FreeTable, seat: TableSeat) -> int:
    """Seat somebody where a robot plays; the number of the first deal that he plays: the next one."""
    table = _lock(table)
    last = table.deals.aggregate(last=Max("number"))["last"] or 0
    seat.table, seat.plays_from = table, last + 1
    seat.save()
    _changed(table)
    return seat.plays_from


@transaction.atomic
def end_table(*, table: FreeTable, now: datetime) -> None:
    """Let nobody play on at a table; a deal under way stays unfinished."""
    table = _lock(table)
    if table.ended_at is None:
        table.ended_at = now
        _changed(table)


def tell_table(table: FreeTable) -> None:
    """Have the pages of a table look again, for what stands beside it."""
    with transaction.atomic():
        _changed(_lock(table))


def keep_going(*, table: FreeTable, now: datetime) -> Gathering:
    """What time brings at a table of a set, whether somebody looks or not.

    Robots play, take the seat of whose time has run out and refuse an old claim; the next deal begins after a
    while, at once where robots alone play.
    """
    with transaction.atomic():
        table = _lock(table)
        seated = look(table)
        if table.ended_at is not None:
            return seated
        is_between = not seated.is_playing and not seated.is_match_over
        last = seated.sitting.last_at if seated.sitting else now
        if is_between and (seated.robots_alone or last + NEXT_DEAL <= now):
            _begin(table, now)
            _changed(table)
            seated = look(table)
        elif not is_between and _bring_what_is_due(seated, now):
            seated = look(table)
    return _let_robots_play(seated, now)


# --- playing ------------------------------------------------------------------------------------------------


@transaction.atomic
def begin_deal(*, me: TableSeat, seen: int, now: datetime) -> None:
    """Deal: the first time robots take the empty seats; after the last deal of a match, a return match.

    Args:
        seen: number of the last deal that the person had seen, 0 before the first; where there is a later one
            nothing is done.

    Raises:
        AppError: `not_host`, where somebody else begins the first deal; `deal_under_way`.
    """
    table = _lock(me.table)
    seated = look(table, me)
    if seated.me is None or (seated.deal.number if seated.deal else 0) != seen:
        return
    if seated.is_playing and table.ended_at is None:
        raise AppError("deal_under_way", _("La donne n’est pas finie."))
    if table.deal_set_id is not None and (table.ended_at is not None or seated.is_match_over):
        raise AppError("all_played", _("Toutes les donnes de cette table sont jouées."))
    if seated.deal is None and seated.host != seated.me:
        raise AppError("not_host", _("La personne arrivée la première à la table lance la partie."))
    table.ended_at, table.resumed_at = None, now
    table.seats.filter(pk=me.pk).update(seen_at=now)
    if not seated.is_playing:
        if seated.is_match_over:
            table.match += 1
        _begin(table, now)
    _changed(table)


def play(*, me: TableSeat, number: int, texts: Sequence[str], now: datetime) -> Gathering:
    """What somebody does at his own seat, then what the robots answer. Who acts has come back.

    Args, raises: as `played_tables.add_actions`; `not_playing`, where he has no hand in this deal.
    """
    with transaction.atomic():
        table = _lock(me.table)
        _come_back(table, me, now)
        seated = look(table, me)
        if table.ended_at is not None:
            raise AppError("table_ended", _("Cette table est fermée."))
        if seated.sitting is None or seated.sitting.seat is None or seated.me is None:
            raise AppError("not_playing", _("Vous jouerez à la prochaine donne."))
        if after := add_actions(seated.sitting, number=number, texts=texts, now=now):
            spent = (now - seated.turn_began(seated.me)).total_seconds() - table.action_seconds
            seated.me.reserve_used += max(0.0, spent)
            table.seats.filter(pk=me.pk).update(reserve_used=seated.me.reserve_used)
            seated = replace(seated, sitting=after, claim=None)
        _changed(table)
    return _let_robots_play(seated, now)


def go_on(*, me: TableSeat, now: datetime, is_asked: bool = False) -> Gathering:
    """Somebody is there: what time has brought happens, and robots play.

    A seat whose time has run out goes to a robot; an old claim is refused; robots take the empty seats of a
    table that has waited long enough.

    Args:
        is_asked: whether the person asks for his seat back. Who was away gets it by being there again.
    """
    with transaction.atomic():
        table = _lock(me.table)
        mine = table.seats.filter(pk=me.pk).first()
        if mine is None or table.ended_at is not None:
            return look(table, me)
        was_away = mine.robot_since is not None and mine.seen_at < mine.robot_since - AWAY
        if is_asked or was_away:
            _come_back(table, mine, now)
        else:
            _be_seen(table, mine, now)
        seated = look(table, me)
        come = seated.robots_come()
        if come is not None and come <= now:
            _begin(table, now)
            _changed(table)
            seated = look(table, me)
        elif _bring_what_is_due(seated, now):
            seated = look(table, me)
    return _let_robots_play(seated, now)


def say(*, me: TableSeat, phrase: Phrase, now: datetime) -> None:
    """One of the fixed phrases, to everybody at the table."""
    with transaction.atomic():
        table = _lock(me.table)
        SaidPhrase.objects.create(table=table, seat=me.seat, phrase=phrase, said_at=now)
        kept = table.phrases.order_by("-pk").values_list("pk", flat=True)[:MOST_PHRASES]
        table.phrases.exclude(pk__in=list(kept)).delete()
        _changed(table)


@contextmanager
def changing(table: FreeTable) -> Iterator[None]:
    """Keep the deals of a table as they are while something beside them changes, which pages hear of."""
    with transaction.atomic():
        locked = _lock(table)
        yield
        _changed(locked)


# --- claims -------------------------------------------------------------------------------------------------


def claim_rest(*, me: TableSeat, number: int, now: datetime) -> None:
    """Say that all remaining tricks are one's own.

    What the engine can show to be true is played at once. Else robots refuse, and where only people play they
    see the hand of who claims and are asked.

    Args:
        number: rows of the log that the person had seen; with more of them nothing is done.

    Raises:
        AppError: `no_claim`, when it is not the moment; `too_many_claims`; `claim_refused`.
    """
    seated = look(me.table, me)
    sitting = seated.sitting
    if sitting is None or seated.deal is None or sitting.number != number:
        return
    seat = sitting.seat
    if seat is None or not sitting.is_turn or not can_claim(sitting.state):
        raise AppError("no_claim", _("Réclamez au moment d’entamer un pli, quand il en reste plusieurs."))
    if seated.deal.claims.filter(number=number, is_refused=False).exists():
        return
    earlier = seated.deal.claims.filter(seat=seat)
    if earlier.count() >= MOST_CLAIMS or earlier.filter(number=number).exists():
        raise AppError("too_many_claims", _("Vous avez déjà réclamé : jouez la suite."))
    line = play_claim(sitting.state)
    is_true = line is not None and is_claim_true(sitting.state)
    is_refused = not is_true and (line is None or bool(sitting.chairs.robots))
    with transaction.atomic():
        table = _lock(me.table)
        if is_true and line is not None:
            append_rows(sitting, _claimed(sitting.state, line), now=now)
        else:
            TableClaim.objects.get_or_create(
                deal=seated.deal,
                number=number,
                defaults={"seat": seat, "is_refused": is_refused, "made_at": now},
            )
        _changed(table)
    _let_robots_play(look(table, me), now)
    if is_refused:
        raise AppError("claim_refused", _("Refusé : il faut jouer la suite."))


def answer_claim(*, me: TableSeat, number: int, agrees: bool, now: datetime) -> None:
    """Agree with the claim of another, or refuse it. With the last assent the rest is played.

    Args:
        number: rows of the log that the person had seen; with more of them nothing is done.
    """
    with transaction.atomic():
        table = _lock(me.table)
        _be_seen(table, me, now)
        seated = look(table, me)
        claim, sitting = seated.claim, seated.sitting
        if claim is None or sitting is None or claim.number != number or sitting.seat in (None, claim.seat):
            return
        if not agrees:
            _refuse(seated, claim, now)
            return
        claim.assents = sorted({*claim.assents, sitting.seat})
        claim.save(update_fields=["assents"])
        asked = {each.seat for each in seated.players()} - {claim.seat}
        if asked <= set(claim.assents):
            line = play_claim(sitting.state)
            assert line is not None  # else it would not have been asked
            append_rows(sitting, _claimed(sitting.state, line), now=now)
        _changed(table)
    _let_robots_play(look(table, me), now)


# --- cleaning -----------------------------------------------------------------------------------------------


def sweep_free_tables(*, now: datetime) -> int:
    """End the tables that everybody has left, and delete old ones without an account.

    Returns:
        How many were deleted.
    """
    active = FreeTable.objects.filter(ended_at=None).exclude(seats__seen_at__gt=now - IDLE)
    active.filter(resumed_at__lt=now - IDLE).update(ended_at=now)
    ended = FreeTable.objects.filter(ended_at__lt=now - GUESTS_KEPT)
    old = list(ended.exclude(seats__owner__isnull=False).values_list("pk", flat=True))
    PlayedTable.objects.filter(free_deal__free_table__in=old).delete()
    FreeTable.objects.filter(pk__in=old).delete()
    return len(old)


# --- inside -------------------------------------------------------------------------------------------------


def _lock(table: FreeTable) -> FreeTable:
    return FreeTable.objects.select_for_update().get(pk=table.pk)


def _changed(table: FreeTable) -> None:
    """Write the table with one more change, which pages hear of."""
    table.version += 1
    table.save()
    tell(topic_of(table))


def _points_of(deal: FreeDeal) -> tuple[Fraction, ...]:
    scores = map(Fraction, deal.table.score.split(" "))
    if not deal.payments:
        return tuple(scores)
    return tuple(map(add, scores, map(int, deal.payments.split(" "))))


def _keep_lasting(seated: Gathering) -> None:
    """Keep what a finished deal brings beside its score, once: from the pot, or for a third Excuse.

    Each match begins without a pot and without an Excuse.
    """
    sitting, deal = seated.sitting, seated.deal
    assert sitting is not None
    assert deal is not None
    terms = terms_of(seated.table)
    if deal.pot is not None:
        return
    outcome = sitting.state.outcome()
    if isinstance(outcome, ContratOutcome):
        _keep_excuse(deal, outcome)
    if not terms.plays_for_pot:
        return
    earlier = seated.table.deals.filter(match=deal.match, number=deal.number - 1).first()
    held = earlier.pot if earlier is not None and earlier.pot is not None else 0
    turn = settle_pot(terms, outcome, held, deal.table.dealer)
    payments = " ".join(map(str, turn.payments))
    FreeDeal.objects.filter(pk=deal.pk, pot=None).update(pot=turn.pot, payments=payments)


def _keep_excuse(deal: FreeDeal, outcome: ContratOutcome) -> None:
    """The point of whoever was dealt the Excuse for the third time of the match; noughts for the others."""
    earlier = FreeDeal.objects.filter(
        free_table=deal.free_table_id, match=deal.match, number__lt=deal.number
    ).select_related("table")
    played = [load_sitting(each.table, Chairs(None, frozenset())).state.outcome() for each in earlier]
    dealt = [each.excuse for each in (*played, outcome) if isinstance(each, ContratOutcome)]
    is_costly = outcome.excuse is not None and dealt.count(outcome.excuse) == COSTLY_EXCUSE
    points = " ".join(str(int(is_costly and seat == outcome.excuse)) for seat in range(len(outcome.bets)))
    FreeDeal.objects.filter(pk=deal.pk, pot=None).update(pot=0, payments=points)


def _players(seats: Sequence[TableSeat], deal: FreeDeal | None) -> list[TableSeat]:
    return [each for each in seats if deal is not None and each.plays_from <= deal.number]


def _take(
    table: FreeTable, seat: int, plays_from: int, name: str, device: str, owner: User | None, now: datetime
) -> TableSeat:
    return TableSeat.objects.create(
        table=table,
        seat=seat,
        name=name,
        device=device,
        owner=owner,
        plays_from=plays_from,
        joined_at=now,
        seen_at=now,
        back_at=now,
    )


def _begin(table: FreeTable, now: datetime) -> None:
    """Deal the next deal; everybody has his whole reserve again, and his seat if he is there."""
    last = table.deals.select_related("table").order_by("-number").first()
    number = last.number + 1 if last else 1
    begun = _next_of_set(table, number) if table.deal_set_id is not None else _deal(table, last)
    if table.is_rated and not table.deals.filter(match=table.match).exists():
        _rate_match(table)
    FreeDeal.objects.create(free_table=table, number=number, match=table.match, table=begun)
    table.seats.update(reserve_used=0, back_at=now)
    table.seats.filter(seen_at__gte=now - AWAY).update(robot_since=None)


def _next_of_set(table: FreeTable, number: int) -> PlayedTable:
    """A table at the deal of the set that comes next."""
    wanted = table.first_deal + number - 1
    assert table.robot_seed is not None  # comes with the set
    return begin_dealt_table(
        deal=Deal.objects.select_related("deal_set").get(deal_set=table.deal_set_id, number=wanted),
        origin=TableOrigin.FREE,
        bid=table.bid,
        seat=None,
        level=RobotLevel(table.level),
        robot_seed=table.robot_seed,
    )


def _deal(table: FreeTable, last: FreeDeal | None) -> PlayedTable:
    """Cards dealt at random, by the one after who dealt last; on a ladder as many as it has come to."""
    count = find_variant(table.game).player_count
    number = table.deals.filter(match=table.match).count() + 1
    rules = format_rules(terms_of(table).rules_of(number))
    dealer = secrets.randbelow(count) if last is None else (last.table.dealer + 1) % count
    return begin_table(
        origin=TableOrigin.FREE,
        game=table.game,
        rules=rules,
        layout=deal_any(table.game, dealer=dealer, rules=rules),
        dealer=dealer,
        seat=None,
        level=RobotLevel(table.level),
    ).table


def rated_by(table: FreeTable, seats: Sequence[TableSeat]) -> bool:
    """Whether a match that begins now with these people moves ratings.

    An account sits at every seat, each on a browser of its own.
    """
    accounts = [each for each in seats if each.owner_id is not None]
    browsers = {each.device for each in accounts}
    return len(accounts) == len(browsers) == find_variant(table.game).player_count


def _rate_match(table: FreeTable) -> None:
    """Note for whom a match that begins counts, where it moves ratings."""
    seats = list(table.seats.select_related("owner"))
    if rated_by(table, seats):
        rated = RatedMatch.objects.create(table=table, match=table.match)
        RatedSeat.objects.bulk_create(
            RatedSeat(rated=rated, seat=each.seat, owner=each.owner) for each in seats if each.owner
        )


def _be_seen(table: FreeTable, me: TableSeat, now: datetime) -> None:
    """Note that somebody is there; after a time without anybody all clocks begin anew."""
    last = table.seats.aggregate(last=Max("seen_at"))["last"]
    if last is not None and last < now - AWAY:
        FreeTable.objects.filter(pk=table.pk).update(resumed_at=now)
        table.resumed_at = now
    table.seats.filter(pk=me.pk).update(seen_at=now)


def _come_back(table: FreeTable, me: TableSeat, now: datetime) -> None:
    """Give somebody his seat back where a robot holds it."""
    _be_seen(table, me, now)
    if table.seats.filter(pk=me.pk, robot_since__isnull=False).update(robot_since=None, back_at=now):
        _changed(table)


def _bring_what_is_due(seated: Gathering, now: datetime) -> bool:
    """Refuse an old claim, or give the seat of whose time has run out to a robot; whether it was done."""
    if seated.claim is not None:
        if seated.claim.made_at + CLAIM_OPEN > now:
            return False
        _refuse(seated, seated.claim, now)
        return True
    deadline, acting = seated.deadline(), seated.acting()
    if deadline is None or deadline > now or acting is None:
        return False
    reserve = seated.table.reserve_seconds
    seated.table.seats.filter(pk=acting.pk).update(robot_since=now, reserve_used=reserve)
    _changed(seated.table)
    return True


def _refuse(seated: Gathering, claim: TableClaim, now: datetime) -> None:
    """Refuse a claim; the time that it took is not that of who made it."""
    TableClaim.objects.filter(pk=claim.pk).update(is_refused=True)
    seated.table.seats.filter(seat=claim.seat).update(back_at=now)
    _changed(seated.table)


def _claimed(state: State, line: Sequence[Action]) -> list[Row]:
    """The rows of an accepted claim."""
    rows = list[Row]()
    for action in line:
        rows.append(Row(ActionMaker.CLAIM, state.to_act, format_action(action)))
        state = state.apply(action)
    return rows


def _let_robots_play(seated: Gathering, now: datetime) -> Gathering:
    """Have robots answer, outside of any transaction; the table as it is then."""
    table, sitting = seated.table, seated.sitting
    if sitting is None or table.ended_at is not None:
        return seated
    played = let_robots_play(sitting, now=now)
    if played.number != sitting.number:
        tell(topic_of(table))
    seated = replace(seated, sitting=played)
    if not seated.is_playing:
        _keep_lasting(seated)
    return seated
