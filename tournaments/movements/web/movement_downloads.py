"""A movement as a file to take away."""

from django.http import Http404, HttpResponse

from tournaments.base.services.slugs import readable_slug
from tournaments.core.exchange.movement_csv import movement_to_csv
from tournaments.core.exchange.movement_file import MovementFile
from tournaments.core.exchange.movement_json import movement_to_json
from tournaments.models import StoredMovement
from tournaments.movements.queries.movements import movement_of

CONTENT_TYPES = {"json": "application/json", "csv": "text/csv; charset=utf-8"}


def movement_response(stored: StoredMovement, boards_per_set: int, form: str) -> HttpResponse:
    """The movement as JSON or CSV (`form`); 404 for another form."""
    if form not in CONTENT_TYPES:
        raise Http404
    file = MovementFile(movement_of(stored), boards_per_set, stored.name)
    content = movement_to_json(file) if form == "json" else movement_to_csv(file)
    name = f"{readable_slug(stored.name) or 'mouvement'}.{form}"
    return HttpResponse(
        content,
        content_type=CONTENT_TYPES[form],
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
