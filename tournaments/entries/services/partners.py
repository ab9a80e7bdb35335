"""Partners of free deals: players who are seated apart and whose points are added up under one name."""

from collections import Counter
from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.core.formats.registry import find_format
from tournaments.events.services.events import lock_tournament, require_draft
from tournaments.models import Entry, Tournament
from tournaments.trace.services.trace import record_event


@transaction.atomic
def set_partners(*, tournament: Tournament, names: Mapping[int, str], set_by: User | None) -> int:
    """Give entries the name of their pair or four; returns how many changed.

    Partners may still be missing; `refuse_incomplete` asks for them when the seats are fixed.

    Args:
        names: by id of the entry, "" for nobody yet; entries left out keep theirs.

    Raises:
        AppError: the seats are fixed (`not_in_preparation`), the format adds up nobody (`no_partners`), an
            entry is of another tournament (`entry_elsewhere`), or a name has too many players
            (`too_many_partners`, a message at each, under `partners-<id>`).
    """
    locked = lock_tournament(tournament)
    require_draft(locked)
    if not find_format(locked.format).has_partners:
        raise AppError("no_partners", _("Dans cette formule, chacun joue pour lui-même."))
    entries = {entry.pk: entry for entry in locked.entries.select_related("person")}
    if set(names) - set(entries):
        raise AppError("entry_elsewhere", _("Ce joueur n’est pas inscrit à ce tournoi."))
    after = {pk: names.get(pk, entry.partners).strip() for pk, entry in entries.items()}
    _refuse_crowds(after, partner_count(locked))
    changed = [entry for pk, entry in entries.items() if entry.partners != after[pk]]
    before = {str(entry): entry.partners for entry in changed}
    for entry in changed:
        entry.partners = after[entry.pk]
    Entry.objects.bulk_update(changed, ["partners"])
    if changed:
        record_event(
            club=locked.club,
            tournament=locked,
            actor=set_by,
            action="entries.partners",
            subject=str(len(changed)),
            before=before,
            after={str(entry): entry.partners for entry in changed},
        )
    return len(changed)


def refuse_incomplete(tournament: Tournament) -> None:
    """Refuse to go on while a pair or a four has not all its players, or somebody has none.

    Raises:
        AppError: `partners_incomplete`, with the names concerned.
    """
    if not find_format(tournament.format).has_partners:
        return
    size = partner_count(tournament)
    counts = Counter(tournament.entries.values_list("partners", flat=True))
    wrong = sorted(name or _("sans équipe") for name, count in counts.items() if count != size or not name)
    if wrong:
        raise AppError(
            "partners_incomplete",
            _("Chaque équipe a %(size)d joueurs ; à compléter : %(names)s.")
            % {"size": size, "names": ", ".join(wrong)},
            extra={"names": wrong},
        )


def partner_count(tournament: Tournament) -> int:
    """Players who are added up: two or four."""
    return find_format(tournament.format).plan.unit_sizes[0]


def _refuse_crowds(names: Mapping[int, str], size: int) -> None:
    counts = Counter(filter(None, names.values()))
    told = _("Une équipe a %(size)d joueurs, pas plus.") % {"size": size}
    fields = {f"partners-{pk}": told for pk, name in names.items() if counts[name] > size}
    if fields:
        raise AppError("too_many_partners", told, fields=fields)
