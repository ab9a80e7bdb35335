"""The rules that an event's game is played by, chosen until it has a result, and those that a club keeps."""

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
    read_rules,
    table_rules,
)
from tournaments.core.formats.registry import find_format
from tournaments.events.queries.game_rules import game_rules
from tournaments.events.services.events import lock_tournament, require_draft
from tournaments.models import Club, HouseRules, ResultSlip, Tournament
from tournaments.movements.services.sections import renew_partners
from tournaments.trace.services.trace import record_event


def check_rules(game: str, text: str) -> RuleSet:
    """The rule-set of a text.

    Raises:
        AppError: `rules_invalid`, at the option at fault.
    """
    try:
        return read_rules(game, text)
    except InvalidRules as error:
        if error.code == "exchange_too_large":
            told = (
                _(
                    "Personne ne peut échanger %(given)d cartes quand chacun en a %(cards)d :"
                    " choisissez-en moins."
                )
                % error.values
            )
        else:
            told = _("Ce jeu n’a pas cette règle, ou pas avec cette valeur.")
        raise AppError("rules_invalid", told, fields={error.field: told}) from error


@transaction.atomic
def set_game_rules(
    *, tournament: Tournament, rules: RuleSet, set_by: User | None, tables: Mapping[str, str] | None = None
) -> Tournament:
    """Play by these rules.

    Args:
        tables: what is decided of the tables, by option as `table_rules` has it; what is not there stays.

    Raises:
        AppError: the format has the federation's (`rules_locked`), there are results (`results_exist`), what
            was dealt cannot be played so (`deals_exist`), other partners are wanted with the seats fixed
            (`not_in_preparation`), as `renew_partners`, or `rules_invalid`.
    """
    locked = lock_tournament(tournament)
    played = find_format(locked.format)
    before = {RULES_OPTION: format_rules(game_rules(locked))}
    before |= table_rules(played, locked.game, locked.options)
    after = before | {RULES_OPTION: format_rules(rules)} | dict(tables or {})
    changed = [name for name, value in after.items() if before.get(name) != value]
    if not changed:
        return locked
    if not _decided(locked, before).issuperset(changed):
        raise AppError("rules_locked", _("Ce tournoi suit les règles de sa formule."))
    check_rules(locked.game, after[RULES_OPTION])
    if ResultSlip.objects.filter(play__round__section__session__tournament=locked).exists():
        raise AppError(
            "results_exist", _("Des résultats sont déjà saisis : vous ne pouvez plus changer les règles.")
        )
    _keep_dealt(locked, after[RULES_OPTION])
    usual = {RULES_OPTION: FFT, **USUAL_TABLE_RULES}
    kept = {name: value for name, value in locked.options.items() if name not in usual}
    locked.options = kept | {name: value for name, value in after.items() if value != usual[name]}
    locked.save(update_fields=["options"])
    if TEAMS_OPTION in changed:
        require_draft(locked)
        renew_partners(current_session(locked))
    renew_pages(Tournament.objects.filter(pk=locked.pk))
    record_event(
        club=locked.club,
        tournament=locked,
        actor=set_by,
        action="tournament.game_rules",
        subject=locked.name,
        before={name: before[name] for name in changed},
        after={name: after[name] for name in changed},
    )
    return locked


def _decided(tournament: Tournament, known: Iterable[str]) -> set[str]:
    """Of the options known, those that the organiser decides."""
    has_rules = has_rule_choice(find_format(tournament.format), tournament.game)
    return set(known) if has_rules else set(known) - {RULES_OPTION}


def _keep_dealt(tournament: Tournament, rules: str) -> None:
    """Refuse rules by which the cards would have been dealt otherwise."""
    wanted = dealt_game(tournament.game, rules)
    for session in tournament.sessions.exclude(deal_set=None).select_related("deal_set"):
        assert session.deal_set is not None
        dealt = dealt_game(session.deal_set.game, session.deal_set.rule_set)
        if (dealt.hand_sizes, dealt.pile_sizes) != (wanted.hand_sizes, wanted.pile_sizes):
            raise AppError(
                "deals_exist",
                _("Les donnes sont déjà faites avec un autre nombre de cartes : ces règles ne vont plus."),
            )


@transaction.atomic
def save_house_rules(
    *, club: Club, name: str, game: str, rules: RuleSet, saved_by: User | None
) -> HouseRules:
    """Keep rules of a game under a name.

    Raises:
        AppError: the club has other rules of that name (`house_rules_name_taken`), or `rules_invalid`.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    text = format_rules(check_rules(game, format_rules(rules)))
    known = club.house_rules.filter(game=game, name=name).first()
    if known is not None and known.rules == text:
        return known
    if known is not None:
        raise _name_taken()
    kept = HouseRules.objects.create(club=club, name=name, game=game, rules=text, created_by=saved_by)
    record_event(
        club=club,
        actor=saved_by,
        action="house_rules.saved",
        subject=name,
        after={"game": game, "rules": text},
    )
    return kept


@transaction.atomic
def change_house_rules(
    *, house_rules: HouseRules, name: str, rules: RuleSet, changed_by: User | None
) -> HouseRules:
    """Change the name or the rules; events that were made with them keep theirs.

    Raises:
        AppError: as `save_house_rules`.
    """
    club = Club.objects.select_for_update().get(pk=house_rules.club_id)
    text = format_rules(check_rules(house_rules.game, format_rules(rules)))
    if club.house_rules.filter(game=house_rules.game, name=name).exclude(pk=house_rules.pk).exists():
        raise _name_taken()
    before = {"name": house_rules.name, "rules": house_rules.rules}
    after = {"name": name, "rules": text}
    if after == before:
        return house_rules
    house_rules.name, house_rules.rules = name, text
    house_rules.save(update_fields=["name", "rules"])
    record_event(
        club=club, actor=changed_by, action="house_rules.changed", subject=name, before=before, after=after
    )
    return house_rules


def _name_taken() -> AppError:
    told = _("Le club a déjà une règle de ce nom : choisissez-en un autre.")
    return AppError("house_rules_name_taken", told, fields={"saved_as": told})


@transaction.atomic
def delete_house_rules(*, house_rules: HouseRules, deleted_by: User | None) -> None:
    """Forget the name; events and templates that were made with the rules keep them."""
    club, name = house_rules.club, house_rules.name
    before = {"game": house_rules.game, "rules": house_rules.rules}
    house_rules.delete()
    record_event(club=club, actor=deleted_by, action="house_rules.deleted", subject=name, before=before)
