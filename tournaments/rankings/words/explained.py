"""The explanation of a value as text: labels, values, formulas and rulings."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.base.words.wording import write_signed_score
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.ranking.explanation import Explanation, Formula
from tournaments.core.ranking.rests import RestPay
from tournaments.core.ranking.rulings import Effect, EffectKind, Who
from tournaments.core.ranking.values import Value, rounded_percent
from tournaments.enums import RulingRole
from tournaments.models import Entry, Play
from tournaments.rankings.queries.explanations import EntryExplanation
from tournaments.rankings.queries.rulings import RulingFacts
from tournaments.rankings.words.ruling_wording import effects_text, fault_name

_FRACTIONS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾", Fraction(1): "1"}


@dataclass(frozen=True, slots=True)
class ShownNode:
    """A line of the tree, ready for a template."""

    label: str
    value: Value | None
    is_hidden: bool
    """True if the étui still circulates, so that the line has no content."""
    formula: str
    """Formula of the value, "" if the label is clear enough."""
    rulings: tuple[str, ...]
    parts: tuple["ShownNode", ...]


def show_tree(explanation: EntryExplanation) -> ShownNode:
    """Return the tree of an entry in the current language."""
    return _Reader(explanation).node(explanation.tree, None)


class _Reader:
    """A writer of nodes as text, with the names, boards and units of one session."""

    def __init__(self, explanation: EntryExplanation) -> None:
        self.explanation = explanation

    def node(self, node: Explanation, parent: Explanation | None) -> ShownNode:
        """Return a node with its parts."""
        is_hidden = self._is_hidden(node)
        return ShownNode(
            label=self._label(node),
            value=None if is_hidden and node.subject == "deal" else node.value,
            is_hidden=is_hidden,
            formula="" if is_hidden else self._formula(node, parent),
            rulings=() if is_hidden else self._rulings(node),
            parts=tuple(self.node(part, node) for part in self._in_order(node.parts)),
        )

    def _in_order(self, parts: Sequence[Explanation]) -> Sequence[Explanation]:
        """Return parts in the order of play, other than deals last; étuis keep their order."""
        return parts if self.explanation.has_boards else sorted(parts, key=self._moment)

    def _moment(self, node: Explanation) -> tuple[bool, int, int]:
        play = self._play(node)
        return (True, 0, 0) if play is None else (False, play.round.number, play.board)

    def _play(self, node: Explanation) -> Play | None:
        """Return the play of a deal; None for other nodes, and for duels, which have two plays."""
        row = node.figures.get("play") if node.subject == "deal" else None
        return self.explanation.plays.get(row) if isinstance(row, int) else None

    def _is_hidden(self, node: Explanation) -> bool:
        if node.subject == "deal":
            return not self.explanation.is_open(_whole(node, "board") + 1)
        # a penalty for a deal would give away its étui
        row = node.figures.get("play") if node.subject == "penalty" else None
        return isinstance(row, int) and not self.explanation.is_open(self.explanation.board_of_row[row])

    def _label(self, node: Explanation) -> str:
        if node.subject == "deal":
            return self._deal_label(node)
        if node.subject == "match":
            return _("Match contre %(team)s") % {"team": self._name(node)}
        return _SUBJECTS[node.subject]()

    def _deal_label(self, node: Explanation) -> str:
        play = self._play(node)
        values = {"board": _whole(node, "board") + 1}
        if not self.explanation.has_boards and play is not None:
            return _("Position %(round)s, donne %(board)s") % {**values, "round": play.round.number}
        if "opponent" in node.figures:
            return _("Étui %(board)s contre %(team)s") % {**values, "team": self._name(node)}
        return _("Étui %(board)s") % values

    def _name(self, node: Explanation) -> str:
        """Return the opponent's public name."""
        return self.explanation.entries[_whole(node, "opponent")].public_name

    def _formula(self, node: Explanation, parent: Explanation | None) -> str:
        # the mark of the defence is what the attack leaves of 100 per cent
        if node.formula is Formula.TOPAGE and parent is not None and parent.subject == "defence":
            text = _(
                "attaque %(score)s : mieux que %(beaten)s des %(others)s autres, à égalité avec %(equal)s ;"
                " la défense a le reste de 100 %%"
            ) % _field(node)
            return _with_neuberg(text, node)
        write = _FORMULAS.get(node.formula)
        return write(node) if write else ""

    def _rulings(self, node: Explanation) -> tuple[str, ...]:
        """Return one sentence for each ruling, with its capacity and, for the guilty entry, its reason."""
        if node.subject == "penalty" and "effects" in node.figures:
            return (self._ruling(node.figures),)
        rulings: Any = node.figures.get("rulings", ())
        return tuple(self._ruling(ruling) for ruling in rulings)

    def _ruling(self, ruling: Mapping[str, Any]) -> str:
        guilty = ruling["guilty"]
        return ruling_sentence(
            fault=ruling["fault"],
            effects=[Effect(EffectKind(kind), amount, Who(who)) for kind, amount, who in ruling["effects"]],
            measure=self.explanation.measure,
            role=ruling["author"],
            # the reason may describe a player's conduct: others do not read it
            reason=ruling["reason"] if not guilty or self.explanation.unit in guilty else "",
        )


def describe_rulings(
    rulings: Iterable[RulingFacts], entry: Entry, explanation: EntryExplanation
) -> list[tuple[str, str]]:
    """Return (deal, sentence) for the rulings of an entry, without those on étuis that still circulate."""
    sentences = []
    for ruling in rulings:
        if ruling.play is None or explanation.is_open(ruling.play.board):
            is_about_all = not ruling.guilty_ids or entry.pk in ruling.guilty_ids
            sentence = ruling_sentence(
                fault=ruling.fault,
                effects=ruling.effects,
                measure=explanation.measure,
                role=ruling.author,
                reason=ruling.reason if is_about_all else "",
            )
            sentences.append((_where(ruling.play), sentence))
    return sentences


def ruling_sentence(
    *, fault: str, effects: Iterable[Effect], measure: Measure, role: str, reason: str
) -> str:
    """Return a ruling as one sentence; `reason` is "" for readers whom it does not concern."""
    values = {
        "fault": fault_name(fault),
        "effects": effects_text(effects, measure),
        "reason": reason,
        "role": RulingRole(role).label,
    }
    if not reason:
        return _("%(fault)s : %(effects)s (%(role)s)") % values
    return _("%(fault)s : %(effects)s. Motif : %(reason)s (%(role)s)") % values


def _where(play: Play | None) -> str:
    if play is None:
        return ""
    values = {"board": play.board, "table": play.table.number, "round": play.round.number}
    return _("étui %(board)s, table %(table)s, position %(round)s") % values


def _weighted(node: Explanation) -> str:
    if node.figures.get("is_one_sided"):
        return _("donnes d’un seul côté : ce côté compte seul, moins les pénalités")
    weights = {part.subject: _whole(part, "weight") for part in node.parts if "weight" in part.figures}
    shares = {subject: Fraction(weight, sum(weights.values())) for subject, weight in weights.items()}
    return _("%(attack)s de l’attaque + %(defence)s de la défense − pénalités") % {
        subject: _FRACTIONS.get(share, str(share)) for subject, share in shares.items()
    }


def _mean(node: Explanation) -> str:
    count = _whole(node, "count")
    return ngettext("moyenne de %(count)s donne", "moyenne de %(count)s donnes", count) % {"count": count}


def _topage(node: Explanation) -> str:
    text = _("%(score)s : mieux que %(beaten)s des %(others)s autres, à égalité avec %(equal)s") % _field(
        node
    )
    return _with_neuberg(text, node)


def _with_neuberg(text: str, node: Explanation) -> str:
    # the plain formula does not give such a mark: name the one that does
    return _("%(text)s (formule de Neuberg)") % {"text": text} if "is_neuberg" in node.figures else text


def _ruled(node: Explanation) -> str:
    mark = node.figures.get("before")
    if not isinstance(mark, Fraction):
        return _("décision d’arbitrage")
    mark_text = number_format(rounded_percent(mark, 2), decimal_pos=2)
    return _("décision d’arbitrage ; %(before)s sans elle") % {"before": mark_text}


def _root(node: Explanation) -> str:
    difference = node.figures["difference"]
    if not isinstance(difference, int):
        return _("donne annulée")
    return _("différence %(difference)s : racine de %(size)s") % {
        "difference": write_signed_score(difference),
        "size": abs(difference),
    }


def _score(node: Explanation) -> str:
    score = node.figures["score"]
    assert isinstance(score, (int, Fraction))
    return write_signed_score(score)


def _difference(node: Explanation) -> str:
    return _("marque %(score)s moins la moyenne de %(field)s tables") % {
        "score": _score(node),
        "field": _whole(node, "field"),
    }


def _field(node: Explanation) -> dict[str, object]:
    return {
        "score": _score(node),
        "beaten": _whole(node, "beaten"),
        "equal": _whole(node, "equal"),
        "others": _whole(node, "field") - 1,
    }


def _rest(node: Explanation) -> str:
    count = _whole(node, "count")
    if node.figures["pay"] == RestPay.AVERAGE:
        text = ngettext(
            "%(count)s donne au repos, à la moyenne de ses donnes",
            "%(count)s donnes au repos, à la moyenne de ses donnes",
            count,
        )
    else:
        text = ngettext(
            "%(count)s donne au repos, au nombre de points fixé par l’organisateur",
            "%(count)s donnes au repos, au nombre de points fixé par l’organisateur",
            count,
        )
    return text % {"count": count}


def _whole(node: Explanation, name: str) -> int:
    number = node.figures[name]
    assert isinstance(number, int)
    return number


_SUBJECTS: dict[str, Callable[[], str]] = {
    "overall": lambda: _("Total"),
    "attack": lambda: _("Attaque"),
    "defence": lambda: _("Défense"),
    "deals": lambda: _("Donnes"),
    "bonus": lambda: _("Bonus"),
    "penalty": lambda: _("Pénalité"),
    "rest": lambda: _("Repos"),
    "session": lambda: _("Séance"),
}
_FORMULAS: dict[Formula, Callable[[Explanation], str]] = {
    Formula.WEIGHTED: _weighted,
    Formula.MEAN: _mean,
    Formula.SUM: lambda node: _("somme"),
    Formula.TOPAGE: _topage,
    Formula.ALONE: lambda node: _("personne à qui comparer : 50"),
    Formula.NEUTRALISED: lambda node: _("ne compte pas"),
    Formula.RULED: _ruled,
    Formula.ROOT: _root,
    Formula.DIFFERENCE: _difference,
    Formula.SCORE: lambda node: _("la marque"),
    Formula.GIVEN: lambda node: _("donné avant de jouer"),
    Formula.REST: _rest,
    Formula.NONE: lambda node: _("rien encore"),
}
