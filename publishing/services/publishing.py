"""The laptop's side of shared events: publish, take along, hand back.

The hall writes. A refusal of the site or a lost network never changes what the hall has: it is noted, and the
next try sends what is missing.
"""

import base64
import json
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from publishing.models import ClubSite, SharedEvent
from publishing.queries.snapshot import one_moment
from publishing.queries.states import StatePart, digest_of, load_state, name_people
from publishing.services.applying import Receiver, refuse_malformed
from publishing.services.keys import open_seal, seal
from publishing.services.marks import new_mark, sent_marks, store_mark
from publishing.services.private_parts import private_bytes, private_part, write_private_part
from publishing.services.receiving import FIELDS, SEALED, renew_event
from publishing.services.shared_rows import note_rows
from publishing.services.site_client import LAYOUT, SiteRefusal, ask_club_site
from tournaments.base.services.public_pages import renew_pages
from tournaments.models import Tournament
from tournaments.trace.services.trace import record_event

USUAL_GAP, LONGEST_GAP = timedelta(seconds=10), timedelta(minutes=2)
"""Time between two tries: usually, and at most after failures."""
CONFIRMED_FOR = timedelta(minutes=1)
"""Time after which the site is asked even if nothing changed, so that the page tells the truth."""
HANDING_BACK = "handing_back"
"""Problem of an event whose hand-back has no answer yet."""
TAKEN_OVER = ("writer_other", "writer_twice", "turn_passed")
"""Problems of an event that the site or another machine took over."""
MOST_ROUNDS = 3
"""Number of requests of one try: another one follows where the site has another state than expected."""


@transaction.atomic
def share_event(*, tournament: Tournament, site: ClubSite, shared_by: User) -> SharedEvent:
    """Begin to publish an event of the club on its site.

    Raises:
        AppError: `event_practice`, or `event_elsewhere` for a copy.
    """
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    require_own_event(locked)
    event, _made = SharedEvent.objects.get_or_create(
        tournament=locked, defaults={"turn": 1, "club": site.club}
    )
    if event.site_id != site.pk:
        event.site, event.failures, event.tried_at = site, 0, None
        event.save()
        record_event(
            club=site.club, tournament=locked, actor=shared_by, action="event.shared", subject=site.address
        )
    return event


@transaction.atomic
def stop_sharing(*, event: SharedEvent, stopped_by: User) -> None:
    """Publish nothing more of an event. The site keeps what it has."""
    if SharedEvent.objects.filter(pk=event.pk).exclude(site=None).update(site=None, problem="", failures=0):
        record_event(
            club=event.tournament.club,
            tournament=event.tournament,
            actor=stopped_by,
            action="event.unshared",
            subject=event.tournament.name,
        )


def require_own_event(tournament: Tournament) -> None:
    """Refuse a tournament that is not for others to see, or that is run elsewhere.

    Raises:
        AppError: `event_practice`, or `event_elsewhere` for a copy.
    """
    if tournament.is_practice:
        raise AppError("event_practice", _("Un tournoi d’entraînement ne se publie pas."))
    if tournament.writer:
        raise AppError("event_elsewhere", _("Ce tournoi est une copie : il est mené ailleurs."))


def due_events(now: datetime) -> list[int]:
    """Return the numbers of the published events whose next try is due. One query."""
    rows = SharedEvent.objects.filter(site__isnull=False, tournament__writer="")
    return [
        pk
        for pk, tried_at, failures in rows.values_list("pk", "tried_at", "failures")
        if tried_at is None or tried_at + _gap(failures) <= now or tried_at > now
    ]


def publish_event(*, event_id: int) -> bool:
    """Send what the site lacks of an event. Return whether the site has everything.

    A second process that begins within half the usual gap returns at once. A later one sends the same state
    again, which the site compares.
    """
    now = timezone.now()
    claimed = SharedEvent.objects.filter(
        # a time in the future is one of a clock that was wrong
        Q(tried_at=None) | Q(tried_at__lte=now - USUAL_GAP / 2) | Q(tried_at__gt=now),
        pk=event_id,
        site__isnull=False,
        tournament__writer="",
    ).update(tried_at=now)
    if not claimed:
        return False
    event = SharedEvent.objects.select_related("site", "tournament").get(pk=event_id)
    # an event that a page hands back meanwhile keeps the state of that
    rows = SharedEvent.objects.filter(pk=event_id, tournament__writer="")
    try:
        _send_changes(event, now)
    except AppError as error:
        rows.update(failures=F("failures") + 1, problem=error.code[:40], tried_at=timezone.now())
        return False
    rows.update(failures=0, problem="")
    return True


def take_along(
    *, site: ClubSite, slug: str, turn: int, is_forced: bool, phrase: str, taken_by: User
) -> Tournament:
    """Take an event from the site to this laptop, which writes it from now on.

    Args:
        slug: address of the event on the site.
        turn: turn that the list of the site showed.
        is_forced: True if another laptop that is lost writes it.
        phrase: phrase of that laptop, which opens the closed deals; "" to try the phrase of this one.

    Raises:
        AppError: as `ask_club_site`; `phrase_wrong`; `event_written_here`. The next try gets the event again.
    """
    mark = new_mark()
    content = {"layout": LAYOUT, "turn": turn, "mark": mark, "is_forced": is_forced}
    answer = ask_club_site(site, "POST", f"events/{slug}/take/", content)
    return refuse_malformed(lambda: _keep_taken(site, answer, mark, phrase, taken_by))


def take_back(*, event: SharedEvent, taken_by: User) -> None:
    """Become the writer on the site again after the site or another machine took the event.

    The hall's rows stay as they are, and the next try sends them whole.
    """
    site = event.site
    assert site is not None
    listed = next(
        (row for row in ask_club_site(site, "GET", "events/")["events"] if row["uid"] == str(event.uid)), None
    )
    if listed is None:
        raise AppError("event_unknown", _("Le site n’a plus ce tournoi : il sera publié de nouveau."))
    turn = int(listed["turn"])
    content = {
        "layout": LAYOUT,
        "turn": turn,
        "mark": store_mark(event, turn=turn + 1, version=0),
        "is_forced": True,
    }
    answer = ask_club_site(site, "POST", f"events/{listed['slug']}/take/", content)
    with transaction.atomic():
        SharedEvent.objects.filter(pk=event.pk).update(
            turn=int(answer["turn"]), version=0, digests={}, failures=0, problem="", tried_at=None
        )
        record_event(
            club=site.club,
            tournament=event.tournament,
            actor=taken_by,
            action="event.taken_back",
            subject=site.address,
        )


def may_continue(event: SharedEvent) -> bool:
    """Return whether `continue_here` opens an event again, with its tournament loaded. No query."""
    is_forgotten = event.site_id is None and event.laptop_id is None
    return bool(event.tournament.writer) and (event.problem == HANDING_BACK or is_forgotten)


@transaction.atomic
def continue_here(*, event: SharedEvent, continued_by: User) -> None:
    """Write an event here again whose hand-back has no answer, or whose site was forgotten.

    No network is needed. If the site has the event, it refuses the next state.

    Raises:
        AppError: `event_elsewhere` for any other copy.
    """
    held = event.tournament
    if not may_continue(event):
        raise AppError("event_elsewhere", _("Ce tournoi est une copie : il est mené ailleurs."))
    Tournament.objects.filter(pk=held.pk).update(writer="")
    SharedEvent.objects.filter(pk=event.pk).update(problem="", failures=0, tried_at=None)
    record_event(
        club=held.club, tournament=held, actor=continued_by, action="event.continued", subject=held.writer
    )


@transaction.atomic
def let_go(*, event: SharedEvent, let_go_by: User) -> None:
    """Keep an event that another installation took over as a copy, without its later changes.

    From then on it can be taken along again. What was written here meanwhile is lost then.

    Raises:
        AppError: `event_written_here` if the site still counts on this laptop.
    """
    if event.problem not in TAKEN_OVER:
        raise AppError(
            "event_written_here", _("Cet ordinateur mène le tournoi : rendez-le au site, rien ne se perdra.")
        )
    assert event.site is not None
    note_rows(event)
    Tournament.objects.filter(pk=event.tournament_id).update(writer=event.site.club_name)
    SharedEvent.objects.filter(pk=event.pk).update(problem="", failures=0)
    record_event(
        club=event.tournament.club,
        tournament=event.tournament,
        actor=let_go_by,
        action="event.let_go",
        subject=event.site.address,
    )


def hand_event_back(*, event: SharedEvent, handed_by: User) -> None:
    """Hand an event back to the site, after everything is published. Here it can only be read then.

    After a lost answer the event stays closed here, because the site may have it: the next call settles it,
    or `continue_here`.

    Raises:
        AppError: as `ask_club_site`. The event stays here if the site refused, or was not asked to take it.
    """
    site = event.site
    assert site is not None
    held = event.tournament
    was_asked = is_asked = event.problem == HANDING_BACK
    with transaction.atomic():
        # from here on nothing changes here that would not be published
        Tournament.objects.filter(pk=held.pk).update(writer=site.club_name)
        SharedEvent.objects.filter(pk=event.pk).update(problem=HANDING_BACK)
    try:
        try:
            _send_changes(event, timezone.now())
        except AppError as error:
            # an earlier try may have reached the site, whose answer was lost: it then answers again
            if not was_asked or error.code != "writer_other":
                raise
        content = {
            "layout": LAYOUT,
            "turn": event.turn,
            "version": event.version,
            "follows": sent_marks(event),
            "private": private_part(event, load_state(event).wires),
        }
        is_asked = True
        answer = ask_club_site(site, "POST", f"events/{event.uid}/hand-back/", content)
    except AppError as error:
        if is_asked and not isinstance(error, SiteRefusal):
            raise
        with transaction.atomic():
            Tournament.objects.filter(pk=held.pk).update(writer="")
            SharedEvent.objects.filter(pk=event.pk).update(problem=error.code[:40])
        raise
    with transaction.atomic():
        note_rows(event)
        SharedEvent.objects.filter(pk=event.pk).update(
            turn=int(answer["turn"]), version=0, digests={}, stored_at=timezone.now(), problem="", failures=0
        )
        record_event(
            club=site.club,
            tournament=held,
            actor=handed_by,
            action="event.handed_back",
            subject=site.address,
        )
        renew_pages(Tournament.objects.filter(pk=held.pk))


def _gap(failures: int) -> timedelta:
    gap: timedelta = USUAL_GAP * 2 ** min(failures, 4)
    return min(LONGEST_GAP, gap)


def _send_changes(event: SharedEvent, now: datetime) -> None:
    """Send what changed since the state that the site acknowledged, until the site has everything.

    Raises:
        AppError: as `ask_club_site`, or what the site answers.
    """
    site = event.site
    assert site is not None
    is_whole = False
    for _round in range(MOST_ROUNDS):
        parts, sealed = _load(event, site.phrase)
        digests = {name: part.digest for name, part in parts.items()}
        digests[SEALED] = digest_of(base64.b64encode(sealed).decode())
        is_unchanged = digests == {name: text for name, text in event.digests.items() if name != FIELDS}
        if is_unchanged and event.stored_at and now - CONFIRMED_FOR <= event.stored_at <= now:
            return
        if is_unchanged:
            answer = ask_club_site(site, "GET", f"events/{event.uid}/")
            if _same_state(event, answer):
                SharedEvent.objects.filter(pk=event.pk).update(stored_at=now)
                return
            _adopt(event, answer)
            continue
        content = {
            "layout": LAYOUT,
            "turn": event.turn,
            "version": event.version,
            "follows": sent_marks(event),
            "mark": store_mark(event, turn=event.turn, version=event.version + 1),
            "digests": digests,
            "texts": {
                name: part.text
                for name, part in parts.items()
                if is_whole or event.digests.get(name) != part.digest
            },
            "sealed": None
            if event.digests.get(SEALED) == digests[SEALED]
            else base64.b64encode(sealed).decode(),
            "is_whole": is_whole,
        }
        try:
            answer = ask_club_site(site, "POST", f"events/{event.uid}/", content)
        except AppError as error:
            if error.code == "state_behind":
                _adopt(event, error.extra)
                continue
            if error.code == "state_whole" and not is_whole:
                is_whole = True
                continue
            raise
        event.version = int(answer["version"])
        event.digests = {**digests, FIELDS: str(answer.get(FIELDS, ""))}
        event.stored_at = timezone.now()
        event.save(update_fields=["version", "digests", "stored_at"])
        return
    raise AppError(
        "state_unsettled", _("Le site et la salle ne s’accordent pas encore : nouvel essai dans un instant.")
    )


def _load(event: SharedEvent, phrase: str) -> tuple[dict[str, StatePart], bytes]:
    """Return the parts of one moment, and the sealed part."""
    name_people(event)
    with one_moment():
        state = load_state(event)
        return state.parts, seal(phrase, private_bytes(event, state.wires), str(event.uid))


def _same_state(event: SharedEvent, answer: dict[str, Any]) -> bool:
    digests = answer["digests"]
    fields = digests.get(FIELDS, "") if isinstance(digests, dict) else None
    state = (event.turn, event.version, event.digests.get(FIELDS, ""))
    return (answer["turn"], answer["version"], fields) == state


def _adopt(event: SharedEvent, state: Any) -> None:
    """Take over what the site says that it has: the next request sends the difference."""

    def read() -> None:
        event.turn, event.version = int(state["turn"]), int(state["version"])
        event.digests = {str(name): str(digest) for name, digest in dict(state["digests"]).items()}

    refuse_malformed(read)
    event.save(update_fields=["turn", "version", "digests"])


def _opened(sealed: bytes, phrase: str, site: ClubSite, uid: UUID) -> list[dict[str, Any]]:
    """Return the sealed part, in a list; none if it stays closed.

    Args:
        phrase: typed phrase; "" to try that of this laptop, with which a backup of it opens its events.

    Raises:
        AppError: `phrase_wrong` for a typed phrase.
    """
    if sealed and phrase:
        return [json.loads(open_seal(phrase, sealed, str(uid)))]
    if sealed:
        # another laptop may have sealed it
        with suppress(AppError):
            return [json.loads(open_seal(site.phrase, sealed, str(uid)))]
    return []


@transaction.atomic
def _keep_taken(site: ClubSite, answer: dict[str, Any], mark: str, phrase: str, taken_by: User) -> Tournament:
    uid = UUID(answer["uid"])
    parts = {str(name): json.loads(text) for name, text in answer["texts"].items()}
    known = SharedEvent.objects.select_related("tournament").filter(club=site.club, uid=uid).first()
    if known is not None and not known.tournament.writer:
        raise AppError(
            "event_written_here", _("Cet ordinateur mène déjà le tournoi : ce qu’il a ne sera pas remplacé.")
        )
    event = known or SharedEvent(club=site.club, uid=uid)
    sealed = base64.b64decode(answer["sealed"])
    private = [answer["private"], *_opened(sealed, phrase, site, uid)]
    event.site, event.turn, event.version, event.digests = site, int(answer["turn"]), 0, {}
    event.marks = [*event.marks, [event.turn, 0, mark]]
    event.failures, event.problem, event.tried_at, event.stored_at = 0, "", None, None
    applied = Receiver(event, site.club, taken_by).apply(parts, parts.keys())
    event.save()
    tournament = applied.tournament
    tournament.writer = ""
    tournament.save(update_fields=["writer"])
    for each in private:
        write_private_part(event, each)
    renew_event(applied)
    record_event(
        club=site.club,
        tournament=tournament,
        actor=taken_by,
        action="event.taken_along",
        subject=site.address,
    )
    return tournament
