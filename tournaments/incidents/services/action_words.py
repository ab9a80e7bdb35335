"""What guided actions say: rounds, boards, seats and papers concerned, and what was done in one sentence."""

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
    (IncidentKind.ARRIVING, ""): gettext_lazy("%(entry)s joue, %(rounds)s."),
    (IncidentKind.TABLES, ""): gettext_lazy("Tables %(table)s et %(other)s échangées, %(rounds)s."),
    (IncidentKind.BOARDS, ""): gettext_lazy("Table %(table)s, %(rounds)s : elle a joué %(boards)s."),
    (IncidentKind.SUBSTITUTE, ""): gettext_lazy("%(person)s joue à la place de %(leaves)s, %(rounds)s."),
    (IncidentKind.SWAP, ""): gettext_lazy(
        "%(entry)s et %(other)s ont joué l’un à la place de l’autre, %(rounds)s."
    ),
    (IncidentKind.SPOILED, ""): gettext_lazy("Étui %(board)s neutralisé, %(rounds)s."),
    (IncidentKind.SHORTENED, ""): gettext_lazy("La soirée s’arrête après la position %(last)s."),
}
"""By kind and by the way chosen, `facts["way"]`."""
MOST_NAMED = 6
"""Names in one sentence; a longer list is only counted."""
SEAT_PAPERS = (
    DocumentKind.SEAT_LISTS,
    DocumentKind.PERSONAL_CARDS,
    DocumentKind.GUIDE_CARDS,
    DocumentKind.SCORE_SHEETS,
)
"""Papers that say who sits where."""
TABLE_PAPERS = (*SEAT_PAPERS, DocumentKind.TRAVELLERS)
"""Those, and the ones that say which tables play an étui."""
MOVEMENT_PAPERS = (*TABLE_PAPERS, DocumentKind.MOVEMENT_SHEETS)
"""Those, and the ones that hold the movement itself."""


def incident_text(incident: Incident) -> str:
    """The sentence of an incident in the language of the moment, with its names and numbers."""
    facts = dict(incident.facts)
    told = _SENTENCES[IncidentKind(incident.kind), facts.get("way", "")]
    if "rounds" in facts:
        facts["rounds"] = rounds_text(*facts["rounds"])
    if "boards" in facts:
        facts["boards"] = boards_text(facts["boards"], has_boards=facts["has_boards"])
    return str(told % facts)


def rounds_text(first: int, last: int) -> str:
    """Rounds from one to another: "position 3", "positions 3 à 5"."""
    if first == last:
        return _("position %(first)d") % {"first": first}
    if last == first + 1:
        return _("positions %(first)d et %(last)d") % {"first": first, "last": last}
    return _("positions %(first)d à %(last)d") % {"first": first, "last": last}


def boards_text(boards: Sequence[int], *, has_boards: bool) -> str:
    """Boards by number: "étui 7", "étuis 7, 8"; deals of a sheet where they are dealt at the table."""
    values = {"numbers": ", ".join(map(str, boards))}
    if has_boards:
        return ngettext("étui %(numbers)s", "étuis %(numbers)s", len(boards)) % values
    return ngettext("donne %(numbers)s", "donnes %(numbers)s", len(boards)) % values


def seat_text(table: int, seats: Iterable[int]) -> str:
    """A table and its seats: "table 3, Sud"."""
    names = ", ".join(seat_name(seat) for seat in seats)
    return _("table %(table)d, %(seats)s") % {"table": table, "seats": names}


def names_text(entries: Collection[Entry]) -> str:
    """Names one after the other, the first few of a long list."""
    named = [str(entry) for entry in list(entries)[:MOST_NAMED]]
    if len(entries) > MOST_NAMED:
        left = len(entries) - MOST_NAMED
        named.append(ngettext("et %(count)d autre", "et %(count)d autres", left) % {"count": left})
    return ", ".join(named)


def deals_text(counts: Iterable[int]) -> str:
    """Fewest and most deals of a player or team: "12", "de 8 à 12"."""
    found = sorted(set(counts))
    if not found:
        return "0"
    if len(found) == 1:
        return str(found[0])
    return _("de %(least)d à %(most)d") % {"least": found[0], "most": found[-1]}


def deals_change(tournament: Tournament, before: Iterable[int], after: Iterable[int]) -> str:
    """How many deals each player or team has after an action, and had before it."""
    told = (
        _("Donnes par équipe : %(after)s ; avant : %(before)s.")
        if find_format(tournament.format).has_teams
        else _("Donnes par joueur : %(after)s ; avant : %(before)s.")
    )
    return told % {"after": deals_text(after), "before": deals_text(before)}


def costs_text(
    entries: Iterable[Entry], before: Mapping[int, int], after: Mapping[int, int]
) -> tuple[str, ...]:
    """What a change costs or gives each person, in deals: one sentence for those with the same figures.

    Args:
        before, after: deals by id of the entry.
    """
    named: dict[tuple[int, int], list[str]] = {}
    for entry in entries:
        figures = after.get(entry.pk, 0), before.get(entry.pk, 0)
        if figures[0] != figures[1]:
            named.setdefault(figures, []).append(str(entry))
    return tuple(
        ngettext(
            "%(after)d donne au lieu de %(before)d : %(names)s.",
            "%(after)d donnes au lieu de %(before)d : %(names)s.",
            after,
        )
        % {"after": after, "before": before, "names": ", ".join(names)}
        for (after, before), names in sorted(named.items())
    )


def papers_text(session: Session, kinds: Iterable[DocumentKind]) -> tuple[str, ...]:
    """Papers of these kinds that were made since the seats were fixed: each is out of date. Two queries."""
    fixed = AuditEvent.objects.filter(tournament=session.tournament_id, action="tournament.seated")
    since = fixed.order_by("-created_at").values_list("created_at", flat=True).first()
    made = papers_made(session.tournament, with_parts=True)
    latest = {
        DocumentKind(kind): asked
        for kind, asked in made.items()
        if kind in set(kinds) and (since is None or asked >= since)
    }
    if not latest:
        return (_("Aucun papier imprimé ici n’est à refaire."),)
    return tuple(
        _("%(document)s de %(when)s : à imprimer de nouveau.")
        % {
            "document": str(kind.label).capitalize(),
            "when": date_format(localtime(asked), "H:i"),
        }
        for kind, asked in latest.items()
    )
