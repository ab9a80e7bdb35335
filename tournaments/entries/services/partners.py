"""Partners of free deals: players who are seated apart and whose points are added up under one name."""

import random
from collections import Counter
from collections.abc import Mapping
from itertools import count

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.errors import AppError
from tournaments.core.formats.registry import find_format
from tournaments.enums import EntryPresence
from tournaments.events.services.events import lock_tournament, require_draft
from tournaments.models import Entry, Tournament
from tournaments.trace.services.trace import record_event


@transaction.atomic
def set_partners(*, tournament: Tournament, names: Mapping[int, str], set_by: User | None) -> int:
    """Store the team names of entries. Return the number of changed entries.

    Teams may still be incomplete; `refuse_incomplete` checks them when the seats are fixed.

    Args:
        names: team name by entry id, "" for no partners yet. Entries left out do not change.

    Raises:
        AppError: the seats are fixed (`not_in_preparation`), the format has no partners (`no_partners`), an
            entry belongs to another tournament (`entry_elsewhere`), or a name has too many players
            (`too_many_partners`, with a message at each field `partners-<id>`).
    """
    locked_tournament = lock_tournament(tournament)
    require_draft(locked_tournament)
    if not find_format(locked_tournament.format).has_partners:
        raise AppError("no_partners", _("Dans cette formule, chacun joue pour lui-même."))
    entries = {entry.pk: entry for entry in locked_tournament.entries.select_related("person")}
    if set(names) - set(entries):
        raise AppError("entry_elsewhere", _("Ce joueur n’est pas inscrit à ce tournoi."))
    new_names = {pk: names.get(pk, entry.partners).strip() for pk, entry in entries.items()}
    _refuse_crowds(new_names, partner_count(locked_tournament))
    changed_entries = [entry for pk, entry in entries.items() if entry.partners != new_names[pk]]
    previous_names = {str(entry): entry.partners for entry in changed_entries}
    for entry in changed_entries:
        entry.partners = new_names[entry.pk]
    Entry.objects.bulk_update(changed_entries, ["partners"])
    if changed_entries:
        record_event(
            club=locked_tournament.club,
            tournament=locked_tournament,
            actor=set_by,
            action="entries.partners",
            subject=str(len(changed_entries)),
            before=previous_names,
            after={str(entry): entry.partners for entry in changed_entries},
        )
    return len(changed_entries)


@transaction.atomic
def draw_partners(*, tournament: Tournament, rng: random.Random, drawn_by: User | None) -> int:
    """Draw teams by lot from the entries without partners. Return the number of new teams.

    The new teams are called "Équipe 1", "Équipe 2"… Players who do not fill a team stay without partners.

    Raises:
        AppError: as for `set_partners`.
    """
    locked_tournament = lock_tournament(tournament)
    entries = locked_tournament.entries.exclude(presence=EntryPresence.WITHDRAWN).order_by("pk")
    used_names = {name.strip().casefold() for name in entries.values_list("partners", flat=True)}
    alone = list(entries.filter(partners="").values_list("pk", flat=True))
    rng.shuffle(alone)
    numbered_names = (_("Équipe %(number)d") % {"number": number} for number in count(1))
    free_names = (name for name in numbered_names if name.casefold() not in used_names)
    size = partner_count(locked_tournament)
    names: dict[int, str] = {}
    for start in range(0, len(alone) - size + 1, size):
        names |= dict.fromkeys(alone[start : start + size], next(free_names))
    set_partners(tournament=locked_tournament, names=names, set_by=drawn_by)
    return len(alone) // size


def refuse_incomplete(tournament: Tournament) -> None:
    """Refuse to fix the seats while a team is incomplete or an entry has no team.

    Raises:
        AppError: `partners_incomplete`, with the names of these teams.
    """
    if not find_format(tournament.format).has_partners:
        return
    size = partner_count(tournament)
    counts = Counter(tournament.entries.values_list("partners", flat=True))
    incomplete_names = sorted(name for name, count in counts.items() if name and count != size)
    if alone_count := counts[""]:
        alone = ngettext("%(count)d joueur sans équipe", "%(count)d joueurs sans équipe", alone_count)
        incomplete_names.append(alone % {"count": alone_count})
    if incomplete_names:
        raise AppError(
            "partners_incomplete",
            _("Chaque équipe a %(size)d joueurs ; à compléter à la page « Équipes » : %(names)s.")
            % {"size": size, "names": ", ".join(incomplete_names)},
            extra={"names": incomplete_names},
        )


def partner_count(tournament: Tournament) -> int:
    """Return the number of partners in a format with partners: two or four. Their points are added up."""
    return find_format(tournament.format).plan.unit_sizes[0]


def _refuse_crowds(names: Mapping[int, str], size: int) -> None:
    counts = Counter(filter(None, names.values()))
    message = _("Une équipe a %(size)d joueurs, pas plus.") % {"size": size}
    fields = {f"partners-{pk}": message for pk, name in names.items() if counts[name] > size}
    if fields:
        raise AppError("too_many_partners", message, fields=fields)
