"""The download of a movement as a file."""

from django.http import Http404, HttpResponse

from tournaments.base.services.slugs import readable_slug
from tournaments.core.exchange.movement_csv import movement_to_csv
from tournaments.core.exchange.movement_file import MovementFile
from tournaments.core.exchange.movement_json import movement_to_json
from tournaments.models import StoredMovement
from tournaments.movements.queries.movements import movement_of

CONTENT_TYPES = {"json": "application/json", "csv": "text/csv; charset=utf-8"}


def movement_response(stored_movement: StoredMovement, boards_per_set: int, form: str) -> HttpResponse:
    """Return the movement as a JSON or CSV file.

    Raises:
        Http404: `form` is neither "json" nor "csv".
    """
    if form not in CONTENT_TYPES:
        raise Http404
    file = MovementFile(movement_of(stored_movement), boards_per_set, stored_movement.name)
    content = movement_to_json(file) if form == "json" else movement_to_csv(file)
    name = f"{readable_slug(stored_movement.name) or 'mouvement'}.{form}"
    return HttpResponse(
        content,
        content_type=CONTENT_TYPES[form],
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
