"""Rule-sets: the options in force for a game, as a named set with overrides.

Each option of a game has one value per named rule-set. A rule-set is immutable and hashable. Its text ("fft",
"traditional misere=20") is stored with each deal.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from games.core.errors import InvalidRules, quote_value

OptionValue: TypeAlias = bool | int | str | tuple[int, ...]

FFT = "fft"
"""The federation's rules: the default, and the only ones in its tournaments."""
TRADITIONAL = "traditional"
"""Rules that the sources of `docs/rules/` print, where they are coherent."""


@dataclass(frozen=True, slots=True)
class Option:
    """One decision about the rules that a table may take before play."""

    name: str
    choices: tuple[OptionValue, ...]
    """All possible values, the federation's first."""
    traditional: OptionValue | None = None
    """Value in the traditional rules; None where it is the federation's."""

    def default(self, rules_name: str) -> OptionValue:
        """The value under a named rule-set."""
        if rules_name == TRADITIONAL and self.traditional is not None:
            return self.traditional
        return self.choices[0]


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A named set of rules with overrides. Use `make_rules`, which checks it.

    Two rule-sets are equal when their names and overrides are. An override that is equal to the default is
    dropped.
    """

    name: str = FFT
    overrides: tuple[tuple[str, OptionValue], ...] = ()
    """Options that differ from the named rule-set, by name."""


def make_rules(
    options: Iterable[Option], name: str = FFT, overrides: Mapping[str, OptionValue] | None = None
) -> RuleSet:
    """Return the rule-set of a name, with some options overridden.

    Raises:
        InvalidRules: `unknown_rules`, `unknown_option` or `option_value`.
    """
    if name not in (FFT, TRADITIONAL):
        raise InvalidRules("unknown_rules", f"rules {quote_value(name)} not in fft, traditional", name=name)
    options_by_name = {option.name: option for option in options}
    differences = []
    for option_name, value in sorted((overrides or {}).items()):
        option = options_by_name.get(option_name)
        if option is None:
            names = ", ".join(options_by_name) or "none"
            message = f"option {quote_value(option_name)} not in {names}"
            raise InvalidRules("unknown_option", message, field=option_name, option=option_name)
        # 1 == True in Python: the type counts too
        if not any(value == choice and type(value) is type(choice) for choice in option.choices):
            choices = ", ".join(map(_format_value, option.choices))
            message = f"option {option_name} {quote_value(value)} not in {choices}"
            raise InvalidRules(
                "option_value", message, field=option_name, value=quote_value(value), choices=choices
            )
        if value != option.default(name):
            differences.append((option_name, value))
    return RuleSet(name, tuple(differences))


def option_values(options: Iterable[Option], rules: RuleSet) -> dict[str, OptionValue]:
    """The value of every option of a game under a rule-set, by name."""
    values = {option.name: option.default(rules.name) for option in options}
    return values | dict(rules.overrides)


def format_rules(rules: RuleSet) -> str:
    """The text of a rule-set: its name, then each override as name=value, separated by spaces."""
    return " ".join([rules.name, *(f"{name}={_format_value(value)}" for name, value in rules.overrides)])


def parse_rules(options: Iterable[Option], text: str) -> RuleSet:
    """Return the rule-set of a text that `format_rules` wrote.

    Raises:
        InvalidRules: as `make_rules`.
    """
    all_options = tuple(options)
    name, *parts = text.split(" ")
    overrides: dict[str, OptionValue] = {}
    for part in parts:
        option_name, _, value_text = part.partition("=")
        choices = (choice for o in all_options if o.name == option_name for choice in o.choices)
        # a text of no choice is passed on: make_rules raises the right error
        overrides[option_name] = next((c for c in choices if _format_value(c) == value_text), value_text)
    return make_rules(all_options, name, overrides)


def _format_value(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "/".join(map(str, value))
    return str(value)
