"""Answers of players as text on pages."""

from django import template

from tournaments.entries.words.answer_words import describe_answer

register = template.Library()
register.filter(describe_answer)
