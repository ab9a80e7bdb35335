"""The actions of the trace in words: what was done, to what, with which details."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.base.words.wording import write_signed_score
from tournaments.enums import DocumentKind, EventRole, SlipKind
from tournaments.models import AuditEvent
from tournaments.people.words.role_wording import name_role
from tournaments.rankings.words.ruling_wording import fault_name
from tournaments.trace.words.log_actions import ACTION_WORDS, LogKind, Subject

KIND_WORDS: dict[LogKind, Promise] = {
    LogKind.RESULTS: gettext_lazy("résultats"),
    LogKind.RULINGS: gettext_lazy("arbitrage"),
    LogKind.PEOPLE: gettext_lazy("inscrits et places"),
    LogKind.DEALS: gettext_lazy("donnes et mains"),
    LogKind.HALL: gettext_lazy("salle et imprévus"),
    LogKind.PAPERS: gettext_lazy("papiers"),
    LogKind.MONEY: gettext_lazy("droits et prix"),
    LogKind.STAFF: gettext_lazy("rôles et accès"),
    LogKind.EVENT: gettext_lazy("tournoi et réglages"),
    LogKind.OTHER: gettext_lazy("autre"),
}
TOLD_FIELDS = ("score", "fault", "role", "reason", "note")
"""Facts of an event that are shown beside it. None of them holds cards or secrets."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One event in words."""

    event: AuditEvent
    what: str
    """Sentence of the action; its code if it has no sentence."""
    about: str
    """Object of the action; "" for the whole tournament, or where the public must not see it."""
    details: str
    """Scores of a result, a reason, a role; "" for the public."""


def log_line(event: AuditEvent, board_word: str, *, is_public: bool = False) -> LogLine:
    """Return an event in words. A line for the public has no names, results and texts of people.

    Args:
        board_word: word of the format for a board: "étui", or "donne" where nothing is dealt beforehand.
    """
    words = ACTION_WORDS.get(event.action)
    if words is None:
        return LogLine(event, event.action, "" if is_public else event.subject, "")
    about = _subject(words.subject, event.subject, board_word, is_public=is_public)
    return LogLine(event, str(words.sentence), about, "" if is_public else _details(event))


def _subject(kind: Subject, subject: str, board_word: str, *, is_public: bool) -> str:
    parts = subject.split("/")
    match kind:
        case Subject.PLAY:
            return _place(board_word, dict(zip(("board", "round", "table"), parts, strict=False)))
        case Subject.TABLE_ROUND:
            return _place(board_word, dict(zip(("table", "round"), parts, strict=False)))
        case Subject.SESSION_ROUND:
            return _place(board_word, dict(zip(("session", "round"), parts, strict=False)))
        case Subject.SESSION:
            return _place(board_word, {"session": subject})
        case Subject.ROUND:
            return _place(board_word, {"round": subject})
        case Subject.TABLE:
            return _place(board_word, {"table": subject})
        case Subject.COUNT:
            return subject
        case Subject.DOCUMENT:
            return str(DocumentKind(subject).label) if subject in DocumentKind.values else subject
        case Subject.FAULT:
            return str(fault_name(subject))
        case Subject.NAME:
            return "" if is_public else subject
        case Subject.EVENT:
            return ""


def _place(board_word: str, numbers: Mapping[str, str]) -> str:
    """Return the session, board, round and table in words, as far as they are given."""
    words = {"session": _("séance"), "board": board_word, "round": _("position"), "table": _("table")}
    return ", ".join(f"{word} {numbers[name]}" for name, word in words.items() if numbers.get(name))


def _details(event: AuditEvent) -> str:
    old_facts, new_facts = event.before or {}, event.after or {}
    return " · ".join(detail for name in TOLD_FIELDS if (detail := _detail(name, old_facts, new_facts)))


def _detail(name: str, old_facts: Mapping[str, Any], new_facts: Mapping[str, Any]) -> str:
    earlier, later = _value(name, old_facts), _value(name, new_facts)
    if earlier and later and earlier != later:
        return f"{earlier} → {later}"
    return later or earlier


def _value(name: str, facts: Mapping[str, Any]) -> str:
    """Return one fact in words; "" if it is absent."""
    value, kind, table = facts.get(name), facts.get("kind"), facts.get("table")
    # a deal that was not played has a kind instead of a score
    if name == "score" and kind in SlipKind.values and kind != SlipKind.PLAYED:
        return str(SlipKind(kind).label)
    if value in (None, ""):
        return ""
    if name == "score":
        return write_signed_score(value) if isinstance(value, int) else ""
    if name == "fault":
        return str(fault_name(str(value)))
    if name == "role" and value in EventRole.values:
        return name_role(value, table if isinstance(table, int) else None)
    return str(value)
