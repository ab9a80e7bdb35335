"""Parsing of request bodies: JSON in UTF-8, read strictly, with a limited length."""

from typing import IO, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser

from games.core.errors import NotationError
from games.core.notation import load_json

LARGEST_BODY = 256 * 1024
"""Largest body in bytes. A whole score sheet takes 4 KB."""


class BodyTooLarge(APIException):
    status_code = 413
    default_code = "too_large"
    default_detail = gettext_lazy("L’envoi est trop volumineux. Envoyez-le en plusieurs fois.")


class StrictJSONParser(JSONParser):
    """Parser of one JSON document. It refuses a repeated key, NaN and half a surrogate pair."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Any = None,
    ) -> Any:
        # one byte more than allowed shows that the body is too large
        body = stream.read(LARGEST_BODY + 1)
        if len(body) > LARGEST_BODY:
            raise BodyTooLarge
        try:
            return load_json(body)
        except NotationError as error:
            message = _("L’envoi n’est pas du JSON valable : %(detail)s.") % {"detail": error}
            raise ParseError(message) from error
