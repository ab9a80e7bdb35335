"""The results of a site as a file for another installation, signed by its cards; written and read."""

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
"""What the ranking of another installation needs of a player; nothing else leaves."""
_MOST_BOARDS = 200


@dataclass(frozen=True, slots=True)
class Signature:
    """Under the results of one session."""

    board_count: int
    """By the cards of étuis 1 to this number."""
    text: str
    """"" where the site did not know them."""


@dataclass(frozen=True, slots=True)
class SiteResults:
    """What the file of a site says."""

    event: EventDocument
    signatures: tuple[Signature, ...]
    """signatures[session]."""
    message: str
    """What was signed."""


def site_document(tournament: Tournament) -> dict[str, Any]:
    """The results of a site for another installation, under public names. Queries as `export_event`, and two
    for each session."""
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
    """What a document says; whether its cards are the same is for `is_signed` to find.

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
    """Whether every session with results was played with the cards of the session here of the same number.

    Args:
        sessions: those whose cards the sites must hold, by number.
    """
    return all(
        _is_session_signed(site, number, sessions)
        for number, session in enumerate(site.event.sessions, start=1)
        if session.plays
    )


def _is_session_signed(site: SiteResults, number: int, sessions: Mapping[int, Session]) -> bool:
    signature, here = site.signatures[number - 1], sessions.get(number)
    if here is None or not signature.text:
        return False
    played = {_board(play.value) for play in site.event.sessions[number - 1].plays}
    if not played <= set(range(1, signature.board_count + 1)):
        return False
    return signature.text == signature_by_cards(here, signature.board_count, site.message)


def _board(play: object) -> object:
    return play.get("board") if isinstance(play, dict) else None


def _message(event: Mapping[str, object]) -> str:
    return json.dumps(event, sort_keys=True, separators=(",", ":"))


def received_sites(
    files: Sequence[SiteFile], sessions: Mapping[int, Session]
) -> dict[SiteFile, SiteResults | None]:
    """What the files of a competition say; None where the cards are not proved to be the same."""
    found: dict[SiteFile, SiteResults | None] = {}
    for file in files:
        site = read_site(file.document)
        found[file] = site if is_signed(site, sessions) else None
    return found
