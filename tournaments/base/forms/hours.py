"""Hours of events in the night in which the clocks go forward."""

import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.base.words.dates import date_format


def missing_hour_message(day: datetime.date | None, hour: datetime.time | None) -> str:
    """Return the error message for an hour that the clocks skip on a day; "" for any other, or without a day.

    An hour that comes twice, in autumn, is the first one.
    """
    if day is None or hour is None:
        return ""
    asked = datetime.datetime.combine(day, hour)
    shown = timezone.localtime(timezone.make_aware(asked).astimezone(datetime.UTC)).replace(tzinfo=None)
    if shown == asked:
        return ""
    return _(
        "Le %(day)s, l’heure change et %(hour)s n’existe pas : écrivez %(next_hour)s, ou une autre heure."
    ) % {
        "day": date_format(day, "j F Y"),
        "hour": date_format(asked, "H:i"),
        "next_hour": date_format(shown, "H:i"),
    }
