"""Addresses at which an evening begins: wizard, template, copy, practice, check."""

import uuid
from typing import Any

from games.core.rules import RuleSet
from tests.tournaments.walks.matrix.rules import CLOSED, CLUB, DESK, NOBODY, Row
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.evening.services.event_choices import load_event_choices
from tournaments.evening.services.event_templates import delete_template, save_template
from tournaments.events.services.game_rules import save_house_rules
from tournaments.models import Tournament

ROWS = {
    "organiser-tournament-wizard": Row(CLUB, CLUB),
    "organiser-templates": Row(CLUB),
    "organiser-template-save": Row(NOBODY, CLUB),
    "organiser-template-start": Row(CLUB, CLUB),
    "organiser-template-rename": Row(NOBODY, CLUB),
    "organiser-template-delete": Row(NOBODY, CLUB),
    "organiser-template-restore": Row(NOBODY, CLUB),
    "organiser-house-rules": Row(CLUB),
    "organiser-house-rules-add": Row(CLUB, CLUB),
    "organiser-house-rules-change": Row(CLUB, CLUB),
    "organiser-house-rules-delete": Row(NOBODY, CLUB),
    "organiser-event-repeat": Row(CLUB, CLUB),
    "organiser-series": Row(CLUB),
    "organiser-series-undo": Row(NOBODY, CLUB),
    "organiser-practice": Row(CLUB, CLUB),
    "organiser-first-evening": Row(CLUB, CLUB),
    "organiser-preflight": Row(DESK),
    "organiser-practice-step": Row(NOBODY, CLOSED),
    "organiser-practice-delete": Row(CLOSED, CLOSED, is_page=False),
    "organiser-first-evening-move": Row(NOBODY, CLOSED),
}
"""The last three are of practice events: see test_practice and test_first_evening."""

FIELDS = (
    "kind",
    "game",
    "fewest",
    "most",
    "begin",
    "end",
    "board_limit",
    "shape",
    "date",
    "name",
    "fee",
    "visibility",
    "preset",
    "saved_as",
)


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    """Return the arguments of the addresses: templates of the club, one of them deleted, and its event."""
    tournament = scene.tournament
    template_pk, leaving, deleted_pk = (
        save_template(
            club=tournament.club, name=name, choices=load_event_choices(tournament), saved_by=None
        ).pk
        for name in ("Vendredi", "Mardi", "Jeudi")
    )
    delete_template(template=tournament.club.event_templates.get(pk=deleted_pk), deleted_by=None)
    house = save_house_rules(
        club=tournament.club, name="Maison", game="tarot-5", rules=RuleSet(), saved_by=None
    )
    series = uuid.uuid4()
    Tournament.objects.filter(pk=tournament.pk).update(series=series)
    return {
        "organiser-series": {"key": series},
        "organiser-series-undo": {"key": series},
        "organiser-house-rules-change": {"pk": house.pk},
        "organiser-house-rules-delete": {"pk": house.pk},
        "organiser-template-save": {"pk": tournament.pk},
        "organiser-event-repeat": {"pk": tournament.pk},
        "organiser-template-start": {"pk": template_pk},
        "organiser-template-rename": {"pk": template_pk},
        "organiser-template-delete": {"pk": leaving},
        "organiser-template-restore": {"pk": deleted_pk},
    }
