"""Bodies of requests: JSON in UTF-8, read strictly, of a bounded length."""

from typing import IO, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser

from games.core.errors import NotationError
from games.core.notation import load_json

LARGEST_BODY = 256 * 1024
"""Bytes; a whole score sheet is 4 KB."""


class BodyTooLarge(APIException):
    status_code = 413
    default_code = "too_large"
    default_detail = gettext_lazy("L’envoi est trop volumineux. Envoyez-le en plusieurs fois.")


class StrictJSONParser(JSONParser):
    """One JSON document; a key that comes twice, NaN, half a surrogate pair are refused where they stand."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Any = None,
    ) -> Any:
        body = stream.read(LARGEST_BODY + 1)
        if len(body) > LARGEST_BODY:
            raise BodyTooLarge
        try:
            return load_json(body)
        except NotationError as error:
            told = _("L’envoi n’est pas du JSON valable : %(detail)s.") % {"detail": error}
            raise ParseError(told) from error
