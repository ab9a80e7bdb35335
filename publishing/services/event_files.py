"""A finished event as a file, for an installation that no network reaches.

The file holds the parts of the event's state that a laptop would publish, without the sealed one: no closed
deal and no contact details. The other installation writes them as it writes a published state, so the event
becomes a copy there. It is ranked, shown and printed, and changed only after *Continuer ici*.

The exchange format (docs/event-format.md) would be too little: it holds plays to rank, but no seats, no
versions of results, no cards, and no people to find in a register.
"""

import gzip
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError, Conflict
from etui.version import program_version
from games.models import Deal
from publishing.models import SharedEvent, SharedPerson
from publishing.queries.kinds import BY_NAME, PEOPLE, PERSON_FIELDS, SHOWN_DEALS
from publishing.queries.snapshot import one_moment
from publishing.queries.states import canonical, digest_of, load_state, name_people
from publishing.services.applying import MALFORMED, Receiver, refuse_malformed
from publishing.services.compressed import decompress
from publishing.services.publishing import require_own_event
from publishing.services.receiving import renew_event, require_readable
from tournaments.core.alphabet import sort_key
from tournaments.enums import TournamentState, Visibility
from tournaments.models import Club, Person, Play, ResultSlip, Tournament
from tournaments.trace.services.trace import record_event

KIND, LAYOUT = "etui-event-file", 1
"""Mark of the files, and version of their form. A newer one is refused."""
LARGEST_FILE = 3 * 1024 * 1024
"""Largest file in bytes. An evening of 300 tables has a few hundred kilobytes."""
LARGEST_CONTENT = 16 * 1024 * 1024
"""Largest file without its compression."""
MOST_LISTS = 500_000
"""Largest number of lists and objects in a file, of 64 bytes each. An evening of 300 tables has 130,000."""
_GZIP = b"\x1f\x8b"
_WRITER_LENGTH = 80
_NUL = "\\u0000"
"""The character NUL within JSON."""
_NO_VERSION = re.compile(r"[^\w.+-]", re.ASCII)
"""Characters that no version has."""

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class FilePerson:
    """A player of a file, and the person of the register who is the same."""

    name: str
    """Name in the file."""
    number: str
    """Licence number in the file."""
    match: str
    """Name in the register; "" for a person whom the file adds."""


@dataclass(frozen=True, slots=True)
class FilePreview:
    """Content of a file as its club would have it."""

    name: str
    day: date
    sender: str
    """Name of the club that wrote the file."""
    is_public: bool
    entry_count: int
    session_count: int
    result_count: int
    board_count: int
    """Number of étuis that were played."""
    deal_count: int
    """Number of étuis whose cards are in the file."""
    people: tuple[FilePerson, ...]
    replaces: bool
    """True if an earlier copy of the event is in the club."""
    digest: str
    """Digest of the file and of the people found. It differs once the register has changed."""

    @property
    def added(self) -> tuple[FilePerson, ...]:
        return tuple(person for person in self.people if not person.match)

    @property
    def matched(self) -> tuple[FilePerson, ...]:
        return tuple(person for person in self.people if person.match)


@dataclass(frozen=True, slots=True)
class _EventFile:
    """A file whose form is right. Its rows are not checked."""

    uid: UUID
    sender: str
    parts: Mapping[str, Any]


def write_event_file(*, tournament: Tournament, written_by: User) -> bytes:
    """Return a finished event of the club as a file.

    Raises:
        AppError: `event_practice`, `event_elsewhere` for a copy, `event_not_finished`.
    """
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().select_related("club").get(pk=tournament.pk)
        _refuse_to_write(locked)
        event, _made = SharedEvent.objects.get_or_create(
            tournament=locked, defaults={"turn": 1, "club": locked.club}
        )
        name_people(event)
        record_event(
            club=locked.club,
            tournament=locked,
            actor=written_by,
            action="event.written_to_file",
            subject=locked.name,
        )
    with one_moment():
        parts = load_state(event).parts
    content = {
        "kind": KIND,
        "layout": LAYOUT,
        "version": program_version(),
        "club": locked.club.name,
        "uid": str(event.uid),
        "parts": {name: part.text for name, part in parts.items()},
    }
    return gzip.compress(canonical(content).encode(), mtime=0)


def preview_event_file(*, club: Club, content: bytes, user: User) -> FilePreview:
    """Return what `add_event_of_file` would add. Nothing is stored.

    The event is written and taken back at once: preview and refusals are those of the addition.

    Raises:
        AppError: as `add_event_of_file`.
    """
    event_file = _read_file(content)
    with transaction.atomic():
        _tournament, preview = _add(club, event_file, content, user, is_trial=True)
        transaction.set_rollback(True)
    return preview


@transaction.atomic
def add_event_of_file(*, club: Club, content: bytes, seen: str, added_by: User) -> Tournament:
    """Add the event of a file to a club, as a copy. A later file replaces the copy of an earlier one.

    Args:
        seen: digest of the preview that the user has seen.

    Raises:
        AppError: with one of these codes:

        - `file_unknown`, `file_damaged`, `file_newer`, `file_malformed`;
        - `file_unfit`: rows of the file contradict others that are here;
        - `event_known`: the event is here already, and not as a copy of an earlier file.

        Conflict: `register_changed` if other people would be found than in the preview.
    """
    tournament, preview = _add(club, _read_file(content), content, added_by)
    if preview.digest != seen:
        raise Conflict(
            "register_changed",
            _("Le registre a changé entre-temps : vérifiez de nouveau ce qui serait ajouté."),
        )
    record_event(
        club=club,
        tournament=tournament,
        actor=added_by,
        action="event.added_from_file",
        subject=tournament.writer,
    )
    return tournament


def _refuse_to_write(tournament: Tournament) -> None:
    require_own_event(tournament)
    if tournament.state != TournamentState.FINISHED:
        raise AppError(
            "event_not_finished",
            _(
                "Terminez d’abord le tournoi : un fichier emporte un tournoi terminé, pas une soirée en"
                " cours."
            ),
        )


def _read_file(content: bytes) -> _EventFile:
    """Return a file whose form is right.

    Raises:
        AppError: `file_unknown`, `file_damaged`, `file_newer`, `file_malformed`.
    """
    if not content.startswith(_GZIP):
        raise _unknown()
    try:
        text = decompress(content, LARGEST_CONTENT)
        # before they are made: 16 MB of empty ones would take half a gigabyte
        if text.count(b"[") + text.count(b"{") > MOST_LISTS:
            raise ValueError("lists")
        document = json.loads(text)
    except MALFORMED as error:
        raise AppError(
            "file_damaged",
            _(
                "Ce fichier est abîmé, incomplet ou trop grand : copiez-le de nouveau depuis l’ordinateur qui"
                " l’a écrit."
            ),
        ) from error
    if not isinstance(document, dict) or document.get("kind") != KIND:
        raise _unknown()
    return _explain_refusals(lambda: _read_document(document))


def _unknown() -> AppError:
    return AppError(
        "file_unknown",
        _(
            "Ce n’est pas le fichier d’un tournoi : choisissez celui que la page « Clôturer » de l’autre Étui"
            " a écrit. Son nom finit par « .tournoi »."
        ),
    )


def _read_document(document: Mapping[str, Any]) -> _EventFile:
    if int(document["layout"]) > LAYOUT:
        raise _newer(document)
    texts = dict(document["parts"])
    sender = document["club"]
    # SQLite would store a NUL, PostgreSQL would not
    if not isinstance(sender, str) or "\0" in sender or any(_NUL in text for text in texts.values()):
        raise ValueError("NUL")
    parts = {name: json.loads(text) for name, text in texts.items()}
    if any(_has_unknown_values(name, rows) for name, rows in parts.items()):
        raise _newer(document)
    return _EventFile(UUID(document["uid"]), sender, parts)


def _newer(document: Mapping[str, Any]) -> AppError:
    return AppError(
        "file_newer",
        _("Ce fichier vient d’un Étui plus récent (%(version)s) : mettez d’abord celui-ci à jour.")
        % {"version": _NO_VERSION.sub("", str(document["version"]))[:20]},
    )


def _has_unknown_values(part: str, rows: Any) -> bool:
    """Return whether a part has values that this version would lose."""
    kind = BY_NAME.get(part.partition("/")[0])
    if kind is None and part not in (PEOPLE, SHOWN_DEALS):
        return True
    if part == SHOWN_DEALS:
        return False
    # the slug is the sender's: the event gets a free one here
    names = {*kind.field_names, "slug"} if kind is not None else {*PERSON_FIELDS}
    return any(not values.keys() <= names for _wire, values in rows)


def _explain_refusals(read: Callable[[], Answer]) -> Answer:
    """Call a reader or writer of a file. The refusals of a state become those of a file."""
    try:
        return refuse_malformed(read)
    except AppError as error:
        if error.code == "state_whole":
            # mostly the same rows, which came another way, as with a restored backup
            raise AppError(
                "file_unfit",
                _(
                    "Ce fichier ne s’accorde pas avec ce qui est déjà ici, peut-être le même tournoi : rien"
                    " ne change."
                ),
            ) from error
        if error.code == "state_malformed":
            raise AppError(
                "file_malformed",
                _(
                    "Ce fichier n’est pas celui d’un tournoi terminé, ou vient d’une autre version d’Étui :"
                    " rien n’est ajouté. Mettez les deux Étui à la même version, et écrivez-le de nouveau."
                ),
            ) from error
        raise


def _add(
    club: Club, event_file: _EventFile, content: bytes, user: User, *, is_trial: bool = False
) -> tuple[Tournament, FilePreview]:
    """Write the event of a file, inside a transaction. Return it with its preview.

    Args:
        is_trial: True if the transaction is rolled back. What only later requests would read is left out.
    """
    # the club's row is the lock, as for a published state
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    copy = _copy_here(club, event_file.uid)
    numbers_before = set(Person.everybody.filter(club=club).values_list("pk", flat=True))

    def write(*, is_whole: bool) -> tuple[Tournament, FilePreview]:
        event = copy or SharedEvent(club=club, uid=event_file.uid, turn=1)
        applied = Receiver(event, club, user, is_trial=is_trial).apply(
            event_file.parts, event_file.parts, is_whole=is_whole, is_past=True
        )
        if not applied.kinds:
            raise AppError(
                "event_known",
                _("La copie de ce club a déjà tout ce que contient ce fichier : rien ne change."),
            )
        require_readable(applied)
        tournament = applied.tournament
        if tournament.is_practice or tournament.state != TournamentState.FINISHED:
            raise ValueError("state")
        tournament.writer = _("%(club)s, autre Étui") % {"club": event_file.sender[: _WRITER_LENGTH - 20]}
        tournament.save(update_fields=["writer"])
        if not is_trial:
            renew_event(applied)
        people = _people_of(club, event_file.parts[PEOPLE], numbers_before)
        return tournament, _preview(tournament, event_file.sender, people, content, replaces=copy is not None)

    def write_any() -> tuple[Tournament, FilePreview]:
        try:
            with transaction.atomic():
                return refuse_malformed(lambda: write(is_whole=False))
        except AppError as error:
            # changed rows of a copy may stand in each other's way: then all of them are made anew
            if copy is None or error.code != "state_whole":
                raise
        with transaction.atomic():
            return refuse_malformed(lambda: write(is_whole=True))

    return _explain_refusals(write_any)


def _copy_here(club: Club, uid: UUID) -> SharedEvent | None:
    """Return the copy of an event that a file may replace; None if the event is not here.

    Raises:
        AppError: `event_known` if the event is written here, comes by the network, or is in another club.
    """
    shared_events = SharedEvent.objects.filter(uid=uid).select_related("tournament")
    event = shared_events.filter(club=club).first()
    if event is None:
        if shared_events.exists():
            raise AppError(
                "event_known", _("Ce tournoi est déjà dans cet Étui, dans un autre club : rien n’est ajouté.")
            )
        return None
    if not event.tournament.writer:
        raise AppError(
            "event_known",
            _(
                "Ce club mène lui-même ce tournoi, « %(name)s » : rien n’est remplacé. Corrigez-le à son"
                " bureau."
            )
            % {"name": event.tournament.name},
        )
    if event.laptop_id is not None or event.site_id is not None:
        raise AppError(
            "event_known",
            _("Ce tournoi, « %(name)s », arrive déjà par le réseau : voyez « Salle et site ».")
            % {"name": event.tournament.name},
        )
    return event


def _people_of(club: Club, rows: Any, numbers_before: set[int]) -> tuple[FilePerson, ...]:
    """Return the people of a file that was just written, by name. One query."""
    shared_people = SharedPerson.objects.filter(club=club, wire__in=[wire for wire, _values in rows])
    by_wire = {str(shared.wire): shared.person for shared in shared_people.select_related("person")}
    people: dict[tuple[str, str, str], FilePerson] = {}
    for wire, values in rows:
        person = by_wire[str(wire)]
        received = Person(last_name=values["last_name"], first_name=values["first_name"])
        match = person.full_name if person.pk in numbers_before else ""
        number = values["federation_number"]
        place = sort_key(received.last_name, received.first_name), number, str(wire)
        people[place] = FilePerson(received.full_name, number, match)
    return tuple(people[place] for place in sorted(people))


def _preview(
    tournament: Tournament, sender: str, people: tuple[FilePerson, ...], content: bytes, *, replaces: bool
) -> FilePreview:
    plays = Play.objects.filter(round__section__session__tournament=tournament)
    boards = plays.order_by().values("round__section__session", "board").distinct()
    matches = [[person.name, person.number, person.match] for person in people]
    return FilePreview(
        name=tournament.name,
        day=tournament.starts_on,
        sender=sender,
        is_public=tournament.visibility == Visibility.PUBLIC,
        entry_count=tournament.entries.count(),
        session_count=tournament.sessions.count(),
        result_count=ResultSlip.objects.current().filter(play__in=plays).count(),
        board_count=boards.count(),
        deal_count=Deal.objects.filter(deal_set__session__tournament=tournament).count(),
        people=people,
        replaces=replaces,
        digest=digest_of(canonical([content.hex(), matches, replaces])),
    )
