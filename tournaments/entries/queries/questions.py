"""The organiser's own questions to players, and the answers to each."""

from collections import defaultdict

from tournaments.enums import RegistrationState
from tournaments.models import EntryAnswer, EntryQuestion, Tournament

COMING = (RegistrationState.RECEIVED, RegistrationState.WAITING, RegistrationState.ACCEPTED)
"""States of registrations whose answers count. Players of a joined one have moved to another."""


def list_questions(tournament: Tournament) -> list[EntryQuestion]:
    """Return the questions in their order. One query."""
    return list(EntryQuestion.objects.filter(tournament=tournament))


def answers_by_question(tournament: Tournament) -> dict[int, list[EntryAnswer]]:
    """Return the answers of players who expect to come, by id of the question. One query."""
    answers: defaultdict[int, list[EntryAnswer]] = defaultdict(list)
    rows = EntryAnswer.objects.filter(question__tournament=tournament, player__registration__state__in=COMING)
    for answer in rows:
        answers[answer.question_id].append(answer)
    return answers
