"""The proof, published before an event, that its deals were fixed beforehand."""

import hashlib
import json

from games.core.dealing.constraints import DealConstraints
from games.core.dealing.shuffle import ALGORITHM, check_seed


def commitment(seed: bytes, count: int, constraints: DealConstraints | None = None) -> str:
    """The commitment to a set of deals, 64 hexadecimal digits.

    It is the SHA-256 of four ASCII lines, each ended by a line feed: the algorithm; `boards=` and their
    number; `constraints=` and their JSON with sorted keys and no spaces; `seed=` and the seed in lower-case
    hexadecimal. Whoever is given the seed after the event checks the hash and deals the boards again.

    Raises:
        DealingFailed: the seed is too short.
    """
    check_seed(seed)
    wanted = constraints or DealConstraints()
    rules = json.dumps(wanted.to_json(), sort_keys=True, separators=(",", ":"))
    text = f"{ALGORITHM}\nboards={count}\nconstraints={rules}\nseed={seed.hex()}\n"
    return hashlib.sha256(text.encode("ascii")).hexdigest()
