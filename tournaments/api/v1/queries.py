"""Query parameters of the API: names that an address does not know, or that are repeated, are refused."""

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
        """Refuse unknown and repeated parameters, after the checks of rights and limits."""
        super().initial(request, *args, **kwargs)
        names = {name: len(values) for name, values in request.query_params.lists()}
        if unknown_names := sorted(set(names) - self.query_names):
            known_names = sorted(self.query_names)
            message = _("Paramètre inconnu. Cette adresse connaît : %(known)s.") % {
                "known": ", ".join(known_names) or _("aucun paramètre")
            }
            raise WrongParameters("unknown_parameter", message, unknown_names, known_names)
        if repeated_names := sorted(name for name, count in names.items() if count > 1):
            message = _("Ce paramètre vient plusieurs fois.")
            raise WrongParameters("repeated_parameter", message, repeated_names, sorted(self.query_names))


class WrongParameters(AppError):
    """Refusal of misspelt or repeated query parameters. `extra["known"]` has the names that are known."""

    def __init__(self, code: str, message: str, wrong_names: list[str], known_names: list[str]) -> None:
        fields = dict.fromkeys(wrong_names, message)
        super().__init__(code, message, fields=fields, extra={"known": known_names})


def requested_session_of_program(request: Request) -> int | None:
    """Return the number in `?session=`, None without it. Raise `ValidationError` if it is no number."""
    if "session" not in request.query_params:
        return None
    field = serializers.IntegerField(min_value=1, max_value=LARGEST_SMALL)
    try:
        return int(field.run_validation(request.query_params["session"]))
    except serializers.ValidationError as error:
        raise serializers.ValidationError({"session": error.detail}) from error
