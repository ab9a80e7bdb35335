"""Texts about new people who share a name with others."""

from django.utils.translation import gettext as _

from tournaments.models import Person


def namesake_warning(person: Person) -> str:
    """Return what to do if a new person is one of their namesakes in the register; "" without namesakes."""
    if not person.told_by:
        return ""
    message = _(
        "Le registre a déjà une personne de ce nom : si %(person)s est la même, retirez cette inscription et"
        " inscrivez l’autre. Le registre réunit ensuite les deux fiches."
    )
    return message % {"person": person}
