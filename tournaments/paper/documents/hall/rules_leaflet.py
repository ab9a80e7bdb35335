"""Rules of the event's game, from the pages of the site, as an A4 to fold or A5 pages."""

import re
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from games.services.mark_tables import MarkTable, mark_tables
from games.services.markdown import written_language
from games.services.rule_texts import RuleText, rules_of_game
from games.services.rule_words import describe_rule_changes
from tournaments.base.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import Attack
from tournaments.enums import DocumentKind
from tournaments.events.queries.game_rules import game_rules, house_name
from tournaments.events.words.table_rules import describe_table_changes
from tournaments.models import Tournament
from tournaments.paper.documents.making.document import DocumentType
from tournaments.paper.documents.making.options import DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_nothing
from tournaments.paper.documents.typesetting.large_type import PAGES_OF_A5
from tournaments.paper.pdf.folding import folded_order

A5 = "A5"
_PLACES_OF_THE_SITE = re.compile(r' href="[./][^"]*"')
_ANCHORS = re.compile(r'<a id="\w+"></a>')


@dataclass(frozen=True, slots=True)
class RulesLeaflet:
    """One text, which flows over several pages."""

    text: RuleText
    body: SafeString
    """Text without links of the site and without anchors."""
    is_imposed: bool
    """True if the étui imposes the taker and the garde, so that the players do not bid."""
    agreed: tuple[tuple[str, str], ...]
    """Differences from the usual rules, as (option, words).

    They include partners and first dealer, where these were decided.
    """
    marks: tuple[MarkTable, ...]
    """Tables of the game's usual points, as on its page; () on a folded sheet, which has no room."""
    house_name: str
    """Name of these rules in the club; "" without a name."""


def printable_body(text: RuleText) -> SafeString:
    """Return the text without links of the site, which paper cannot open, and without their anchors."""
    return mark_safe(_ANCHORS.sub("", _PLACES_OF_THE_SITE.sub("", text.body)))  # noqa: S308 - files of the project


def build_rules_leaflet(tournament: Tournament, options: DocumentOptions) -> tuple[RulesLeaflet, ...]:
    """Return the rules in the language of the document. One query."""
    text = rules_of_game(written_language(), tournament.game)
    tournament_format = find_format(tournament.format)
    is_imposed = tournament_format.attack is not Attack.CHOSEN and tournament_format.imposed_bid is not None
    differences = [
        *describe_rule_changes(tournament.game, game_rules(tournament)),
        *describe_table_changes(tournament),
    ]
    return (
        RulesLeaflet(
            text=text,
            body=printable_body(text),
            is_imposed=is_imposed,
            agreed=tuple(differences),
            marks=mark_tables(tournament.game) if options.paper == A5 else (),
            house_name=house_name(tournament),
        ),
    )


RULES_LEAFLET = DocumentType(
    kind=DocumentKind.RULES_LEAFLET,
    right=Right.PRINT,
    require=require_nothing,
    build=build_rules_leaflet,
    large=PAGES_OF_A5,
    options=frozenset({OptionName.PAPER, OptionName.LARGE_TYPE}),
    sides=lambda options: None if options.paper == A5 else folded_order,
)
