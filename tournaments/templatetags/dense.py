"""A tag for parts of a template that are repeated many times: their indentation is not sent."""

import re

from django import template
from django.template.base import NodeList, Parser, Token
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

INDENTED = re.compile(r"\s*\n\s*")


class DenseNode(template.Node):
    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: template.Context) -> SafeString:
        return mark_safe(INDENTED.sub("\n", self.nodelist.render(context)))  # noqa: S308 # rendered already


@register.tag
def dense(parser: Parser, token: Token) -> DenseNode:
    """Drop indentation and empty lines up to `enddense`, which saves 10 % of a compressed sheet.

    It must not surround a `textarea` or a `pre`.
    """
    nodelist = parser.parse(("enddense",))
    parser.delete_first_token()
    return DenseNode(nodelist)
