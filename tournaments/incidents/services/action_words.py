"""Texts of guided actions: rounds, boards, seats, papers, and a sentence for each action that was taken."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.base.words.dates import date_format
from tournaments.core.formats.registry import find_format
from tournaments.enums import DocumentKind, IncidentKind
from tournaments.models import AuditEvent, Entry, Incident, Session, Tournament
from tournaments.paper.queries.papers import papers_made
from tournaments.seating.words.seat_names import seat_name

_SENTENCES: Mapping[tuple[IncidentKind, str], Promise] = {
    (IncidentKind.MISSING, "replaced"): gettext_lazy("%(entry)s ne vient pas : %(person)s a sa place."),
    (IncidentKind.MISSING, "relay"): gettext_lazy("%(entry)s ne vient pas : sa place reste vide."),
    (IncidentKind.MISSING, "movement"): gettext_lazy(
        "%(entry)s ne vient pas : les autres jouent « %(movement)s »."
    ),
    (IncidentKind.LATE, "later"): gettext_lazy(
        "%(entry)s est en retard, table %(table)s, %(rounds)s. À jouer plus tard : %(boards)s."
    ),
    (IncidentKind.LATE, "lost"): gettext_lazy(
        "%(entry)s est en retard, table %(table)s, %(rounds)s. Pas joué : %(boards)s."
    ),
    (IncidentKind.SLOW, "later"): gettext_lazy(
        "Table %(table)s trop lente, %(rounds)s. À jouer plus tard : %(boards)s."
    ),
    (IncidentKind.SLOW, "lost"): gettext_lazy(
        "Table %(table)s trop lente, %(rounds)s. Pas joué : %(boards)s."
    ),
    (IncidentKind.LEAVING, "relay"): gettext_lazy("%(entry)s s’en va : sa place est vide, %(rounds)s."),
    (IncidentKind.LEAVING, "during"): gettext_lazy(
        "%(entry)s s’en va avant la fin de sa position : sa place est vide, %(rounds)s."
    ),
    (IncidentKind.ARRIVING, ""): gettext_lazy("%(entry)s joue, %(rounds)s."),
    (IncidentKind.ARRIVING, "waits"): gettext_lazy("%(entry)s attend une place."),
    (IncidentKind.TABLES, ""): gettext_lazy("Tables %(table)s et %(other)s échangées, %(rounds)s."),
    (IncidentKind.BOARDS, ""): gettext_lazy("Table %(table)s, %(rounds)s. Vraiment joué : %(boards)s."),
    (IncidentKind.SUBSTITUTE, ""): gettext_lazy("%(person)s remplace %(leaves)s, %(rounds)s."),
    (IncidentKind.SWAP, ""): gettext_lazy(
        "%(entry)s et %(other)s ont joué l’un à la place de l’autre, %(rounds)s."
    ),
    (IncidentKind.SPOILED, ""): gettext_lazy("Étui %(board)s neutralisé, %(rounds)s."),
    (IncidentKind.SHORTENED, ""): gettext_lazy("La soirée s’arrête après la position %(last)s."),
}
"""Sentence of an action, by kind and by the solution chosen, `facts["way"]`."""
MOST_NAMED = 6
"""Largest number of names in one sentence. The rest of a longer list is only counted."""


def incident_text(incident: Incident) -> str:
    """Return the sentence of an incident in the active language, with its names and numbers."""
    facts = dict(incident.facts)
    sentence_text = _SENTENCES[IncidentKind(incident.kind), facts.get("way", "")]
    if "rounds" in facts:
        # stored as numbers, so that each reader gets the words of their own language
        facts["rounds"] = rounds_text(*facts["rounds"])
    if "boards" in facts:
        facts["boards"] = boards_text(facts["boards"], has_boards=facts["has_boards"])
    return str(sentence_text % facts)


def rounds_text(first: int, last: int) -> str:
    """Return a range of rounds: "position 3", "positions 3 à 5"."""
    if first == last:
        return _("position %(first)d") % {"first": first}
    if last == first + 1:
        return _("positions %(first)d et %(last)d") % {"first": first, "last": last}
    return _("positions %(first)d à %(last)d") % {"first": first, "last": last}


def boards_text(boards: Sequence[int], *, has_boards: bool) -> str:
    """Return boards by number: "étui 7", "étuis 7, 8"; "donne 7" where deals are dealt at the table."""
    values = {"numbers": ", ".join(map(str, boards))}
    if has_boards:
        return ngettext("étui %(numbers)s", "étuis %(numbers)s", len(boards)) % values
    return ngettext("donne %(numbers)s", "donnes %(numbers)s", len(boards)) % values


def seat_text(table: int, seats: Iterable[int]) -> str:
    """Return a table and its seats: "table 3, Sud"."""
    names = ", ".join(seat_name(seat) for seat in seats)
    return _("table %(table)d, %(seats)s") % {"table": table, "seats": names}


def names_text(entries: Collection[Entry]) -> str:
    """Return the names of entries in one line; only the first `MOST_NAMED` of a longer list."""
    names = [str(entry) for entry in list(entries)[:MOST_NAMED]]
    if len(entries) > MOST_NAMED:
        remaining_count = len(entries) - MOST_NAMED
        names.append(
            ngettext("et %(count)d autre", "et %(count)d autres", remaining_count)
            % {"count": remaining_count}
        )
    return ", ".join(names)


def deals_text(counts: Iterable[int]) -> str:
    """Return the fewest and most deals of a player or team: "12", "de 8 à 12"."""
    distinct_counts = sorted(set(counts))
    if not distinct_counts:
        return "0"
    if len(distinct_counts) == 1:
        return str(distinct_counts[0])
    return _("de %(least)d à %(most)d") % {"least": distinct_counts[0], "most": distinct_counts[-1]}


def deals_change(tournament: Tournament, old_counts: Iterable[int], new_counts: Iterable[int]) -> str:
    """Return a sentence with the deals of a player or team after and before an action."""
    sentence_text = (
        _("Donnes par équipe : %(after)s ; avant : %(before)s.")
        if find_format(tournament.format).has_teams
        else _("Donnes par joueur : %(after)s ; avant : %(before)s.")
    )
    return sentence_text % {"after": deals_text(new_counts), "before": deals_text(old_counts)}


def papers_text(session: Session, kinds: Iterable[DocumentKind]) -> tuple[str, ...]:
    """Return a sentence for each paper of these kinds to print again, or one that there is none. Two queries.

    Papers from before the seats were fixed are left out: they were out of date already.
    """
    seating_events = AuditEvent.objects.filter(tournament=session.tournament_id, action="tournament.seated")
    seated_at = seating_events.order_by("-created_at").values_list("created_at", flat=True).first()
    request_times = papers_made(session.tournament, with_parts=True)
    outdated_papers = {
        DocumentKind(kind): requested_at
        for kind, requested_at in request_times.items()
        # an older paper was out of date before this action
        if kind in set(kinds) and (seated_at is None or requested_at >= seated_at)
    }
    if not outdated_papers:
        return (_("Aucun papier imprimé ici n’est à refaire."),)
    return tuple(
        _("%(document)s de %(when)s : à imprimer de nouveau.")
        % {
            "document": str(kind.label).capitalize(),
            "when": date_format(localtime(requested_at), "H:i"),
        }
        for kind, requested_at in outdated_papers.items()
    )
