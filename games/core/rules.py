"""Rule-sets: which options of a game are in force, under a name, with what was overridden.

A game lists its options; each has one value per named rule-set. A rule-set is immutable and hashable, and its
text ("fft", "traditional misere=20") is stored with each deal.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from games.core.errors import InvalidRules, shown

OptionValue: TypeAlias = bool | int | str | tuple[int, ...]

FFT = "fft"
"""The federation's rules: the default, and the only ones in its tournaments."""
TRADITIONAL = "traditional"
"""What the sources of `docs/rules/` print, where it is coherent."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a table may decide before it plays."""

    name: str
    choices: tuple[OptionValue, ...]
    """Every value that it can take, the federation's first."""
    traditional: OptionValue | None = None
    """Its value in the traditional rules; None where it is the federation's."""

    def default(self, rules_name: str) -> OptionValue:
        """Its value under a named rule-set."""
        if rules_name == TRADITIONAL and self.traditional is not None:
            return self.traditional
        return self.choices[0]


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A named set of rules with its overrides; made by `make_rules`, which checks it.

    Two rule-sets are equal when their name and overrides are; an override equal to the default is dropped.
    """

    name: str = FFT
    overrides: tuple[tuple[str, OptionValue], ...] = ()
    """Options that differ from the named rule-set, by name."""


def make_rules(
    options: Iterable[Option], name: str = FFT, overrides: Mapping[str, OptionValue] | None = None
) -> RuleSet:
    """The rule-set of a name with some options overridden.

    Raises:
        InvalidRules: `unknown_rules`, `unknown_option` or `option_value`.
    """
    if name not in (FFT, TRADITIONAL):
        raise InvalidRules("unknown_rules", f"rules {shown(name)} not in fft, traditional", name=name)
    known = {option.name: option for option in options}
    kept = []
    for option_name, value in sorted((overrides or {}).items()):
        option = known.get(option_name)
        if option is None:
            names = ", ".join(known) or "none"
            message = f"option {shown(option_name)} not in {names}"
            raise InvalidRules("unknown_option", message, field=option_name, option=option_name)
        if not any(value == choice and type(value) is type(choice) for choice in option.choices):
            choices = ", ".join(map(_format_value, option.choices))
            message = f"option {option_name} {shown(value)} not in {choices}"
            raise InvalidRules(
                "option_value", message, field=option_name, value=shown(value), choices=choices
            )
        if value != option.default(name):
            kept.append((option_name, value))
    return RuleSet(name, tuple(kept))


def option_values(options: Iterable[Option], rules: RuleSet) -> dict[str, OptionValue]:
    """The value of every option of a game under a rule-set, by name."""
    values = {option.name: option.default(rules.name) for option in options}
    return values | dict(rules.overrides)


def format_rules(rules: RuleSet) -> str:
    """The text of a rule-set: its name, then each override as name=value, separated by spaces."""
    return " ".join([rules.name, *(f"{name}={_format_value(value)}" for name, value in rules.overrides)])


def parse_rules(options: Iterable[Option], text: str) -> RuleSet:
    """The rule-set of a text written by `format_rules`.

    Raises:
        InvalidRules: as `make_rules`.
    """
    listed = tuple(options)
    name, *parts = text.split(" ")
    overrides: dict[str, OptionValue] = {}
    for part in parts:
        option_name, _, written = part.partition("=")
        found = (choice for o in listed if o.name == option_name for choice in o.choices)
        overrides[option_name] = next((c for c in found if _format_value(c) == written), written)
    return make_rules(listed, name, overrides)


def _format_value(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "/".join(map(str, value))
    return str(value)
