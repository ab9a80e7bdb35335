"""Differences between an archive and the present data, in sentences, before a restore."""

from collections.abc import Iterator

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from common.errors import AppError
from etui.version import program_version
from tournaments.base.words.dates import date_format
from tournaments.installation.archive import Archive
from tournaments.installation.stored_database import check_stored_database, read_living, sqlite_path
from tournaments.models import AuditEvent, Club, LinkKey, Person, ResultSlip, Tournament

COUNTED = (
    (gettext_lazy("clubs"), Club), (gettext_lazy("tournois"), Tournament),
    (gettext_lazy("résultats saisis"), ResultSlip), (gettext_lazy("personnes"), Person),
    (gettext_lazy("comptes"), User),
)  # fmt: skip
"""Kinds of rows that a person knows, with their name."""


def describe_changes(archive: Archive) -> Iterator[str]:
    """Yield the sentences about what a restore of an archive would change here."""
    if archive.version:
        yield _("Elle a été écrite par Étui %(version)s.") % {"version": archive.version}
    if archive.contents.is_older:
        yield _("Elle serait mise à jour pour cette version (%(version)s).") % {"version": program_version()}
    if not _is_readable():
        yield _("Il n’y a pas de données lisibles ici : rien ne serait remplacé que l’on puisse compter.")
        return
    present = {model: model._default_manager.count() for _name, model in COUNTED}
    last = AuditEvent.objects.order_by("-pk").values_list("created_at", flat=True).first()
    for name, model in COUNTED:
        count = archive.contents.rows.get(model._meta.db_table, 0)
        if count == present[model]:
            yield _("%(name)s : %(count)s, comme aujourd’hui") % {"name": name, "count": count}
        else:
            values = {"name": name, "present": present[model], "count": count}
            yield _("%(name)s : %(present)s aujourd’hui, %(count)s après") % values
    if last is not None and archive.made_at is not None and last > archive.made_at:
        moment = timezone.localtime(last)
        yield _(
            "Ce qui a été fait ici depuis la sauvegarde, jusqu’au %(date)s à %(time)s, n’y serait plus. Les "
            "données actuelles seraient d’abord sauvegardées."
        ) % {"date": date_format(moment, "DATE_FORMAT"), "time": date_format(moment, "TIME_FORMAT")}
    if LinkKey._meta.db_table in archive.contents.rows:
        yield _("Les codes imprimés et les liens privés de la sauvegarde marcheraient ici.")
    else:
        yield _(
            "Cette sauvegarde n’a pas la clé des codes imprimés et des liens privés : ils seraient à refaire."
        )


def _is_readable() -> bool:
    """Return whether the present data are those of this version, so that they can be counted."""
    path = sqlite_path()
    # a query would make the file
    if path is not None and not path.exists():
        return False
    try:
        contents = read_living()
        check_stored_database(contents)
    except AppError:
        return False
    return not contents.is_older
