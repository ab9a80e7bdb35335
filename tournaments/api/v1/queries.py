"""Query parameters of the API: a name that an address does not know is refused, not ignored."""

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from common.errors import AppError

LARGEST_SMALL = 32767
SESSION = OpenApiParameter(
    "session",
    {"type": "integer", "minimum": 1, "maximum": LARGEST_SMALL},
    description="Number of the session, from 1; without it the current one.",
)


class QueryView(APIView):
    """Base of the views of the API. `query_names` lists the query parameters that a view knows."""

    query_names: ClassVar[frozenset[str]] = frozenset()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse unknown parameters, after the checks of rights and limits."""
        super().initial(request, *args, **kwargs)
        unknown_names = sorted(set(request.query_params) - self.query_names)
        if unknown_names:
            raise UnknownParameters(unknown_names, sorted(self.query_names))


class UnknownParameters(AppError):
    """Refusal of misspelt query parameters (`unknown_parameter`). `extra["known"]` has the known names."""

    def __init__(self, unknown_names: list[str], known_names: list[str]) -> None:
        message = _("Paramètre inconnu. Cette adresse connaît : %(known)s.") % {
            "known": ", ".join(known_names) or _("aucun paramètre")
        }
        fields = dict.fromkeys(unknown_names, message)
        super().__init__("unknown_parameter", message, fields=fields, extra={"known": known_names})


def requested_session_of_program(request: Request) -> int | None:
    """Return the number in `?session=`, None without it. Raise `ValidationError` if it is no number."""
    if "session" not in request.query_params:
        return None
    field = serializers.IntegerField(min_value=1, max_value=LARGEST_SMALL)
    try:
        return int(field.run_validation(request.query_params["session"]))
    except serializers.ValidationError as error:
        raise serializers.ValidationError({"session": error.detail}) from error
