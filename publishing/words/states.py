"""The state of a shared event in one sentence."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.contrib.humanize.templatetags.humanize import naturaltime
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from publishing.models import SharedEvent
from publishing.services.marks import WRITER_TWICE
from publishing.services.publishing import HANDING_BACK
from publishing.services.site_client import CERTIFICATE_REFUSED
from tournaments.models import Tournament

_NETWORK = gettext_lazy("Le site ne répond pas : la suite partira toute seule dès que le réseau revient.")
_VERSIONS = gettext_lazy("Le site et cet ordinateur ne sont pas à la même version : mettez-les à jour.")
_ELSEWHERE = gettext_lazy("Le site ou un autre ordinateur a repris ce tournoi : rien ne part plus d’ici.")
_PAIRING = gettext_lazy("Le site ne reconnaît plus cet ordinateur : associez-le de nouveau.")
PROBLEMS: dict[str, Promise] = {
    "site_unreachable": _NETWORK,
    "too_slow": gettext_lazy(
        "Le réseau est trop lent pour cet envoi : gardez cet ordinateur allumé, il continue d’essayer."
    ),
    "site_without_etui": gettext_lazy("À l’adresse du site, aucun Étui ne répond : vérifiez-la."),
    "site_certificate": CERTIFICATE_REFUSED,
    "site_older": _VERSIONS,
    "state_malformed": _VERSIONS,
    "writer_other": _ELSEWHERE,
    "writer_twice": WRITER_TWICE,
    "turn_passed": _ELSEWHERE,
    "laptop_unknown": _PAIRING,
    "laptop_revoked": _PAIRING,
    "disk_full": gettext_lazy("Le disque du site est plein : prévenez la personne qui s’en occupe."),
    HANDING_BACK: gettext_lazy(
        "La remise au site n’a pas reçu de réponse : rendez le tournoi encore une fois, ou continuez ici."
    ),
}
"""Sentence for each code of `SharedEvent.problem`. Any other code is one of a moment."""
_MOMENTARY = gettext_lazy("Le dernier envoi n’a pas abouti : nouvel essai dans un instant.")


@dataclass(frozen=True, slots=True)
class SharedState:
    """The state of a shared event for its organisers."""

    sentence: str
    is_problem: bool = False


def state_of_event(event: SharedEvent) -> SharedState:
    """Return the state of a shared event, with its tournament, laptop and site loaded. No query."""
    since = naturaltime(event.stored_at) if event.stored_at else ""
    if event.laptop is not None:
        words = {"laptop": event.laptop.name, "since": since}
        if not since:
            return SharedState(_("Mené sur « %(laptop)s » : rien n’est encore arrivé d’ici là.") % words)
        return SharedState(_("Mené sur « %(laptop)s » ; dernier envoi %(since)s.") % words)
    if event.site is None and not event.tournament.writer:
        return SharedState(_("N’est pas publié."))
    if event.problem:
        problem = str(PROBLEMS.get(event.problem, _MOMENTARY))
        last = _("Dernière publication %(since)s.") % {"since": since} if since else ""
        return SharedState(f"{problem} {last}".strip(), is_problem=True)
    if event.tournament.writer and event.site is None:
        # a file, or a site that this laptop has forgotten
        return SharedState(
            _("Venu de « %(writer)s » : vous pouvez seulement le lire ici.")
            % {"writer": event.tournament.writer}
        )
    if event.tournament.writer:
        return SharedState(
            _("Mené maintenant sur le site ou un autre ordinateur : vous pouvez seulement le lire ici.")
        )
    assert event.site is not None
    host = urlsplit(event.site.address).netloc
    if not since:
        return SharedState(_("La publication sur %(host)s commence.") % {"host": host})
    return SharedState(_("Publié %(since)s sur %(host)s.") % {"since": since, "host": host})


def reason_to_keep_copy(tournament: Tournament) -> str:
    """Return why a published event cannot be deleted, "" if it can. One query."""
    if not SharedEvent.objects.filter(tournament=tournament).exclude(site=None).exists():
        return ""
    return _(
        "Ce tournoi est publié sur le site du club, qui en garderait une copie : rendez-le au site sur la"
        " page « Salle et site », et supprimez-le là-bas."
    )
