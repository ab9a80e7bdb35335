"""Rights of the user that the tags of one page share."""

from tournaments.base.access import Right, Visitor, rights_in
from tournaments.models import Tournament


def page_rights(user: Visitor, tournament: Tournament) -> frozenset[Right]:
    """Return all rights of a user in a tournament, for the tags of a page.

    The tournament object, which lives as long as its request, keeps them: templates are rendered after all
    changes. Views and services call `rights_in`.

    Queries:
        those of `rights_in`; none for the second tag.
    """
    kept: dict[int | None, frozenset[Right]] = vars(tournament).setdefault("page_rights", {})
    if user.pk not in kept:
        kept[user.pk] = rights_in(user, tournament)
    return kept[user.pk]
