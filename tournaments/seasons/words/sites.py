"""Sentences about sites of a simultaneous that are not ranked with the others."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from tournaments.models import SiteFile
from tournaments.seasons.queries.site_deals import Site, SiteDeals
from tournaments.seasons.queries.site_files import SiteResults


def why_unranked(site: Site) -> str:
    """Return the reason as a sentence; "" if the site is ranked or has not begun."""
    if site.is_ranked:
        return ""
    values = {"site": site.member}
    if site.deals is SiteDeals.OTHER:
        return (
            _("%(site)s n’est pas classé avec les autres lieux : ses donnes ne sont pas les leurs.") % values
        )
    return _unproved_sentence(str(site.member))


def unranked(sites: Sequence[Site], received: Mapping[SiteFile, SiteResults | None]) -> list[str]:
    """Return a sentence for each site that is not ranked, those of other installations last."""
    local_sentences = [sentence for site in sites if (sentence := why_unranked(site))]
    return local_sentences + [
        _unproved_sentence(file.site) for file, site in received.items() if site is None
    ]


def _unproved_sentence(site: str) -> str:
    return _(
        "%(site)s n’est pas classé avec les autres lieux : rien ne prouve que ses donnes sont les leurs."
    ) % {"site": site}
