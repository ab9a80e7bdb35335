"""`make_deals` and `verify_deals`: a file for the organiser, a check for all readers."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.core.dealing import DealConstraints, seal_set
from games.core.dealing.constraints import MOST_POINTS

SEED = bytes(range(32))


def run(command: str, *arguments: object) -> str:
    out = StringIO()
    call_command(command, *map(str, arguments), stdout=out)
    return out.getvalue().replace("\N{NO-BREAK SPACE}", " ")


def refusal(command: str, *arguments: object) -> tuple[str, str]:
    """Return the output, and the reason of the command's failure (its exit code is then 1)."""
    out = StringIO()
    with pytest.raises(CommandError) as refused:
        call_command(command, *map(str, arguments), stdout=out)
    return tuple(text.replace("\N{NO-BREAK SPACE}", " ") for text in (out.getvalue(), str(refused.value)))


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """Four étuis of a known seed."""
    seed_file, file = tmp_path / "seed", tmp_path / "deals.json"
    seed_file.write_text(SEED.hex() + "\n")
    run("make_deals", "--boards=4", f"--seed-file={seed_file}", f"--out={file}")
    return file


@pytest.fixture
def alter(made: Path) -> Callable[..., Path]:
    """Change one member of the file."""

    def change(member: str, value: object) -> Path:
        values = json.loads(made.read_text(encoding="utf-8"))
        values[member] = value
        made.write_text(json.dumps(values), encoding="utf-8")
        return made

    return change


def test_set_is_secret_and_verifies(made: Path) -> None:
    output = run("verify_deals", made, "--commitment", seal_set(SEED, 4).commitment)

    assert made.stat().st_mode & 0o777 == 0o600
    assert output.splitlines()[:4] == [f"Étui {number} : Conforme." for number in (1, 2, 3, 4)]
    assert output.splitlines()[-1] == seal_set(SEED, 4).commitment


def test_seed_is_drawn_when_no_file_gives_one(tmp_path: Path) -> None:
    files = tmp_path / "one", tmp_path / "two"

    for file in files:
        run("make_deals", "--boards=1", "--takers=none", f"--out={file}")

    first, second = (json.loads(file.read_text()) for file in files)
    assert len(bytes.fromhex(first["seed"])) == 32
    assert first["seed"] != second["seed"]
    assert first["deals"][0]["taker"] is None


def test_constraints_come_from_a_file(tmp_path: Path) -> None:
    constraints_file, file = tmp_path / "wanted.json", tmp_path / "deals.json"
    constraints_file.write_text(json.dumps(DealConstraints(taker_bids=()).to_json()))

    run("make_deals", "--boards=2", f"--constraints={constraints_file}", f"--out={file}")

    assert json.loads(file.read_text())["constraints"]["taker_bids"] == []


def test_altered_deal_is_named(made: Path, alter: Callable[..., Path]) -> None:
    deals = json.loads(made.read_text(encoding="utf-8"))["deals"]
    deals[2]["hands"] = deals[3]["hands"]

    output, why = refusal("verify_deals", alter("deals", deals))

    wrong = [line for line in output.splitlines() if "Conforme" not in line]
    assert wrong == ["Étui 3 : Les cartes ne sont pas celles que donne la graine."]
    assert why == "Ces donnes ne sont pas celles qui ont été scellées. Étuis en cause : 3."


@pytest.mark.parametrize(
    ("member", "value", "sentence"),
    [
        ("boards", 5, "Le nombre d’étuis n’est pas celui du scellement."),
        ("constraints", DealConstraints(taker_bids=()).to_json(), "Les contraintes ne sont pas celles"),
        ("commitment", "0" * 64, "L’empreinte n’est pas celle de ces donnes."),
        ("seed", None, "La graine n’est pas encore révélée"),
        ("algorithm", "etui-0", "La méthode de donne est inconnue."),
    ],
)
def test_altered_member_is_named(
    alter: Callable[..., Path], member: str, value: object, sentence: str
) -> None:
    output, _why = refusal("verify_deals", alter(member, value))

    assert output.splitlines()[-1].startswith(sentence)


def test_other_commitment_than_the_published_one_is_named(made: Path) -> None:
    output, _why = refusal("verify_deals", made, "--commitment", "0" * 64)

    assert output.splitlines()[-1] == "L’empreinte n’est pas celle qui a été publiée."


def test_file_that_cannot_be_read_says_where(made: Path) -> None:
    made.write_text(made.read_text(encoding="utf-8").replace('"seed": ', '"seed" '), encoding="utf-8")

    _said, why = refusal("verify_deals", made)

    assert why.startswith("Ce document est illisible (ligne 12, colonne 9) : ")


def test_missing_file_is_named(tmp_path: Path) -> None:
    assert refusal("verify_deals", tmp_path / "none")[1].startswith(f"{tmp_path / 'none'} est illisible : ")


def test_existing_file_is_not_overwritten(made: Path) -> None:
    content = made.read_text(encoding="utf-8")

    _said, why = refusal("make_deals", "--boards=1", f"--out={made}")

    assert why == f"Le fichier « {made} » existe déjà."
    assert made.read_text(encoding="utf-8") == content


@pytest.mark.parametrize(
    ("option", "content", "sentence"),
    [
        ("--seed-file", "graine", "ne contient pas une graine en hexadécimal."),
        ("--seed-file", "00ff", "Pas de donnes : La graine a 2 octets : il en faut 32 au moins."),
        ("--constraints", "[]", "ne contient pas un objet JSON."),
        ("--constraints", "{}", "Pas de donnes : Ces contraintes sont illisibles"),
        ("--constraints", "{", "Pas de donnes : line 1, column 2: not JSON"),
    ],
)
def test_unusable_input_leaves_no_file(tmp_path: Path, option: str, content: str, sentence: str) -> None:
    input_file, out = tmp_path / "given", tmp_path / "deals.json"
    input_file.write_text(content)

    _said, why = refusal("make_deals", "--boards=1", option, input_file, f"--out={out}")

    assert sentence in why
    assert not out.exists()


@pytest.mark.parametrize("game", ["tarot-2-mort", "tarot-9", "nullo-3"])
def test_any_game_is_dealt_and_verified(tmp_path: Path, game: str) -> None:
    file = tmp_path / "deals.json"

    run("make_deals", f"--game={game}", "--boards=2", f"--out={file}")

    assert run("verify_deals", file).splitlines()[:2] == [f"Étui {number} : Conforme." for number in (1, 2)]


def test_rules_of_a_game_change_its_deals(tmp_path: Path) -> None:
    file = tmp_path / "deals.json"

    run("make_deals", "--game=contrat-4", "--rules=fft cards_each=3", "--boards=1", f"--out={file}")

    assert json.loads(file.read_text())["rules"] == "fft cards_each=3"
    assert "Conforme" in run("verify_deals", file)


def test_takers_hands_alone_are_dealt_and_verified(tmp_path: Path) -> None:
    file = tmp_path / "deals.json"

    run("make_deals", "--takers-only", "--boards=32", f"--out={file}")

    hands = [deal["hands"].split() for deal in json.loads(file.read_text())["deals"]]
    assert {pockets.count("-") for pockets in hands} == {3}
    assert len(run("verify_deals", file).splitlines()) == 34


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--game=tarot-5", "--takers=fft"], "Les preneurs ne sont imposés qu’au tarot à quatre."),
        (["--game=tarot-5", "--takers-only"], "Sans preneur imposé, vous ne pouvez rien demander de sa main"),
        (["--takers=none", "--takers-only"], "Sans preneur imposé, vous ne pouvez rien demander de sa main"),
        (["--rules=club"], "Il n’y a pas de règles « club » : écrivez fft ou traditional."),
        (["--boards=0"], "« 0 » : il faut de 1 à 200 étuis."),
    ],
)
def test_what_does_not_go_together_leaves_no_file(tmp_path: Path, options: list[str], reason: str) -> None:
    out = tmp_path / "deals.json"

    _said, why = refusal("make_deals", "--boards=1", *options, f"--out={out}")

    assert reason in why
    assert not out.exists()


def test_constraints_that_cannot_be_met_are_named(tmp_path: Path) -> None:
    constraints = DealConstraints(taker_bids=(), taker_points=(MOST_POINTS, MOST_POINTS))
    constraints_file = tmp_path / "wanted.json"
    constraints_file.write_text(json.dumps(constraints.to_json()))

    _said, why = refusal(
        "make_deals", f"--constraints={constraints_file}", f"--out={tmp_path / 'deals.json'}"
    )

    assert why.startswith("Pas de donnes : La donne 1 ne remplit pas les conditions après")
    assert why.endswith("La main du preneur a très rarement ces points : élargissez l’intervalle.")
