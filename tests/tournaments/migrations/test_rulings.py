"""Penalties given before November 2026 are rulings with one effect.

The columns of that time are gone, so the rows are stand-ins.
"""

from importlib import import_module
from types import SimpleNamespace
from typing import Any


class Penalty(SimpleNamespace):
    saved = False

    def save(self, update_fields: list[str]) -> None:
        self.saved = update_fields == ["effects", "ruled_as"]


class Rows(list[Any]):
    def filter(self, **wanted: Any) -> "Rows":
        if "effects" in wanted:
            return Rows(row for row in self if row.effects == wanted["effects"])
        return self

    def select_related(self, *names: str) -> "Rows":
        return self

    def order_by(self, name: str) -> "Rows":
        return Rows(sorted(self, key=lambda row: getattr(row, name)))


def penalty(ruled_by: int, effects: list[Any]) -> Penalty:
    guilty: list[int] = []
    return Penalty(
        percent_hundredths=250,
        entry_id=7,
        ruled_by_id=ruled_by,
        session=SimpleNamespace(tournament_id=1),
        effects=effects,
        guilty=SimpleNamespace(set=guilty.extend, ids=guilty),
    )


def test_earlier_penalties_get_their_effect_and_the_role_of_their_author() -> None:
    earlier, by_club, done = penalty(1, []), penalty(2, []), penalty(1, [{"kind": "warning"}])
    roles = Rows(SimpleNamespace(user_id=1, tournament_id=1, role=role) for role in ("referee", "director"))
    rows = {"Ruling": Rows([earlier, by_club, done]), "Role": roles}
    historical = SimpleNamespace(get_model=lambda app, name: SimpleNamespace(objects=rows[name]))

    import_module("tournaments.migrations.0015_penalties_as_effects").write_effects(historical, None)

    effect = {"kind": "penalty", "amount": 250, "who": "guilty"}
    assert (earlier.effects, earlier.ruled_as, earlier.guilty.ids) == ([effect], "referee", [7])
    assert (by_club.effects, by_club.ruled_as) == ([effect], "organiser")
    assert earlier.saved and by_club.saved
    assert not done.saved
