"""Store the rules of an event's game until it has a result, and the house rules of a club."""

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from games.core.dealing.dealt_game import dealt_game
from games.core.errors import InvalidRules
from games.core.rules import FFT, RuleSet, format_rules
from tournaments.base.queries.sessions import current_session
from tournaments.base.services.public_pages import renew_pages
from tournaments.core.formats.game_rules import (
    RULES_OPTION,
    TEAMS_OPTION,
    USUAL_TABLE_RULES,
    has_rule_choice,
    parse_game_rules,
    table_rules,
)
from tournaments.core.formats.registry import find_format
from tournaments.events.queries.game_rules import game_rules
from tournaments.events.services.events import lock_tournament, require_draft
from tournaments.models import Club, HouseRules, ResultSlip, Tournament
from tournaments.movements.services.sections import renew_partners
from tournaments.trace.services.trace import record_event


def check_rules(game: str, text: str) -> RuleSet:
    """Return the rule-set of a text.

    Raises:
        AppError: `rules_invalid`, at the option with the error.
    """
    try:
        return parse_game_rules(game, text)
    except InvalidRules as error:
        if error.code == "exchange_too_large":
            message = (
                _(
                    "Personne ne peut échanger %(given)d cartes quand chacun en a %(cards)d :"
                    " choisissez-en moins."
                )
                % error.values
            )
        else:
            message = _("Ce jeu n’a pas cette règle, ou pas avec cette valeur.")
        raise AppError("rules_invalid", message, fields={error.field: message}) from error


@transaction.atomic
def set_game_rules(
    *, tournament: Tournament, rules: RuleSet, set_by: User | None, tables: Mapping[str, str] | None = None
) -> Tournament:
    """Change the rules of the game and of the tables of an event.

    Args:
        rules: the new rules of the game.
        tables: new rules of the tables by option, as in `table_rules`. Options that are left out stay.

    Raises:
        AppError: with one of these codes:

        - `rules_locked`: the format prescribes the rules;
        - `results_exist`: a result has been entered;
        - `deals_exist`: the deals of a session have another number of cards;
        - `not_in_preparation`: the partners change although the seats are fixed;
        - `rules_invalid`, or a code of `renew_partners`.
    """
    locked_tournament = lock_tournament(tournament)
    tournament_format = find_format(locked_tournament.format)
    old_options = {RULES_OPTION: format_rules(game_rules(locked_tournament))}
    old_options |= table_rules(tournament_format, locked_tournament.game, locked_tournament.options)
    new_options = old_options | {RULES_OPTION: format_rules(rules)} | dict(tables or {})
    changed_names = [name for name, value in new_options.items() if old_options.get(name) != value]
    if not changed_names:
        return locked_tournament
    if not _free_options(locked_tournament, old_options).issuperset(changed_names):
        raise AppError("rules_locked", _("Ce tournoi suit les règles de sa formule."))
    check_rules(locked_tournament.game, new_options[RULES_OPTION])
    if ResultSlip.objects.filter(play__round__section__session__tournament=locked_tournament).exists():
        raise AppError(
            "results_exist", _("Des résultats sont déjà saisis : vous ne pouvez plus changer les règles.")
        )
    _refuse_other_deal(locked_tournament, new_options[RULES_OPTION])
    usual_options = {RULES_OPTION: FFT, **USUAL_TABLE_RULES}
    # usual values are not stored, so that their absence means the usual rule
    other_options = {
        name: value for name, value in locked_tournament.options.items() if name not in usual_options
    }
    locked_tournament.options = other_options | {
        name: value for name, value in new_options.items() if value != usual_options[name]
    }
    locked_tournament.save(update_fields=["options"])
    # partners are a part of the movement, which cannot change once the seats are fixed
    if TEAMS_OPTION in changed_names:
        require_draft(locked_tournament)
        renew_partners(current_session(locked_tournament))
    renew_pages(Tournament.objects.filter(pk=locked_tournament.pk))
    record_event(
        club=locked_tournament.club,
        tournament=locked_tournament,
        actor=set_by,
        action="tournament.game_rules",
        subject=locked_tournament.name,
        before={name: old_options[name] for name in changed_names},
        after={name: new_options[name] for name in changed_names},
    )
    return locked_tournament


def _free_options(tournament: Tournament, option_names: Iterable[str]) -> set[str]:
    """Return the names of the options that the organiser decides."""
    has_rules = has_rule_choice(find_format(tournament.format), tournament.game)
    return set(option_names) if has_rules else set(option_names) - {RULES_OPTION}


def _refuse_other_deal(tournament: Tournament, rules: str) -> None:
    """Refuse rules that need another number of cards than the deals of a session have."""
    new_deal = dealt_game(tournament.game, rules)
    for session in tournament.sessions.exclude(deal_set=None).select_related("deal_set"):
        assert session.deal_set is not None
        old_deal = dealt_game(session.deal_set.game, session.deal_set.rule_set)
        if (old_deal.hand_sizes, old_deal.pile_sizes) != (new_deal.hand_sizes, new_deal.pile_sizes):
            raise AppError(
                "deals_exist",
                _("Les donnes sont déjà faites avec un autre nombre de cartes : ces règles ne vont plus."),
            )


@transaction.atomic
def save_house_rules(
    *, club: Club, name: str, game: str, rules: RuleSet, saved_by: User | None
) -> HouseRules:
    """Store rules of a game under a name.

    Rules that the club already has under that name are returned as they are.

    Raises:
        AppError: `rules_invalid`, or `house_rules_name_taken` if the club has other rules of that name.
    """
    # the lock keeps two requests from storing the same name
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    text = format_rules(check_rules(game, format_rules(rules)))
    namesake = club.house_rules.filter(game=game, name=name).first()
    if namesake is not None and namesake.rules == text:
        return namesake
    if namesake is not None:
        raise _name_taken()
    house_rules = HouseRules.objects.create(club=club, name=name, game=game, rules=text, created_by=saved_by)
    record_event(
        club=club,
        actor=saved_by,
        action="house_rules.saved",
        subject=name,
        after={"game": game, "rules": text},
    )
    return house_rules


@transaction.atomic
def change_house_rules(
    *, house_rules: HouseRules, name: str, rules: RuleSet, changed_by: User | None
) -> HouseRules:
    """Change the name or the rules. Events that were made with the old rules keep them.

    Raises:
        AppError: as `save_house_rules`.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=house_rules.club_id)
    text = format_rules(check_rules(house_rules.game, format_rules(rules)))
    if club.house_rules.filter(game=house_rules.game, name=name).exclude(pk=house_rules.pk).exists():
        raise _name_taken()
    old_values = {"name": house_rules.name, "rules": house_rules.rules}
    new_values = {"name": name, "rules": text}
    if new_values == old_values:
        return house_rules
    house_rules.name, house_rules.rules = name, text
    house_rules.save(update_fields=["name", "rules"])
    record_event(
        club=club,
        actor=changed_by,
        action="house_rules.changed",
        subject=name,
        before=old_values,
        after=new_values,
    )
    return house_rules


def _name_taken() -> AppError:
    message = _("Le club a déjà une règle de ce nom : choisissez-en un autre.")
    return AppError("house_rules_name_taken", message, fields={"saved_as": message})


@transaction.atomic
def delete_house_rules(*, house_rules: HouseRules, deleted_by: User | None) -> None:
    """Delete house rules. Events and templates that were made with them keep the rules."""
    club, name = house_rules.club, house_rules.name
    old_values = {"game": house_rules.game, "rules": house_rules.rules}
    house_rules.delete()
    record_event(club=club, actor=deleted_by, action="house_rules.deleted", subject=name, before=old_values)
