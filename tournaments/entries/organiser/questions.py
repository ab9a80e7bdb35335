"""Page of the organiser's own questions to players."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.web.acting import add_success_message, posted_data, show_error
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.entries.forms.questions import QuestionsForm
from tournaments.entries.queries.questions import answers_by_question, list_questions
from tournaments.entries.services.questions import set_questions
from tournaments.entries.words.answer_words import count_answers


@require_http_methods(["GET", "POST"])
def questions_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the questions with the numbers of their answers. A POST request changes the questions."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    questions = list_questions(tournament)
    form = QuestionsForm(posted_data(request), questions=questions)
    if request.method == "POST" and form.is_valid():
        try:
            set_questions(tournament=tournament, questions=form.lines(), set_by=signed_in_user(request))
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Les questions sont enregistrées."))
            return redirect("organiser-entry-questions", tournament.slug)
    answers = answers_by_question(tournament)
    context = {
        "tournament": tournament,
        "tab": "entries",
        "form": form,
        "answered": [count_answers(question, answers.get(question.pk, ())) for question in questions],
    }
    return render(request, "tournaments/entries/organiser/questions.html", context)
