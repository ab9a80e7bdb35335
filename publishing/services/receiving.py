"""The site's side of shared events: the states of laptops, and who writes an event.

Each request names the turn, and a state also the version, that it follows. A repeated request is refused
with the present state, or repeats what it did. So an answer may be lost, and nothing is stored twice.
"""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import Conflict
from common.live.notifying import notify_pages
from games.core.dealing.constraints import DealConstraints
from games.core.variants.registry import find_variant
from publishing.models import Laptop, SharedEvent
from publishing.queries.states import digest_of, known_fields, load_state, name_people
from publishing.services.applying import Applied, Receiver, refuse_malformed
from publishing.services.marks import require_own_state
from publishing.services.private_parts import private_part, write_private_part
from publishing.services.shared_rows import note_rows
from tournaments.base.queries.teams import load_entered
from tournaments.base.services.public_pages import renew_pages
from tournaments.core.event_series import FIRST_DAY, LAST_DAY
from tournaments.core.hall.halls import read_halls
from tournaments.core.showing import read_showing
from tournaments.enums import TournamentState
from tournaments.models import Club, PrizeRule, Standings, Tournament
from tournaments.movements.queries.movements import movement_of
from tournaments.rankings.queries.event_export import export_event
from tournaments.rankings.queries.prizes import read_offer
from tournaments.seating.queries.seats import load_sections
from tournaments.seating.words.seat_names import starting_place
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_competition_rankings, request_records, request_standings
from tournaments.work.topics import desk_topic

SEALED = "sealed"
"""Name of the sealed part among the digests."""
FIELDS = "fields"
"""Name among the digests of a stored state: that of the values which the version of the site kept of it."""
LARGEST_SEALED = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class SentState:
    """A state that a laptop sends."""

    turn: int
    version: int
    """Version of the site that the changed parts follow."""
    follows: Sequence[str]
    """Marks that the laptop gave to that version, one for each try."""
    mark: str
    """Mark of the state itself."""
    digests: Mapping[str, str]
    """Digest of every part, by name."""
    texts: Mapping[str, str]
    """Text of each changed part."""
    sealed: bytes | None
    """The sealed part; None if it is unchanged."""
    is_whole: bool


def event_of_laptop(laptop: Laptop, uid: UUID) -> SharedEvent | None:
    """Return a shared event of the laptop's club; None if it is not here yet. One query."""
    return (
        SharedEvent.objects.select_related("tournament", "laptop")
        .filter(club=laptop.club_id, uid=uid)
        .first()
    )


def state_of(event: SharedEvent | None, laptop: Laptop) -> dict[str, Any]:
    """Return the state of an event here, for its laptop.

    Raises:
        AppError: as `require_writer`.
    """
    if event is None:
        return {"turn": 1, "version": 0, "digests": {}}
    require_writer(event, laptop)
    # an update of the site may store more: then all parts are sent again
    digests = {FIELDS: known_fields()} if _is_outdated(event) else event.digests
    return {"turn": event.turn, "version": event.version, "digests": digests}


def require_writer(event: SharedEvent, laptop: Laptop) -> None:
    """Check that a laptop writes an event.

    Raises:
        Conflict: `writer_other`, with the name of the writer.
    """
    if event.laptop_id != laptop.pk:
        writer = event.laptop.name if event.laptop else _("le site")
        raise Conflict(
            "writer_other",
            _("Ce tournoi est maintenant mené par « %(writer)s » : rien n’est plus publié d’ici.")
            % {"writer": writer},
            extra={"writer": writer},
        )


@transaction.atomic
def receive_state(*, laptop: Laptop, uid: UUID, state: SentState, now: datetime) -> SharedEvent:
    """Store a state that a laptop sends.

    Raises:
        Conflict: `writer_other`; `state_behind`, with the present state, if another version is stored;
            `writer_twice` if another machine stored it with the laptop's key.
        AppError: `state_malformed`, `state_whole`.
    """
    # the club's row is the lock: the first state of an event makes its row
    Club.objects.select_for_update(no_key=True).get(pk=laptop.club_id)
    event = event_of_laptop(laptop, uid) or SharedEvent(club=laptop.club, uid=uid, laptop=laptop, turn=1)
    require_writer(event, laptop)
    lacks_parts = _is_outdated(event) and not state.digests.keys() - {SEALED} <= state.texts.keys()
    if lacks_parts or (state.turn, state.version) != (event.turn, event.version):
        raise Conflict(
            "state_behind",
            _("Le site a un autre état : les changements seront envoyés de nouveau."),
            extra=state_of(event if event.pk else None, laptop),
        )
    require_own_state(event, state.follows)
    applied = _apply(event, laptop, state)
    event.digests = {**state.digests, FIELDS: known_fields()}
    event.version, event.stored_at = event.version + 1, now
    event.mark = state.mark
    if state.sealed is not None:
        event.sealed = state.sealed
    event.save()
    tournament = applied.tournament
    if tournament.writer != laptop.name:
        tournament.writer = laptop.name
        tournament.save(update_fields=["writer"])
        record_event(
            club=laptop.club, tournament=tournament, actor=None, action="event.received", subject=laptop.name
        )
    renew_event(applied)
    return event


@transaction.atomic
def take_event(
    *, laptop: Laptop, tournament: Tournament, turn: int, mark: str, is_forced: bool
) -> dict[str, Any]:
    """Make a laptop the writer of an event. Return the event as a laptop takes it along.

    Args:
        turn: the turn that the laptop saw.
        mark: the laptop's mark of the new turn.
        is_forced: True to take it from another laptop that is lost.

    Raises:
        Conflict: `writer_other` if another laptop writes it, `turn_passed` if it changed hands meanwhile.
    """
    Club.objects.select_for_update(no_key=True).get(pk=tournament.club_id)
    event = SharedEvent.objects.select_related("laptop").filter(tournament=tournament).first()
    if event is None:
        event = SharedEvent.objects.create(club=tournament.club, tournament=tournament)
    if event.laptop_id not in (None, laptop.pk) and not is_forced:
        require_writer(event, laptop)
    if event.turn != turn:
        raise Conflict("turn_passed", _("Le tournoi vient de changer de main : rechargez la liste."))
    name_people(event)
    answer = _taken(event)
    note_rows(event)
    event.laptop, event.turn, event.version, event.digests = laptop, event.turn + 1, 0, {}
    event.mark = mark
    event.save()
    Tournament.objects.filter(pk=tournament.pk).update(writer=laptop.name, opened_at=None)
    record_event(
        club=laptop.club, tournament=tournament, actor=None, action="event.taken", subject=laptop.name
    )
    renew_pages(Tournament.objects.filter(pk=tournament.pk))
    return answer | {"turn": event.turn}


@transaction.atomic
def receive_hand_back(
    *,
    laptop: Laptop,
    event: SharedEvent,
    turn: int,
    version: int,
    follows: Sequence[str],
    private: Mapping[str, Any],
) -> int:
    """Make the site the writer of an event again. Return the new turn.

    Args:
        follows: marks that the laptop gave to its last state.
        private: the part that was sealed until now, in clear.

    Raises:
        Conflict: `writer_other`, `writer_twice`, or `state_behind` if the site lacks the laptop's last state.
    """
    Club.objects.select_for_update(no_key=True).get(pk=event.club_id)
    event.refresh_from_db()
    if event.laptop_id is None and (event.turn, event.version) == (turn + 1, version):
        return event.turn
    require_writer(event, laptop)
    if (turn, version) != (event.turn, event.version):
        raise Conflict(
            "state_behind",
            _("Le site n’a pas encore tout reçu : publiez d’abord, puis rendez le tournoi."),
            extra=state_of(event, laptop),
        )
    require_own_state(event, follows)
    refuse_malformed(lambda: write_private_part(event, private))
    _become_writer(event)
    record_event(
        club=laptop.club,
        tournament=event.tournament,
        actor=None,
        action="event.handed_back",
        subject=laptop.name,
    )
    return event.turn


@transaction.atomic
def reclaim_event(*, event: SharedEvent, reclaimed_by: User) -> None:
    """Make the site the writer of an event whose laptop is lost. What it had not published is not here."""
    Club.objects.select_for_update(no_key=True).get(pk=event.club_id)
    event.refresh_from_db()
    if event.laptop is None:
        return
    laptop_name = event.laptop.name
    _become_writer(event)
    record_event(
        club=event.tournament.club,
        tournament=event.tournament,
        actor=reclaimed_by,
        action="event.reclaimed",
        subject=laptop_name,
    )


def renew_event(applied: Applied) -> None:
    """Request new rankings and pages after changes of an event's rows, inside the transaction."""
    if not applied.kinds:
        return
    tournament = applied.tournament
    for session in tournament.sessions.all():
        Standings.objects.get_or_create(session=session)
        request_standings(session=session)
    request_competition_rankings(tournament=tournament)
    if tournament.state == TournamentState.FINISHED:
        request_records(tournament=tournament)
    renew_pages(Tournament.objects.filter(pk=tournament.pk))
    notify_pages(desk_topic(tournament.pk))


def _is_outdated(event: SharedEvent) -> bool:
    """Return whether a version of the site with other fields stored the state of an event."""
    return event.version > 0 and event.digests.get(FIELDS) != known_fields()


def _apply(event: SharedEvent, laptop: Laptop, state: SentState) -> Applied:
    """Check and write the changed parts.

    Raises:
        AppError: `state_malformed`, `state_whole`.
    """

    def write() -> Applied:
        sends_all = state.is_whole or _is_outdated(event)
        changed = {
            name: digest
            for name, digest in state.digests.items()
            if name != SEALED and (sends_all or event.digests.get(name) != digest)
        }
        if {name: digest_of(text) for name, text in state.texts.items()} != changed:
            raise ValueError("parts")
        if state.sealed is not None and len(state.sealed) > LARGEST_SEALED:
            raise ValueError(SEALED)
        parts = {name: json.loads(text) for name, text in state.texts.items()}
        with transaction.atomic():
            receiver = Receiver(event, laptop.club, laptop.paired_by)
            applied = receiver.apply(parts, state.digests, is_whole=state.is_whole)
            require_readable(applied)
            return applied

    return refuse_malformed(write)


def require_readable(applied: Applied) -> None:
    """Read the rows as the pages will: a state that cannot be ranked is refused before it is stored."""
    if not applied.kinds:
        return
    tournament = Tournament.objects.get(pk=applied.tournament.pk)
    if not FIRST_DAY <= tournament.starts_on <= LAST_DAY:
        raise ValueError("day")
    read_showing(tournament.showing)
    read_halls(tournament.halls)
    find_variant(tournament.game)
    entries = load_entered(tournament)
    for entry in entries.values():
        starting_place(entry)
    for session in tournament.sessions.select_related("deal_set"):
        if session.deal_set is not None:
            DealConstraints.from_json(session.deal_set.constraints)
        for section in session.sections.select_related("movement"):
            movement_of(section.movement)
        load_sections(session, entries)
    for rule in PrizeRule.objects.filter(plan__tournament=tournament):
        read_offer(rule)
    export_event(tournament, is_public=True)


def _taken(event: SharedEvent) -> dict[str, Any]:
    """Return an event for a laptop: its parts, the private part as the site has it, and the sealed one."""
    state = load_state(event)
    return {
        "uid": str(event.uid),
        "texts": {name: part.text for name, part in state.parts.items()},
        "private": private_part(event, state.wires),
        "sealed": base64.b64encode(event.sealed).decode(),
    }


def _become_writer(event: SharedEvent) -> None:
    event.laptop, event.turn, event.sealed, event.mark = None, event.turn + 1, b"", ""
    event.save()
    Tournament.objects.filter(pk=event.tournament_id).update(writer="")
    renew_pages(Tournament.objects.filter(pk=event.tournament_id))
