"""The rules of the event's game, from the pages of the site, as an A4 to fold or A5 pages."""

import re
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from games.services.mark_tables import MarkTable, mark_tables
from games.services.markdown import written_language
from games.services.rule_texts import RuleText, rules_of_game
from games.services.rule_words import told_changes
from tournaments.base.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import Attack
from tournaments.enums import DocumentKind
from tournaments.events.queries.game_rules import game_rules, house_name
from tournaments.events.words.table_rules import told_table_changes
from tournaments.models import Tournament
from tournaments.paper.documents.document import DocumentType
from tournaments.paper.documents.options import DocumentOptions, OptionName
from tournaments.paper.documents.ready import require_nothing
from tournaments.paper.pdf.folding import folded_order

A5 = "A5"
_PLACES_OF_THE_SITE = re.compile(r' href="[./][^"]*"')
_ANCHORS = re.compile(r'<a id="\w+"></a>')


@dataclass(frozen=True, slots=True)
class RulesLeaflet:
    """One text, which flows over as many pages as it needs."""

    text: RuleText
    body: SafeString
    """Without links of the site, nor the anchors that others lead to."""
    is_imposed: bool
    """The étui says who takes, with a garde: nobody bids tonight."""
    agreed: tuple[tuple[str, str], ...]
    """What is played otherwise than the usual rules, in words: each option and what it says tonight; who are
    partners and who deals first, where that was decided."""
    marks: tuple[MarkTable, ...]
    """What everything counts by the usual rules, as on the page of the game; a folded sheet has no room."""
    house_name: str
    """What the club calls these rules; "" without a name."""


def printable_body(text: RuleText) -> SafeString:
    """The text without links of the site, which paper cannot open, nor the anchors that others lead to."""
    return mark_safe(_ANCHORS.sub("", _PLACES_OF_THE_SITE.sub("", text.body)))  # noqa: S308 - files of the project


def build_rules_leaflet(tournament: Tournament, options: DocumentOptions) -> tuple[RulesLeaflet, ...]:
    """The rules in the language of the document. One query."""
    text = rules_of_game(written_language(), tournament.game)
    played = find_format(tournament.format)
    is_imposed = played.attack is not Attack.CHOSEN and played.imposed_bid is not None
    agreed = [*told_changes(tournament.game, game_rules(tournament)), *told_table_changes(tournament)]
    return (
        RulesLeaflet(
            text=text,
            body=printable_body(text),
            is_imposed=is_imposed,
            agreed=tuple(agreed),
            marks=mark_tables(tournament.game) if options.paper == A5 else (),
            house_name=house_name(tournament),
        ),
    )


RULES_LEAFLET = DocumentType(
    kind=DocumentKind.RULES_LEAFLET,
    right=Right.PRINT,
    require=require_nothing,
    build=build_rules_leaflet,
    template="tournaments/paper/pdf/rules_leaflet.html",
    stylesheet="css/print/rules_leaflet.css",
    options=frozenset({OptionName.PAPER}),
    sides=lambda options: None if options.paper == A5 else folded_order,
)
