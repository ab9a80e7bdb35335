"""Why a site of a simultaneous is not ranked with the others."""

from django.utils.translation import gettext as _

from tournaments.seasons.queries.site_deals import Site, SiteDeals


def why_unranked(site: Site) -> str:
    """A sentence for whoever looks for the site in the ranking, "" where it is ranked or has not begun."""
    if site.is_ranked:
        return ""
    values = {"site": site.member}
    if site.deals is SiteDeals.OTHER:
        return (
            _("%(site)s n’est pas classé avec les autres lieux : ses donnes ne sont pas les leurs.") % values
        )
    return (
        _("%(site)s n’est pas classé avec les autres lieux : rien ne prouve que ses donnes sont les leurs.")
        % values
    )
