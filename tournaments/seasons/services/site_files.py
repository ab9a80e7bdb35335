"""Files of sites on other installations: receive one into a simultaneous, or remove it."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from games.core.errors import NotationError
from games.core.notation.source import load_json
from tournaments.core.errors import TournamentError
from tournaments.core.exchange.event_json import read_session_plays
from tournaments.models import Competition, SiteFile
from tournaments.seasons.queries.competition_standings import members_of
from tournaments.seasons.queries.site_deals import reference_sessions
from tournaments.seasons.queries.site_files import SiteResults, is_signed, read_site
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_competition_ranking


@transaction.atomic
def receive_site_file(
    *, competition: Competition, site: str, source: str | bytes, received_by: User | None
) -> SiteFile:
    """Store the results of a site of another installation, in place of an earlier file of the site.

    Args:
        source: JSON text of `site_document` there.

    Raises:
        AppError: at the field `file`, with one of these codes:
        - `site_file_unreadable`: the file cannot be read;
        - `competition_format`: its format is not that of the local sites, or there are none;
        - `competition_deals`: nothing proves that the cards were the same.
    """
    try:
        document = load_json(source)
        results = read_site(document)
        # read the plays once now: a later refresh must not fail on them
        for session in results.event.sessions:
            read_session_plays(results.event, session)
    except (NotationError, TournamentError) as error:
        raise _unreadable(error) from None
    _require_fit(competition, results)
    file, _is_new = SiteFile.objects.update_or_create(
        competition=competition,
        site=site.strip(),
        defaults={"document": document, "received_at": timezone.now()},
    )
    _record(file, "competition.site_received", received_by)
    return file


@transaction.atomic
def remove_site_file(*, file: SiteFile, removed_by: User | None) -> None:
    """Remove a site of another installation from the ranking."""
    _record(file, "competition.site_removed", removed_by)
    file.delete()


def _require_fit(competition: Competition, results: SiteResults) -> None:
    members = members_of(competition)
    if {member.tournament.format for member in members} != {results.event.plan.code}:
        raise _refusal("competition_format", _("Ce lieu ne joue pas la formule des lieux d’ici."))
    if not is_signed(results, reference_sessions(members)):
        raise _refusal(
            "competition_deals",
            _(
                "Rien ne prouve que ce lieu a joué les mêmes donnes : il en a d’autres, ou le fichier a été "
                "modifié. Demandez-lui d’importer le fichier des donnes, ou d’envoyer son fichier à nouveau."
            ),
        )


def _record(file: SiteFile, action: str, actor: User | None) -> None:
    competition = file.competition
    values = {"site": file.site}
    record_event(club=competition.club, actor=actor, action=action, subject=competition.name, after=values)
    request_competition_ranking(competition=competition)


def _unreadable(error: NotationError | TournamentError) -> AppError:
    message = _("Ce n’est pas le fichier des résultats d’un lieu : demandez-lui de l’envoyer à nouveau.")
    place = f" ({error.field})" if error.field else ""
    return _refusal("site_file_unreadable", message + place)


def _refusal(code: str, message: str) -> AppError:
    return AppError(code, message, fields={"file": message})
