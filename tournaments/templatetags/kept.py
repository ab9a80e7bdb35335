"""The sheets that a browser stores for the user who types them."""

from typing import Any

from django import template

from tournaments.results.web.kept_sheets import owner_mark, sealing_key

register = template.Library()


@register.inclusion_tag("tournaments/results/organiser/_kept_sheets.html", takes_context=True)
def kept_sheets(context: dict[str, Any]) -> dict[str, str]:
    """Show the user's sheets that are not sent yet. Its script is `kept_sheets.js`."""
    user = context["request"].user
    return {"owner": owner_mark(user), "secret": sealing_key(user)}
