"""Sums of money in words."""

from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _


def euros(cents: int) -> str:
    """Return a sum in words: "12,50 €" in French."""
    amount = number_format(Decimal(cents) / 100, decimal_pos=2).replace("-", "−")
    return _("%(sum)s €") % {"sum": amount}
