"""Steps that change the players of an entry or its standing, and their undoing."""

from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.entries.services.presence import cancel_substitution, replace_player
from tournaments.enums import EntryPresence
from tournaments.incidents.services.plans import Step
from tournaments.models import Entry, Person, Ruling, Seating, Session, Substitution
from tournaments.rankings.services.rulings import RulingDraft, give_ruling, withdraw_ruling


def stand_in(session: Session, leaves: Person, comes: Person, first_round: int, made_by: User) -> Step:
    """Let a person play in another player's place from a round on. Raises as `replace_player`."""
    substitution = replace_player(
        session=session, leaves=leaves, person=comes, first_round=first_round, made_by=made_by
    )
    return {"step": "substitution", "pk": substitution.pk}


def end_stand_in(session: Session, step: Step, user: User) -> None:
    """Undo `stand_in`, unless the substitution was already cancelled on the page of presence."""
    rows = Substitution.objects.select_related(
        "session__tournament__club", "entry__person", "leaves", "person"
    )
    substitution = rows.filter(pk=step["pk"], session=session).first()
    if substitution is not None:
        cancel_substitution(substitution=substitution, cancelled_by=user)


def set_standing(entry: Entry, presence: EntryPresence) -> Step:
    """Set the standing of an entry in the rankings."""
    step: Step = {"step": "presence", "entry": entry.pk, "before": entry.presence, "after": str(presence)}
    Entry.objects.filter(pk=entry.pk).update(presence=presence)
    return step


def put_standing_back(session: Session, step: Step, _user: User) -> None:
    """Undo `set_standing`, unless the standing has changed since."""
    rows = Entry.objects.filter(pk=step["entry"], tournament=session.tournament_id, presence=step["after"])
    rows.update(presence=step["before"])


def hand_over(entry: Entry, person: Person) -> Step:
    """Give the place of an entry to another person."""
    step: Step = {"step": "person", "entry": entry.pk, "before": entry.person_id, "after": person.pk}
    Entry.objects.filter(pk=entry.pk).update(person=person)
    return step


def hand_back(session: Session, step: Step, _user: User) -> None:
    """Undo `hand_over`.

    Raises:
        AppError: the person of the original entry has another place by now (`plays_already`).
    """
    entries = Entry.objects.filter(tournament=session.tournament_id)
    if entries.filter(person=step["before"]).exists():
        person = Person.everybody.get(pk=step["before"])
        raise AppError("plays_already", _("%(person)s joue déjà cette séance.") % {"person": person})
    # the filter on `person` leaves a place alone that was handed over once more since
    entries.filter(pk=step["entry"], person=step["after"]).update(person=step["before"])


def add_entry(session: Session, person: Person) -> tuple[Step, Entry]:
    """Enter a person without a starting place."""
    entry = Entry.objects.create(tournament=session.tournament, person=person)
    return {"step": "entry", "entry": entry.pk}, entry


def drop_entry(session: Session, step: Step, _user: User) -> None:
    """Undo `add_entry`.

    Raises:
        AppError: a later action gave the entry seats, which must be removed first (`seats_changed`).
    """
    if Seating.objects.filter(entry=step["entry"], round__section__session=session).exists():
        raise AppError(
            "seats_changed",
            _("Cette personne a une place depuis : annulez d’abord l’action la plus récente."),
        )
    Entry.objects.filter(pk=step["entry"], tournament=session.tournament_id).delete()


def rule_on(session: Session, draft: RulingDraft, ruled_by: User) -> Step:
    """Give the ruling of an action. Raises as `give_ruling`."""
    return {"step": "ruling", "pk": give_ruling(session=session, draft=draft, ruled_by=ruled_by).pk}


def lift_ruling(session: Session, step: Step, user: User) -> None:
    """Undo `rule_on`, unless a referee has withdrawn the ruling."""
    ruling = Ruling.objects.filter(pk=step["pk"], session=session).in_force().first()
    if ruling is not None:
        withdraw_ruling(ruling=ruling, reason=_("Action annulée"), withdrawn_by=user)
