"""Why a site of a simultaneous is not ranked with the others."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from tournaments.models import SiteFile
from tournaments.seasons.queries.site_deals import Site, SiteDeals
from tournaments.seasons.queries.site_files import SiteResults


def why_unranked(site: Site) -> str:
    """A sentence for whoever looks for the site in the ranking, "" where it is ranked or has not begun."""
    if site.is_ranked:
        return ""
    values = {"site": site.member}
    if site.deals is SiteDeals.OTHER:
        return (
            _("%(site)s n’est pas classé avec les autres lieux : ses donnes ne sont pas les leurs.") % values
        )
    return _unproved(str(site.member))


def unranked(sites: Sequence[Site], received: Mapping[SiteFile, SiteResults | None]) -> list[str]:
    """A sentence for every site that is not ranked with the others, those of other installations last."""
    here = [told for site in sites if (told := why_unranked(site))]
    return here + [_unproved(file.site) for file, site in received.items() if site is None]


def _unproved(site: str) -> str:
    return _(
        "%(site)s n’est pas classé avec les autres lieux : rien ne prouve que ses donnes sont les leurs."
    ) % {"site": site}
