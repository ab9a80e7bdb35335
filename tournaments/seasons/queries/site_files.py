"""Results of a site as a file for another installation, signed by its cards: written and read."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.core.exchange.event_document import EventDocument, read_event
from tournaments.core.json_node import Node
from tournaments.deals.door import signature_by_cards
from tournaments.models import Session, SiteFile, Tournament
from tournaments.rankings.queries.event_export import export_event

FORMAT = "etui-site-1"
_UNIT_FIELDS = ("id", "name", "line", "presence")
"""Fields of a unit in the file: only those that the ranking of another installation needs."""
_MOST_BOARDS = 200


@dataclass(frozen=True, slots=True)
class Signature:
    """The signature of the results of one session."""

    board_count: int
    """Number of étuis; their cards, from étui 1, make the key."""
    text: str
    """Signature, or "" if the site did not know the cards."""


@dataclass(frozen=True, slots=True)
class SiteResults:
    """The content of a site's file."""

    event: EventDocument
    signatures: tuple[Signature, ...]
    """signatures[session]: signature of its results."""
    message: str
    """Text that was signed."""


def site_document(tournament: Tournament) -> dict[str, Any]:
    """Return the results of a site for another installation, under public names.

    Queries as `export_event`, and two for each session.
    """
    event = export_event(tournament, is_public=True)
    event["units"] = [{name: unit[name] for name in _UNIT_FIELDS if name in unit} for unit in event["units"]]
    message = _message(event)
    sessions = tournament.sessions.prefetch_related("sections").order_by("number")
    return {
        "site": FORMAT,
        "event": event,
        "signatures": [_sign(session, message) for session in sessions],
    }


def _sign(session: Session, message: str) -> dict[str, Any]:
    count = max(section.board_count for section in session.sections.all())
    return {"boards": count, "signature": signature_by_cards(session, count, message)}


def read_site(document: object) -> SiteResults:
    """Return the content of a document. `is_signed` checks whether its cards are the same.

    Raises:
        InvalidDocument: with the path of the place.
    """
    root = Node(document).fields(("site", "event", "signatures"))
    if root["site"].value != FORMAT:
        raise root["site"].wrong(repr(FORMAT))
    event = read_event(root["event"].value)
    rows = [row.fields(("boards", "signature")) for row in root["signatures"].parts(len(event.sessions))]
    signatures = [Signature(row["boards"].whole(1, _MOST_BOARDS), row["signature"].text()) for row in rows]
    if len(signatures) != len(event.sessions):
        raise root["signatures"].wrong(f"{len(event.sessions)} signatures, one for each session")
    assert isinstance(root["event"].value, dict)
    return SiteResults(event, tuple(signatures), _message(root["event"].value))


def is_signed(site: SiteResults, sessions: Mapping[int, Session]) -> bool:
    """Return whether each session with results was played with the cards of the local session of its number.

    Args:
        sessions: sessions with the reference cards, by number.
    """
    return all(
        _is_session_signed(site, number, sessions)
        for number, session in enumerate(site.event.sessions, start=1)
        if session.plays
    )


def _is_session_signed(site: SiteResults, number: int, sessions: Mapping[int, Session]) -> bool:
    signature, local_session = site.signatures[number - 1], sessions.get(number)
    if local_session is None or not signature.text:
        return False
    boards = {_board(play.value) for play in site.event.sessions[number - 1].plays}
    # a result of an étui that the signature does not cover proves nothing
    if not boards <= set(range(1, signature.board_count + 1)):
        return False
    return signature.text == signature_by_cards(local_session, signature.board_count, site.message)


def _board(play: object) -> object:
    return play.get("board") if isinstance(play, dict) else None


def _message(event: Mapping[str, object]) -> str:
    # both installations must sign the same bytes
    return json.dumps(event, sort_keys=True, separators=(",", ":"))


def received_sites(
    files: Sequence[SiteFile], sessions: Mapping[int, Session]
) -> dict[SiteFile, SiteResults | None]:
    """Return the content of a competition's files; None if the cards are not proved to be the same."""
    results_by_file: dict[SiteFile, SiteResults | None] = {}
    for file in files:
        site = read_site(file.document)
        results_by_file[file] = site if is_signed(site, sessions) else None
    return results_by_file
